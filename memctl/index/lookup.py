"""A question to the cache: which documents may answer, which of them are current, and how well.

On the hot path: the cache, the analyser and the order, nothing else.
"""

from memctl.index.ordering import Found, Weights, order, score_all, share_met
from memctl.index.question import Question
from memctl.index.store import Connection
from memctl.language.tokens import analyse, is_cjk

_CANDIDATES = 200
_NEIGHBOURS_OF = 60
_COMMON = 0.2
"""A term in a larger share of many documents finds nothing that others do not."""
_MANY = 2000
_TAIL = 0.22
"""Results below this share of the best one only look like answers."""
_TAIL_OF_NOTES = 0.02
_BESIDE = 0.35
"""A line that says nothing of the question by itself stays only when it scores this well."""
_LEAST = 0.15
_ENOUGH = 0.34
"""Share of the question's weight that an answer has to meet."""
_NEW = 0.3
"""A summary line that adds less than this share to the facts shown is not shown beside them."""
_LONGEST_NAME = 5
BY_A_PART = 0.7
"""What an entity gains that is named by a part of its name, against the whole one."""

_ROW = (
    "doc.id, source, kind, layer, entity, fact, text, status, day, path, line, begins, ends,"
    " until, active, speaker, rests, body, words.names"
)


class Request:
    """What is asked, and what may answer."""

    __slots__ = (
        "as_of", "entity", "include_all", "kind", "kinds", "layer", "limit", "me", "question", "since",
        "today", "until",
    )  # fmt: skip

    def __init__(self, question: str, *, today: str, **said: object) -> None:
        self.question = question
        self.today = today
        self.limit = int(str(said.get("limit") or 10))
        self.as_of = _text(said.get("as_of"))
        self.include_all = bool(said.get("include_all"))
        self.entity = _text(said.get("entity"))
        self.kind = _text(said.get("type"))
        self.layer = _text(said.get("layer"))
        self.since = _text(said.get("since"))
        self.until = _text(said.get("until"))
        self.me = str(said.get("me") or "people/me")
        self.kinds = str(said.get("kinds") or "fact summary tacit note document").split()


class Answer:
    """What recall found."""

    __slots__ = ("is_answered", "results")

    def __init__(self, results: list[Found], *, is_answered: bool) -> None:
        self.results = results
        """Best first."""
        self.is_answered = is_answered
        """Does something current answer?"""


def look_up(connection: Connection, request: Request) -> Answer:
    """The documents that answer, best first, each line once.

    Nothing that stopped holding is among them unless all of it or an earlier day was asked
    for; what is current is marked.
    """
    question = Question(request.question)
    if not question.terms:
        return Answer([], is_answered=False)
    entities, naming = _named_entities(connection, question)
    documents, average = _size(connection)
    frequencies = _frequencies(connection, question)
    _forgive_typos(connection, question, frequencies, entities, naming)
    question.me, question.naming = request.me, naming
    question.asked = [t for t in question.terms if t not in naming] or question.terms
    weights = Weights(question, frequencies, documents, average)
    found = _candidates(connection, question, request, entities, frequencies, documents)
    for one in found:
        one.current = _is_current(connection, one, request)
    score_all(found, question, weights, entities)
    _mark_stale(connection, found)
    found = [f for f in found if f.score > 0]
    found.sort(key=lambda f: order(f, request.kinds))
    kept = _shown(connection, _without_tail(found, entities), request)
    return Answer(kept, is_answered=_answers(kept, question, weights, entities))


def _text(value: object) -> str | None:
    return str(value) if value else None


def _size(connection: Connection) -> tuple[int, float]:
    """How many documents there are, and how many terms their texts have on average.

    Read from the record that FTS5 keeps of both (fts5 file format: rowid 1 holds varints:
    rows, then the terms of each column).
    """
    row = connection.execute("SELECT block FROM words_data WHERE id = 1").fetchone()
    numbers = []
    value = 0
    for byte in bytes(row[0]) if row else b"":
        value = value << 7 | byte & 0x7F
        if byte < 0x80:  # noqa: PLR2004 - the last byte of a varint
            numbers.append(value)
            value = 0
    if len(numbers) < 2 or not numbers[0]:  # noqa: PLR2004 - rows and one column
        return 0, 1.0
    return numbers[0], numbers[1] / numbers[0]


def _frequencies(connection: Connection, question: Question) -> dict[str, int]:
    terms = [*question.terms, *question.hinted]
    marks = ",".join("?" * len(terms))
    return dict(
        connection.execute(f"SELECT term, doc FROM vocabulary WHERE term IN ({marks})", terms)  # noqa: S608 - marks only
    )


def _named_entities(connection: Connection, question: Question) -> tuple[dict[str, float], set[str]]:
    """The entities that the question names, 1 by a whole name, less by a part of one; the
    terms that name them."""
    keys = _possible_names(question.text)
    marks = ",".join("?" * len(keys))
    rows = connection.execute(
        f"SELECT key, entity, whole FROM name WHERE key IN ({marks})",  # noqa: S608 - marks only
        keys,
    )
    entities: dict[str, float] = {}
    naming: set[str] = set()
    for key, entity, whole in rows:
        entities[entity] = max(entities.get(entity, 0.0), 1.0 if whole else BY_A_PART)
        for term in key.split():
            naming.update([term] if term.isascii() else [term, *term])
    return entities, naming


def _possible_names(text: str) -> list[str]:
    """Every run of words, and of CJK characters, that could be a name."""
    cleaned = text.replace("'s", " ").replace("’s", " ")
    plain = "".join(" " if is_cjk(c) or c in "?？!！,，" else c for c in cleaned)
    words = [t for t in analyse(plain) if not t.startswith("#")]
    found = [
        " ".join(words[i:j])
        for i in range(len(words))
        for j in range(i + 1, min(i + _LONGEST_NAME, len(words)) + 1)
    ]
    if not text.isascii():
        run = "".join(c if is_cjk(c) else " " for c in text)
        for piece in run.split():
            pairs = [t for t in analyse(piece) if len(t) > 1]
            found += [
                " ".join(pairs[i:j])
                for i in range(len(pairs))
                for j in range(i + 1, min(i + _LONGEST_NAME + 2, len(pairs)) + 1)
            ]
    return found[:900]


def _forgive_typos(
    connection: Connection,
    question: Question,
    frequencies: dict[str, int],
    entities: dict[str, float],
    naming: set[str],
) -> None:
    """Where a Latin word is found nowhere, the one name that is a slip of the hand away."""
    for term in [t for t in question.terms if t not in frequencies]:
        if not (term.isascii() and term.isalpha() and len(term) > 3):  # noqa: PLR2004 - short words are near to anything
            continue
        rows = connection.execute(
            "SELECT DISTINCT key, entity FROM name WHERE substr(key, 1, 1) = ?", (term[0],)
        )
        near = sorted({(k, e) for k, e in rows if _is_slip(term, k)})
        if near and len({k for k, _ in near}) == 1:
            entities.update((entity, BY_A_PART) for _, entity in near)
            naming.add(near[0][0])
            question.terms[question.terms.index(term)] = near[0][0]
            frequencies.update(_frequencies(connection, question))


def _is_slip(typed: str, name: str) -> bool:
    """One letter too many, too few or wrong, or two swapped."""
    if abs(len(typed) - len(name)) > 1 or typed == name or " " in name:
        return False
    at = next((i for i, (a, b) in enumerate(zip(typed, name, strict=False)) if a != b), None)
    if at is None:
        return True
    rest, of = typed[at:], name[at:]
    return rest[1:] == of[1:] or rest[1:] == of or rest == of[1:] or (
        rest[:2] == of[1::-1] and rest[2:] == of[2:]
    )


def _candidates(  # noqa: PLR0913 - what is asked and what is known of its terms
    connection: Connection,
    question: Question,
    request: Request,
    entities: dict[str, float],
    frequencies: dict[str, int],
    documents: int,
) -> list[Found]:
    where, values = _filters(request)
    terms = _searchable([*question.terms, *question.hinted], frequencies, documents)
    rows: dict[int, tuple[object, ...]] = {}
    if terms:
        match = " OR ".join(f'"{term}"' for term in terms)
        for row in connection.execute(
            f"SELECT {_ROW} FROM words JOIN doc ON doc.id = words.rowid"  # noqa: S608 - our names
            f" WHERE words MATCH ? AND {where} ORDER BY rank LIMIT ?",
            (match, *values, _CANDIDATES),
        ):
            rows[row[0]] = row
    for entity in list(entities)[:3]:
        for row in connection.execute(
            f"SELECT {_ROW} FROM doc JOIN words ON doc.id = words.rowid"  # noqa: S608 - our names
            f" WHERE entity = ? AND {where} LIMIT ?",
            (entity, *values, _CANDIDATES),
        ):
            rows[row[0]] = row
    _add_neighbours(connection, rows, where, values)
    return [Found(row) for row in rows.values()]


def _searchable(terms: list[str], frequencies: dict[str, int], documents: int) -> list[str]:
    """The terms worth looking for: those found at all, without common ones in large caches."""
    found = [t for t in terms if frequencies.get(t)]
    telling = [t for t in found if len(t) > 1 or t.isascii()] or found
    if documents > _MANY:
        telling = [t for t in telling if frequencies[t] < _COMMON * documents] or telling
    return telling


def _add_neighbours(
    connection: Connection,
    rows: dict[int, tuple[object, ...]],
    where: str,
    values: list[object],
) -> None:
    """Lines beside the best lines of notes: an answer may share no word with its question."""
    best = [i for i, row in rows.items() if row[2] == "note"][:_NEIGHBOURS_OF]
    wanted = {n for i in best for n in (i - 1, i + 1)} - rows.keys()
    marks = ",".join("?" * len(wanted))
    sources = {row[1] for row in rows.values()}
    for row in connection.execute(
        f"SELECT {_ROW} FROM doc JOIN words ON doc.id = words.rowid"  # noqa: S608 - our names
        f" WHERE doc.id IN ({marks}) AND kind = 'note' AND {where}",
        (*sorted(wanted), *values),
    ):
        if row[1] in sources:
            rows[row[0]] = row


def _filters(request: Request) -> tuple[str, list[object]]:
    """What may be shown, as SQL: the days on which it held, and what the call narrows down to."""
    parts: list[str] = []
    values: list[object] = []

    def need(condition: str, *given: object) -> None:
        parts.append(condition)
        values.extend(given)

    if request.as_of:
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


def _is_current(connection: Connection, found: Found, request: Request) -> bool:
    """Is it true on the day that is asked about, as far as the files tell?"""
    if found.kind == "fact":
        if request.as_of:
            return True
        return found.is_active and (not found.until or found.until >= request.today)
    if request.as_of or found.kind in ("note", "document") or not found.is_active:
        return False
    if found.kind == "summary":
        return bool(found.rests) and all(
            _fact_holds(connection, found.entity, fact, request.today)
            for fact in found.rests.split()
        )
    return True


def _fact_holds(connection: Connection, entity: object, fact: str, today: str) -> bool:
    rows = connection.execute(
        "SELECT active, until FROM doc WHERE entity = ? AND fact = ?", (entity, fact)
    ).fetchall()
    return bool(rows) and all(active and (not until or until >= today) for active, until in rows)


def _shown(connection: Connection, found: list[Found], request: Request) -> list[Found]:
    """The best lines that may be shown, each said once, up to the limit."""
    kept: list[Found] = []
    said: dict[frozenset[str], list[Found]] = {}
    wants_past = bool(request.as_of) or request.include_all
    retired: dict[str, list[tuple[str, bool]]] = {}
    for one in found:
        if len(kept) == request.limit:
            break
        terms = frozenset(one.body)
        alike = said.setdefault(terms, [])
        if _is_said(one, alike, kept):
            continue
        if wants_past or _may_show(connection, one, request.today, retired):
            alike.append(one)
            kept.append(one)
    return kept


def _is_said(found: Found, alike: list[Found], kept: list[Found]) -> bool:
    """Does a better result say what this summary line or note says?"""
    if any(k.kind != found.kind and k.entity == found.entity for k in alike):
        return True
    if found.kind != "summary":
        return False
    rests = found.rests.split()
    facts = [k for k in kept if k.entity == found.entity and k.fact in rests]
    told = {t for fact in facts for t in (*fact.body, *fact.names)}
    return bool(facts) and sum(t not in told for t in found.body) <= _NEW * len(found.body)


def _may_show(
    connection: Connection, found: Found, today: str, quotes: dict[str, list[tuple[str, bool]]]
) -> bool:
    """False for lines that only tell what no longer holds."""
    if found.kind == "summary" and found.rests:
        return found.current
    if found.kind != "note":
        return True
    if found.path not in quotes:
        rows = connection.execute(
            "SELECT quote, active, doc.until FROM quote JOIN doc ON doc.id = quote.doc"
            " WHERE quote.path = ?",
            (found.path,),
        )
        quotes[found.path] = [(q, bool(a) and (not u or u >= today)) for q, a, u in rows]
    states = [holds for q, holds in quotes[found.path] if q in found.text or found.text in q]
    return not states or any(states)


def _mark_stale(connection: Connection, found: list[Found]) -> None:
    """A line of MEMORY.md that says what a retired fact says is not current."""
    for one in found:
        if one.kind != "tacit" or not one.current:
            continue
        match = " OR ".join(f'"{term}"' for term in dict.fromkeys(one.body))
        rows = connection.execute(
            "SELECT body FROM words JOIN doc ON doc.id = words.rowid WHERE words MATCH ?"
            " AND kind = 'fact' AND NOT active ORDER BY rank LIMIT 5",
            (f"body : ({match})",),
        )
        said = set(one.body)
        one.current = not any(set(body.split()) <= said for (body,) in rows)


def _without_tail(found: list[Found], entities: dict[str, float]) -> list[Found]:
    """Without what only looks like an answer: too far below the best, or met in hints alone."""
    best = found[0].score if found else 0.0
    return [f for f in found if _is_telling(f, best, entities)]


def _is_telling(found: Found, best: float, entities: dict[str, float]) -> bool:
    if found.kind == "note":
        return found.score >= (_TAIL_OF_NOTES if found.share else _BESIDE) * best
    return found.score >= _TAIL * best and (found.share >= _LEAST or found.entity in entities)


def _answers(
    kept: list[Found],
    question: Question,
    weights: Weights,
    entities: dict[str, float],
) -> bool:
    """Does a current result meet enough of what the question says beyond names?"""
    for one in kept:
        if not one.current:
            continue
        said = one.met & {*one.body}
        if "elsewhere" in one.parts:
            continue
        if question.asked is question.terms and one.entity in entities:
            return True  # the question is a name alone
        if share_met(said, question.asked, question, weights) >= _ENOUGH:
            return True
        if one.entity in entities and not said.isdisjoint(question.hinted):
            return True
    return False
