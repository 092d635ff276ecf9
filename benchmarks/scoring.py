"""Shares with their 95 % intervals, the part a set is in, and a plain table."""

import hashlib
import math
from collections.abc import Sequence

HELD_OUT_STORIES = frozenset({"nadia", "siyuan"})


def is_held_out(name: str) -> bool:
    """Does this item belong to the third that nobody looks at while building?

    Items are told apart by the SHA-256 of their id (of their text where they bear none);
    of the six stories, two are named.
    """
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % 3 == 0


def wilson(right: int, n: int) -> tuple[float, float]:
    """The 95 % interval of a share, in per cent (Wilson 1927)."""
    if n == 0:
        return 0.0, 100.0
    z, p = 1.96, right / n
    middle = p + z * z / (2 * n)
    spread = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    return max(0.0, 100 * (middle - spread) / scale), 100 * (middle + spread) / scale


def share(right: int, n: int) -> str:
    """`45/50 90.0 % (78.6-95.7)`, or a dash when there is nothing to count."""
    if n == 0:
        return "–"
    low, high = wilson(right, n)
    return f"{right}/{n} {100 * right / n:.1f} % ({low:.1f}–{high:.1f})"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
