"""What is asked of recall, and what that lets through. On the hot path, so no dataclass."""

AUDIENCES = ("private", "shared", "group")
"""Those of graph.visibility, which costs too much to import here; a test holds them together."""


class Request:
    """What is asked, and what may answer."""

    __slots__ = (
        "as_of", "audience", "entity", "identity", "include_all", "is_diverse", "kind", "kinds",
        "layer", "limit", "me", "meaning", "question", "since", "today", "until",
    )  # fmt: skip

    def __init__(self, question: str, *, today: str, **said: object) -> None:
        # A terminal may hand over bytes that are no text; they find nothing and break nothing.
        self.question = question.encode("utf-8", "replace").decode()
        self.today = today
        self.limit = int(str(said.get("limit") or 10))
        self.as_of = _text(said.get("as_of"))
        self.include_all = bool(said.get("include_all"))
        self.entity = _text(said.get("entity"))
        self.kind = _text(said.get("type"))
        self.layer = _text(said.get("layer"))
        self.since = _text(said.get("since"))
        self.until = _text(said.get("until"))
        self.me = str(said.get("me") or "people/me")
        self.audience = AUDIENCES.index(str(said.get("audience") or AUDIENCES[0]))
        """Who reads the answer: its place in AUDIENCES."""
        self.is_diverse = bool(said.get("mmr"))
        self.meaning = str(said.get("semantic") or "")
        """Is what lines mean a signal too: "" for no, "some" for lines whose vectors are there
        or quickly made, "all" for every line."""
        self.identity = str(said.get("identity") or "").split("\0")
        """Names of the identity files, the one that counts most first."""
        self.kinds = str(said.get("kinds") or "fact summary tacit note document").split()


def _text(value: object) -> str | None:
    return str(value) if value else None


def filters(  # noqa: C901 - a line a thing that a call may ask for
    request: Request, *, replaced: bool = False
) -> tuple[str, list[object]]:
    """What may be shown, as SQL: the days on which it held, and what the call narrows down to.

    Or, of the same, the facts that were replaced.
    """
    parts: list[str] = []
    values: list[object] = []

    def need(condition: str, *given: object) -> None:
        parts.append(condition)
        values.extend(given)

    if replaced:
        need("kind = 'fact' AND NOT active AND status = 'superseded' AND follower <> ''")
    elif request.as_of:
        day = request.as_of
        # graph.history.holds_on in SQL; tests hold the two together.
        need("kind IN ('fact', 'note')")
        need("(begins IS NULL OR begins <= ?)", day)
        need("(kind <> 'fact' OR ((until IS NULL OR until >= ?) AND (active OR", day)
        need("(status IN ('active', 'superseded', 'retracted') AND ends > ?))))", day)
        parts[-2:] = [f"{parts[-2]} {parts[-1]}"]
    elif not request.include_all:
        need("(kind NOT IN ('fact', 'summary') OR active OR (kind = 'summary' AND rests = ''))")
        need("(kind <> 'fact' OR until IS NULL OR until >= ?)", request.today)
    if request.audience:
        need("doc.audience >= ?", request.audience)
    if request.entity:
        need("entity = ?", request.entity)
    if request.kind:
        need("(entity GLOB ? OR kind = ?)", f"{request.kind}/*", request.kind)
    if request.layer:
        need("layer = ?", request.layer)
    if request.since:
        need("day >= ?", request.since)
    if request.until:
        need("substr(day, 1, 10) <= ?", request.until)
    return " AND ".join(parts) or "1", values
