"""Which attributes a statement fills, with which value: read from data, language by language.

Old facts and new texts are read alike, in any language, so that "CEO: Rao" and 首席执行官是…
meet in one slot. Keys read from the data of a language (attributes.toml):

    value, name    patterns that `{value}` and `{name}` stand for
    attributes     a list of tables, each:
        name         the same in all languages
        relation     true where the value is somebody at whom the row may be stored
        cardinality  "one" (a new value takes the place of the old) or "many"
        patterns     regular expressions with a group `value` (or `{value}`, `{name}`)
        groups       value -> phrases; naming one of them fills the slot with that value
        about        phrases of which one must occur for `groups` or `quantity` to count
        quantity     unit of the number that is the value, or a list of units
        examples     [{text, value}], each of which is a test; `value = ""`: not filled
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from memctl.language.lexicon import Lexicon
from memctl.language.quantities import read_quantities
from memctl.language.stances import Span, Stances, clauses, read_stances
from memctl.language.terms import fold, languages_of, phrase_pattern, read_terms

Tense = Literal["present", "past", "plan"]
Polarity = Literal["state", "end"]
_CACHED = 50_000
_YEAR = re.compile(r"(?:19|20)\d\d")


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


@dataclass(frozen=True, slots=True)
class _Attribute:
    name: str
    cardinality: str
    patterns: tuple[re.Pattern[str], ...]
    groups: tuple[tuple[str, re.Pattern[str]], ...]
    about: re.Pattern[str] | None
    quantity: tuple[str, ...]


@lru_cache(maxsize=16)
def _attributes(languages: tuple[str, ...], lexicon: Lexicon) -> tuple[_Attribute, ...]:
    return tuple(
        _compile(row, language, lexicon)
        for language in languages
        for row in lexicon.rows(language, "attributes")
    )


def _compile(row: Mapping[str, Any], language: str, lexicon: Lexicon) -> _Attribute:
    parts = {"{value}": "value", "{name}": "name"}

    def filled(pattern: str) -> str:
        for mark, key in parts.items():
            inner = str(lexicon.tables[language].get(key, r"\S+"))
            pattern = pattern.replace(mark, f"(?P<value>{inner})")
        return pattern

    about = tuple(row.get("about", ()))
    return _Attribute(
        row["name"],
        row["cardinality"],
        tuple(phrase_pattern(language, (filled(p),), lexicon) for p in row.get("patterns", ())),
        tuple(
            (group, phrase_pattern(language, tuple(phrases), lexicon))
            for group, phrases in row.get("groups", {}).items()
        ),
        phrase_pattern(language, about, lexicon) if about else None,
        _units(row.get("quantity", ())),
    )


def _units(given: str | Sequence[str]) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)


@lru_cache(maxsize=16)
def relation_attributes(lexicon: Lexicon) -> frozenset[str]:
    """Attributes whose value is another entity, at which the row may be stored."""
    rows = (row for lang in lexicon.languages for row in lexicon.rows(lang, "attributes"))
    return frozenset(row["name"] for row in rows if row.get("relation"))


def read_slots(text: str, lexicon: Lexicon) -> tuple[SlotReading, ...]:
    """The attributes that `text` fills, in the order of the text."""
    return read_folded_slots(fold(text, lexicon), lexicon)


@lru_cache(maxsize=_CACHED)
def read_folded_slots(folded: str, lexicon: Lexicon) -> tuple[SlotReading, ...]:
    """As `read_slots`, for text that is folded already."""
    stances = read_stances(folded, lexicon)
    found: dict[tuple[str, frozenset[str]], SlotReading] = {}
    for attribute in _attributes(_readers(folded, lexicon), lexicon):
        for value in _values(attribute, folded, lexicon):
            reading = _reading(attribute, value, stances, folded)
            found.setdefault((attribute.name, value.key), reading)
    return tuple(sorted(found.values(), key=lambda r: (r.span, r.attribute)))


def _readers(folded: str, lexicon: Lexicon) -> tuple[str, ...]:
    """A text without words (a telephone number) is anybody's."""
    return languages_of(folded, lexicon) or lexicon.languages


def _values(attribute: _Attribute, folded: str, lexicon: Lexicon) -> list[_Value]:
    out: list[_Value] = []
    for pattern in attribute.patterns:
        for match in pattern.finditer(folded):
            value = match["value"].strip()
            out.append(_Value(value, match.span("value"), value_key(value, lexicon)))
    if attribute.about is None or attribute.about.search(folded):
        out += _grouped(attribute, folded)
        out += _counted(attribute, folded, lexicon)
    return [found for found in out if found.key]


def _grouped(attribute: _Attribute, folded: str) -> list[_Value]:
    return [
        _Value(group, match.span(), frozenset({f"g:{group}"}))
        for group, pattern in attribute.groups
        if (match := pattern.search(folded))
    ]


def _counted(attribute: _Attribute, folded: str, lexicon: Lexicon) -> list[_Value]:
    return [
        _Value(q.value, (q.start, q.end), frozenset(joined_numbers([q.value])))
        for q in read_quantities(folded, lexicon)
        if q.unit in attribute.quantity
    ]


def value_key(value: str, lexicon: Lexicon) -> frozenset[str]:
    """What is compared of a value: its terms and its numbers, in no order."""
    folded = fold(value, lexicon)
    numbers = read_quantities(folded, lexicon)
    covered = {i for q in numbers for i in range(q.start, q.end)}
    terms = (t for t in read_terms(folded, lexicon) if t.start not in covered)
    key = {*(t.id for t in terms), *joined_numbers([q.value for q in numbers])}
    return frozenset(key or {folded.casefold()} - {""})


def joined_numbers(values: Sequence[str]) -> tuple[str, ...]:
    """Several numbers as one, in no order, so that 5/4 is not part of 5/5.

    A year beside other numbers is left out, since the other side may not tell it.
    """
    rest = [v for v in values if not _YEAR.fullmatch(v)] or values
    return (f"n:{'+'.join(sorted(rest))}",) if rest else ()


def _reading(attribute: _Attribute, found: _Value, stances: Stances, folded: str) -> SlotReading:
    begins = found.span[0]
    clause = next((c for c in clauses(folded) if c[0] <= begins < c[1]), (0, len(folded)))
    ends = _any_within((*stances.end, *stances.leave), clause)
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


def _any_within(spans: Sequence[Span], clause: Span) -> bool:
    return any(clause[0] <= start < clause[1] for start, _ in spans)
