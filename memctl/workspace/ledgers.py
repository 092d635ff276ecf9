"""The small ledgers under `.memctl/`: JSON objects, one a line, only ever appended to.

Lines that can't be read are stepped over: a merge by union may leave any order and doubles,
and a newer memctl may write kinds that this one does not know.
"""

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from typing import Any, get_args

from memctl.graph.beside import MoreEvidence
from memctl.graph.entity import EntityRef, as_ref
from memctl.graph.fact import Evidence, FactId
from memctl.graph.moves import moves_of
from memctl.graph.plan import AddEvidence, Consume, Decide, DecisionKind
from memctl.workspace.layout import Layout
from memctl.workspace.names import EVIDENCE, OWN
from memctl.workspace.paths import join

DECISIONS = join(OWN, "decisions.jsonl")
CONSUMED = join(OWN, "consumed.jsonl")
LEDGERS = (DECISIONS, CONSUMED, EVIDENCE)

Decision = Decide
"""A line of decisions.jsonl is what a plan put there."""

Consumed = Mapping[str, frozenset[str]]
"""Digests of the blocks that were read, by the logical path of their note."""

_KINDS: Mapping[str, DecisionKind] = {kind: kind for kind in get_args(DecisionKind)}
_CURSOR = re.compile(
    r'("lastExtractedTimestamp"\s*:\s*)("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|null)'
)
_MILLISECONDS_FROM = 10**11


def read_decisions(layout: Layout) -> tuple[Decision, ...]:
    """What people answered, oldest first; the same line twice counts once."""
    found = (_decision(row) for row in _rows(layout, DECISIONS))
    return tuple(dict.fromkeys(d for d in found if d is not None))


def read_consumed(layout: Layout) -> Consumed:
    """Which blocks extraction has read, by note."""
    found: dict[str, set[str]] = {}
    for row in _rows(layout, CONSUMED):
        path, digests = row.get("path"), row.get("digests")
        if isinstance(path, str) and isinstance(digests, list):
            found.setdefault(path, set()).update(d for d in digests if isinstance(d, str))
    return {path: frozenset(digests) for path, digests in found.items()}


def read_evidence(layout: Layout) -> MoreEvidence:
    """Further evidence by row, under the ref and id that the row bears today."""
    moves = moves_of(read_decisions(layout))
    found: dict[tuple[EntityRef, FactId], dict[Evidence, None]] = {}
    for row in _rows(layout, EVIDENCE):
        ref, fact_id, quote, path = (row.get(k) for k in ("entity", "id", "quote", "path"))
        if not all(isinstance(v, str) for v in (ref, fact_id, quote, path)):
            continue
        line, by, message = row.get("line"), row.get("by"), row.get("message")
        one = Evidence(
            path=str(path),
            line=line if isinstance(line, int) else None,
            quote=str(quote),
            day=_day(row.get("day")),
            message=message if isinstance(message, str) else None,
            by=by if isinstance(by, str) else None,
        )
        row_now = moves.row(as_ref(str(ref)), FactId(str(fact_id)))
        found.setdefault(row_now, {})[one] = None
    return {key: tuple(rows) for key, rows in found.items()}


def ledger_of(change: Consume | Decide | AddEvidence) -> tuple[str, str]:
    """The ledger that a change belongs to, and its line there."""
    match change:
        case Consume(path=path, digests=digests):
            return CONSUMED, _line({"path": path, "digests": list(digests)})
        case Decide():
            row = {"id": change.id, "day": change.day.isoformat(), "kind": change.kind}
            row["subject"] = change.subject
            more = {"digest": change.digest, "by": change.by}
            return DECISIONS, _line({**row, **more})
        case AddEvidence(entity=entity, fact_id=fact_id, evidence=e):
            where = {"path": e.path, "line": e.line, "quote": e.quote}
            more = {"day": e.day.isoformat() if e.day else None, "message": e.message, "by": e.by}
            return EVIDENCE, _line({"entity": entity, "id": fact_id, **where, **more})


def moved_cursor(text: str | None, now: datetime) -> str:
    """heartbeat-state.json with `lastExtractedTimestamp` at `now`, every other byte kept.

    The form found there is kept: a number of seconds or milliseconds, or a text.
    """
    if text is None or not text.strip():
        return _indented({"lastExtractedTimestamp": _instant(now)})
    try:
        known = json.loads(text)
    except (ValueError, RecursionError):
        return text
    if not isinstance(known, dict):
        return text
    if "lastExtractedTimestamp" in known:
        value = _like(known["lastExtractedTimestamp"], now)
        # The first one at any depth would be another tool's: only a text that then says what
        # is meant, and nothing else, is written.
        for found in _CURSOR.finditer(text):
            moved = text[: found.start(2)] + json.dumps(value) + text[found.end(2) :]
            if json.loads(moved) == {**known, "lastExtractedTimestamp": value}:
                return moved
        return text
    at = text.index("{") + 1
    comma = "," if known else "\n"
    return f'{text[:at]}\n  "lastExtractedTimestamp": "{_instant(now)}"{comma}{text[at:]}'


def _like(old: Any, now: datetime) -> Any:
    if isinstance(old, bool) or not isinstance(old, int | float):
        return _instant(now)
    seconds = now.timestamp()
    return int(seconds * 1000) if abs(old) >= _MILLISECONDS_FROM else int(seconds)


def _instant(now: datetime) -> str:
    return now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _indented(value: Mapping[str, Any]) -> str:
    return json.dumps(value, indent=2) + "\n"


def _line(row: Mapping[str, Any]) -> str:
    said = {key: value for key, value in row.items() if value is not None}
    return json.dumps(said, ensure_ascii=False) + "\n"


def _rows(layout: Layout, name: str) -> Iterator[dict[str, Any]]:
    path = layout.real(name)
    try:
        # A FIFO in its place would make us wait for a writer for ever.
        data = path.read_bytes() if path.is_file() else b""
    except OSError:
        return
    # Not `splitlines`: JSON leaves other ends of lines (U+2028, U+0085) as they are in a text.
    for line in data.decode("utf-8", "replace").split("\n"):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(row, dict):
            yield row


def _decision(row: Mapping[str, Any]) -> Decision | None:
    day, kind = _day(row.get("day")), _KINDS.get(str(row.get("kind")))
    if not isinstance(row.get("id"), str) or day is None or kind is None:
        return None
    digest, by = row.get("digest"), row.get("by")
    return Decide(
        id=row["id"],
        day=day,
        kind=kind,
        subject=str(row.get("subject", "")),
        digest=digest if isinstance(digest, str) else None,
        by=by if isinstance(by, str) else None,
    )


def _day(text: Any) -> date | None:
    try:
        return date.fromisoformat(text[:10])
    except (TypeError, ValueError):
        return None
