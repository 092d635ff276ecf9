"""The date vocabulary of a lexicon, compiled: patterns with slots become expressions.

The tables under `[dates]` of a language:

    spaced          are words divided by blanks?
    weekday_style   `spoken`: "next Friday" may be undecided; `calendar`: counted in weeks
    articles        words that may stand between such a word and a date ("by the 5th")
    shy             words that are dates only with a capital and in company
    months, weekdays                lists of spellings, January and Monday first
    days, which, numbers, …         word = number
    units, spans                    word = "2 week"
    feasts                          word = "12-25"
    before, after                   words beside a date that give it a role
    joins                           words between the two ends of a range
    past, future                    expressions that say which way a clause looks
    pattern         match, gives, optional needs (words one of which must stand before) and
                    fixed slots
    examples        text, day, start, end, for the tests
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from memctl.expressions import compiled, later
from memctl.language.lexicon import Lexicon
from memctl.language.sieving.sieve import Sieve, make_sieve

Slot = int | str | tuple[int, str]

_EDGE_LEFT = r"(?<![^\W\u3400-\u9fff])"
_EDGE_RIGHT = r"(?![^\W\u3400-\u9fff])"
_NEVER = later(r"(?!)")
_FIGURES = {"a": r"\d{1,2}", "b": r"\d{1,2}", "yy": r"\d{2}"}
_TABLES = {
    "day": "days",
    "unit": "units",
    "span": "spans",
    "period": "periods",
    "which": "which",
    "whichmonth": "which",
    "whichyear": "whichyear",
    "quarter": "quarters",
    "half": "halves",
    "ordinal": "ordinals",
    "weekday": "weekdays",
    "weekday2": "weekdays",
    "month": "months",
    "month2": "months",
    "feast": "feasts",
    "part": "parts",
}
_SLOT = later(r"\{([a-z]+2?)\}")


@dataclass(frozen=True, slots=True)
class Pattern:
    """One way to name days."""

    source: str
    gives: str
    vocabulary: "Vocabulary"
    needs: re.Pattern[str] | None
    fixed: Mapping[str, Slot]

    @property
    def expression(self) -> re.Pattern[str]:
        """What finds them, compiled when a text is first met in which they may stand."""
        return _compiled(self.source)


@lru_cache(maxsize=1024)
def _compiled(source: str) -> re.Pattern[str]:
    return compiled(source)


@dataclass(frozen=True, slots=True)
class Patterns:
    """Several ways to name days."""

    rows: tuple[Pattern, ...]
    sieve: Sieve

    def that_may_match(self, folded: str) -> Iterator[Pattern]:
        """Those whose words stand in a text, in their order."""
        return (self.rows[number] for number in self.sieve.candidates(folded))


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of one language, as values."""

    spaced: bool
    calendar_weeks: bool
    words: Mapping[str, Mapping[str, Slot]]
    """By slot."""
    numbers: Mapping[str, int]
    shy: re.Pattern[str]
    company: re.Pattern[str]
    """Words one of which must stand before a shy word that is alone."""

    def value(self, slot: str, word: str) -> Slot | None:
        """What a matched word of this slot means; None when it is no clear number."""
        table = self.words.get(slot)
        if table is not None:
            return table.get(re.sub(r"\s+", " ", word))
        return self.number(word)

    def number(self, word: str) -> int | None:
        """A number in figures or in words: 21, twenty-one, 二十一, 二〇二六.

        None for what is left open, such as 两三.
        """
        if word.isdecimal():
            return int(word)
        parts = re.split(r"[\s-]+", word) if self.spaced else list(word)
        values = [self.numbers.get(p, int(p) if p.isdecimal() else -1) for p in parts]
        if -1 in values:
            return None
        if len(values) > 1 and max(values) < 10:  # noqa: PLR2004 - figures one by one
            return int("".join(map(str, values))) if len(values) == 4 else None  # noqa: PLR2004 - a year
        total = 0
        for value in values:
            # 十 after a smaller number multiplies it, before one it stands alone.
            multiplies = not self.spaced and value >= 10 and 0 < total < value  # noqa: PLR2004 - a scale such as ten
            total = total * value if multiplies else total + value
        return total


@dataclass(frozen=True, slots=True)
class DateRules:
    """Everything that finding dates needs of a lexicon."""

    patterns: Patterns
    before: tuple[tuple[str, re.Pattern[str]], ...]
    after: tuple[tuple[str, re.Pattern[str]], ...]
    joins: re.Pattern[str]
    joins_between: re.Pattern[str]
    past: re.Pattern[str]
    future: re.Pattern[str]
    durations: Patterns


@lru_cache(maxsize=4)
def date_rules(lexicon: Lexicon) -> DateRules:
    """The rules of every language of the lexicon together: notes mix languages."""
    tables = [t for name in lexicon.languages if (t := lexicon.table(name, "dates"))]
    made = [(table, _vocabulary(table)) for table in tables]
    return DateRules(
        patterns=_sieved(p for t, v in made for p in _patterns(t, "pattern", v)),
        before=tuple(_roles(tables, "before")),
        after=tuple(_roles(tables, "after")),
        joins=_joins(tables, "words"),
        joins_between=_joins(tables, "between"),
        past=_any(p for t in tables for p in t.get("past", ())),
        future=_any(p for t in tables for p in t.get("future", ())),
        durations=_sieved(p for t, v in made for p in _patterns(t, "duration", v)),
    )


def _sieved(patterns: Iterable[Pattern]) -> Patterns:
    rows = tuple(patterns)
    return Patterns(rows, make_sieve([row.source for row in rows]))


def _vocabulary(table: Mapping[str, Any]) -> Vocabulary:
    words = {slot: _words(table.get(name, {})) for slot, name in _TABLES.items()}
    if not words["whichyear"]:
        words["whichyear"] = words["which"]
    shy = table.get("shy", ())
    before = table.get("before", {})
    company = [
        w
        for role in ("on", "until", "since", "from", "between", "end", "start")
        for w in before.get(role, ())
    ]
    return Vocabulary(
        spaced=_is_spaced(table),
        calendar_weeks=table.get("weekday_style") == "calendar",
        words=words,
        numbers=table.get("numbers", {}),
        shy=compiled(rf"(?:{_alternatives(shy)})\Z") if shy else _NEVER,
        company=_beside(company, table, before=True) if company else _NEVER,
    )


def _words(table: Any) -> Mapping[str, Slot]:
    if isinstance(table, list):
        return {word: i for i, spellings in enumerate(table) for word in spellings}
    return {word: _meaning(value) for word, value in table.items()}


def _meaning(value: Any) -> Slot:
    """A number, a word, or a count with its unit."""
    if isinstance(value, str) and (found := re.fullmatch(r"(\d+) (\w+)", value)):
        return int(found[1]), found[2]
    return value if isinstance(value, int) else str(value)


def _patterns(table: Mapping[str, Any], key: str, vocabulary: Vocabulary) -> Iterable[Pattern]:
    for row in table.get(key, ()):
        needs = row.get("needs")
        yield Pattern(
            source=_source(row["match"], vocabulary),
            gives=row["gives"],
            vocabulary=vocabulary,
            needs=_beside(needs, table, before=True) if needs else None,
            fixed={k: _meaning(v) for k, v in row.items() if k not in {"match", "gives", "needs"}},
        )


def _source(match: str, vocabulary: Vocabulary) -> str:
    blank = r"\\s+" if vocabulary.spaced else r"\\s*"
    named: set[str] = set()

    def group(found: re.Match[str]) -> str:
        slot = found[1]
        name = "?:" if slot in named else f"?P<{slot}>"  # only the first of a kind has a value
        named.add(slot)
        return f"({name}{_slot(slot, vocabulary)})"

    text = _SLOT.sub(group, match)
    text = re.sub(r"(?<!\[) (?!\?|\])", blank, text)
    return f"{_EDGE_LEFT}(?:{text}){_EDGE_RIGHT}" if vocabulary.spaced else text


def _slot(slot: str, vocabulary: Vocabulary) -> str:
    if slot in _FIGURES:
        return _FIGURES[slot]
    if slot in vocabulary.words:
        return _alternatives(vocabulary.words[slot])
    numbers = _alternatives(vocabulary.numbers)
    if slot in {"y", "y2"}:
        figures = r"(?:19|20)\d\d"
        return figures if vocabulary.spaced else f"{figures}|(?:{numbers}){{4}}"
    if vocabulary.spaced:
        return (
            rf"\d{{1,2}}|(?:{numbers})[ -](?:{numbers})|{numbers}" if slot[0] == "n" else r"\d{1,2}"
        )
    return rf"\d{{1,3}}|(?:{numbers}){{1,4}}"


def _alternatives(words: Iterable[str]) -> str:
    ordered = sorted(words, key=lambda w: (-len(w), w))
    return "|".join(re.escape(w).replace(r"\ ", r"\s+") for w in ordered) or "(?!)"


def _roles(tables: Sequence[Mapping[str, Any]], side: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    for table in tables:
        for role, words in table.get(side, {}).items():
            yield role, _beside(words, table, before=side == "before")


def _beside(words: Sequence[str], table: Mapping[str, Any], *, before: bool) -> re.Pattern[str]:
    """An expression for one of the words, right before or right after a date."""
    if not _is_spaced(table):
        # Words of a language without blanks may carry expressions: 前(?!台|天).
        inner = "|".join(sorted(words, key=len, reverse=True))
        return compiled(rf"(?:{inner})\s*\Z" if before else rf"\s*(?:{inner})")
    inner = _alternatives(words)
    if before:
        return compiled(rf"{_EDGE_LEFT}(?:{inner})[\s-]*{_article([table])}\Z")
    return compiled(rf"\s*(?:{inner}){_EDGE_RIGHT}")


def _joins(tables: Sequence[Mapping[str, Any]], key: str) -> re.Pattern[str]:
    """Words between the two ends of a range."""
    words = _alternatives(w for t in tables for w in t.get("joins", {}).get(key, ()))
    return compiled(rf"\s*(?:{words})\s*{_article(tables)}\Z")


def _article(tables: Sequence[Mapping[str, Any]]) -> str:
    articles = _alternatives(w for table in tables for w in table.get("articles", ()))
    return rf"(?:(?:{articles})\s+)?"


def _is_spaced(table: Mapping[str, Any]) -> bool:
    return bool(table.get("spaced", True))


def _any(expressions: Iterable[str]) -> re.Pattern[str]:
    joined = "|".join(f"(?:{e})" for e in expressions)
    return compiled(joined) if joined else _NEVER
