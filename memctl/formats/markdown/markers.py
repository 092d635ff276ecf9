"""Text that memctl owns inside a file of somebody else, between two marker comments.

    <!-- memctl:NAME -->
    …
    <!-- /memctl:NAME sha256:HEX facts: id id -->

The digest tells whether a person changed the text between; such an edit is never overwritten.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from memctl.formats.markdown.added import added_lines
from memctl.formats.markdown.front_matter import find_front_matter, find_second_front_matter
from memctl.formats.markdown.lines import CHINESE, Fences, Line, ink_lines, line_end, newline_of

_MARK = "memctl:"
"""What a line lacks that is no marker."""
_START = re.compile(r"[ \t]*<!--[ \t]*memctl:(?P<name>[\w-]+)[ \t]*-->[ \t]*\Z")
_END = re.compile(
    r"[ \t]*<!--[ \t]*/memctl:(?P<name>[\w-]+)"
    r"(?:[ \t]+sha256:(?P<digest>[0-9a-f]{8,64}))?"
    r"(?:[ \t]+facts:(?P<facts>[^>]*?))?[ \t]*-->[ \t]*\Z"
)
_TITLE = re.compile(r" {0,3}#[ \t]+\S")
_UNDERLINE = re.compile(r" {0,3}=+[ \t]*\Z")
_DIGITS = 16


@dataclass(frozen=True, slots=True)
class MarkedBlock:
    """A marked block and its place in the text."""

    name: str
    start: int
    """Offset of the start marker's line."""
    end: int
    """Offset after the end marker, before its line end."""
    body: str
    """The text between, with line feeds only, without the last one."""
    line: int
    """Line of the body's first line, from 1."""
    facts: tuple[str, ...]
    """Ids that the end marker names."""
    is_edited: bool
    """Does the text between differ from what memctl wrote there?"""


def find_block(text: str, name: str) -> MarkedBlock | None:
    """The first whole block of this name, or None.

    Markers inside a code fence are an example, not a block; a start without an end is
    somebody's text.
    """
    return next((b for b in find_blocks(text) if b.name == name), None)


@lru_cache(maxsize=4)
def find_blocks(text: str) -> tuple[MarkedBlock, ...]:
    """Every whole block, in order."""
    if _MARK not in text:
        return ()
    found: list[MarkedBlock] = []
    fences, opened = Fences(), dict[str, Line]()
    for line in lines_after_head(text):
        # Fences do not count inside: one that somebody left open must not hide the end.
        is_example = not opened and fences.holds(line.text)
        if _MARK not in line.text:
            continue
        if (start := _START.match(line.text)) and not is_example:
            opened[start["name"]] = line  # an earlier one of this name had no end
        elif (end := _END.match(line.text)) and end["name"] in opened:
            found.append(_block(text, opened.pop(end["name"]), line, end))
    return tuple(found)


def unclosed_starts(text: str) -> tuple[int, ...]:
    """Lines of start markers that no end marker follows."""
    if _MARK not in text:
        return ()
    whole = {block.line - 1 for block in find_blocks(text)}
    spans = [(block.start, block.end) for block in find_blocks(text)]
    fences = Fences()
    return tuple(
        line.number
        for line in lines_after_head(text)
        if not fences.holds(line.text)
        and _MARK in line.text
        and _START.match(line.text)
        and line.number not in whole
        and not _is_within(line, spans)
    )


_TURNS = 9
"""Far more than a text needs; a text that never comes to rest is left as it is then."""


def append_block(text: str, name: str, body: str) -> str:
    """As `replace_block`; but a text without the block gets it at its end, as a guest.

    One block remains: of further ones of this name memctl's own lines go, and a person's move
    below the first, as those that were written inside it do.
    """
    for _ in range(_TURNS):
        # What goes may have hidden one: a mark without its other end, a code fence left open.
        before, text = text, _appended(text, name, body)
        if text == before:
            break
    return text


def _appended(text: str, name: str, body: str) -> str:
    if find_block(text, name) is not None or not text.strip():
        return _without_repeats(replace_block(text, name, body), name, _defused(body, name))
    newline = newline_of(text)
    gap = newline if text.endswith("\n") else newline * 2
    written = newline.join(_block_lines(name, _defused(body, name), ()))
    grown = text + gap + written + newline
    # Below a code fence that somebody left open it would be an example, and never found again.
    return grown if find_block(grown, name) else replace_block(text, name, body)


def repeats_of(text: str, name: str) -> tuple[MarkedBlock, ...]:
    """Blocks of this name after the first; not those that hold a mark of another one."""
    blocks = find_blocks(text)
    same = [b for b in blocks if b.name == name]
    others = [at for b in blocks if b.name != name for at in (b.start, b.end)]
    return tuple(b for b in same[1:] if not any(b.start < at < b.end for at in others))


def replace_block(text: str, name: str, body: str, facts: Sequence[str] = ()) -> str:
    """Put `body` between the markers, leaving every other character alone.

    A text without markers gets them after its title; not one existing character changes.
    Lines that a person wrote between the markers move below the block, under their own
    heading, unless the new body says them too. The same body again changes nothing.
    """
    newline, block = newline_of(text), find_block(text, name)
    body = _defused(body, name)
    written = newline.join(_block_lines(name, body, facts))
    if block is None:
        at, before, after = _place(text, newline)
        return text[:at] + before + written + after + text[at:]
    if not block.is_edited and block.body == body and block.facts == tuple(facts):
        return text
    text = text[: block.start] + written + text[block.end :]
    kept = added_lines(block.body, body) if block.is_edited else ()
    return _keep_below(text, block.start + len(written), name, kept, newline) if kept else text


def digest_of(body: str) -> str:
    """What the end marker holds: SHA-256 of the text between, with line feeds only."""
    return hashlib.sha256(
        body.replace("\r\n", "\n").strip("\n").encode(errors="replace")
    ).hexdigest()


def kept_heading(name: str, text: str) -> str:
    """The heading under which a person's lines are kept, in the language of the text."""
    if CHINESE.search(text):
        return (
            "## 从摘要中保留（手工修改）"
            if name == "summary"
            else f"## 从 {name} 区块中保留（手工修改）"
        )
    what = "the summary" if name == "summary" else f"the {name} block"
    return f"## Kept from {what} (edited by hand)"


def first_title(text: str) -> tuple[str, int] | None:
    """(title, offset after its line) of the first heading of the first level, or None."""
    fences, before = Fences(), None
    spans = [(block.start, block.end) for block in find_blocks(text)]
    for line in lines_after_head(text):
        if fences.holds(line.text) or (spans and _is_within(line, spans)):
            before = None
        elif _TITLE.match(line.text):
            return line.text.strip().strip("#").strip(), line_end(text, line.end)
        elif before and before.number == line.number - 1 and _UNDERLINE.match(line.text):
            return before.text.strip(), line_end(text, line.end)
        else:
            before = line
    return None


def _without_repeats(text: str, name: str, body: str) -> str:
    """The first block holds `body` by now."""
    newline, repeats = newline_of(text), repeats_of(text, name)
    pieces = [added_lines(r.body, body) for r in repeats if r.is_edited]
    for repeat in reversed(repeats):
        before, after = text[: repeat.start], text[line_end(text, repeat.end) :]
        # Where it stood between two gaps, one is enough.
        is_double = before.endswith(newline * 2) and after.startswith(newline)
        text = before + (after[len(newline) :] if is_double else after)
    first = find_block(text, name)
    if first is None or not any(pieces):
        return text
    kept = "\n\n".join("\n".join(piece) for piece in pieces if piece).split("\n")
    return _keep_below(text, first.end, name, kept, newline)


def _is_within(line: Line, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= line.start < end for start, end in spans)


@lru_cache(maxsize=4)
def head_end(text: str) -> int:
    """The offset after the front matter, a second one included."""
    head = find_front_matter(text)
    if head is None:
        return 1 if text.startswith("\ufeff") else 0
    second = find_second_front_matter(text, head)
    return second.end if second else head.end


@lru_cache(maxsize=2)
def lines_after_head(text: str) -> tuple[Line, ...]:
    """Every line below the front matter that is not blank."""
    begin = head_end(text)
    return tuple([line for line in ink_lines(text) if line.start >= begin])


def _block(text: str, opened: Line, closed: Line, end: re.Match[str]) -> MarkedBlock:
    body_start = line_end(text, opened.end)
    body = text[body_start : closed.start].replace("\r\n", "\n").strip("\n")
    digest = end["digest"]
    # memctl never leaves the digest out: who made such a block wrote what is in it, too.
    is_edited = bool(body) if digest is None else not digest_of(body).startswith(digest)
    facts = tuple((end["facts"] or "").split())
    return MarkedBlock(
        name=end["name"],
        start=opened.start,
        end=closed.end,
        body=body,
        line=opened.number + 1,
        facts=facts,
        is_edited=is_edited,
    )


def _block_lines(name: str, body: str, facts: Sequence[str]) -> list[str]:
    named = f" facts: {' '.join(facts)}" if facts else ""
    end = f"<!-- /memctl:{name} sha256:{digest_of(body)[:_DIGITS]}{named} -->"
    return [f"<!-- memctl:{name} -->", *(body.split("\n") if body else ()), end]


_RULE = "- - -"
"""What Markdown draws as it draws `---`."""


def _defused(body: str, name: str) -> str:
    """The body with line feeds only, and without lines that would end the block early.

    Nor with one that would end a front matter which a person left open above: it is a rule.
    """
    lines = body.replace("\r\n", "\n").strip("\r\n").split("\n")
    lines = [_RULE if line.strip() == "---" else line for line in lines]
    marks = (_START, _END)
    return "\n".join(
        line.replace("<!--", "&lt;!--", 1)
        if any((m := mark.match(line)) and m["name"] == name for mark in marks)
        else line
        for line in lines
    )


def _place(text: str, newline: str) -> tuple[int, str, str]:
    """(offset, what goes before, what goes after) for a block that is new in this text."""
    title = first_title(text)
    at = title[1] if title else head_end(text)
    ended = at == 0 or text[at - 1] in "\n\ufeff"
    before = ("" if ended else newline) + (newline if title else "")
    rest = text[at:]
    after = newline if not rest or rest.startswith(("\n", "\r\n")) else newline * 2
    return at, before, after


def _keep_below(text: str, at: int, name: str, kept: Sequence[str], newline: str) -> str:
    """The kept lines under their heading; a heading that is there already is used again."""
    heading = kept_heading(name, "\n".join(kept))
    for line in ink_lines(text):
        if line.start >= at and line.text.rstrip() == heading:
            end = line_end(text, line.end)
            gap = "" if text[:end].endswith("\n") else newline
            words = gap + newline.join((*kept, "")) + _gap(text[end:], newline)
            return text[:end] + words + text[end:]
    words = newline.join(("", "", heading, "", *kept))
    return text[:at] + words + _gap(text[line_end(text, at) :], newline) + text[at:]


def _gap(rest: str, newline: str) -> str:
    """What keeps the next paragraph apart: text or `---` would be taken for one with the last."""
    return newline if rest and not rest.startswith(("\n", "\r\n")) else ""
