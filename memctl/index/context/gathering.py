"""What of the cache belongs into a context: section by section, what changes least first.

Only what is current goes in as true; notes go in as what was written on their day. On the hot
path.
"""

from memctl.index.asking import prepare
from memctl.index.audience import tellable
from memctl.index.candidates import found_where
from memctl.index.context.close import vital_of_close
from memctl.index.context.fitting import Line
from memctl.index.found import Found
from memctl.index.lookup import look_up, unweighed
from memctl.index.question import Question
from memctl.index.request import Request
from memctl.index.showing import mark_stale, may_show
from memctl.index.store import Connection, asking_words
from memctl.language.questions import STANDINGS, may_order, standing_of

SECTIONS = ("identity", "rules", "profile", "entities", "facts", "notes")
_MOST_ENTITIES = 4
_MOST_OF_ENTITY = 12
_WITHOUT_SUMMARY = 5
"""Facts of an entity that has no summary to speak for it."""
_MOST_NOTES = 40
_RECENT_DAYS = 3
_RECORDS = ("note", "document")


class Gathered:
    """The lines, and what has to be looked at before they count."""

    __slots__ = ("answer", "lines", "unweighed")

    def __init__(
        self, lines: list[Line], *, answer: bool = False, unweighed: tuple[str, ...] = ()
    ) -> None:
        self.lines = lines
        self.answer = answer
        """Does something current answer the question?"""
        self.unweighed = unweighed


def gather(connection: Connection, request: Request, tacit: str) -> Gathered:
    """Every line that could be read, in order, each once.

    Args:
        connection: The cache.
        request: The question ("" for none), the day and the audience.
        tacit: Path of MEMORY.md.
    """
    answer = look_up(connection, request) if request.question.strip() else None
    results = answer.results if answer else []
    said = Said(connection, request)
    own = said.allowed(_tacit_lines(connection, request))
    matched = said.allowed([f for f in results if f.current and f.kind not in _RECORDS])
    # What the question put in doubt is current nowhere else.
    silent = {f.id for f in results if not f.current}
    beside = {
        ref: [
            f
            for f in said.allowed(_about(said, ref))
            if f.id not in silent and not _is_stated(f, matched)
        ]
        for ref in (request.me, *_refs(said, results))
    }
    mine = _entity_lines("profile", said, request.me, beside.pop(request.me))
    records = [f for f in results if f.kind in _RECORDS]
    notes = said.allowed([*records, *_recent(connection, request)])[:_MOST_NOTES]
    lines = {
        "identity": [_file_line("identity", f) for f in own if f.path != tacit],
        "rules": [_file_line("rules", f) for f in own if f.path == tacit],
        "profile": [*mine, *_vital_lines(said, {*beside}, silent)],
        "entities": [
            line
            for ref, found in beside.items()
            for line in _entity_lines("entities", said, ref, found)
        ],
        "facts": [_fact_line(f, said) for f in matched],
        "notes": [_note_line(f) for f in notes],
    }
    open_sources = (*(answer.unweighed if answer else ()), *unweighed(connection, said.given))
    return Gathered(
        _once(lines),
        answer=bool(answer and answer.is_answered),
        unweighed=(*open_sources, *said.unjudged),
    )


class Said:
    """What may be said: to this audience, and no orders that somebody else wrote."""

    def __init__(self, connection: Connection, request: Request) -> None:
        self.connection = connection
        self.request = request
        self.words = asking_words(connection)
        self.unjudged: list[str] = []
        self.given: list[Found] = []

    def allowed(self, found: list[Found]) -> list[Found]:
        """Those of the lines; what nobody has judged yet stays, and is told in `unjudged`."""
        kept = []
        for one in tellable(self.connection, found, self.request):
            # What stands in an identity file is the user's own order.
            is_open = one.orders is None and one.kind != "tacit"
            if is_open and may_order(one.text, self.words):
                self.unjudged.append(f"line {one.id}")
            if not one.orders or one.kind == "tacit":
                kept.append(one)
        self.given += kept
        return kept

    def rank(self, found: Found) -> int:
        """How much a line counts, by its words: 0 for what does harm when it is forgotten."""
        return STANDINGS.index(standing_of(found.text, self.words["standing"]))


def _tacit_lines(connection: Connection, request: Request) -> list[Found]:
    found = [f for f in found_where(connection, "kind = 'tacit'", [], request) if f.current]
    mark_stale(connection, found)
    names = list(request.identity)
    found.sort(key=lambda f: (names.index(n) if (n := _file(f)) in names else len(names), f.id))
    return [one for one in found if one.current]


def _file(found: Found) -> str:
    return found.path.rpartition("/")[2]


def _vital_lines(said: Said, told: set[str], silent: set[int]) -> list[Line]:
    """What does harm when it is forgotten of who is close, where nothing else tells of them."""
    vital = said.allowed(vital_of_close(said.connection, said.request, said.words))
    return [
        line
        for f in vital
        if f.id not in silent and f.entity not in told
        for line in _entity_lines("profile", said, str(f.entity), [f])
    ]


def _about(said: Said, ref: str) -> list[Found]:
    """What holds of an entity: its summary, then the facts that it does not state.

    As many as may stand there, what is vital first and always.
    """
    connection, request = said.connection, said.request
    found = [f for f in found_where(connection, "entity = ?", [ref], request) if f.current]
    summary = sorted((f for f in found if f.kind == "summary"), key=lambda f: f.line or 0)
    stated = {fact for line in summary for fact in line.rests.split()}
    facts = [f for f in found if f.kind == "fact" and f.fact not in stated]
    facts.sort(key=lambda f: (f.day or "", f.line or 0), reverse=True)
    facts.sort(key=lambda f: (said.rank(f), str(f.day) > request.today))
    most = _MOST_OF_ENTITY if ref == request.me else 0 if summary else _WITHOUT_SUMMARY
    return [*summary, *facts[: max(most, sum(not said.rank(f) for f in facts))]]


def _is_stated(line: Found, facts: list[Found]) -> bool:
    """Does a summary line say nothing but what these facts say?"""
    ids = {f.fact for f in facts if f.entity == line.entity}
    return line.kind == "summary" and ids.issuperset(line.rests.split())


def _refs(said: Said, results: list[Found]) -> list[str]:
    """The entities concerned.

    Those that the question names and those of the best answers; without a question those of
    which the latest notes speak.
    """
    connection, request = said.connection, said.request
    refs: list[str] = []
    if request.question.strip():
        question = Question(request.question, said.words, me=request.me, identity=request.identity)
        if question.terms:
            prepare(connection, question)
        refs += sorted(question.entities, key=lambda e: (-question.entities[e], e))
        refs += [f.entity for f in results if f.current and f.entity]
    else:
        paths = sorted({one.path for one in _recent(connection, request)}, reverse=True)
        for path in paths:
            rows = connection.execute(
                "SELECT DISTINCT entity FROM quote WHERE path = ? ORDER BY entity", (path,)
            )
            refs += [entity for (entity,) in rows]
    return [ref for ref in dict.fromkeys(refs) if ref != request.me][:_MOST_ENTITIES]


def _recent(connection: Connection, request: Request) -> list[Found]:
    """Lines of the last days that have notes, latest day first."""
    days = [
        day
        for (day,) in connection.execute(
            "SELECT DISTINCT day FROM doc WHERE kind = 'note' AND day <= ?"
            " ORDER BY day DESC LIMIT ?",
            (request.today, _RECENT_DAYS),
        )
    ]
    marks = ",".join("?" * len(days))
    found = found_where(connection, f"kind = 'note' AND day IN ({marks})", [*days], request)
    shown = [one for one in found if may_show(one)]
    return sorted(shown, key=lambda f: (days.index(str(f.day)), f.path, f.id))


def _file_line(section: str, found: Found) -> Line:
    file = _file(found)
    stem = file.rpartition(".")[0].casefold()
    above = (head for head in (found.heading or "").split("\n") if head.casefold() != stem)
    title = " · ".join((file, *filter(None, above)))
    return Line(section, title, found.text, kind=found.kind, path=found.path, line=found.line)


def _entity_lines(section: str, said: Said, ref: str, found: list[Found]) -> list[Line]:
    row = said.connection.execute("SELECT title FROM source WHERE entity = ?", (ref,)).fetchone()
    name = row[0] if row else ref
    who = f"{name} ({ref}), the user" if ref == said.request.me else f"{name} ({ref})"
    return [_line(section, who, f, said) for f in found]


def _since(found: Found, today: str) -> str:
    until = f", until {found.until}" if found.until else ""
    start = "from " if str(found.day) > today else ""
    return f" ({start}{found.day}{until})" if found.kind == "fact" and found.day else ""


def _fact_line(found: Found, said: Said) -> Line:
    label = f"{found.entity}#{found.fact}: " if found.fact else ""
    return _line("facts", "Facts that match the question", found, said, label)


def _line(section: str, title: str, found: Found, said: Said, label: str = "") -> Line:
    """A line of an entity, with its days behind it."""
    return Line(
        section,
        title,
        found.text,
        kind=found.kind,
        path=found.path,
        line=found.line,
        entity=found.entity,
        fact=found.fact,
        day=found.day,
        label=label,
        tail=_since(found, said.request.today),
        rank=said.rank(found),
    )


def _note_line(found: Found) -> Line:
    return Line(
        "notes",
        "From notes, as written on their day",
        found.text,
        kind=found.kind,
        path=found.path,
        line=found.line,
        day=found.day,
        label=f"{found.path}:{found.line}: ",
    )


def _once(lines: dict[str, list[Line]]) -> list[Line]:
    """Each place and each text once: a line of a file where it stands, a fact where it matches."""
    seen: set[str] = set()
    kept: dict[str, list[Line]] = {}
    for section in ("identity", "rules", "facts", "profile", "entities", "notes"):
        kept[section] = []
        for line in lines[section]:
            if line.key not in seen and line.text not in seen:
                seen.update((line.key, line.text))
                kept[section].append(line)
    return [line for section in SECTIONS for line in kept[section]]
