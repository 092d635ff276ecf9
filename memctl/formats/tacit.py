"""MEMORY.md: a person's own rules. Read as a whole, changed only by one bullet at a time."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from memctl.expressions import later
from memctl.formats.markdown.blocks import (
    COLUMN_NAMES,
    Piece,
    block_digest,
    pieces_of,
    unclosed_fence,
)
from memctl.formats.markdown.front_matter import find_front_matter
from memctl.formats.markdown.lines import Fences, ink_lines, line_end, newline_of
from memctl.formats.markdown.machine import is_machine_text
from memctl.formats.summary import blank_run_problems, head_problems
from memctl.formats.timeline.days import read_dated_heading
from memctl.graph.note import Block
from memctl.graph.problem import Problem

_LINK = later(r"\[[^\[\]\n]*\]\(\s*<?(?P<target>[^()\s<>]+)>?(?:\s+\"[^\"\n]*\")?\s*\)")
_ESCAPED = later(rb"%([0-9A-Fa-f]{2})")
_ELSEWHERE = later(r"[A-Za-z][A-Za-z0-9+.-]+:|//|#|mailto:")
_TOOL_COMMENT = later(r"\s*<!--\s*(?!memctl:)[\w-]+[:\s]")
_HABITS = (
    "preferences",
    "偏好",
    "my preferences",
    "我的偏好",
    "working preferences",
    "工作偏好",
    "how i work",
    "我的工作方式",
    "工作方式",
    "working style",
    "工作习惯",
    "习惯",
    "habits",
    "rules",
)
"""Headings for how a person works, those that say it best first."""
_MARK = later(r"(\s{0,3})([-*+])\s")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading and the lines that belong to it, those of deeper headings included."""

    level: int
    text: str
    line: int
    end_line: int
    """Last line of its section that is not blank."""
    day: date | None = None
    """The day that it files, where a rule should stand; None for all others."""


@dataclass(frozen=True, slots=True)
class Link:
    """A relative link to a file; whether the file is there is the caller's question."""

    line: int
    target: str
    """Relative to the document's folder, without anchor."""


@dataclass(frozen=True, slots=True)
class TacitDocument:
    """What MEMORY.md holds, as far as memctl reads it."""

    headings: tuple[Heading, ...]
    bullets: tuple[Block, ...]
    """Every statement of a person: bullets, paragraphs, table rows, quotes."""
    machine: tuple[tuple[int, int], ...]
    """(first, last) line of every block that another tool owns."""
    links: tuple[Link, ...]
    lines: int
    characters: int
    """A line end counts as one."""
    problems: tuple[Problem, ...]


def parse_tacit(text: str, path: str = "MEMORY.md") -> TacitDocument:
    """Headings with their spans, statements, other tools' blocks and links. Never raises."""
    pieces = pieces_of(text)
    machine = _machine_spans(pieces)
    headings = tuple(_headings(pieces, machine))
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n")
    return TacitDocument(
        headings=headings,
        bullets=tuple(_bullets(pieces, machine, path)),
        machine=machine,
        links=tuple(_links(text)),
        lines=plain.count("\n") + (not plain.endswith("\n") and bool(plain)),
        characters=len(plain),
        problems=tuple(_problems(text, path, headings)),
    )


def fitting_heading(headings: Sequence[Heading], wanted: str) -> str:
    """The heading under which a rule belongs: the one wanted, or one that is there for the same.

    A page that has `How I work` needs no `Preferences` beside it, nor a second 偏好.
    """
    there = {_folded(h.text): h.text for h in headings if h.day is None}
    if _folded(wanted) in there or _folded(wanted) not in _HABITS:
        return there.get(_folded(wanted), wanted)
    return next((there[name] for name in _HABITS if name in there), wanted)


def append_bullet(text: str, heading: str, bullet: str) -> str:
    """The document with one more bullet at the end of a section.

    The heading is matched without regard to case and width, at any level; the bullet goes
    below the section's own text, before deeper headings. A heading that is missing is made
    at the end, at level two. Nothing else changes.
    """
    newline = newline_of(text)
    words = "- " + " ".join(bullet.split())
    found = next((h for h in _own_headings(text) if _folded(h[1]) == _folded(heading)), None)
    if found is not None:
        return _into_section(text, found[0], words, newline)
    ended = "" if not text or text.endswith(("\n", "\ufeff")) else newline
    gap = newline if text.strip("\ufeff \t\r\n") and not text.endswith(newline * 2) else ""
    fence = unclosed_fence(text)
    fence = fence + newline if fence else ""
    heading = " ".join(heading.split()).lstrip("#").strip()
    return text + ended + fence + gap + newline.join((f"## {heading}", "", words, ""))


def _into_section(text: str, line: int, words: str, newline: str) -> str:
    """The bullet after the last line that the section holds before any deeper heading."""
    pieces = pieces_of(text)
    spans = _machine_spans(pieces)
    own = [p for p in pieces if p.line > line]
    own = own[: next((n for n, p in enumerate(own) if _is_heading(p)), len(own))]
    last = max((p.end_line for p in own), default=line)
    last_bullet = next((p for p in reversed(own) if p.kind in {"bullet", "task"}), None)
    if any(first <= last <= end for first, end in spans):
        last_bullet = None  # a bullet right below another tool's would be taken for its own
    lines = {ink.number: ink for ink in ink_lines(text)}
    at = line_end(text, lines[last].end)
    before = "" if text[:at].endswith("\n") else newline
    mark = _MARK.match(lines[last_bullet.line].text) if last_bullet else None
    if mark:
        words = f"{mark[2]} {words[2:]}"
    is_list = last_bullet is not None and last_bullet.end_line == last
    gap = "" if is_list or last == line else newline
    return text[:at] + before + gap + words + newline + text[at:]


def _own_headings(text: str) -> Iterator[tuple[int, str]]:
    pieces = pieces_of(text)
    spans = _machine_spans(pieces)
    for piece in pieces:
        if _is_heading(piece) and not any(a <= piece.line <= b for a, b in spans):
            yield piece.line, piece.text


def _folded(heading: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", heading).strip("# \t").casefold().split())


def _is_heading(piece: Piece) -> bool:
    return piece.kind == "heading" and piece.level < COLUMN_NAMES


def _machine_spans(pieces: tuple[Piece, ...]) -> tuple[tuple[int, int], ...]:
    """Regions of comments, and whole sections in which a tool marks every entry."""
    spans: list[tuple[int, int]] = []
    for section in _sections(pieces):
        inside = section[1:]
        marks = [p for p in inside if p.line == p.end_line and _TOOL_COMMENT.match(p.text)]
        rest = [p for p in inside if p not in marks]
        if marks and rest and all(is_machine_text(p.text) or p.kind == "machine" for p in rest):
            spans.append((section[0].line, section[-1].end_line))
        else:
            spans += [(p.line, p.end_line) for p in inside if p.kind == "machine"]
    return tuple(spans)


def _sections(pieces: tuple[Piece, ...]) -> Iterator[tuple[Piece, ...]]:
    """Pieces from one heading to the next; what stands above the first has none."""
    start = 0
    for index, piece in enumerate(pieces):
        if _is_heading(piece) and index > start:
            yield _with_head(pieces[start:index])
            start = index
    if pieces[start:]:
        yield _with_head(pieces[start:])


def _with_head(section: tuple[Piece, ...]) -> tuple[Piece, ...]:
    return section if _is_heading(section[0]) else (section[0], *section)


def _headings(pieces: tuple[Piece, ...], machine: tuple[tuple[int, int], ...]) -> Iterator[Heading]:
    heads = [n for n, piece in enumerate(pieces) if _is_heading(piece)]
    for index in heads:
        piece = pieces[index]
        after = (n for n in heads if n > index and pieces[n].level <= piece.level)
        last = pieces[next(after, len(pieces)) - 1].end_line
        is_own = any(first <= piece.line <= end for first, end in machine)
        reading = None if is_own or piece.level == 1 else read_dated_heading(piece.text)
        yield Heading(piece.level, piece.text, piece.line, last, reading.day if reading else None)


def _bullets(
    pieces: tuple[Piece, ...], machine: tuple[tuple[int, int], ...], path: str
) -> Iterator[Block]:
    heading: str | None = None
    for piece in pieces:
        if _is_heading(piece):
            heading = piece.text
        elif piece.kind not in {"machine", "code", "heading"} and not any(
            first <= piece.line <= end for first, end in machine
        ):
            yield Block(
                path=path,
                line=piece.line,
                text=piece.text,
                day=None,
                kind=piece.kind,
                heading=heading,
                source="tacit",
                digest=block_digest(None, piece.text),
                end_line=piece.end_line,
                parent=piece.parent,
            )


def _links(text: str) -> Iterator[Link]:
    fences = Fences()
    for line in ink_lines(text):
        if fences.holds(line.text.lstrip()):
            continue
        for found in _LINK.finditer(line.text):
            target = _decoded(found["target"]).partition("#")[0]
            if target and not _ELSEWHERE.match(found["target"]):
                yield Link(line.number, target)


def _decoded(target: str) -> str:
    """The path that a link means: `a%20b.md` is `a b.md`."""
    if "%" not in target:
        return target
    data = _ESCAPED.sub(lambda m: bytes.fromhex(m[1].decode()), target.encode(errors="replace"))
    return data.decode("utf-8", errors="replace")


def _problems(text: str, path: str, headings: tuple[Heading, ...]) -> Iterator[Problem]:
    yield from head_problems(text, path, find_front_matter(text))
    yield from blank_run_problems(text, path)
    for heading in headings:
        if heading.day is not None:
            message = f"A heading of {heading.day} among the rules, expected what always holds."
            hint = f"Move what happened to memory/{heading.day}.md"
            yield Problem("dated-heading", "warning", path, heading.line, message, hint)
