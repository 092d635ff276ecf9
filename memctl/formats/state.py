"""Two versions of heartbeat-state.json as one: the later run counts, and no key is lost."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from memctl.formats.text import CannotMerge

_MILLISECONDS_FROM = 10**11
_NO_TIME_FROM = 10**18
_NONE = object()


def merge_state(base: str, ours: str, theirs: str) -> str:
    """Key by key, against the version that both sides came from.

    Of two times, or two numbers, the greater stays; what one side alone changed is as it says.

    Raises:
        CannotMerge: A version is no JSON object, or both sides set one key to other words.
    """
    mine, other = _read(ours), _read(theirs)
    merged = _merged(_read(base) if base.strip() else {}, mine, other)
    if merged == mine:
        return ours
    if merged == other:
        return theirs
    return json.dumps(merged, ensure_ascii=False, indent=2) + "\n"


def _read(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CannotMerge("no valid JSON") from error
    if not isinstance(found, dict):
        raise CannotMerge("no JSON object")
    return found


def _merged(
    base: Mapping[str, Any], ours: Mapping[str, Any], theirs: Mapping[str, Any]
) -> dict[str, Any]:
    merged = {
        key: _one(key, base.get(key, _NONE), ours.get(key, _NONE), theirs.get(key, _NONE))
        for key in (*ours, *(key for key in theirs if key not in ours))
    }
    return {key: value for key, value in merged.items() if value is not _NONE}


def _one(key: str, base: Any, ours: Any, theirs: Any) -> Any:
    if _same(ours, theirs) or _same(theirs, base):
        return ours
    if _same(ours, base):
        return theirs
    if ours is _NONE or theirs is _NONE:
        # Taken away on one side, moved on on the other.
        return theirs if ours is _NONE else ours
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return _merged(base if isinstance(base, dict) else {}, ours, theirs)
    mine, other = _instant(ours), _instant(theirs)
    if mine is None or other is None:
        raise CannotMerge(f"both sides changed {key}")
    return theirs if other > mine else ours


def _same(one: Any, two: Any) -> bool:
    # True is 1 to Python, and to nobody else.
    return type(one) is type(two) and bool(one == two)


def _instant(value: Any) -> float | None:
    """A time as seconds, however it is written; None where it is none."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        if not abs(value) < _NO_TIME_FROM:
            return None
        return value / 1000 if abs(value) >= _MILLISECONDS_FROM else value
    if not isinstance(value, str):
        return None
    try:
        time = datetime.fromisoformat(value)
    except ValueError:
        return None
    return (time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp()
