"""REVIEW.md: what only a person can decide, and the boxes that a person ticked.

The file is derived, and memctl reads nothing from it but the boxes. What else a person writes
into it stays: see `review_keeping`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from memctl.formats.markdown.lines import ink_lines
from memctl.graph.fact import Evidence
from memctl.graph.plan import Question

ANSWER = re.compile(
    r"[\s>]*(?:[-*+]|\d+[.)])\s*\[(?P<box>[^\]]{0,3})\].*<!--\s*q:\s*(?P<id>[0-9a-fA-F]{8})\s*-->"
)
LOOK = 4000
"""Characters of a line that are looked at."""
_CHINESE = re.compile("[\u4e00-\u9fff]")
_REJECTED = frozenset("-–—~")
_ACCEPTED = frozenset("xXｘＸ✓✔√")
WORDS = {
    "en": (
        "# Review",
        "Tick `[x]` to accept or `[-]` to reject, leave the rest; then run `memctl review apply`.",
        "Why: ",
        "Read in ",
        "of ",
    ),
    "zh": (
        "# 待确认",
        "接受请改为 `[x]`，拒绝请改为 `[-]`，其余可以以后再说；然后运行 `memctl review apply`。",
        "原因：",
        "出处：",
        "",
    ),
}
"""By language: the title, how to answer, and the words around a question."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a person said to one question."""

    id: str
    """8 hex digits, lower case."""
    accepted: bool | None
    """None while the box is empty or says something else."""
    line: int | None = None


def render_review(questions: Sequence[Question], lang: str = "en") -> str:
    """The text of REVIEW.md, "" when there is nothing to ask.

    Args:
        questions: In the order in which they are asked.
        lang: `en` or `zh`, for the words around the questions.
    """
    if not questions:
        return ""
    words = WORDS.get(lang, WORDS["en"])
    lines = [words[0], "", words[1], ""]
    for question in questions:
        lines += [*question_lines(question, lang), ""]
    return "\n".join(lines)


def parse_answers(text: str) -> tuple[Answer, ...]:
    """The boxes by question, in file order; a question that stands twice counts once.

    Tolerant of an editor's hand: other bullets, indentation, upper case, moved lines. Two
    boxes of one question that disagree are no answer.
    """
    found: dict[str, Answer] = {}
    for line in ink_lines(text):
        match = ANSWER.match(line.text[:LOOK])
        if match is None:
            continue
        answer = Answer(match["id"].lower(), _box(match["box"]), line.number)
        had = found.get(answer.id)
        if had is None or had.accepted is None:
            found[answer.id] = answer
        elif answer.accepted not in {None, had.accepted}:
            found[answer.id] = Answer(answer.id, None, had.line)
    return tuple(found.values())


def question_lines(question: Question, lang: str = "en") -> list[str]:
    """The entry of one question: its box, why it is asked, and what it rests on."""
    words = _words_of(question, WORDS.get(lang, WORDS["en"]))
    proposal = f"{question.entity}: {_line(question.proposal)}"
    lines = [f"- [ ] {proposal} <!-- q:{question.id} -->"]
    if question.reason:
        lines.append(f"  {words[2]}{_line(question.reason)}")
    lines += [f"  {_evidence(e, words)}" for e in question.evidence]
    return lines


def _words_of(question: Question, words: Sequence[str]) -> Sequence[str]:
    """Those around a question, in the language in which it is asked."""
    return WORDS["zh"] if _CHINESE.match((question.reason or "").lstrip()) else words


def _evidence(evidence: Evidence, words: Sequence[str]) -> str:
    where = evidence.path if evidence.line is None else f"{evidence.path}:{evidence.line}"
    return f"{words[3]}{where}: “{_line(evidence.quote)}”"


def _line(text: str) -> str:
    """On one line, and never taken for a marker."""
    return " ".join(text.split()).replace("<!--", "&lt;!--").replace("-->", "--&gt;")


def _box(mark: str) -> bool | None:
    bare = mark.strip()
    if bare in _ACCEPTED:
        return True
    return False if bare in _REJECTED else None
