"""Has a table of somebody's own the shape of those that come with memctl?

No list of keys is kept here: the shipped tables say what a table, a row and a value look like.
Keys of one's own are free where all values of a table are of one sort (`[concepts]`), and so are
examples, which only tests read.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_EXAMPLES = frozenset({"fires", "silent", "examples", "say", "as", "stays"})
_SORTS = {dict: "a table", list: "a list", str: "a text", int: "a number", bool: "true or false"}


def misfit(own: object, ours: Sequence[Any], at: str = "") -> str | None:
    """The first thing that is not as in ours, in words; None where nothing is.

    Args:
        own: A value as TOML gives it.
        ours: The values that stand in its place in the tables that come with memctl.
        at: Where it stands, as `statements.cue`.
    """
    sorts = {_sort(one) for one in ours}
    if ours and _sort(own) not in sorts:
        said = " or ".join(sorted(_SORTS[s] for s in sorts))
        return f"{at} is {_SORTS[_sort(own)]} and should be {said}"
    if isinstance(own, dict):
        found = (
            misfit(value, theirs, f"{at}.{key}".lstrip("."))
            for key, value in own.items()
            if (theirs := list(_in_place_of(key, ours)))
        )
        return next((f for f in found if f), None)
    return _row_misfit(own, ours, at) if isinstance(own, list) else None


def _sort(value: object) -> type:
    return int if isinstance(value, float) else next((s for s in _SORTS if type(value) is s), str)


def _in_place_of(key: str, ours: Sequence[Any]) -> Iterator[Any]:
    tables = [one for one in ours if isinstance(one, Mapping)]
    if any(key in one for one in tables):
        yield from (one[key] for one in tables if key in one)
        return
    values = [value for one in tables for value in one.values()]
    if len({_sort(value) for value in values}) == 1 and not isinstance(values[0], dict):
        yield from values


def _row_misfit(own: list[Any], ours: Sequence[Any], at: str) -> str | None:
    theirs = [row for one in ours if isinstance(one, list) for row in one]
    tables = [row for row in theirs if isinstance(row, dict)]
    needed = frozenset.intersection(*map(frozenset, tables)) - _EXAMPLES if tables else frozenset()
    for row in own if theirs else ():
        if isinstance(row, dict) and (lacks := needed - row.keys()):
            return f"a row of {at} lacks {', '.join(sorted(lacks))}"
        if found := misfit(row, theirs, f"a row of {at}"):
            return found
    return None
