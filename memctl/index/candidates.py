"""Which documents may answer: found by their words, narrowed down by day and layer.

On the hot path.
"""

from memctl.index.found import ROW, Found, is_current, settle
from memctl.index.question import Question
from memctl.index.request import Request, filters
from memctl.index.store import Connection, marks

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs as much as the whole look-up
    from collections.abc import Collection
    from typing import Any

_RECORDS = ("note", "document")
_CANDIDATES = 150
_NEIGHBOURS_OF = 60
_MOST_ENTITIES = 3
_COMMON = 0.2
"""A term in a larger share of many documents finds nothing that others do not."""
_MANY = 2000
_FEW, _RARE = 30, 0.02
"""A single character that so many lines hold, or so large a share of them, still finds."""
_MOST_REPLACED = 30
"""So many replaced facts lead to what replaced them."""
_LONG = 8
"""A quote may span several lines; a line shorter than this is part of too many."""

_ID, _SOURCE, _KIND, _ENTITY, _FACT, _FOLLOWER, _PATH, _TEXT = range(8)


def candidates(connection: Connection, question: Question, request: Request) -> list[Found]:
    """What holds a word of the question, belongs to an entity it names, or stands beside that."""
    where, values = filters(request)
    terms = _searchable(question)
    rows: dict[int, tuple[Any, ...]] = {}
    if terms:
        match = " OR ".join(f'"{term}"' for term in terms)
        for row in connection.execute(
            f"SELECT {ROW} FROM words JOIN doc ON doc.id = words.rowid"  # noqa: S608 - our names
            f" WHERE words MATCH ? AND {where} ORDER BY rank LIMIT ?",
            (match, *values, _CANDIDATES),
        ):
            rows[row[0]] = row
    for entity in list(question.entities)[:_MOST_ENTITIES]:
        for row in connection.execute(
            f"SELECT {ROW} FROM doc"  # noqa: S608 - our names
            f" WHERE entity = ? AND {where} LIMIT ?",
            (entity, *values, _CANDIDATES),
        ):
            rows[row[0]] = row
    if question.meant:
        _add_numbered(connection, rows, question.meant.keys(), where, values)
    _add_neighbours(connection, rows, where, values)
    tells = _read_in(connection, rows, request)
    # The facts that were read in the lines found, though they may use other words.
    told = {number for facts in tells.values() for number in facts}
    _add_numbered(connection, rows, told, where, values)
    if request.include_all:
        _add_followers(connection, rows, where, values)
    return _as_found(connection, rows, tells, request)


def replaced(
    connection: Connection, question: Question, found: list[Found], request: Request
) -> list[Found]:
    """Facts that hold the question's words and were replaced; what replaced them joins `found`.

    They are never shown: they tell what their successors are about. "Ruth can't do Thursdays
    any more" says nothing of the childminder whom she is, the row that it replaced does.
    """
    terms = [t for t in _searchable(question) if t not in question.naming]
    if not terms or request.as_of or request.include_all:
        return []
    match = " OR ".join(f'"{term}"' for term in terms)
    where, values = filters(request, replaced=True)
    old: dict[int, tuple[Any, ...]] = {
        row[0]: row
        for row in connection.execute(
            f"SELECT {ROW} FROM former JOIN doc ON doc.id = former.rowid"  # noqa: S608 - our names
            f" WHERE former MATCH ? AND {where} ORDER BY rank LIMIT ?",
            (match, *values, _MOST_REPLACED),
        )
    }
    rows = dict(old)
    _add_followers(connection, rows, *filters(request, replaced=True))
    between = {*rows}
    _add_followers(connection, rows, *filters(request))
    known = {f.id for f in found}
    ends = {i: row for i, row in rows.items() if i not in between and i not in known}
    found += _as_found(connection, ends, {}, request)
    return [Found(rows[i]) for i in between]


def _add_followers(
    connection: Connection,
    rows: "dict[int, tuple[Any, ...]]",
    where: str,
    values: list[object],
) -> None:
    """What replaced the facts found, up to the end of each chain."""
    known = {(row[_ENTITY], row[_FACT]) for row in rows.values() if row[_FACT]}
    wanted = [(row[_ENTITY], row[_FOLLOWER]) for row in rows.values() if row[_FOLLOWER]]
    while wanted:
        pair = wanted.pop()
        if pair in known:
            continue
        known.add(pair)
        for row in connection.execute(
            f"SELECT {ROW} FROM doc"  # noqa: S608 - our names
            f" WHERE entity = ? AND fact = ? AND {where}",
            (*pair, *values),
        ):
            rows[row[_ID]] = row
            wanted += [(row[_ENTITY], row[_FOLLOWER])] if row[_FOLLOWER] else []


def found_where(
    connection: Connection, condition: str, values: list[object], request: Request
) -> list[Found]:
    """All that a condition on `doc` lets through, whether or not it answers anything."""
    where, more = filters(request)
    rows: dict[int, tuple[Any, ...]] = {
        row[0]: row
        for row in connection.execute(
            f"SELECT {ROW} FROM doc"  # noqa: S608 - our names
            f" WHERE {where} AND {condition}",
            (*more, *values),
        )
    }
    return _as_found(connection, rows, _read_in(connection, rows, request), request)


def rare_terms(connection: Connection, terms: set[str], most: int) -> list[str]:
    """Those of the terms that no more than so many lines hold."""
    if not terms:
        return []
    some, values = marks(sorted(terms))
    rows = connection.execute(
        f"SELECT term FROM vocabulary WHERE term IN ({some}) AND doc <= ?",  # noqa: S608 - marks only
        (*values, most),
    )
    return sorted(term for (term,) in rows)


def holding(connection: Connection, terms: list[str], request: Request) -> list[Found]:
    """Facts and lines of notes whose text holds one of these terms."""
    where, values = filters(request)
    match = " OR ".join(f'"{term}"' for term in terms)
    rows: dict[int, tuple[Any, ...]] = {
        row[_ID]: row
        for row in connection.execute(
            f"SELECT {ROW} FROM words JOIN doc ON doc.id = words.rowid"  # noqa: S608 - our names
            f" WHERE words MATCH ? AND kind IN ('fact', 'note') AND {where} LIMIT ?",
            (f"body : ({match})", *values, _CANDIDATES),
        )
    }
    return _as_found(connection, rows, {}, request)


def _as_found(
    connection: Connection,
    rows: "dict[int, tuple[Any, ...]]",
    tells: dict[int, dict[int, bool]],
    request: Request,
) -> list[Found]:
    found = [Found(row) for row in rows.values()]
    for one in found:
        if one.doubt:
            settle(one, request)
        one.current = one.kind not in _RECORDS and is_current(connection, one, request)
        if tells:
            one.tells = tells.get(one.id, one.tells)
    return found


def _searchable(question: Question) -> list[str]:
    """The terms worth looking for: those found at all, without common ones in large caches."""
    frequencies = question.frequencies
    found = [t for t in (*question.terms, *question.hinted) if frequencies.get(t)]
    # A single character is part of too many words, unless it is meant as one: 住 for an address.
    few = max(_FEW, _RARE * question.documents)
    telling = [
        t
        for t in found
        if len(t) > 1 or t.isascii() or t in question.hinted or frequencies[t] <= few
    ] or found
    if question.documents > _MANY:
        most = _COMMON * question.documents
        telling = [t for t in telling if frequencies[t] < most] or telling
    return telling


def _add_neighbours(
    connection: Connection,
    rows: "dict[int, tuple[Any, ...]]",
    where: str,
    values: list[object],
) -> None:
    """Lines beside the best lines of notes: an answer may share no word with its question."""
    best = [i for i, row in rows.items() if row[_KIND] == "note"][:_NEIGHBOURS_OF]
    beside = {(n, rows[i][_SOURCE]) for i in best for n in (i - 1, i + 1) if n not in rows}
    if not beside:
        return
    some, wanted = marks({n for n, _ in beside})
    for row in connection.execute(
        f"SELECT {ROW} FROM doc"  # noqa: S608 - our names
        f" WHERE doc.id IN ({some}) AND kind = 'note' AND {where}",
        (*wanted, *values),
    ):
        if row[:2] in beside:  # which note was read next to it is chance
            rows[row[0]] = row


def _read_in(
    connection: Connection, rows: "dict[int, tuple[Any, ...]]", request: Request
) -> dict[int, dict[int, bool]]:
    """For each note line the facts that were read in it, and whether each holds today."""
    lines: dict[str, list[tuple[int, str]]] = {}
    for number, row in rows.items():
        if row[_KIND] == "note":
            lines.setdefault(row[_PATH], []).append((number, row[_TEXT]))
    tells: dict[int, dict[int, bool]] = {}
    if not lines:
        return tells
    some, paths = marks(lines)
    for path, quote, fact, active, until in connection.execute(
        "SELECT quote.path, quote, doc.id, active, until FROM quote"  # noqa: S608 - marks only
        " JOIN doc ON doc.entity = quote.entity AND doc.fact = quote.fact"
        f" WHERE quote.path IN ({some})",
        paths,
    ):
        for number, text in lines[path]:
            if quote in text or (len(text) >= _LONG and text in quote):
                holds = bool(active) and (not until or until >= request.today)
                tells.setdefault(number, {})[fact] = holds
    return tells


def _add_numbered(
    connection: Connection,
    rows: "dict[int, tuple[Any, ...]]",
    numbers: "Collection[int]",
    where: str,
    values: list[object],
) -> None:
    missing = set(numbers) - rows.keys()
    if not missing:
        return
    some, wanted = marks(missing)
    for row in connection.execute(
        f"SELECT {ROW} FROM doc"  # noqa: S608 - our names
        f" WHERE doc.id IN ({some}) AND {where}",
        (*wanted, *values),
    ):
        rows[row[0]] = row
