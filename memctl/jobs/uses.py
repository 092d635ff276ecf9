"""Uses of facts: what recall and context noted, folded together by weekly.

Noting costs a question one line in `cache/access.log` (`access_log`). Weekly adds the lines
up: into the rows of files that record their use, else into `cache/uses.json`. Whatever is
wrong with either, no job fails for it.
"""

import contextlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path

from memctl.gate import own
from memctl.graph.plan import UseFact
from memctl.jobs.access_log import NAME, read_access
from memctl.jobs.steps import Desk
from memctl.rules.aging.tiers import Decay, Use, Uses
from memctl.rules.aging.uses import added
from memctl.workspace.layout import Layout
from memctl.workspace.own import read_cache, write_cache

_TABLE = "uses.json"
_FOLDING = f"{NAME}.folding"


def decay_of(desk: Desk) -> Decay:
    """When facts grow cold in this workspace, with every use that is not in a row."""
    settings = desk.settings
    return Decay(
        hot_days=settings.decay_hot_days,
        cold_days=settings.decay_cold_days,
        lasting=settings.decay_lasting,
        uses=pending_uses(desk.layout),
    )


def pending_uses(layout: Layout) -> Uses:
    """Every use that no row records: added up before, and noted since."""
    noted = (_noted(layout.cache / name) for name in (_FOLDING, NAME))
    table = _added_up(layout)
    for more in noted:
        table = added(table, more)
    return table


def fold_uses(layout: Layout, recorded: Iterable[UseFact], before: Uses) -> None:
    """Add up what was noted, but for what rows record by now.

    Args:
        layout: The workspace.
        recorded: What was written into rows.
        before: What was pending when that was decided.
    """
    log, folding = layout.cache / NAME, layout.cache / _FOLDING
    with contextlib.suppress(OSError):
        own(str(log))
        table = added(_added_up(layout), _noted(folding))
        if log.exists():
            # Whoever notes meanwhile begins a new log.
            log.replace(folding)
            table = added(table, _noted(folding))
        for change in recorded:
            _take_away(table, (change.entity, change.fact_id), before)
        write_cache(layout, _TABLE, _rendered(table))
        folding.unlink(missing_ok=True)


def has_noted(layout: Layout) -> bool:
    """Was anything noted since the last fold?"""
    return any((layout.cache / name).exists() for name in (NAME, _FOLDING))


def _take_away(table: dict[tuple[str, str], Use], key: tuple[str, str], before: Uses) -> None:
    count = table[key].count - before[key].count if key in table and key in before else 0
    if count > 0:
        table[key] = Use(table[key].last, count)
    else:
        table.pop(key, None)


def _noted(log: Path) -> Mapping[tuple[str, str], Use]:
    rows = [(ref, fact, day) for text, ref, fact in read_access(str(log)) if (day := _day(text))]
    counts = Counter((ref, fact) for ref, fact, _ in rows)
    last: dict[tuple[str, str], date] = {}
    for ref, fact, day in rows:
        last[ref, fact] = max(day, last.get((ref, fact), day))
    return {key: Use(last[key], count) for key, count in counts.items()}


def _added_up(layout: Layout) -> dict[tuple[str, str], Use]:
    try:
        rows = json.loads(read_cache(layout, _TABLE) or b"[]")
        return {(ref, fact): Use(_day(day), int(n)) for ref, fact, day, n in rows}
    except (ValueError, RecursionError, TypeError):
        return {}


def _rendered(table: Uses) -> bytes:
    rows = [
        [*key, use.last.isoformat() if use.last else "", use.count] for key, use in table.items()
    ]
    return json.dumps(sorted(rows), ensure_ascii=False).encode("utf-8", "replace")


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
