"""An answer never floods the conversation: long lists are cut, and what was left off is said."""

import json
from typing import Any

MOST_ROWS = 100
MOST_CHARS = 60_000


def bounded(report: dict[str, Any]) -> dict[str, Any]:
    """The report with at most so many rows a list, and so many characters in all.

    `leftOff` says how many rows each list lacks; it is absent when all is there.
    """
    cut = {k: v[:MOST_ROWS] if isinstance(v, list) else v for k, v in report.items()}
    while _size(cut) > MOST_CHARS:
        lists = [k for k, v in cut.items() if isinstance(v, list) and v]
        if not lists:
            break
        longest = max(lists, key=lambda k: _size(cut[k]))
        cut[longest] = cut[longest][: len(cut[longest]) // 2]
    left = {k: len(v) - len(cut[k]) for k, v in report.items() if isinstance(v, list)}
    left = {k: number for k, number in left.items() if number}
    return {**cut, "leftOff": left} if left else cut


def _size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False))
