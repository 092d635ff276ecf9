"""What does harm when it is forgotten, of those who are close to the user: a child's allergy.

Close is whoever a fact calls by what they are to the user ("my daughter Mia", 我女儿小宇). On
the hot path.
"""

from memctl.index.candidates import found_where
from memctl.index.found import Found
from memctl.index.request import Request
from memctl.index.store import Connection, marks
from memctl.index.ties import close_to_user
from memctl.language.questions import VITAL, standing_of

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs as much as the whole look-up
    from memctl.language.questions import Words

_MOST_CLOSE = 40


def vital_of_close(connection: Connection, request: Request, words: "Words") -> list[Found]:
    """Current facts that are vital, of the user's own people, person by person."""
    refs = close_to_user(connection, request.me, words)[:_MOST_CLOSE]
    if not refs:
        return []
    some, values = marks(refs)
    found = found_where(connection, f"kind = 'fact' AND entity IN ({some})", [*values], request)
    vital = [f for f in found if f.current and standing_of(f.text, words["standing"]) == VITAL]
    return sorted(vital, key=lambda f: (f.entity or "", f.line or 0))
