"""Which attributes a statement fills, with which value: read from data, language by language.

Old facts and new texts are read alike, in any language, so that "CEO: Rao" and 首席执行官是…
meet in one slot. Keys read from the data of a language (attributes.toml):

    value, name    patterns that `{value}` and `{name}` stand for
    attributes     a list of tables, each:
        name         the same in all languages
        relation     true where the value is somebody at whom the row may be stored
        of_what      true where one has many of them, each of another thing: a price, a date
        cardinality  "one" (a new value takes the place of the old) or "many"
        patterns     regular expressions with a group `value` (or `{value}`, `{name}`)
        groups       value -> phrases; naming one of them fills the slot with that value
        about        phrases of which one must occur for `groups` or `quantity` to count
        quantity     unit of the number that is the value, or a list of units
        examples     [{text, value}], each of which is a test; `value = ""`: not filled
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from memctl.expressions import later
from memctl.language.lexicon import Lexicon
from memctl.language.phrases import Phrases, Span, make_phrases
from memctl.language.quantities import Quantity, read_quantities
from memctl.language.stances import Stances, clauses, read_stances
from memctl.language.terms import fold, languages_of, read_terms

Tense = Literal["present", "past", "plan"]
Polarity = Literal["state", "end"]
_CACHED = 2_000
_YEAR = later(r"(?:19|20)\d\d")


@dataclass(frozen=True, slots=True)
class SlotReading:
    """One attribute that a statement fills."""

    attribute: str
    cardinality: str
    """`one` or `many`."""
    value: str
    """As written (script and width folded), or the name of the value's group."""
    key: frozenset[str]
    """The value for comparing: terms and numbers, or the group."""
    polarity: Polarity
    tense: Tense
    is_hedged: bool
    """Also where it is a condition, a joke or an attempt."""
    is_hearsay: bool
    span: Span
    """In the folded text."""


@dataclass(frozen=True, slots=True)
class _Value:
    value: str
    span: Span
    key: frozenset[str]
    is_group: bool = False


@dataclass(frozen=True, slots=True)
class _Attribute:
    name: str
    cardinality: str
    is_bound: bool
    """Do groups and numbers count only beside one of the words of `about`?"""
    quantity: tuple[str, ...]


@dataclass(frozen=True, eq=False, slots=True)
class _Reader:
    """The attributes of a language and all their patterns in one sieve.

    A pattern's key is `NUMBER:value`, `NUMBER:about` or `NUMBER:group:NAME`.
    """

    attributes: tuple[_Attribute, ...]
    phrases: Phrases
    counted: Mapping[str, tuple[int, ...]]
    """Unit -> numbers of the attributes whose value is counted in it."""


@lru_cache(maxsize=16)
def _reader(language: str, lexicon: Lexicon) -> _Reader:
    rows = lexicon.rows(language, "attributes")
    table: dict[str, Sequence[str]] = {}
    for number, row in enumerate(rows):
        table[f"{number}:value"] = [_filled(p, language, lexicon) for p in row.get("patterns", ())]
        table[f"{number}:about"] = row.get("about", ())
        for group, phrases in row.get("groups", {}).items():
            table[f"{number}:group:{group}"] = phrases
    attributes = tuple(
        _Attribute(
            row["name"],
            row["cardinality"],
            bool(row.get("about")),
            _units(row.get("quantity", ())),
        )
        for row in rows
    )
    units: dict[str, tuple[int, ...]] = {}
    for number, attribute in enumerate(attributes):
        units |= {unit: (*units.get(unit, ()), number) for unit in attribute.quantity}
    return _Reader(attributes, make_phrases(language, table, lexicon), units)


def _filled(pattern: str, language: str, lexicon: Lexicon) -> str:
    for key in ("value", "name"):
        inner = str(lexicon.tables[language].get(key, r"\S+"))
        pattern = pattern.replace(f"{{{key}}}", f"(?P<value>{inner})")
    return pattern


def _units(given: str | Sequence[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)


@lru_cache(maxsize=16)
def relation_attributes(lexicon: Lexicon) -> frozenset[str]:
    """Attributes whose value is another entity, at which the row may be stored."""
    rows = (row for lang in lexicon.languages for row in lexicon.rows(lang, "attributes"))
    return frozenset(row["name"] for row in rows if row.get("relation"))


@lru_cache(maxsize=16)
def attributes_of_things(lexicon: Lexicon) -> frozenset[str]:
    """Attributes of which one value is of the gym and another of the parking."""
    rows = (row for lang in lexicon.languages for row in lexicon.rows(lang, "attributes"))
    return frozenset(row["name"] for row in rows if row.get("of_what"))


def read_slots(text: str, lexicon: Lexicon) -> tuple[SlotReading, ...]:
    """The attributes that `text` fills, in the order of the text."""
    return read_folded_slots(fold(text, lexicon), lexicon)


@lru_cache(maxsize=_CACHED)
def read_folded_slots(folded: str, lexicon: Lexicon) -> tuple[SlotReading, ...]:
    """As `read_slots`, for text that is folded already."""
    stances = read_stances(folded, lexicon)
    found: dict[tuple[str, frozenset[str]], SlotReading] = {}
    for language in _readers(folded, lexicon):
        for attribute, value in _values(folded, language, lexicon):
            reading = _reading(attribute, value, stances, folded, lexicon)
            found.setdefault((attribute.name, value.key), reading)
    return tuple(sorted(found.values(), key=lambda r: (r.span, r.attribute)))


def _readers(folded: str, lexicon: Lexicon) -> tuple[str, ...]:
    """A text without words (a telephone number) is anybody's."""
    return languages_of(folded, lexicon) or lexicon.languages


def _values(folded: str, language: str, lexicon: Lexicon) -> Iterator[tuple[_Attribute, _Value]]:
    reader = _reader(language, lexicon)
    about: set[int] = set()
    stated: dict[int, list[_Value]] = {}
    grouped: dict[int, list[_Value]] = {}
    numbers = read_quantities(folded, lexicon)
    for key, match in reader.phrases.matches(folded):
        at, _, kind = key.partition(":")
        number = int(at)
        if kind == "about":
            about.add(number)
        elif kind == "value":
            start, end = _whole(folded, match.span("value"), numbers, lexicon)
            value = folded[start:end].strip()
            told = _as_number((start, end), numbers) or value_key(value, lexicon)
            read = _Value(value, (start, end), told)
            stated.setdefault(number, []).append(read)
        else:
            group = kind.removeprefix("group:")
            read = _Value(group, match.span(), frozenset({f"g:{group}"}), is_group=True)
            if not any(v.value == group for v in grouped.get(number, ())):
                grouped.setdefault(number, []).append(read)
    filled = {*stated, *grouped, *(i for q in numbers for i in reader.counted.get(q.unit, ()))}
    for number in sorted(filled):
        attribute = reader.attributes[number]
        found = stated.get(number, [])
        if number in about or not attribute.is_bound:
            counted = _counted(attribute, numbers) if attribute.quantity else []
            found = [*found, *grouped.get(number, ()), *counted]
        yield from ((attribute, value) for value in found if value.key)


def _whole(folded: str, span: Span, numbers: Sequence[Quantity], lexicon: Lexicon) -> Span:
    """With the rest of the number within which it ends: 3.5k is not 3.5, but 三楼 is 三."""
    start, end = span
    for q in (q for q in numbers if start <= q.start < end < q.end):
        read = read_quantities(folded[q.start : end], lexicon)
        if not q.unit or (read and read[0].value != q.value):
            return start, q.end
    return span


def _as_number(span: Span, numbers: Sequence[Quantity]) -> frozenset[str]:
    """The key of a value that is a number only where it stands: the third of "third floor"."""
    return frozenset(joined_numbers([q.plain for q in numbers if (q.start, q.end) == span]))


def _counted(attribute: _Attribute, numbers: Sequence[Quantity]) -> list[_Value]:
    return [
        _Value(q.value, (q.start, q.end), frozenset(joined_numbers([q.plain])))
        for q in numbers
        if q.unit in attribute.quantity
    ]


@lru_cache(maxsize=_CACHED)
def value_key(value: str, lexicon: Lexicon) -> frozenset[str]:
    """What is compared of a value: its terms and its numbers, in no order."""
    folded = fold(value, lexicon)
    numbers = read_quantities(folded, lexicon)
    covered = {i for q in numbers for i in range(q.start, q.end)}
    # A phrase that goes on behind the number ("third floor") tells more than it.
    terms = (
        t
        for t in read_terms(folded, lexicon)
        if t.start not in covered or (t.id[:2] == "c:" and t.end - 1 not in covered)
    )
    key = {*(t.id for t in terms), *joined_numbers([q.plain for q in numbers])}
    return frozenset(key or {folded.casefold()} - {""})


def joined_numbers(values: Sequence[str]) -> tuple[str, ...]:
    """Several numbers as one, in no order, so that 5/4 is not part of 5/5.

    A year beside other numbers is left out, since the other side may not tell it.
    """
    rest = [v for v in values if not _YEAR.fullmatch(v)] or values
    return (f"n:{'+'.join(sorted(rest))}",) if rest else ()


def _reading(
    attribute: _Attribute, found: _Value, stances: Stances, folded: str, lexicon: Lexicon
) -> SlotReading:
    begins = found.span[0]
    clause = next((c for c in clauses(folded, lexicon) if c[0] <= begins < c[1]), (0, len(folded)))
    # A word that fills the slot by itself ("scrapped", "divorced") does not end its own value.
    stops = (*stances.end, *stances.leave)
    ends = _any_within([s for s in stops if not (found.is_group and _meet(s, found.span))], clause)
    is_past, is_plan = _any_within(stances.past, clause), _any_within(stances.plan, clause)
    return SlotReading(
        attribute=attribute.name,
        cardinality=attribute.cardinality,
        value=found.value,
        key=found.key,
        polarity="end" if ends else "state",
        tense="past" if is_past else "plan" if is_plan else "present",
        is_hedged=bool(stances.hedge or stances.conditional or stances.joke or stances.attempt),
        is_hearsay=bool(stances.hearsay),
        span=found.span,
    )


def _meet(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _any_within(spans: Sequence[Span], clause: Span) -> bool:
    return any(clause[0] <= start < clause[1] for start, _ in spans)
