"""Lines for MEMORY.md that show on several days: said again, or drawn from the notes by others.

They become questions; only a person writes the page.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from memctl.graph.asking import Lesson
from memctl.graph.candidate import Candidate
from memctl.graph.entity import EntityRef
from memctl.graph.fact import Evidence
from memctl.graph.graph import Graph
from memctl.graph.note import Block
from memctl.graph.plan import AddTacit, Question
from memctl.language.lexicon import Lexicon
from memctl.language.terms import fold, read_terms
from memctl.rules.comparing.comparison import relate
from memctl.rules.extraction import extract
from memctl.rules.foreign.grounds import invented, unlike
from memctl.rules.gate import refuses
from memctl.rules.review import make_question
from memctl.rules.wording import say
from memctl.safety.orders import is_grave_order
from memctl.safety.secrets import find_secrets

_DAYS = 2
"""On so many days a lesson shows at least."""
_ALIKE = 0.6
"""The part of their content words that two statements share that say the same."""
_LONGEST = 300
_KINDS = frozenset({"tacit", "correction"})
_HABITS = frozenset({"preference", "decision", "context"})
"""What the user says of themselves that, said again, tells how they work; a home does not."""


def repeated(
    blocks: Iterable[Block], graph: Graph, lexicon: Lexicon, me: EntityRef
) -> tuple[Question, ...]:
    """Preferences of the user and corrections that stand in the notes of several days."""
    found = (c for b in blocks for c in extract(b, graph, lexicon, me=me) if c.accepted)
    groups: list[list[Candidate]] = []
    for one in (c for c in found if _tells_how(c, me)):
        group = next((g for g in groups if _is_alike(g[0].text, one.text, lexicon)), None)
        if group is None:
            groups.append([one])
        else:
            group.append(one)
    shown = ((g[-1].text, [c.evidence for c in g]) for g in groups)
    return tuple(_question(text, e, lexicon) for text, e in shown if _is_enough(e))


def _tells_how(candidate: Candidate, me: EntityRef) -> bool:
    return candidate.kind in _KINDS or (candidate.entity == me and candidate.category in _HABITS)


def _is_alike(one: str, other: str, lexicon: Lexicon) -> bool:
    if relate(one, other, (), lexicon).kind == "same":
        return True
    a, b = ({t.id for t in read_terms(fold(t, lexicon), lexicon)} for t in (one, other))
    return len(a & b) >= _ALIKE * max(len(a), len(b), 1)


def _is_enough(evidence: Sequence[Evidence]) -> bool:
    return len({e.day for e in evidence}) >= _DAYS


def proposed(
    lessons: Iterable[Lesson], blocks: Mapping[str, Block], lexicon: Lexicon
) -> tuple[tuple[Question, ...], tuple[tuple[Lesson, str], ...]]:
    """Lessons of a model or an agent as questions, and those that are left out with the reason."""
    asked: list[Question] = []
    refused: list[tuple[Lesson, str]] = []
    for lesson in lessons:
        evidence = _evidence(lesson, blocks)
        reason = _objection(lesson, evidence, blocks, lexicon)
        if reason is None:
            asked.append(_question(" ".join(lesson.text.split()), evidence, lexicon))
        else:
            refused.append((lesson, reason))
    return tuple(asked), tuple(refused)


def _evidence(lesson: Lesson, blocks: Mapping[str, Block]) -> list[Evidence]:
    """The quotes that stand where they are said to stand."""
    found = []
    for said, block in _cited(lesson, blocks):
        quote = " ".join(said.split())
        if quote and quote in " ".join(block.text.split()):
            found.append(Evidence(block.path, block.line, quote, block.day, block.message))
    return found


def _cited(lesson: Lesson, blocks: Mapping[str, Block]) -> Iterator[tuple[str, Block]]:
    """(quote as given, block) of every block that the lesson names and that was told."""
    for shown in lesson.evidence:
        block = blocks.get(shown.block.strip().lower())
        if block is not None:
            yield shown.quote, block


def _objection(
    lesson: Lesson, evidence: Sequence[Evidence], blocks: Mapping[str, Block], lexicon: Lexicon
) -> str | None:
    if not lesson.text.strip() or len(lesson.text) > _LONGEST or "<!--" in lesson.text:
        return "no-sentence"
    if not _is_enough(evidence):
        return "quote-not-found: on two days" if len(evidence) < _DAYS else "one-day"
    if find_secrets(lesson.text, lexicon):
        return "secret"
    if any(refuses(block, lexicon) for _, block in _cited(lesson, blocks)):
        return "foreign-instruction"
    if is_grave_order(lesson.text, lexicon):
        return "grave-order"
    quotes = [e.quote for e in evidence]
    return invented(lesson.text, quotes, (), lexicon) or unlike(lesson.text, quotes, (), lexicon)


def _question(text: str, evidence: Sequence[Evidence], lexicon: Lexicon) -> Question:
    days = sorted({e.day for e in evidence if e.day is not None})
    kept = tuple(dict.fromkeys(evidence))
    return make_question(
        "tacit",
        "MEMORY.md",
        say("add_rule", text, lexicon, text=text),
        reason=say("shown_twice", text, lexicon, days=", ".join(map(date.isoformat, days))),
        evidence=kept,
        accept=(AddTacit(say("preferences", text, lexicon), text),),
        texts=[text],
    )


def is_known(text: str, rules: Iterable[str], lexicon: Lexicon) -> bool:
    """Does a rule say it already?"""
    return any(_is_alike(rule, text, lexicon) for rule in rules)
