"""A line of the cache that may answer, and whether it holds on the day asked for. Hot path."""

from memctl.index.request import Request
from memctl.index.store import OTHERS, Connection

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs as much as the whole look-up
    from typing import Any

ROW = (
    "doc.id, source, kind, entity, fact, follower, path, text, status, day, line, until, active,"
    " speaker, rests, doc.body, doc.names, doubt, doubt_from, doubt_until, change, slot,"
    " slot_from, doc.audience, heading, orders"
)
"""The columns of `doc` of which a `Found` is made."""
_END = 2
"""What the cache holds of a fact that only says what stopped."""


class Found:
    """One document as a candidate: what the cache says of it, and its score by parts."""

    __slots__ = (
        "above", "audience", "current", "day", "doubt", "doubt_from", "doubt_until", "entity",
        "fact", "follower", "heading", "id", "is_active", "is_change", "is_elsewhere", "is_end",
        "is_of_other", "is_theirs", "kind", "leading", "line", "met", "orders", "parts", "path",
        "rests", "said", "score", "share", "slot", "slot_from", "source", "speaker", "status",
        "tells", "text", "until",
    )  # fmt: skip

    id: int
    source: int
    kind: str
    entity: str | None
    fact: str | None
    follower: str | None
    """The fact of the same entity that replaced it."""
    path: str
    text: str
    status: str | None
    day: str | None
    line: int | None
    until: str | None
    speaker: str | None
    rests: str
    said: str
    """The terms of its text, with blanks between."""
    leading: str
    """The terms that lead to it without standing in its text."""
    doubt: str | None
    """The newer fact of the entity that may have taken its place, on the day asked for."""
    doubt_from: str | None
    doubt_until: str | None
    slot: str | None
    audience: int
    heading: str | None
    is_theirs: bool
    """Does it tell of somebody else than the user?"""
    orders: int | None
    """Does it give orders that somebody else wrote? None: nobody has looked yet."""

    def __init__(self, row: "tuple[Any, ...]") -> None:
        # In the order of `ROW`: hundreds are made for every question.
        (
            self.id, self.source, self.kind, self.entity, self.fact, self.follower, self.path,
            self.text, self.status, self.day, self.line, self.until, active, self.speaker,
            self.rests, self.said, self.leading, self.doubt, self.doubt_from, self.doubt_until,
            change, self.slot, slot_from, self.audience, self.heading, self.orders,
        ) = row  # fmt: skip
        self.above = ""
        """For a fact: the terms of the headings above the lines in which it was read."""
        self.is_active = bool(active)
        self.is_change = bool(change % OTHERS)
        self.is_end = change % OTHERS == _END
        self.is_theirs = change >= OTHERS
        self.slot_from: str = slot_from or ""
        self.current = False
        self.is_elsewhere = False
        """Is it about another entity than the one that the question names?"""
        self.is_of_other = False
        """Does it tell of what is somebody else's than the question asks for?"""
        self.tells: dict[int, bool] = {}
        """For a note: the facts that were read in this line, and whether each still holds."""
        self.met: frozenset[str] = frozenset()
        """The terms of the question that it holds."""
        self.parts: dict[str, float] = {}
        self.score = 0.0
        self.share = 0.0
        """How much of what is asked beyond names it meets by itself."""

    @property
    def doubt_place(self) -> str:
        """Where that stands which may have taken its place: ENTITY#ID, or PATH:LINE of a note."""
        doubt = str(self.doubt)
        is_own = "#" not in doubt and not doubt.rpartition(":")[2].isdigit()
        return f"{self.entity}#{doubt}" if is_own else doubt

    @property
    def body(self) -> list[str]:
        """The terms of its text."""
        return self.said.split()

    @property
    def names(self) -> list[str]:
        """The terms that lead to it without standing in its text."""
        return self.leading.split()


def settle(found: Found, request: Request) -> None:
    """Forget a doubt that is not open on the day asked for, or of what holds no longer."""
    day = request.as_of or request.today
    if not (found.is_active and _is_open(found.doubt_from, found.doubt_until, day)):
        found.doubt = None


def _is_open(since: str | None, until: str | None, day: str) -> bool:
    return (not since or since <= day) and (not until or day < until)


def is_current(connection: Connection, found: Found, request: Request) -> bool:
    """Is it true on the day that is asked about, as far as the files tell?"""
    if found.kind == "fact":
        if request.as_of or found.doubt:
            return not found.doubt
        return found.is_active and (not found.until or found.until >= request.today)
    if request.as_of or not found.is_active:
        return False
    if found.kind == "summary":
        return bool(found.rests) and all(
            _fact_holds(connection, found.entity, fact, request.today)
            for fact in found.rests.split()
        )
    return True


def _fact_holds(connection: Connection, entity: object, fact: str, today: str) -> bool:
    rows = connection.execute(
        "SELECT active, until, doubt, doubt_from, doubt_until FROM doc"
        " WHERE entity = ? AND fact = ?",
        (entity, fact),
    ).fetchall()
    return bool(rows) and all(
        active and (not until or until >= today) and not (doubt and _is_open(since, settled, today))
        for active, until, doubt, since, settled in rows
    )
