"""REVIEW.md written over what stands there: questions come and go, a person's words stay."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from memctl.formats.markdown.lines import CHINESE
from memctl.formats.review.page import (
    ANSWER,
    LOOK,
    WORDS,
    question_lines,
    render_review,
    words_in,
)
from memctl.formats.review.parts import BLANK, Known, Part, asks, lines_of, parts_of
from memctl.graph.plan import Question

_KEPT = {
    "en": "## Kept from answered questions (written by hand)",
    "zh": "## 从已答问题中保留（手写）",
}


def write_review(
    before: str,
    questions: Sequence[Question],
    known: Iterable[Question],
    lang: str = "en",
    *,
    hushed: Collection[str] = (),
) -> str:
    """REVIEW.md with these questions, and with all that a person wrote into it; "" for neither.

    Their words stay where they stand. What they wrote below a question that is asked no longer
    moves to the end, under a heading of its own, with the words of the question. Boxes of
    questions that stay open are left as they are.

    Args:
        before: The file as it stands; "" when there is none.
        questions: Those to ask, in their order.
        known: Every question that may stand in the file, under all its names.
        lang: `en` or `zh`, for the words around the questions.
        hushed: Ids of questions whose words must stand nowhere any more.
    """
    if not before.strip(BLANK):
        return render_review(questions, lang)
    told = _known(before, (*known, *questions), hushed)
    parts = parts_of(before, told)
    asked = {q.id: question_lines(q, lang) for q in questions}
    orphans = [w for p in parts if p.id and p.id not in asked for w in _orphaned(p, told)]
    parts = _asking(parts, asked, lang)
    if orphans:
        parts = _with_kept(parts, orphans, lang)
    if not any(part.lines for part in parts if part.kind != "title"):
        return ""
    return _text(_unsaid(parts, told))


def _known(before: str, questions: Iterable[Question], hushed: Collection[str]) -> Known:
    """What memctl may have written of these questions, as far as they stand in the file."""
    ids = {match["id"].lower() for line in lines_of(before) if (match := asks(line))}
    found: dict[str, frozenset[str]] = {}
    for question in (q for q in questions if q.id in {*ids, *hushed}):
        lines = (line for lang in WORDS for line in question_lines(question, lang))
        found[question.id] = found.get(question.id, frozenset()).union(lines)
    return Known(found, hushed)


def _asking(parts: Sequence[Part], asked: Mapping[str, list[str]], lang: str) -> list[Part]:
    """The parts with these questions, each once, and no others."""
    had = any(part.kind == "question" for part in parts)
    now = list(_renewed(parts, asked, lang))
    there = {part.id for part in now}
    now = _with_new(now, [lines for key, lines in asked.items() if key not in there])
    if not asked:
        return [part for part in now if part.kind != "how"]
    return now if had else _with_how(now, lang)


def _renewed(parts: Iterable[Part], asked: Mapping[str, list[str]], lang: str) -> Iterator[Part]:
    """The parts as they stand today, without the questions that are asked no longer."""
    words, last = words_in(lang), Part("own")
    for part in parts:
        if part.kind in {"title", "how"}:
            part.lines = [words.title if part.kind == "title" else words.how]
        elif part.id not in asked and part.id:
            last.gap = last.gap or part.gap
            continue
        elif part.first is not part and part.first:
            _reduce_double(part, part.first)
        elif part.id:
            part.lines = _entry(part, asked[part.id])
        last = part
        yield part


def _reduce_double(part: Part, first: Part) -> None:
    """A second entry of one question, as a merge leaves it: only words and an answer count."""
    box, other = (_box_of(one.lines[0]) for one in (part, first))
    if 0 in part.ours and (not box or box == other):
        part.kind, part.id, part.lines = "own", "", part.theirs


def _box_of(line: str) -> str:
    match = asks(line)
    return match["box"].strip() if match else ""


def _entry(part: Part, lines: list[str]) -> list[str]:
    """One question as it is asked today, with a person's words where they stand."""
    head, *rest = lines
    first = _boxed(head, part.lines[0]) if 0 in part.ours else part.lines[0]
    # A line of ours that a person went on writing in says what ours would say.
    missing = [text for text in rest if not any(text.strip() in line for line in part.theirs)]
    if [text for at, text in part.ours.items() if at] == missing:
        return [first, *part.lines[1:]]
    return [first, *missing, *part.theirs]


def _boxed(line: str, before: str) -> str:
    """The line with the box as it was left."""
    match, was = ANSWER.match(line), ANSWER.match(before[:LOOK])
    if match is None or was is None or not was["box"].strip():
        return line
    return line[: match.start("box")] + was["box"] + line[match.end("box") :]


def _with_new(parts: list[Part], new: Sequence[list[str]]) -> list[Part]:
    """New questions behind the last one, else behind the words that say how to answer."""
    if not new:
        return parts
    made = [Part("question", lines, [""]) for lines in new]
    for kind in ("question", "how", "title"):
        at = next((n for n in range(len(parts), 0, -1) if parts[n - 1].kind == kind), 0)
        if at:
            return [*_spaced(parts[:at]), *made, *parts[at:]]
    return [*_spaced(parts), *made]


def _with_how(parts: list[Part], lang: str) -> list[Part]:
    if any(part.kind == "how" for part in parts):
        return parts
    at = next(n for n, part in enumerate(parts) if part.kind == "question")
    how = Part("how", [words_in(lang).how], [""])
    return [*_spaced(parts[:at]), how, *parts[at:]]


def _spaced(parts: list[Part]) -> list[Part]:
    if parts and not parts[-1].gap:
        parts[-1].gap = [""]
    return parts


def _orphaned(part: Part, known: Known) -> Iterator[list[str]]:
    """What a person wrote about a question that is asked no longer, below its words."""
    if part.theirs or 0 not in part.ours:
        yield [_hushed(_context(part.lines[0]), part.id, known), *part.theirs]


def _context(line: str) -> str:
    """A question's line without box and mark."""
    match = ANSWER.match(line[:LOOK])
    if match is None:
        return line
    said = line[match.end("box") + 1 : line.rindex("<!--", 0, match.end())]
    return f"- {' '.join((said + line[match.end() :]).split())}"


def _hushed(context: str, question_id: str, known: Known) -> str:
    """The words of a question, unless they must stand nowhere: then what it is about."""
    if question_id in known.hushed:
        for line in known.lines.get(question_id, ()):
            said = _context(line)
            context = context.replace(said, said.partition(": ")[0]) if asks(line) else context
    return context


def _with_kept(parts: list[Part], orphans: Sequence[list[str]], lang: str) -> list[Part]:
    """The words at the end of the file, under their heading."""
    chinese = lang == "zh" or any(CHINESE.search(line) for line in orphans[0])
    heading = _KEPT["zh" if chinese else "en"]
    there = [line.strip() for part in parts for line in part.lines if line.startswith("#")]
    kept = [line for words in orphans for line in ("", *words)]
    lines = kept[1:] if there and there[-1] in _KEPT.values() else [heading, *kept]
    return [*_spaced(parts), Part("own", lines, [""])]


def _unsaid(parts: Sequence[Part], known: Known) -> Sequence[Part]:
    """The parts without the words of hushed questions that were kept there before."""
    for part in parts:
        for key in known.hushed:
            part.lines = [_hushed(line, key, known) for line in part.lines]
    return parts


def _text(parts: Sequence[Part]) -> str:
    text = "\n".join(line for part in parts for line in (*part.lines, *part.gap))
    return text if text.endswith("\n") else f"{text}\n"
