"""A message of a conversation, whoever kept it, and the forms in which instants are written."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

USER = "user"
ASSISTANT = "assistant"

_SCALES = ((10**17, 10**9), (10**14, 10**6), (10**11, 10**3))
"""From so large a number on it counts nano-, micro- or milliseconds."""
_YEARS = range(1971, 9000)
"""Of others no zone can tell the day."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FRACTION = re.compile(r"(?<=\d)[.,](\d{1,9})\d*")


@dataclass(frozen=True, slots=True)
class Message:
    """What one side said at once, without what programs put around it."""

    line: int
    """Of its file, from 1."""
    speaker: str
    """`user`, `assistant`, or the name of somebody else in a group."""
    text: str
    at: datetime | None = None
    """Aware, or as the clock on the wall showed it; None when nothing says."""
    day: date | None = None
    """Where a day is written and no time; used when `at` is None."""
    id: str | None = None
    topic: str | None = None
    """The conversation, where a file holds several: its title or id."""


@dataclass(frozen=True, slots=True)
class Row:
    """One JSON object of a file and the line on which it begins."""

    line: int
    value: Mapping[str, Any]

    def of(self, key: str) -> Mapping[str, Any]:
        """The object under this key; an empty one when there is none."""
        found = self.value.get(key)
        return found if isinstance(found, dict) else {}

    def text(self, *keys: str) -> str | None:
        """The first text under one of these keys."""
        return text_in(self.value, *keys)


def text_in(value: Mapping[str, Any], *keys: str) -> str | None:
    """The first text that is not empty under one of these keys."""
    found = (value.get(key) for key in keys)
    return next((v for v in found if isinstance(v, str) and v), None)


def id_in(value: Mapping[str, Any], *keys: str) -> str | None:
    """The first id under one of these keys; a number counts as its digits."""
    found = (value.get(key) for key in keys)
    kept = (v for v in found if isinstance(v, str | int) and not isinstance(v, bool))
    return next((str(v) for v in kept if str(v)), None)


def read_instant(value: Any) -> datetime | None:
    """The instant that a program wrote: ISO 8601, or seconds since 1970 or parts of them; or None.

    One that is written without a zone comes back without one.
    """
    found = None
    if isinstance(value, str):
        found = _from_text(value.strip())
    elif isinstance(value, int | float) and not isinstance(value, bool):
        found = _from_epoch(value)
    return found if found is not None and found.year in _YEARS else None


def _from_epoch(number: float) -> datetime | None:
    scale = next((by for least, by in _SCALES if number >= least), 1)
    try:
        seconds = number / scale
        return _EPOCH + timedelta(seconds=seconds)
    except (OverflowError, ValueError):
        return None


def _from_text(text: str) -> datetime | None:
    if text.replace(".", "", 1).isdecimal() and text.isascii():
        return _from_epoch(float(text))
    # Python reads three or six digits of a second; Go and Rust write nine.
    plain = _FRACTION.sub(lambda m: "." + m[1].ljust(6, "0")[:6], text, count=1)
    try:
        return datetime.fromisoformat(plain.removesuffix(" UTC") + _zone_of(plain))
    except ValueError:
        return None


def _zone_of(text: str) -> str:
    return "+00:00" if text.endswith(" UTC") else ""


def joined_texts(content: Any, kinds: Sequence[str] = ("text",)) -> str:
    """The words of a message's content: a text, or the parts of it that are of these kinds."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    texts = [
        part if isinstance(part, str) else text_in(part, "text") or ""
        for part in content
        if isinstance(part, str) or (isinstance(part, dict) and part.get("type") in kinds)
    ]
    return "\n\n".join(text for text in texts if text)


def writable(text: str) -> str:
    """The text without halves of characters, as a cut text may end in: no file can hold them."""
    return text if text.isascii() else text.encode(errors="replace").decode()
