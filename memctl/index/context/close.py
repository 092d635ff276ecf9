"""What does harm when it is forgotten, of those who are close to the user: a child's allergy.

Close is whoever a fact calls by what they are to the user ("my daughter Mia", 我女儿小宇),
whether it stands at the user or at them. On the hot path.
"""

from memctl.index.asking import possible_names
from memctl.index.candidates import found_where
from memctl.index.ordering import Found
from memctl.index.request import Request
from memctl.index.store import Connection, marks
from memctl.language.questions import VITAL, standing_of
from memctl.language.tokens import analyse

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs as much as the whole look-up
    from memctl.language.questions import Words

_MOST_TIES = 200
_MOST_CLOSE = 40
_MOST_KEYS = 900


def vital_of_close(connection: Connection, request: Request, words: "Words") -> list[Found]:
    """Current facts that are vital, of the user's own people, person by person."""
    refs = _close(connection, request, words)[:_MOST_CLOSE]
    if not refs:
        return []
    some, values = marks(refs)
    found = found_where(connection, f"kind = 'fact' AND entity IN ({some})", [*values], request)
    vital = [f for f in found if f.current and standing_of(f.text, words["standing"]) == VITAL]
    return sorted(vital, key=lambda f: (f.entity or "", f.line or 0))


def _close(connection: Connection, request: Request, words: "Words") -> list[str]:
    rows = connection.execute(
        "SELECT entity, text FROM words JOIN doc ON doc.id = words.rowid"
        " WHERE words MATCH ? AND kind = 'fact' AND active ORDER BY doc.id LIMIT ?",
        (f"body : (({_any('mine', words)}) AND ({_any('others', words)}))", _MOST_TIES),
    ).fetchall()
    refs = {ref for ref, _ in rows if ref != request.me}
    keys = {key for ref, text in rows if ref == request.me for key in possible_names(text)}
    some, values = marks(sorted(keys)[:_MOST_KEYS])
    named = connection.execute(
        f"SELECT DISTINCT entity FROM name WHERE whole AND key IN ({some})",  # noqa: S608 - marks only
        values,
    )
    return sorted({*refs, *(ref for (ref,) in named)} - {request.me})


def _any(kind: str, words: "Words") -> str:
    """The words of a kind as a part of a question to the cache."""
    terms = (analyse(word)[-1:] for word in (*sorted(words[kind]), *words[f"{kind} within"]))
    return " OR ".join(f'"{term}"' for found in terms for term in found)
