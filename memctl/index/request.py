"""What is asked of recall. On the hot path, so no dataclass."""

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
