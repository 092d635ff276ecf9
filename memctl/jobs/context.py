"""Context: what an agent should read before it answers, within a budget of tokens.

The hot path, as `recall` is: with nothing changed since the cache was filled, no room that
reads files is imported. No knowledge file is ever written.
"""

import os

from memctl.graph.budget import tokens
from memctl.index.context.fitting import Line, fitted, least
from memctl.index.context.gathering import SECTIONS, Gathered, gather
from memctl.index.request import AUDIENCES, Request
from memctl.index.store import Connection, meta
from memctl.jobs.access_log import log_beside, note_access
from memctl.jobs.fresh_cache import ask_cache, today_of

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs as much as the whole look-up
    from collections.abc import Mapping

_PRIVATE = AUDIENCES[0]


class Context:
    """What an agent should read, and what of it is what."""

    __slots__ = (
        "answer", "audience", "budget", "day", "left_out", "lines", "log", "question", "text",
        "tokens", "unweighed",
    )  # fmt: skip

    def __init__(
        self, request: Request, gathered: Gathered, lines: list[Line], budget: int
    ) -> None:
        self.question = request.question or None
        self.audience = AUDIENCES[request.audience]
        self.day = request.today
        self.budget = budget
        # What the audience may not be told is not counted: the number would tell of it.
        note = "" if self.audience == _PRIVATE else f"what is not for the audience {self.audience}"
        self.text, self.lines, self.left_out = (
            fitted(lines, budget, self.day, note) if lines else ("", [], {})
        )
        """The whole, framed as data, "" where memory has nothing to say; the lines in it; and
        by section how many lines the budget had no room for."""
        self.tokens = tokens(self.text)
        """How many tokens `text` is counted as; never more than the budget."""
        self.answer = gathered.answer
        """Does something current answer the question? False without a question."""
        self.unweighed = gathered.unweighed
        self.log: str | None = None
        """Where the accesses are noted."""
        least_of = least(lines, self.day, budget, note) if lines else 0
        if least_of > budget:
            raise _no_room(budget, least_of)

    def as_json(self) -> dict[str, object]:
        """The JSON contract."""
        return {
            "question": self.question,
            "day": self.day,
            "audience": self.audience,
            "budget": self.budget,
            "tokens": self.tokens,
            "answer": self.answer,
            "text": self.text,
            "lines": [
                {
                    "section": line.section,
                    "kind": line.kind,
                    "entity": line.entity,
                    "id": line.fact,
                    "text": line.text,
                    "day": line.day,
                    "path": line.path,
                    "line": line.line,
                    "key": line.key,
                }
                for line in self.lines
            ],
            "leftOut": self.left_out,
        }


def context(
    question: str | None = None,
    said: "Mapping[str, object] | None" = None,
    *,
    workspace: str | None = None,
    environ: dict[str, str] | None = None,
) -> Context:
    """What an agent should read before it answers the question, or before any.

    Args:
        question: In English or Chinese; None for what always helps.
        said: What is absent or None is default:
            `budget` (tokens; `context.budget`), `audience` (private, shared or group; private),
            `sections` (names out of SECTIONS; all), `without` (keys of lines that the agent
            has read already), `is_hurried` (see `ask_cache`).
        workspace: As `-w` names it; None looks at MEMCTL_WORKSPACE, then upward from here.
        environ: The environment variables; None takes the process's.

    Raises:
        WorkspaceNotFound: There is none.
        UsageError: The budget has no room for the frame; no such audience or section.
    """
    variables = dict(os.environ) if environ is None else environ
    options = {k: v for k, v in (said or {}).items() if v is not None}
    _check(options)
    made = ask_cache(
        lambda c: _assemble(c, question, options, variables),
        workspace,
        variables,
        is_hurried=bool(options.get("is_hurried")),
    )
    # What stands in every context was not asked for.
    asked = (line.key for line in made.lines if line.section == "facts" and line.fact)
    note_access(made.log, made.day, asked)
    return made


def _check(options: dict[str, object]) -> None:
    audience, sections = str(options.get("audience", _PRIVATE)), _names(options.get("sections"))
    strangers = sections - set(SECTIONS)
    if audience in AUDIENCES and not strangers:
        return
    from memctl.errors import no_such  # noqa: PLC0415 - only a mistake pays for it

    if strangers:
        raise no_such("section", min(strangers), SECTIONS)
    raise no_such("audience", audience, AUDIENCES)


def _names(value: object) -> set[str]:
    return (
        {str(name) for name in value}
        if isinstance(value, list | tuple | set | frozenset)
        else set()
    )


def _assemble(
    connection: Connection,
    question: str | None,
    options: dict[str, object],
    environ: dict[str, str],
) -> Context:
    about = meta(connection)
    settings = {key: about[key] for key in ("kinds", "me", "identity", "semantic")}
    today = today_of(about, environ)
    request = Request(question or "", today=today, **settings, audience=options.get("audience"))
    gathered = gather(connection, request, about["tacit"])
    sections = _names(options.get("sections")) or set(SECTIONS)
    without = _names(options.get("without"))
    lines = [n for n in gathered.lines if n.section in sections and n.key not in without]
    made = Context(request, gathered, lines, int(str(options.get("budget", about["budget"]))))
    made.log = log_beside(connection) if about["log"] else None
    return made


def _no_room(budget: int, least_of: int) -> Exception:
    from memctl.errors import UsageError  # noqa: PLC0415 - as above

    what = f"A budget of {budget} tokens has no room for a context."
    return UsageError(what, hint=f"Give it {least_of} at least: --budget {least_of}")
