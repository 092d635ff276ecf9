"""An answer never floods the conversation: long lists are cut, and what was left off is said."""

import json
from typing import Any

MOST_ROWS = 100
MOST_CHARS = 60_000
MOST_TEXT = 40_000
_CUT = "\n… (cut: too long)"


def bounded(report: dict[str, Any]) -> dict[str, Any]:
    """The report with at most so many rows a list, and so many characters in all.

    `leftOff` says how many rows each list lacks; it is absent when all is there. One text that
    is longer than anybody reads says itself that it is cut.
    """
    cut = {k: v[:MOST_ROWS] if isinstance(v, list) else v for k, v in report.items()}
    if _size(cut) > MOST_CHARS:
        cut = {k: _shortened(v) for k, v in cut.items()}
    while _size(cut) > MOST_CHARS:
        lists = [k for k, v in cut.items() if isinstance(v, list) and v]
        if not lists:
            break
        longest = max(lists, key=lambda k: _size(cut[k]))
        cut[longest] = cut[longest][: len(cut[longest]) // 2]
    left = {k: len(v) - len(cut[k]) for k, v in report.items() if isinstance(v, list)}
    left = {k: number for k, number in left.items() if number}
    return {**cut, "leftOff": left} if left else cut


def shortened(text: str) -> str:
    """The text, cut where it is too long for a conversation."""
    return text if len(text) <= MOST_TEXT else text[:MOST_TEXT] + _CUT


def _shortened(value: Any) -> Any:
    if isinstance(value, str):
        return shortened(value)
    if isinstance(value, list):
        return [_shortened(item) for item in value]
    if isinstance(value, dict):
        return {key: _shortened(item) for key, item in value.items()}
    return value


def _size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False))
