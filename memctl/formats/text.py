"""Bytes to text and back, so that a load and a save give the same bytes."""

import codecs
import re
from dataclasses import dataclass
from typing import Literal

Newline = Literal["\n", "\r\n"]
_MARKER = re.compile(r"^(?:<<<<<<<|=======|>>>>>>>)(?=[ \r\n]|\Z)", re.MULTILINE)

_BOMS = frozenset(bom[:1] for bom in (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))


class Undecodable(ValueError):
    """The bytes are no UTF-8 text; the file is reported and left alone."""

    def __init__(self, kind: Literal["not-utf8", "utf-16"], line: int | None) -> None:
        super().__init__(kind)
        self.kind = kind
        """The slug of the problem."""
        self.line = line
        """From 1, where the first bad byte stands; None when the whole file is meant."""


class CannotMerge(ValueError):
    """The versions have no form in common: they can only be merged as lines of text."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text and what its bytes had beside it."""

    text: str
    """Without the byte order mark. Line ends are "\\n" where the file ends every line in
    "\\r\\n"; a file of mixed line ends is left as it is, since only so it comes back."""
    bom: bool = False
    newline: Newline = "\n"


def text_of(data: bytes) -> str:
    """`decode(data).text`: most files are read and not written.

    Raises:
        Undecodable: as there.
    """
    is_plain = data[:1] not in _BOMS and b"\r" not in data
    try:
        return data.decode() if is_plain else decode(data).text
    except UnicodeDecodeError:
        return decode(data).text


def decode(data: bytes) -> Text:
    """The text in `data`.

    Raises:
        Undecodable: it is UTF-16, or no UTF-8.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise Undecodable("utf-16", None)
    bom = data.startswith(codecs.BOM_UTF8)
    try:
        text = data.removeprefix(codecs.BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise Undecodable("not-utf8", line) from error
    pairs = text.count("\r\n") if "\r" in text else 0
    if pairs and pairs == text.count("\n") == text.count("\r"):
        return Text(text.replace("\r\n", "\n"), bom, "\r\n")
    return Text(text, bom)


def encode(text: Text) -> bytes:
    """The bytes of `text`: the inverse of `decode`."""
    body = text.text if text.newline == "\n" else text.text.replace("\n", "\r\n")
    return (codecs.BOM_UTF8 if text.bom else b"") + body.encode("utf-8")


def conflict_markers(text: str) -> tuple[int, ...]:
    """Lines (from 1) of the markers that a version control merge left; () when there are none."""
    if "<" not in text or "<<<<<<<" not in text or ">>>>>>>" not in text:
        return ()
    found = [(text.count("\n", 0, m.start()) + 1, m[0]) for m in _MARKER.finditer(text)]
    kinds = {mark[0] for _, mark in found}
    return tuple(line for line, _ in found) if {"<", ">"} <= kinds else ()
