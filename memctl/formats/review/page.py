"""REVIEW.md: what only a person can decide, and the boxes that a person ticked.

The file is derived, and memctl reads nothing from it but the boxes. What else a person writes
into it stays: see `keeping`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from memctl.formats.markdown.lines import CHINESE, ink_lines
from memctl.graph.fact import Evidence
from memctl.graph.plan import Question

ANSWER = re.compile(
    r"[\s>]*(?:[-*+]|\d+[.)])\s*\[(?P<box>[^\]]{0,3})\].*<!--\s*q:\s*(?P<id>[0-9a-fA-F]{8})\s*-->"
)
LOOK = 4000
"""Characters of a line that are looked at."""
_REJECTED = frozenset("-–—~")
_ACCEPTED = frozenset("xXｘＸ✓✔√")


@dataclass(frozen=True, slots=True)
class Words:
    """What stands around the questions, in one language."""

    title: str
    how: str
    """How to answer."""
    why: str
    read_in: str


WORDS = {
    "en": Words(
        title="# Review",
        how="Tick `[x]` to accept or `[-]` to reject, leave the rest; "
        "then run `memctl review apply`.",
        why="Why: ",
        read_in="Read in ",
    ),
    "zh": Words(
        title="# 待确认",
        how="接受请改为 `[x]`，拒绝请改为 `[-]`，其余可以以后再说；"
        "然后运行 `memctl review apply`。",
        why="原因：",
        read_in="出处：",
    ),
}


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
    words = words_in(lang)
    lines = [words.title, "", words.how, ""]
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
    words = _words_of(question, lang)
    proposal = f"{question.entity}: {_line(question.proposal)}"
    lines = [f"- [ ] {proposal} <!-- q:{question.id} -->"]
    if question.reason:
        lines.append(f"  {words.why}{_line(question.reason)}")
    lines += [f"  {_evidence(e, words)}" for e in question.evidence]
    return lines


def words_in(lang: str) -> Words:
    """The words around the questions; English where there are none in this language."""
    return WORDS.get(lang, WORDS["en"])


def _words_of(question: Question, lang: str) -> Words:
    """Those around a question, in the language in which it is asked."""
    is_chinese = CHINESE.match((question.reason or "").lstrip())
    return words_in("zh" if is_chinese else lang)


def _evidence(evidence: Evidence, words: Words) -> str:
    where = evidence.path if evidence.line is None else f"{evidence.path}:{evidence.line}"
    return f"{words.read_in}{where}: “{_line(evidence.quote)}”"


def _line(text: str) -> str:
    """On one line, and never taken for a marker."""
    return " ".join(text.split()).replace("<!--", "&lt;!--").replace("-->", "--&gt;")


def _box(mark: str) -> bool | None:
    bare = mark.strip()
    if bare in _ACCEPTED:
        return True
    return False if bare in _REJECTED else None
