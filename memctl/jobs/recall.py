"""Recall: a question, answered from the files as they are now. The hot path."""

import os

from memctl.index.lookup import Answer, look_up
from memctl.index.request import Request
from memctl.index.store import Connection, meta, unread_files
from memctl.jobs.access_log import log_beside, note_access
from memctl.jobs.fresh_cache import ask_cache, today_of


class Recalled:
    """What recall tells: the report of this job, without the cost of a dataclass."""

    __slots__ = (
        "answer", "as_of", "log", "nobody", "question", "results", "today", "unread", "unweighed",
    )  # fmt: skip

    def __init__(self, request: Request, answer: Answer) -> None:
        self.question = request.question
        self.as_of = request.as_of
        self.answer = answer.is_answered
        self.results = answer.results
        self.unweighed = answer.unweighed
        self.nobody = answer.nobody
        self.today = request.today
        self.log: str | None = None
        """Where the accesses are noted."""
        self.unread: list[str] = []
        """Files that might hold the answer and could not be read, or not whole."""

    @property
    def given(self) -> list[str]:
        """`ENTITY#ID` of every fact that was told, by itself or in a line of a summary."""
        told = ((f.entity, i) for f in self.results for i in (f.fact, *f.rests.split()) if i)
        return list(dict.fromkeys(f"{entity}#{fact}" for entity, fact in told if entity))

    def as_json(self, *, explain: bool = False) -> dict[str, object]:
        """The JSON contract: keys as on disk."""
        rows = []
        for found in self.results:
            row: dict[str, object] = {
                "kind": found.kind,
                "entity": found.entity,
                "id": found.fact,
                "text": found.text,
                "status": found.status,
                "current": found.current,
                "day": found.day,
                "validUntil": found.until,
                "path": found.path,
                "line": found.line,
                "score": round(found.score, 4),
                "doubt": found.doubt,
            }
            if explain:
                row["parts"] = {k: round(v, 4) for k, v in found.parts.items()}
            rows.append(row)
        head = {"question": self.question, "asOf": self.as_of, "answer": self.answer}
        return {**head, "unknownName": self.nobody, "unread": self.unread, "results": rows}


def recall(
    question: str,
    said: dict[str, object] | None = None,
    *,
    workspace: str | None = None,
    environ: dict[str, str] | None = None,
    notes_access: bool = True,
) -> Recalled:
    """What the workspace says to a question.

    Args:
        question: In English or Chinese.
        said: The options of `cli.quick.RECALL_OPTIONS` by name; what is absent is default.
        workspace: As `-w` names it; None looks at MEMCTL_WORKSPACE, then upward from here.
        environ: The environment variables; None takes the process's.
        notes_access: Is it a use of the facts, which the log of accesses should tell?

    Raises:
        WorkspaceNotFound: There is none.
        UsageError: No question, a day that is none, or a type of no entity.
        UnknownEntity: `--entity` names nobody.
        Ambiguous: `--entity` fits several.
    """
    if not question.strip():
        from memctl.errors import UsageError  # noqa: PLC0415 - the rest asks something

        raise UsageError("There is no question.", hint='Ask one: memctl recall "Where do I work?"')
    variables = dict(os.environ) if environ is None else environ
    options = {k: v for k, v in (said or {}).items() if v is not None}
    told = ask_cache(lambda cache: _ask(cache, question, options, variables), workspace, variables)
    if notes_access:
        note_access(told.log, told.today, told.given)
    return told


def _ask(
    connection: Connection, question: str, said: dict[str, object], environ: dict[str, str]
) -> Recalled:
    about = meta(connection)
    options = {"limit": about.get("limit", "10"), **said}
    if any(options.get(k) for k in ("as_of", "since", "until", "entity", "type")):
        from memctl.index.narrowing import checked  # noqa: PLC0415 - few calls narrow down

        options = checked(connection, options)
    today = today_of(about, environ)
    settings = {key: about[key] for key in ("kinds", "me", "identity", "semantic")}
    if options.get("semantic"):
        options = {**options, "semantic": "all"}
    request = Request(question, today=today, **{**settings, **options})
    recalled = Recalled(request, look_up(connection, request))
    if not request.audience:  # what they are called is nobody else's business
        recalled.unread = unread_files(connection)
    recalled.log = log_beside(connection) if about["log"] else None
    return recalled
