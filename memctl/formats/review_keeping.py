"""REVIEW.md written over what stands there: questions come and go, a person's words stay.

What memctl wrote is told from a person's words by the questions themselves: the line that a
question makes is ours, every other one is theirs.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from memctl.formats.markdown.lines import CHINESE, ink_lines
from memctl.formats.review import ANSWER, LOOK, WORDS, question_lines, render_review
from memctl.graph.plan import Question

_Kind = Literal["title", "how", "question", "own"]
_BLANK = "\ufeff \t\r\n"
"""What says nothing; any other character is a person's, though it may look blank."""
_TITLES = frozenset(words[0] for words in WORDS.values())
_HOW = frozenset(words[1] for words in WORDS.values())
_KEPT = {
    "en": "## Kept from answered questions (written by hand)",
    "zh": "## 从已答问题中保留（手写）",
}
_STANDS_ALONE = ("#", "- ", "* ", "+ ", "---", "***", "|", "<!--")
"""What begins something new right below a question, where it is not indented."""


@dataclass(slots=True)
class _Part:
    """A run of lines that belong together, and the blank lines below it."""

    kind: _Kind
    lines: list[str] = field(default_factory=list)
    gap: list[str] = field(default_factory=list)
    id: str = ""
    ours: dict[int, str] = field(default_factory=dict)
    """Which of the lines memctl wrote, and how it wrote them."""
    first: "_Part | None" = None
    """The entry of the same question that comes first; itself, as a rule."""

    @property
    def theirs(self) -> list[str]:
        """What a person wrote below the question."""
        lines = [line for at, line in enumerate(self.lines[1:], 1) if at not in self.ours]
        full = [at for at, line in enumerate(lines) if line.strip(_BLANK)]
        return lines[full[0] : full[-1] + 1] if full else []


@dataclass(frozen=True, slots=True)
class _Known:
    """What memctl has written, by question."""

    lines: Mapping[str, frozenset[str]]
    hushed: Collection[str]


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
    if not before.strip(_BLANK):
        return render_review(questions, lang)
    ids = {match["id"].lower() for line in _lines(before) if (match := _asks(line))}
    every = (q for q in (*known, *questions) if q.id in {*ids, *hushed})
    told = _Known(_lines_of(every), hushed)
    parts = _parts(before, told)
    asked = {q.id: question_lines(q, lang) for q in questions}
    orphans = [w for p in parts if p.id and p.id not in asked for w in _orphaned(p, told)]
    had = any(part.kind == "question" for part in parts)
    parts = list(_renewed(parts, asked, lang))
    there = {part.id for part in parts}
    parts = _with_new(parts, [lines for key, lines in asked.items() if key not in there])
    parts = _with_how(parts, lang, had=had) if questions else _without(parts, "how")
    if orphans:
        parts = _with_kept(parts, orphans, lang)
    if not any(part.lines for part in parts if part.kind != "title"):
        return ""
    return _text(_unsaid(parts, told))


def _lines_of(questions: Iterable[Question]) -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for question in questions:
        lines = (line for lang in WORDS for line in question_lines(question, lang))
        found[question.id] = found.get(question.id, frozenset()).union(lines)
    return found


def _asks(line: str) -> "Mapping[str, str] | None":
    match = ANSWER.match(line[:LOOK])
    return match.groupdict() if match else None


def _bare(line: str) -> str:
    """The line as memctl writes it, whatever its box says."""
    line = line.rstrip("\r")
    match = ANSWER.match(line[:LOOK])
    return line[: match.start("box")] + " " + line[match.end("box") :] if match else line


# Reading.


def _parts(before: str, known: _Known) -> list[_Part]:
    """The file in parts, in its order; together they are the whole of it."""
    parts: list[_Part] = []
    asked: dict[str, _Part] = {}
    current = _Part("own")
    for line in _lines(before):
        last = parts[-1] if parts else _Part("own")
        match = _asks(line)
        if not line.strip(_BLANK):
            parts = parts or [last]
            last.gap.append(line)
        elif match:
            current = _begun(line, match["id"].lower(), known)
            current.first = asked.setdefault(current.id, current)
            parts.append(current)
        elif line.rstrip() in _TITLES or line.rstrip() in _HOW:
            parts.append(_Part("title" if line.rstrip() in _TITLES else "how", [line]))
        elif last is current and _belongs(line, current, known):
            _put_below(current, line, known)
        elif _written(line, current, known):
            current.ours[len(current.lines)] = line.rstrip("\r")
            current.lines.append(line)
        elif last.kind == "own" and last.lines:
            last.lines += [*last.gap, line]
            last.gap = []
        else:
            parts.append(_Part("own", [line]))
    return parts


def _lines(text: str) -> Iterator[str]:
    """The lines that, with line feeds between, make the text; a run of blank ones is one."""
    at = 0
    for line in ink_lines(text):
        if text[at : line.start].endswith("\n"):
            yield text[at : line.start - 1]
            at = line.start
        end = text.find("\n", line.end)
        yield text[at : end if end >= 0 else len(text)]
        at = end + 1 if end >= 0 else len(text) + 1
    if at <= len(text):
        yield text[at:]


def _begun(line: str, question_id: str, known: _Known) -> _Part:
    part = _Part("question", [line], id=question_id)
    if _bare(line) in known.lines.get(question_id, ()):
        part.ours[0] = _bare(line)
    return part


def _belongs(line: str, part: _Part, known: _Known) -> bool:
    """Does a line say something about the question above it? It may follow on blank lines."""
    if _written(line, part, known):
        return True
    if line[:1] in {" ", "\t"}:
        return True
    return not part.gap and not line.startswith(_STANDS_ALONE)


def _put_below(part: _Part, line: str, known: _Known) -> None:
    part.lines += part.gap
    part.gap = []
    if written := _written(line, part, known):
        part.ours[len(part.lines)] = written
    part.lines.append(line)


def _written(line: str, part: _Part, known: _Known) -> str:
    """The line that memctl wrote here and that nobody has touched; "" for a person's."""
    bare = line.rstrip("\r")
    return bare if bare in known.lines.get(part.id, ()) else ""


# Writing.


def _renewed(parts: Iterable[_Part], asked: Mapping[str, list[str]], lang: str) -> Iterator[_Part]:
    """The parts as they stand today, without the questions that are asked no longer."""
    words, last = WORDS.get(lang, WORDS["en"]), _Part("own")
    for part in parts:
        if part.kind in {"title", "how"}:
            part.lines = [words[0 if part.kind == "title" else 1]]
        elif part.id not in asked and part.id:
            last.gap = last.gap or part.gap
            continue
        elif part.first is not part and part.first:
            _reduce_double(part, part.first)
        elif part.id:
            part.lines = _entry(part, asked[part.id])
        last = part
        yield part


def _reduce_double(part: _Part, first: _Part) -> None:
    """A second entry of one question, as a merge leaves it: only words and an answer count."""
    box, other = (_box_of(one.lines[0]) for one in (part, first))
    if 0 in part.ours and (not box or box == other):
        part.kind, part.id, part.lines = "own", "", part.theirs


def _box_of(line: str) -> str:
    match = _asks(line)
    return match["box"].strip() if match else ""


def _entry(part: _Part, lines: list[str]) -> list[str]:
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


def _with_new(parts: list[_Part], new: Sequence[list[str]]) -> list[_Part]:
    """New questions behind the last one, else behind the words that say how to answer."""
    if not new:
        return parts
    made = [_Part("question", lines, [""]) for lines in new]
    for kind in ("question", "how", "title"):
        at = next((n for n in range(len(parts), 0, -1) if parts[n - 1].kind == kind), 0)
        if at:
            return [*_spaced(parts[:at]), *made, *parts[at:]]
    return [*_spaced(parts), *made]


def _with_how(parts: list[_Part], lang: str, *, had: bool) -> list[_Part]:
    if had or any(part.kind == "how" for part in parts):
        return parts
    at = next(n for n, part in enumerate(parts) if part.kind == "question")
    how = _Part("how", [WORDS.get(lang, WORDS["en"])[1]], [""])
    return [*_spaced(parts[:at]), how, *parts[at:]]


def _without(parts: list[_Part], kind: _Kind) -> list[_Part]:
    return [part for part in parts if part.kind != kind]


def _spaced(parts: list[_Part]) -> list[_Part]:
    if parts and not parts[-1].gap:
        parts[-1].gap = [""]
    return parts


def _orphaned(part: _Part, known: _Known) -> Iterator[list[str]]:
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


def _hushed(context: str, question_id: str, known: _Known) -> str:
    """The words of a question, unless they must stand nowhere: then what it is about."""
    if question_id in known.hushed:
        for line in known.lines.get(question_id, ()):
            said = _context(line)
            context = context.replace(said, said.partition(": ")[0]) if _asks(line) else context
    return context


def _with_kept(parts: list[_Part], orphans: Sequence[list[str]], lang: str) -> list[_Part]:
    """The words at the end of the file, under their heading."""
    chinese = lang == "zh" or any(CHINESE.search(line) for line in orphans[0])
    heading = _KEPT["zh" if chinese else "en"]
    there = [line.strip() for part in parts for line in part.lines if line.startswith("#")]
    kept = [line for words in orphans for line in ("", *words)]
    lines = kept[1:] if there and there[-1] in _KEPT.values() else [heading, *kept]
    return [*_spaced(parts), _Part("own", lines, [""])]


def _unsaid(parts: Sequence[_Part], known: _Known) -> Sequence[_Part]:
    """The parts without the words of hushed questions that were kept there before."""
    for part in parts:
        for key in known.hushed:
            part.lines = [_hushed(line, key, known) for line in part.lines]
    return parts


def _text(parts: Sequence[_Part]) -> str:
    text = "\n".join(line for part in parts for line in (*part.lines, *part.gap))
    return text if text.endswith("\n") else f"{text}\n"
