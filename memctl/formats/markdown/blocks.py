"""Markdown cut into pieces: headings, bullets, paragraphs, table rows, fences, regions.

A scanner of lines, not a Markdown implementation: it reads what people and their programs
write into notes, keeps line numbers, and takes any text.
"""

import hashlib
import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from memctl.expressions import later
from memctl.formats.markdown.lines import Fences, Line, ink_lines
from memctl.formats.markdown.machine import is_comment, region_ends, region_start
from memctl.formats.markdown.markers import head_end
from memctl.formats.markdown.wrapping import wrapped_lines
from memctl.graph.note import BlockKind

_HASHES = later(r" {0,3}(#{1,6})")
_RULE = later(r"\s{0,3}([-*_])(?:\s*\1){2,}\s*\Z")
_UNDERLINE = later(r" {0,3}=+\s*\Z")
_BULLET = later(
    r"(?P<indent>\s*)(?:(?:[-+*–—•·‣▪●○・]|\d{1,3}[.)])(?:\s+|\Z)|-(?=[^\W\d_a-zA-Z])|\d{1,3}[、）](?!\d)\s*)"
    r"(?:\[(?P<box>[ xX/>-])\](?:\s+|\Z))?"
)
_QUOTE = later(r"\s{0,3}((?:>\s?)+)")
_WHO = r"(?P<who>user|human|assistant|ai|agent|system|tool|用户|助手|系统)"
_HEADING_TURN = later(rf"(?:#+\s+)?\W*{_WHO}\W*\Z", re.IGNORECASE)
_TURN = later(
    r"\s{0,3}(?P<mark>\*{0,2})" + _WHO + ""
    r"(?:\s*\([^)]*\))?(?P=mark)\s*[:：](?P=mark)\s*",
    re.IGNORECASE,
)
_TABLE_RULE = later(r"\s*+(?:\|\s*+)?:?-++:?\s*+(?:\|\s*+:?-++:?\s*+)*(?:\|\s*+)?\Z")
_BOX_EDGE = later(r"[\s\u2500-\u257f]+\Z")
_TREE = later(r"\s*(?:│\s+)*[├└][─]")
_BOX_SIDES = "│┃║┌┐└┘├┤╭╮╰╯╔╗╚╝ \t"
_CLOSED = later(r"[.!?…。！？；;：:][\"'”’)）\]】*_`]*\Z")
_TIMED = later(r"[\s*\[(【~约]*\d{1,2}[:：]\d{2}(?!\d)")
_LABEL = later(r"\s*(?:\*\*[^*]{1,40}\*\*\s*[:：]|\*\*[^*]{1,40}[:：]\*\*)")
_CJK = later(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")
_HEAD = 50
_CODE_INDENT = 4
_LONGEST = 4000

COLUMN_NAMES = 7
"""Level of a table's first row: a heading, under no circumstances a section."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of a document, with marks taken off and lines counted."""

    kind: BlockKind
    line: int
    end_line: int
    text: str
    level: int = 0
    """Of a heading: 1 to 6; of a bullet: its indentation in columns."""
    parent: str | None = None
    speaker: str | None = None
    """`user` or `assistant` of a transcript turn."""


def pieces_of(text: str) -> tuple[Piece, ...]:
    """Every piece in order. Front matter is left out. Never raises."""
    return _Scanner(text).scan()


def unclosed_fence(text: str) -> str:
    """The mark that would close the code fence in which the text ends, else ""."""
    scanner = _Scanner(text)
    scanner.scan()
    return scanner.unclosed


def block_digest(day: date | None, text: str) -> str:
    """What `consumed.jsonl` holds of a block: SHA-256 of day and words, 16 hex digits."""
    words = f"{day or ''}\n{' '.join(text.split())}"
    return hashlib.sha256(words.encode(errors="replace")).hexdigest()[:16]


def join_lines(first: str, second: str) -> str:
    """Two lines of one sentence as one: no space between Chinese characters."""
    if not first or not second:
        return first or second
    gap = "" if _CJK.match(first[-1]) and _CJK.match(second[0]) else " "
    return first + gap + second


class _Scanner:
    """Walks the lines once; `_open` is the piece that the next line may continue."""

    def __init__(self, text: str) -> None:
        begin = head_end(text)
        self._lines = [line for line in ink_lines(text) if line.start >= begin]
        self._ends = region_ends(line.text for line in self._lines)
        self._comment_ends = [n for n, line in enumerate(self._lines) if "-->" in line.text]
        self._heads = [n for n, line in enumerate(self._lines) if _heading_in(line.text)]
        self._pieces: list[Piece] = []
        self._open: Piece | None = None
        self._outline: list[tuple[int, str]] = []
        self._fences = Fences()
        self._wrapped = wrapped_lines(self._lines)
        self._has_turns = _is_transcript(self._lines)
        self._speaker: str | None = None
        self.unclosed = ""
        """The mark of a fence that is still open at the end."""

    def scan(self) -> tuple[Piece, ...]:
        index = 0
        while index < len(self._lines):
            index = self._step(index)
        self._close()
        return tuple(self._pieces)

    def _step(self, index: int) -> int:
        """Take the line at `index`, or a whole region; the index of the next one."""
        line = self._lines[index]
        if self._fences.holds(line.text.lstrip()):
            return self._take_fence(index)
        if (end := self._region_end(index)) is not None:
            return self._take_region(index, end)
        for take in (self._heading, self._rule, self._table, self._turn, self._quote, self._bullet):
            if take(index, line):
                return index + 1
        self._prose(line)
        return index + 1

    def _take_fence(self, index: int) -> int:
        last = index + 1
        while last < len(self._lines) and self._fences.is_open:
            self._fences.holds(self._lines[last].text.lstrip())
            last += 1
        inside = self._lines[index + 1 : last]
        closed = inside and not self._fences.is_open
        self.unclosed = self._fences.mark
        self._fences = Fences()
        content = inside[:-1] if closed else inside
        self._add("code", content, self._lines[index], self._lines[last - 1])
        return last

    def _region_end(self, index: int) -> int | None:
        """The index of the last line of the region that begins here, or None."""
        line = self._lines[index].text
        if "<" not in line:
            return None
        if line.lstrip().startswith("<!--") and "-->" not in line:
            return _next(self._comment_ends, index + 1)
        found = region_start(line)
        if found is None:
            return index if is_comment(line) else None
        key, stands_open = found
        end = _next(self._ends.get(key, ()), index if key.startswith("<") else index + 1)
        if end is not None or not stands_open:
            return index if end is None else end
        # Its end is missing: the next heading is where a person surely writes again.
        head = _next(self._heads, index + 1)
        return len(self._lines) - 1 if head is None else head - 1

    def _take_region(self, index: int, last: int) -> int:
        lines = self._lines[index : last + 1]
        self._add("machine", lines, lines[0], lines[-1])
        return last + 1

    def _heading(self, index: int, line: Line) -> bool:
        found = _heading_in(line.text)
        follows = self._lines[index + 1] if index + 1 < len(self._lines) else None
        if found is None and not (follows and _is_underlined(line, follows)):
            return False
        self._close()
        self._outline = []
        level, text = found or (1, line.text.strip())
        who = _HEADING_TURN.match(text) if self._has_turns else None
        self._speaker = _speaker(who["who"]) if who else None
        self._pieces.append(Piece("heading", line.number, line.number, text.strip(), level))
        return True

    def _rule(self, index: int, line: Line) -> bool:
        del index
        is_rule = line.text.lstrip()[0] in "-*_=" and (
            _RULE.match(line.text) or _UNDERLINE.match(line.text)
        )
        if not is_rule:
            return False
        self._close()
        self._outline = []
        return True

    def _table(self, index: int, line: Line) -> bool:
        words = line.text.strip()
        if words[0] < "\u2500" and words[0] != "|":
            return False
        if _BOX_EDGE.match(line.text):
            self._close()
        elif _TREE.match(line.text):
            self._add("code", [line], line, line)
        elif words[0] in "│┃║":
            self._add_row("table", line, words.strip(_BOX_SIDES))
        elif words[0] == "|" and words.count("|") > 1:
            self._table_row(index, line, words)
        else:
            return False
        return True

    def _table_row(self, index: int, line: Line, words: str) -> None:
        follows = self._lines[index + 1 : index + 2]
        is_head = bool(follows) and bool(_TABLE_RULE.match(follows[0].text.strip()))
        if not _TABLE_RULE.match(words):
            kind: BlockKind = "heading" if is_head else "table"
            self._add_row(kind, line, words.strip("| \t"), COLUMN_NAMES if is_head else 0)

    def _turn(self, index: int, line: Line) -> bool:
        del index
        found = _TURN.match(line.text) if self._has_turns else None
        if found is None:
            return False
        self._close()
        self._outline = []
        self._speaker = _speaker(found["who"])
        self._open = self._piece("turn", line, line.text[found.end() :].strip())
        return True

    def _quote(self, index: int, line: Line) -> bool:
        del index
        found = _QUOTE.match(line.text) if ">" in line.text else None
        if found is None:
            return False
        words = line.text[found.end() :].strip()
        if self._open and self._open.kind == "quote" and self._goes_on(line, words):
            self._extend(line, words)
        else:
            self._close()
            self._open = self._piece("quote", line, words)
        return True

    def _bullet(self, index: int, line: Line) -> bool:
        del index
        found = _BULLET.match(line.text)
        if found is None:
            return False
        self._close()
        indent = len(found["indent"].expandtabs(4))
        while self._outline and self._outline[-1][0] >= indent:
            self._outline.pop()
        words = line.text[found.end() :].strip()
        # What is done may say something ("[x] signed the lease"); what is to be done is a wish.
        kind: BlockKind = "task" if (found["box"] or "x") not in "xX" else "bullet"
        self._open = self._piece(kind, line, words, indent)
        self._outline.append((indent, words))
        return True

    def _prose(self, line: Line) -> None:
        words = line.text.strip()
        indent = len(line.text.expandtabs(4)) - len(line.text.expandtabs(4).lstrip())
        if self._open and self._goes_on(line, words, indent):
            self._extend(line, words)
            return
        self._close()
        while self._outline and self._outline[-1][0] >= indent:
            self._outline.pop()
        is_code = indent >= _CODE_INDENT and not self._outline and "\u3000" not in line.text
        if is_code:
            self._add("code", [line], line, line)
        else:
            self._open = self._piece("turn" if self._speaker else "paragraph", line, words)

    def _goes_on(self, line: Line, words: str, indent: int = 0) -> bool:
        """Is this line the rest of the open piece, wrapped by an editor?"""
        piece = self._open
        if piece is None or line.number != piece.end_line + 1 or len(piece.text) > _LONGEST:
            return False
        if _LABEL.match(words) or _TIMED.match(words):
            return False
        if piece.kind in {"bullet", "task"} and indent and indent >= piece.level:
            return True
        if _CLOSED.search(piece.text[-8:]) or not piece.text:
            return False
        return line.number in self._wrapped

    def _extend(self, line: Line, words: str) -> None:
        piece = self._open
        if piece is not None:
            text = join_lines(piece.text, words)
            self._open = Piece(
                piece.kind, piece.line, line.number, text, piece.level, piece.parent, piece.speaker
            )

    def _piece(self, kind: BlockKind, line: Line, words: str, indent: int = 0) -> Piece:
        parent = self._outline[-1][1] if self._outline else None
        return Piece(kind, line.number, line.number, words, indent, parent, self._speaker)

    def _add(self, kind: BlockKind, inside: list[Line], first: Line, last: Line) -> None:
        """A piece of whole lines, kept as they stand."""
        self._close()
        text = "\n".join(line.text for line in inside)
        self._pieces.append(Piece(kind, first.number, last.number, text, speaker=self._speaker))

    def _add_row(self, kind: BlockKind, line: Line, words: str, level: int = 0) -> None:
        self._close()
        self._pieces.append(
            Piece(kind, line.number, line.number, words, level, speaker=self._speaker)
        )

    def _close(self) -> None:
        if self._open is not None and self._open.text:
            self._pieces.append(self._open)
        self._open = None


def _heading_in(line: str) -> tuple[int, str] | None:
    """(level, words) of a line that is a heading, without the marks that may close it.

    By hand: an expression for it looks at a line of blanks or marks for hours.
    """
    found = _HASHES.match(line)
    if found is None:
        return None
    rest = line[found.end() :].rstrip(" \t")
    if rest.strip("#") and rest[0] not in " \t":
        return None
    return len(found[1]), rest.rstrip("#").strip(" \t")


def _is_transcript(lines: list[Line]) -> bool:
    """Do both sides of a conversation speak here?"""
    starts = (line.text[:_HEAD] for line in lines)
    found = (_TURN.match(s) or (s[0] == "#" and _HEADING_TURN.match(s)) for s in starts)
    return {"user", "assistant"} <= {_speaker(m["who"]) for m in found if m}


def _next(indexes: Sequence[int], start: int) -> int | None:
    """The first of these ascending indexes at or after `start`."""
    at = bisect_left(indexes, start)
    return indexes[at] if at < len(indexes) else None


def _speaker(who: str) -> str:
    return "user" if who.lower() in {"user", "human", "用户"} else "assistant"


def _is_underlined(line: Line, follows: Line) -> bool:
    is_next = follows.number == line.number + 1
    return is_next and bool(_UNDERLINE.match(follows.text)) and not line.text.startswith("    ")
