"""The number words and units of a lexicon, compiled.

Keys of the table `numbers` of a language:
    between      words between two number words ("one hundred and two"), or numbers of which the
                 second one goes on in a smaller unit ("1 hour and 30 minutes")
    digits       word -> value below the first scale (twelve = 12, 九 = 9, 十 is a scale)
    small        scales below the first large one (hundred = 100, 十 = 10, 百 = 100)
    large        scales that multiply all before them (k = 1000, 万 = 10000)
    joined       are the words written without spaces?
    amounts      of these the units of what one takes several of at a time
    telling      units that by themselves say what is counted ("mg")
    units        unit -> words that follow a number
    before       unit -> words or signs that stand before a number ("$", "Year")
    hour         words after a number that make it a time of day
    half         words that add half an hour
    afternoon    words beside a time that add twelve hours
    night        the same from the evening on: two at night is early
    months       word -> number
    months_beside_days   the same for words that mean a month only beside a number ("may")
    fixed        word -> number ("fortnightly" = 14)
    halved       words before a unit that mean a half of it ("half an", 半个)
    and_half     words between a number and its unit that add a half (个半)
    later        patterns right behind a time that add twelve hours ("in the evening")
    forms        other ways of saying a number, see `counting.forms`
    tenths       units behind which a numeral at once counts parts of ten (一米七, 两块五)

Key that holds for every language:
    same_units   unit -> base unit, how much of it, and the unit it counts as where that is
                 another than the base: all of one base compare alike
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from memctl.expressions import compiled
from memctl.language.lexicon import Lexicon

_NUMERAL = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_TEN = 10
_TENS = range(20, 60, _TEN)
_END = r"(?![^\W\d_])"
"""Where no letter follows."""
_WITHIN = "(?:(?<![A-Za-z])|(?![A-Za-z]))"
"""The same among Chinese characters, of which no end can be seen: 3 m is a way, "3 men" none."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """The table `numbers` of one language."""

    joined: bool
    pattern: re.Pattern[str]
    digits: Mapping[str, int]
    small: Mapping[str, int]
    large: Mapping[str, int]
    after: re.Pattern[str]
    before: re.Pattern[str]
    begins: tuple[str, ...]
    """The words before a number."""
    units: Mapping[str, str]
    """Words that follow a number -> unit."""
    letters: frozenset[str]
    """Those of one letter, as they are written: 5 g are grams, 5G is a network."""
    before_units: Mapping[str, str]
    """The same of words before one: "Year 7" is a class, a "7 year" guarantee a time."""
    afternoon: re.Pattern[str]
    night: re.Pattern[str]
    half: re.Pattern[str]
    fixed: re.Pattern[str]
    fixed_values: Mapping[str, int]
    month_names: frozenset[str]
    doubtful: frozenset[str]
    parts: re.Pattern[str]
    """The words and numerals that a run consists of."""
    halved: re.Pattern[str]
    """A half of a unit, with group `unit`."""
    and_half: re.Pattern[str]
    tenths: frozenset[str]
    later: re.Pattern[str]
    """Words right behind a time that add twelve hours ("in the evening")."""
    hours: str
    """A small number in one word or figure, as hours and minutes are told."""
    scales: str
    counted: str
    """The words of units."""


@lru_cache(maxsize=16)
def number_rules(lexicon: Lexicon) -> tuple[Numbers, ...]:
    """Those of each language, in the order of the lexicon."""
    return tuple(_compile(lexicon.table(lang, "numbers")) for lang in lexicon.languages)


@lru_cache(maxsize=16)
def same_units(lexicon: Lexicon) -> dict[str, tuple[str, Fraction, str]]:
    """Unit -> the unit in which it is compared, how many of those it is, and what it counts as."""
    rows = lexicon.common.get("same_units", {})
    return {
        unit: (base, Fraction(factor), *(counts_as or [base]))
        for unit, (base, factor, *counts_as) in rows.items()
    }


@lru_cache(maxsize=16)
def unit_joins(lexicon: Lexicon) -> frozenset[str]:
    """What stands between a number and what goes on with it in a smaller unit: 1 h 30 min."""
    tables = (lexicon.table(language, "numbers") for language in lexicon.languages)
    return frozenset(("", " ", *(f" {w} " for table in tables for w in table.get("between", ()))))


def _compile(table: Mapping[str, Any]) -> Numbers:
    is_joined = bool(table.get("joined"))
    digits, small, large = (dict(table.get(k, {})) for k in ("digits", "small", "large"))
    after, before = _words(table, "units"), _words(table, "before")
    hours = [str(hour) for hour in table.get("hour", ())]
    doubtful = table.get("months_beside_days", {})
    months = {**table.get("months", {}), **doubtful}
    fixed = {**table.get("fixed", {}), **months}
    end = _WITHIN if is_joined else _END

    def any_of(words: Iterable[str]) -> re.Pattern[str]:
        return compiled(_either(words, bound=not is_joined), re.IGNORECASE)

    return Numbers(
        joined=is_joined,
        pattern=compiled(_run(table, digits, small, large), re.IGNORECASE),
        digits=digits,
        small=small,
        large=large,
        after=compiled(rf"\s?({_either([*after, *hours])}){end}", re.IGNORECASE),
        before=compiled(rf"({_either(before)})\s?\Z", re.IGNORECASE),
        begins=tuple(w.lower() for w in before),
        units=_units(table, "units") | {hour.casefold(): "time" for hour in hours},
        letters=frozenset(word for word in after if len(word) == 1),
        before_units=_units(table, "before"),
        afternoon=any_of(table.get("afternoon", ())),
        night=any_of(table.get("night", ())),
        half=any_of(table.get("half", ())),
        fixed=any_of(fixed),
        fixed_values={k.casefold(): int(v) for k, v in fixed.items()},
        month_names=frozenset(map(str.casefold, months)),
        doubtful=frozenset(map(str.casefold, doubtful)),
        parts=compiled("|".join([_NUMERAL, _either([*digits, *small, *large])])),
        halved=_halved(table.get("halved", ()), after, end),
        and_half=compiled(_either(table.get("and_half", ()))),
        tenths=frozenset(table.get("tenths", ())),
        later=compiled("|".join(table.get("later", ())) or "(?!)", re.IGNORECASE),
        hours=_joined_small(digits, small) if is_joined else _small(digits),
        scales=_either([*small, *large]) + end,
        counted=_either(after) + end,
    )


def _small(digits: Mapping[str, int]) -> str:
    """A figure or a number word up to 59, none of which needs a scale."""
    words = {w: n for w, n in digits.items() if " " not in w}
    tens, ones = (
        _either(w for w, n in words.items() if n in among) for among in (_TENS, range(1, 10))
    )
    return rf"(?:\d{{1,2}}(?!\d)|{tens}[ -]{ones}{_END}|{_either(words)}{_END})"


def _joined_small(digits: Iterable[str], small: Mapping[str, int]) -> str:
    """The same of characters in a row: 五, 十五, 五十二."""
    one, ten = (_either(words) for words in (digits, [w for w, n in small.items() if n == _TEN]))
    return rf"(?:\d{{1,2}}|{one}?{ten}{one}?|{one})"


def _words(table: Mapping[str, Any], key: str) -> list[str]:
    return [word for words in table.get(key, {}).values() for word in words]


def _units(table: Mapping[str, Any], key: str) -> dict[str, str]:
    return {w.casefold(): unit for unit, words in table.get(key, {}).items() for w in words}


def _halved(words: Iterable[str], units: Iterable[str], end: str) -> re.Pattern[str]:
    joined = "|".join(words) or "(?!)"
    return compiled(rf"(?:{joined})(?P<unit>{_either(units)}){end}", re.IGNORECASE)


def _either(words: Iterable[str], *, bound: bool = False) -> str:
    joined = "|".join(map(re.escape, sorted(words, key=lambda w: (-len(w), w)))) or "(?!)"
    return rf"(?<![^\W\d_])(?:{joined}){_END}" if bound else f"(?:{joined})"


def _run(
    table: Mapping[str, Any], digits: Iterable[str], small: Iterable[str], large: Iterable[str]
) -> str:
    """Numerals and number words that make one number."""
    if table.get("joined"):
        return _joined(digits, small, large)
    return _apart(digits, small, large, table.get("between", ()))


def _apart(
    digits: Iterable[str], small: Iterable[str], large: Iterable[str], between: Iterable[str]
) -> str:
    """Words with spaces between; a numeral takes only scales after it ("7.5 million")."""
    # A single letter is a scale only where it stands at once: "2m" are millions, "2 m" is a way.
    letters = [word for word in large if len(word) == 1]
    scale = rf"(?:(?:{_either(letters)}|\s?{_either(set(large) - set(letters))}){_END})"
    words = _either([*digits, *small, *large], bound=True)
    follow = rf"(?:[\s-]+(?:{_either(between)}\s+)?{words})"
    first = _either(digits, bound=True)
    return rf"(?:{_NUMERAL}){scale}*|{first}(?:[\s-]{first}|(?={follow}){follow})*"


def _joined(digits: Iterable[str], small: Iterable[str], large: Iterable[str]) -> str:
    """Numerals and characters in a row (3万5千); after a numeral a scale comes first (129一年)."""
    scale = rf"\s?{_either([*small, *large])}"
    word = rf"(?:{_NUMERAL}|{_either([*digits, *small, *large])})"
    begins = _either([*digits, *small])
    return rf"(?:{_NUMERAL})(?:{scale}{word}*)?|{begins}{word}*"
