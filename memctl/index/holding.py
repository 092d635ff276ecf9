"""Which lines count, on the day and in the layers that a call asks for. On the hot path."""

from memctl.index.ordering import Found
from memctl.index.request import Request
from memctl.index.store import Connection


def filters(  # noqa: C901 - a line a thing that a call may ask for
    request: Request, *, replaced: bool = False
) -> tuple[str, list[object]]:
    """What may be shown, as SQL: the days on which it held, and what the call narrows down to.

    Or, of the same, the facts that were replaced.
    """
    parts: list[str] = []
    values: list[object] = []

    def need(condition: str, *given: object) -> None:
        parts.append(condition)
        values.extend(given)

    if replaced:
        need("kind = 'fact' AND NOT active AND status = 'superseded' AND follower <> ''")
    elif request.as_of:
        day = request.as_of
        # graph.history.holds_on in SQL; tests hold the two together.
        need("kind IN ('fact', 'note')")
        need("(begins IS NULL OR begins <= ?)", day)
        need("(kind <> 'fact' OR ((until IS NULL OR until >= ?) AND (active OR", day)
        need("(status IN ('active', 'superseded', 'retracted') AND ends > ?))))", day)
        parts[-2:] = [f"{parts[-2]} {parts[-1]}"]
    elif not request.include_all:
        need("(kind NOT IN ('fact', 'summary') OR active OR (kind = 'summary' AND rests = ''))")
        need("(kind <> 'fact' OR until IS NULL OR until >= ?)", request.today)
    if request.audience:
        need("doc.audience >= ?", request.audience)
    if request.entity:
        need("entity = ?", request.entity)
    if request.kind:
        need("(entity GLOB ? OR kind = ?)", f"{request.kind}/*", request.kind)
    if request.layer:
        need("layer = ?", request.layer)
    if request.since:
        need("day >= ?", request.since)
    if request.until:
        need("substr(day, 1, 10) <= ?", request.until)
    return " AND ".join(parts) or "1", values


def settle(found: Found, request: Request) -> None:
    """Forget a doubt that is not open on the day asked for, or of what holds no longer."""
    day = request.as_of or request.today
    if not (found.is_active and _is_open(found.doubt_from, found.doubt_until, day)):
        found.doubt = None


def _is_open(since: str | None, until: str | None, day: str) -> bool:
    return (not since or since <= day) and (not until or day < until)


def is_current(connection: Connection, found: Found, request: Request) -> bool:
    """Is it true on the day that is asked about, as far as the files tell?"""
    if found.kind == "fact":
        if request.as_of or found.doubt:
            return not found.doubt
        return found.is_active and (not found.until or found.until >= request.today)
    if request.as_of or not found.is_active:
        return False
    if found.kind == "summary":
        return bool(found.rests) and all(
            _fact_holds(connection, found.entity, fact, request.today)
            for fact in found.rests.split()
        )
    return True


def _fact_holds(connection: Connection, entity: object, fact: str, today: str) -> bool:
    rows = connection.execute(
        "SELECT active, until, doubt, doubt_from, doubt_until FROM doc"
        " WHERE entity = ? AND fact = ?",
        (entity, fact),
    ).fetchall()
    return bool(rows) and all(
        active and (not until or until >= today) and not (doubt and _is_open(since, settled, today))
        for active, until, doubt, since, settled in rows
    )
