"""REVIEW.md as it stands, in parts: title, questions, and what a person wrote around them.

What memctl wrote is told from a person's words by the questions themselves: the line that a
question makes is ours, every other one is theirs.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from memctl.formats.markdown.lines import ink_lines
from memctl.formats.review.page import ANSWER, LOOK, WORDS

Kind = Literal["title", "how", "question", "own"]
BLANK = "\ufeff \t\r\n"
"""What says nothing; any other character is a person's, though it may look blank."""
_TITLES = frozenset(words.title for words in WORDS.values())
_HOW = frozenset(words.how for words in WORDS.values())
_STANDS_ALONE = ("#", "- ", "* ", "+ ", "---", "***", "|", "<!--")
"""What begins something new right below a question, where it is not indented."""


@dataclass(slots=True)
class Part:
    """A run of lines that belong together, and the blank lines below it."""

    kind: Kind
    lines: list[str] = field(default_factory=list)
    gap: list[str] = field(default_factory=list)
    id: str = ""
    ours: dict[int, str] = field(default_factory=dict)
    """Which of the lines memctl wrote, and how it wrote them."""
    first: "Part | None" = None
    """The entry of the same question that comes first; itself, as a rule."""

    @property
    def theirs(self) -> list[str]:
        """What a person wrote below the question."""
        lines = [line for at, line in enumerate(self.lines[1:], 1) if at not in self.ours]
        full = [at for at, line in enumerate(lines) if line.strip(BLANK)]
        return lines[full[0] : full[-1] + 1] if full else []


@dataclass(frozen=True, slots=True)
class Known:
    """What memctl has written, by question."""

    lines: Mapping[str, frozenset[str]]
    """By id: every line that it makes of the question."""
    hushed: Collection[str]
    """Ids of questions whose words must stand nowhere any more."""


def parts_of(before: str, known: Known) -> list[Part]:
    """The file in parts, in its order; together they are the whole of it."""
    parts: list[Part] = []
    asked: dict[str, Part] = {}
    current = Part("own")
    for line in lines_of(before):
        last = parts[-1] if parts else Part("own")
        match = asks(line)
        if not line.strip(BLANK):
            parts = parts or [last]
            last.gap.append(line)
        elif match:
            current = _begun(line, match["id"].lower(), known)
            current.first = asked.setdefault(current.id, current)
            parts.append(current)
        elif line.rstrip() in _TITLES or line.rstrip() in _HOW:
            parts.append(Part("title" if line.rstrip() in _TITLES else "how", [line]))
        elif last is current and _belongs(line, current, known):
            _put_below(current, line, known)
        elif _written(line, current, known):
            current.ours[len(current.lines)] = line.rstrip("\r")
            current.lines.append(line)
        elif last.kind == "own" and last.lines:
            last.lines += [*last.gap, line]
            last.gap = []
        else:
            parts.append(Part("own", [line]))
    return parts


def lines_of(text: str) -> Iterator[str]:
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


def _begun(line: str, question_id: str, known: Known) -> Part:
    part = Part("question", [line], id=question_id)
    if _bare(line) in known.lines.get(question_id, ()):
        part.ours[0] = _bare(line)
    return part


def _belongs(line: str, part: Part, known: Known) -> bool:
    """Does a line say something about the question above it? It may follow on blank lines."""
    if _written(line, part, known):
        return True
    if line[:1] in {" ", "\t"}:
        return True
    return not part.gap and not line.startswith(_STANDS_ALONE)


def _put_below(part: Part, line: str, known: Known) -> None:
    part.lines += part.gap
    part.gap = []
    if written := _written(line, part, known):
        part.ours[len(part.lines)] = written
    part.lines.append(line)


def _written(line: str, part: Part, known: Known) -> str:
    """The line that memctl wrote here and that nobody has touched; "" for a person's."""
    bare = line.rstrip("\r")
    return bare if bare in known.lines.get(part.id, ()) else ""


def asks(line: str) -> Mapping[str, str] | None:
    """`id` and `box` of the question that stands in a line; None where there is none."""
    match = ANSWER.match(line[:LOOK])
    return match.groupdict() if match else None


def _bare(line: str) -> str:
    """The line as memctl writes it, whatever its box says."""
    line = line.rstrip("\r")
    match = ANSWER.match(line[:LOOK])
    return line[: match.start("box")] + " " + line[match.end("box") :] if match else line
