"""Ways of saying a number in which the words do not stand for its digits one by one.

"An hour and a half", "quarter to six", 三成, 差一刻六点: rows of the list `forms` in the table
`numbers` of a language, each with

    say     a regular expression; in it `{a}`, `{b}` stand for a number, `{h}` for an hour,
            `{m}` for minutes, `{hour}` for either without a group, `{s}` for a scale
            ("million"), `{unit}` for a unit; a group `d` holds decimals, a group `c` what the
            group `b` is divided by
    unit    what is counted; "" where `{unit}` tells it or none does
    per     group -> how much each of it counts; 1 where it is not told
    plus    what is added
    off     is what is left over of ten parts, or a hundred, told (八折)?
    each    is each group a number of its own (两三天)?
    gives   the numbers with their units, where the words mean several ("Christmas Eve")
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

from memctl.language.counting.rules import Numbers, number_rules
from memctl.language.lexicon import Lexicon
from memctl.language.phrases import Phrases, make_phrases

_COUNTED = ("a", "b", "h", "m")
_DAY = 24
_HOUR = 60
_PART = 10
_WHOLE = 100


@dataclass(frozen=True, slots=True)
class Told:
    """A number as a form tells it."""

    value: Decimal
    unit: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Forms:
    table: Numbers
    rows: tuple[Mapping[str, Any], ...]
    phrases: Phrases
    """Under the numbers of the rows."""


Value = Callable[[str, Numbers], Decimal | None]
"""What a run of number words means."""


def told_in_forms(folded: str, lexicon: Lexicon, value: Value) -> Iterator[tuple[Told, ...]]:
    """Every reading of a form, by itself: some lie within others."""
    for forms in _forms(lexicon):
        for key, match in forms.phrases.matches(folded):
            told = tuple(_told(folded, match, forms.rows[int(key)], forms.table, value))
            if told:
                yield told


@lru_cache(maxsize=16)
def _forms(lexicon: Lexicon) -> tuple[_Forms, ...]:
    out = []
    for language, table in zip(lexicon.languages, number_rules(lexicon), strict=True):
        rows = tuple(lexicon.table(language, "numbers").get("forms", ()))
        said = {str(i): [_filled(row["say"], table)] for i, row in enumerate(rows)}
        out.append(_Forms(table, rows, make_phrases(language, said, lexicon)))
    return tuple(out)


def _filled(say: str, table: Numbers) -> str:
    run, small = table.pattern.pattern, table.hours
    parts = {"a": run, "b": run, "h": small, "m": small, "s": table.scales, "unit": table.counted}
    say = say.replace("{hour}", small)
    for name, pattern in parts.items():
        say = say.replace(f"{{{name}}}", f"(?P<{name}>{pattern})")
    return say


def _told(
    text: str, match: re.Match[str], row: Mapping[str, Any], table: Numbers, value: Value
) -> Iterator[Told]:
    said = {name: text[slice(*match.span(name))].casefold() for name, m in _groups(match) if m}
    values = {n: v for n in _COUNTED if n in said and (v := value(said[n], table)) is not None}
    if values.get("h", 0) > _DAY or values.get("m", 0) >= _HOUR:
        return
    unit = row.get("unit") or table.units.get(said.get("unit", ""), "")
    if "gives" in row:
        yield from (Told(Decimal(v), u, *match.span()) for v, u in row["gives"])
    elif row.get("each"):
        yield from _each(match, {n: v * _scale(said, table) for n, v in values.items()}, unit)
    else:
        yield Told(_decimal(_summed(values, said, row, table)), unit, *match.span())


def _each(match: re.Match[str], values: Mapping[str, Decimal], unit: str) -> Iterator[Told]:
    """A number of each group; the last one with all that stands behind it."""
    last = max(match.start(n) for n in values)
    for n, value in values.items():
        start, end = match.span(n)
        yield Told(value, unit, start, match.end() if start == last else end)


def _groups(match: re.Match[str]) -> Iterator[tuple[str, bool]]:
    return ((name, found is not None) for name, found in match.groupdict().items())


def _summed(
    values: Mapping[str, Decimal], said: Mapping[str, str], row: Mapping[str, Any], table: Numbers
) -> Fraction:
    per = row.get("per", {})
    counted = {n: Fraction(v) * Fraction(per.get(n, "1")) for n, v in values.items()}
    if "c" in said:
        counted["b"] /= Fraction(_figure(said["c"], table))
    total = sum(counted.values(), Fraction(row.get("plus", "0")))
    if "d" in said:
        figures = "".join(_figure(d, table) for d in table.parts.findall(said["d"]))
        total += Fraction(f"0.{figures}")
    if row.get("off"):
        total = _WHOLE - total * (_PART if total < _PART else 1)
    return total * _scale(said, table)


def _scale(said: Mapping[str, str], table: Numbers) -> int:
    return {"": 1, **table.digits, **table.small, **table.large}[said.get("s", "")]


def _figure(word: str, table: Numbers) -> str:
    return str(table.digits.get(word, word))


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)
