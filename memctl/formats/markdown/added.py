"""What a person wrote into a text of memctl's."""

from collections import Counter
from collections.abc import Sequence

from memctl.formats.markdown.lines import Fences


def added_lines(text: str, ours: str) -> tuple[str, ...]:
    """The lines of `text` that are not `ours`: every one, in order, unchanged.

    A line is ours once for every time that ours says it. A code block is one thing, so that
    fences stay in pairs; blank lines stay where they part what is kept.
    """
    units = _units(text)
    inked = [unit for unit in units if unit.strip()]
    known = iter(_known(inked, [unit for unit in _units(ours) if unit.strip()]))
    kept: list[str] = []
    gap: list[str] = []
    is_apart = False
    for unit in units:
        if not unit.strip():
            gap.append(unit)
        elif next(known):
            is_apart = True
        else:
            kept += ([""] if is_apart else gap) if kept else []
            kept.append(unit)
            gap, is_apart = [], False
    return tuple("\n".join(kept).split("\n")) if kept else ()


def _units(text: str) -> list[str]:
    """Lines, and code blocks as one; one that is left open ends with the text."""
    units: list[str] = []
    fences = Fences()
    for line in text.split("\n"):
        is_inside = fences.is_open
        fences.holds(line)
        if is_inside:
            units[-1] += f"\n{line}"
        else:
            units.append(line)
    if fences.is_open:
        units[-1] += f"\n{fences.mark}"
    return units


def _known(units: Sequence[str], ours: Sequence[str]) -> list[bool]:
    """Of each unit: is it ours?"""
    from difflib import SequenceMatcher  # noqa: PLC0415 - only where somebody edited

    # The two ends first: what somebody put in at one place is then found exactly.
    begin = _common(units, ours)
    end = _common(units[begin:][::-1], ours[begin:][::-1])
    until = len(units) - end
    matcher = SequenceMatcher(
        None, units[begin:until], ours[begin : len(ours) - end], autojunk=False
    )
    known = [not begin <= n < until for n in range(len(units))]
    for at, _, size in matcher.get_matching_blocks():
        known[begin + at : begin + at + size] = [True] * size
    spare = Counter(ours) - Counter(u for u, is_ours in zip(units, known, strict=True) if is_ours)
    for start, stop in _runs(known):
        # What only stands elsewhere by now is still ours, unless something is between.
        if Counter(units[start:stop]) <= spare:
            spare -= Counter(units[start:stop])
            known[start:stop] = [True] * (stop - start)
    return known


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


def _runs(known: Sequence[bool]) -> list[tuple[int, int]]:
    """(start, stop) of each longest run that is not known."""
    edges = [n for n in range(len(known) + 1) if _is_known(known, n) != _is_known(known, n - 1)]
    return list(zip(edges[::2], edges[1::2], strict=True))


def _is_known(known: Sequence[bool], n: int) -> bool:
    return not 0 <= n < len(known) or known[n]
