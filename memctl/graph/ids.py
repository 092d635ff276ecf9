"""Ids of new rows: the same kind as their neighbours, never used before."""

import hashlib
import re
import uuid
from collections.abc import Iterable, Sequence

from memctl.graph.fact import Fact, FactId

_LONGEST = 18
"""Digits of a number that counts; a longer run of digits is a name like any other."""
_NUMBERED = re.compile(rf"(?P<prefix>.*?)(?P<digits>(?<!\d)\d{{1,{_LONGEST}}})\Z", re.DOTALL)


def next_id(
    facts: Sequence[Fact],
    slug: str,
    *,
    succeeds: FactId | None = None,
    taken: Iterable[FactId] = (),
) -> FactId:
    """The id of the next row of this file.

    Prefix, separator and width come from the row it succeeds, else from the last row, else
    the slug. The number is the largest one ever used with that prefix plus one; pointers to
    missing rows count as used. Where ids are no numbers (a uuid), the same kind is made, from
    the file's own content, so that the same input gives the same id.

    Args:
        facts: All rows of the file, in order.
        slug: Last segment of the entity ref, for a file without rows.
        succeeds: The row that the new one replaces, if any.
        taken: Ids promised to other new rows of the same plan.
    """
    used = [f.id for f in facts if f.id] + [f.superseded_by for f in facts if f.superseded_by]
    used += [*(old for f in facts for old in f.former_id), *taken]
    model = succeeds or next((f.id for f in reversed(facts) if f.id), None)
    if model is None:
        return _numbered(f"{slug}-", 3, used)
    if _is_uuid(model):
        seed = "\n".join(used)
        return FactId(str(uuid.UUID(hashlib.sha256(seed.encode()).hexdigest()[:32], version=4)))
    match = _NUMBERED.match(model)
    if match is None:
        return _numbered(f"{model}-", 3, used)
    return _numbered(match["prefix"], len(match["digits"]), used)


def _numbered(prefix: str, width: int, used: Sequence[FactId]) -> FactId:
    numbers = [
        int(rest)
        for rest in (u[len(prefix) :] for u in used if u.startswith(prefix))
        if len(rest) <= _LONGEST and rest.isascii() and rest.isdigit()
    ]
    return FactId(f"{prefix}{max(numbers, default=0) + 1:0{width}d}")


def _is_uuid(text: str) -> bool:
    try:
        return str(uuid.UUID(text)) == text.lower()
    except ValueError:
        return False
