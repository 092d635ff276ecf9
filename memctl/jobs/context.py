"""Context: what an agent should read before it answers, within a budget of tokens.

The hot path, as `recall` is: with nothing changed since the cache was filled, no room that
reads files is imported. No knowledge file is ever written.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs as much as the whole look-up
    from collections.abc import Mapping

SECTIONS = ("identity", "rules", "profile", "entities", "facts", "notes")
"""In the order in which they stand: what changes least comes first, for prompt caches."""
BUDGET = 2000


class Context:
    """What an agent should read, and what of it is what."""

    __slots__ = (
        "answer", "audience", "budget", "day", "left_out", "lines", "question", "text", "tokens",
    )  # fmt: skip

    text: str
    """The whole, framed as data; "" where memory has nothing to say."""
    tokens: int
    """How many tokens `text` is counted as; never more than the budget."""
    answer: bool
    """Does something current answer the question? False without a question."""
    lines: "list[dict[str, object]]"
    """Each line: section, kind, entity, id, text, day, path, line, and `key`: `ENTITY#ID` for
    a fact, `PATH:LINE` for all else."""
    left_out: "dict[str, int]"
    """By section how many lines the budget had no room for."""

    def as_json(self) -> "dict[str, object]":
        """The JSON contract: question, asOf, audience, budget, tokens, answer, text, lines, leftOut."""
        raise NotImplementedError


def context(
    question: str | None = None,
    said: "Mapping[str, object] | None" = None,
    *,
    workspace: str | None = None,
    environ: "dict[str, str] | None" = None,
) -> Context:
    """What an agent should read before it answers the question, or before any.

    Args:
        question: In English or Chinese; None for what always helps.
        said: What is absent or None is default:
            `budget` (tokens, 2000), `audience` (private, shared or group; private),
            `sections` (names out of SECTIONS; all), `without` (keys of lines that the agent
            has read already).
        workspace: As `-w` names it; None looks at MEMCTL_WORKSPACE, then upward from here.
        environ: The environment variables; None takes the process's.

    Raises:
        WorkspaceNotFound: There is none.
        UsageError: The budget has no room for the frame; no such audience or section.
    """
    raise NotImplementedError
