"""What held once: the newest of it with its days, scoped by what it was about."""

from collections.abc import Sequence
from datetime import date

from memctl.graph.fact import SUPERSEDED, Fact
from memctl.graph.history import retired_on, successor
from memctl.language.stances import read_stances
from memctl.language.terms import fold
from memctl.rules.snapshot.page import Line, Page, size

_HIDDEN = frozenset({"duplicate", "retracted"})
_MOST = 5
"""Most lines under "Before"."""


def past_facts(facts: Sequence[Fact]) -> list[Fact]:
    """Those that held once, and of which it is known until when."""
    return [f for f in facts if _is_past(f, facts)]


def _is_past(fact: Fact, facts: Sequence[Fact]) -> bool:
    is_shown = fact.status == SUPERSEDED and fact.superseded_reason not in _HIDDEN
    return is_shown and retired_on(facts, fact) is not None


def told_by_past(page: Page, now: Sequence[Fact], past: Sequence[Fact]) -> list[Fact]:
    """Current facts that only say that something ended which "Before" tells with its days.

    Something newer has to be known: else the end is how things stand.
    """
    ended = {f.superseded_by for f in past if f.superseded_by}
    ends = [f for f in now if f.id in ended and _only_ends(page, f)]
    newest = max((f.day for f in now if f.day and f not in ends), default=date.min)
    return [f for f in ends if f.day is not None and f.day <= newest]


def _only_ends(page: Page, fact: Fact) -> bool:
    stances = read_stances(fold(fact.text, page.lexicon), page.lexicon)
    return bool(stances.end or stances.leave) and not page.fills(fact)


def before(page: Page, past: Sequence[Fact], room: int) -> list[Line]:
    """The newest of what held once, as much as there is room for."""
    facts = page.entity.facts
    newest = sorted(past, key=lambda f: (retired_on(facts, f) or date.min, f.id))[::-1]
    rows = [_row(page, f) for f in newest[:_MOST]]
    about = [next(iter(page.scopes(f)), "") for f in newest[:_MOST]]
    while rows:
        lines = _scoped(page, rows, about[: len(rows)])
        if size(lines) <= room:
            return lines
        rows.pop()
    return []


def _row(page: Page, fact: Fact) -> Line:
    after = successor(page.entity.facts, fact)
    ends = [after.id] if after is not None and after.is_active and _only_ends(page, after) else []
    said = page.says.say(fact, page.names)
    return Line(f"- {said} ({interval(fact, page.entity.facts)})", (fact.id, *ends))


def _scoped(page: Page, rows: Sequence[Line], about: Sequence[str]) -> list[Line]:
    """What was plainly so, then what only matters for questions about a company or project."""
    plain = [row for row, name in zip(rows, about, strict=True) if not name]
    scoped = [row for row, name in zip(rows, about, strict=True) if name]
    names = page.word("joined").join(dict.fromkeys(filter(None, about)))
    lines = [Line(""), Line(page.word("before")), *plain] if plain else []
    if scoped:
        lines += [Line(""), Line(page.word("before_about").format(names=names)), *scoped]
    return lines


def interval(fact: Fact, facts: Sequence[Fact]) -> str:
    """The months from and to which a retired fact held."""
    end = retired_on(facts, fact)
    since = f"{fact.day:%Y-%m}" if fact.day else ""
    until = f"{end:%Y-%m}" if end else since
    return until if since == until or not since else f"{since} – {until}"
