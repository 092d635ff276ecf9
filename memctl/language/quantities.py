"""Numbers with their units, in one spelling: 九千万 and "90 million" are both 90000000.

The words are data: the table `numbers` of a language (`counting.rules`, `counting.forms`).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from memctl.expressions import later
from memctl.language.counting.forms import Told, told_in_forms
from memctl.language.counting.rules import Numbers, number_rules, same_units, unit_joins
from memctl.language.lexicon import Lexicon
from memctl.language.scripts import has_han

_PHONE = later(r"(?<![\w.])\+?\d(?:[ ()-]{0,2}\d){8,}(?![\w.])")
_YEAR = later(r"(?:19|20)\d\d")
_CLOCK = later(r"(?<!\d)(\d{1,2}):(\d{2})(?!\d)")
_WATCH = later(r"(?<!\d)(?<!\d:)(\d{1,2}):(\d{2}):(\d{2})(?![\d:])")
"""How long something took."""
_MAIL = later(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_CACHED = 2_000
_MOST = Decimal(10) ** 18
"""A longer run of digits is no amount, and more than decimals can be rounded to."""
_NOON = 12
_EVENING = 6
"""Hours from which on "at night" is before midnight."""
_HUNDRED = 100
_HOUR = 60
_DAY = 24
_LITTLE = 10
"""Grams below which a weight is told like that of a medicine."""
_PLACES = 2
"""Digits behind a unit that are parts of it."""
_SUBSCRIBER = 9
"""Last digits that tell a telephone number, with or without the code of the country."""


class Quantity(NamedTuple):
    """A number, an address of mail or a telephone number in its normal spelling."""

    value: str
    unit: str
    """`people`, `eur`, `time`, `month`, `phone`, `mail`, …; "" when none is known."""
    start: int
    end: int
    base: str = ""
    """The value in the unit in which it is compared, where it is written in another one."""

    @property
    def plain(self) -> str:
        """What is compared: a telephone number without the code of the country.

        How long something takes is no number of anything else: an hour is not the 60 it costs.
        """
        if self.unit == "phone":
            return self.value[-_SUBSCRIBER:]
        return f"{self.base or self.value}{' minutes' if self.unit == 'minutes' else ''}"


@lru_cache(maxsize=16)
def telling_units(lexicon: Lexicon) -> frozenset[str]:
    """Units of which two numbers are about one thing."""
    tables = (lexicon.table(lang, "numbers") for lang in lexicon.languages)
    return frozenset(unit for table in tables for unit in table.get("telling", ()))


@lru_cache(maxsize=16)
def amounts(lexicon: Lexicon) -> frozenset[str]:
    """Of these the units of what one takes several of at a time: medicines by the milligram."""
    tables = (lexicon.table(lang, "numbers") for lang in lexicon.languages)
    return frozenset(unit for table in tables for unit in table.get("amounts", ()))


@lru_cache(maxsize=_CACHED)
def read_quantities(folded: str, lexicon: Lexicon) -> tuple[Quantity, ...]:
    """Every number of a folded text, once, in order."""
    if not any(c.isalnum() for c in folded):
        return ()
    # Forms are longer than the numbers in them, and another number than they.
    whole = [*((q,) for q in _whole(folded, lexicon)), *_in_forms(folded, lexicon)]
    found = _without_overlap([], whole)
    found = _without_overlap(found, ((q,) for q in _run(folded, lexicon)), is_han=has_han(folded))
    return _in_base(folded, found, lexicon)


def _run(folded: str, lexicon: Lexicon) -> Iterator[Quantity]:
    """The numbers that their digits spell, figure by figure or word by word."""
    for table in number_rules(lexicon):
        counted = (_counted(folded, m, table) for m in table.pattern.finditer(folded))
        yield from (q for q in counted if q is not None)
        fixed = (_fixed(folded, m, table) for m in table.fixed.finditer(folded))
        yield from (q for q in fixed if q is not None)
        for m in table.halved.finditer(folded):
            yield Quantity("0.5", table.units[m["unit"].casefold()], *m.span())


def _in_forms(folded: str, lexicon: Lexicon) -> Iterator[tuple[Quantity, ...]]:
    for told in told_in_forms(folded, lexicon, _value):
        last = told[-1]
        yield tuple(
            _told(folded, t, told[0].start if t.value < last.value else t.start, last.end, lexicon)
            if t.unit == "time"
            else Quantity(_plain(t.value), t.unit, t.start, t.end)
            for t in told
        )


def _told(text: str, told: Told, start: int, end: int, lexicon: Lexicon) -> Quantity:
    """A time of the day, late where that stands beside it, or beside the range it begins."""
    value = _late(text, told.value, start, end, lexicon)
    return Quantity(_plain(value), told.unit, told.start, told.end)


def _late(text: str, value: Decimal, start: int, end: int, lexicon: Lexicon) -> Decimal:
    tables = number_rules(lexicon)
    return _NOON + value if any(_is_late(text, value, start, end, t) for t in tables) else value


def _is_late(text: str, value: Decimal, start: int, end: int, table: Numbers) -> bool:
    """Is an hour told to be of the afternoon, or of the evening?"""
    near = text[max(0, start - 4) : end + 3]
    is_late = table.later.match(text, end) or table.afternoon.search(near)
    return 1 <= value < _NOON and bool(is_late or (value >= _EVENING and table.night.search(near)))


def _in_base(text: str, found: Sequence[Quantity], lexicon: Lexicon) -> tuple[Quantity, ...]:
    """The same, each with the unit in which it is compared; 3小时58分 is one number."""
    same, joins = same_units(lexicon), unit_joins(lexicon)
    out: list[Quantity] = []
    for q in found:
        base, factor, unit = same.get(_sized(q), (q.unit, Fraction(1), q.unit))
        # What stands before 年 may be the name of a year.
        is_name = q.unit == "years" and _YEAR.fullmatch(q.value)
        is_other = base != q.unit and not is_name
        read = q
        if is_other:
            read = q._replace(unit=unit, base=_plain(Fraction(q.value) * factor))
        last = out[-1] if out else None
        if (
            last
            and last.base
            and not is_other
            and q.unit == same.get(last.unit, (last.unit,))[0]
            and text[last.end : q.start] in joins
        ):
            total = _plain(Decimal(last.base) + Decimal(q.value))
            out[-1] = last._replace(end=q.end, base=total)
        else:
            out.append(read)
    return tuple(out)


def _sized(q: Quantity) -> str:
    """The unit, or that of as little of it: a gram is a dose, fifty are a weight."""
    return f"small_{q.unit}" if q.unit == "gram" and Decimal(q.value) < _LITTLE else q.unit


def _without_overlap(
    taken: Sequence[Quantity], found: Iterable[tuple[Quantity, ...]], *, is_han: bool = False
) -> list[Quantity]:
    """The longest reading of each place: 80万 in Chinese beats 80 in English.

    Of two that are as long, in Chinese that with a unit: there 2.4m is no million.
    """
    spans = [(q.start, q.end) for q in taken]
    kept = list(taken)
    for told in sorted(
        found, key=lambda t: (t[0].start - t[-1].end, is_han and not t[0].unit, t[0].start)
    ):
        start, end = told[0].start, told[-1].end
        if all(end <= a or b <= start for a, b in spans):
            spans.append((start, end))
            kept += told
    return sorted(kept, key=lambda q: q.start)


def _fixed(text: str, match: re.Match[str], table: Numbers) -> Quantity | None:
    word = match.group().casefold()
    near = text[match.start() - 2 : match.start()] + text[match.end() : match.end() + 2]
    if word in table.doubtful and not any(c.isdecimal() for c in near):
        return None
    unit = "month" if word in table.month_names else "days"
    return Quantity(str(table.fixed_values[word]), unit, match.start(), match.end())


def _whole(text: str, lexicon: Lexicon) -> list[Quantity]:
    """What digits spell as a whole: addresses, telephone numbers, times of the clock."""
    # Whole spellings are longer than their parts, so overlap is settled in their favour.
    mails = [Quantity(m.group().casefold(), "mail", *m.span()) for m in _MAIL.finditer(text)]
    phones = [
        Quantity(re.sub(r"\D", "", m.group()), "phone", *m.span()) for m in _PHONE.finditer(text)
    ]
    clocks = [
        Quantity(_plain(_clock(text, m, lexicon)), "time", *m.span()) for m in _CLOCK.finditer(text)
    ]
    watches = [Quantity(_plain(_minutes(m)), "minutes", *m.span()) for m in _WATCH.finditer(text)]
    return [*mails, *phones, *clocks, *watches]


def _clock(text: str, match: re.Match[str], lexicon: Lexicon) -> Decimal:
    hour = 0 if int(match[1]) == _DAY else int(match[1])
    value = hour + Decimal(int(match[2])) / _HOUR
    return _late(text, value, *match.span(), lexicon)


def _minutes(watch: re.Match[str]) -> Decimal:
    return _HOUR * int(watch[1]) + int(watch[2]) + Decimal(int(watch[3])) / _HOUR


def _counted(text: str, match: re.Match[str], table: Numbers) -> Quantity | None:
    value = _value(match.group().casefold(), table)
    if value is None or value >= _MOST:
        return None
    start, end = match.span()
    unit = ""
    if before := _before(text, start, table):
        unit = table.before_units[before[1].casefold()]
    elif (
        after := table.after.match(text, (more := table.and_half.match(text, end) or match).end())
    ) and (len(after[1]) > 1 or after[1] in table.letters or not after[1].isascii()):
        unit, end = table.units[after[1].casefold()], after.end()
        value += Decimal("0.5") if more is not match else 0
        value, end = _with_parts(text, value, unit, end, table)
    if not unit and value < (10 if table.joined else 2) and not match.group()[0].isdecimal():
        # "the red one", 一起: a small number word that counts nothing is no number.
        return None
    if unit == "time":
        if table.joined and (minutes := table.pattern.match(text, end)) is not None:
            # 七点五十二: what follows the hour at once are its minutes.
            past = _value(minutes.group(), table)
            if past is not None and past < _HOUR:
                value, end = value + past / _HOUR, minutes.end()
        is_half = table.half.match(text, end)
        value += Decimal("0.5") if is_half else 0
        value += _NOON if _is_late(text, value, start, end, table) else 0
        end += 1 if is_half else 0
    return Quantity(_plain(value), unit, start, end)


def _with_parts(
    text: str, value: Decimal, unit: str, end: int, table: Numbers
) -> tuple[Decimal, int]:
    """With what stands right behind the unit: 一米七八, 两块五, 三小时半."""
    if unit == "time":
        return value, end
    if table.joined and table.half.match(text, end):
        return value + Decimal("0.5"), end + 1
    rest = table.pattern.match(text, end) if unit in table.tenths else None
    if rest is None or table.after.match(text, rest.end()):
        return value, end
    digits = [table.digits.get(c, c) for c in rest.group()]
    if len(digits) > _PLACES or not all(str(d).isdecimal() for d in digits):
        return value, end
    return value + Decimal(f"0.{''.join(map(str, digits))}"), rest.end()


def _before(text: str, start: int, table: Numbers) -> re.Match[str] | None:
    """The word or sign of a unit right before a number; before most stands none."""
    near = text[max(0, start - 8) : start].lower()
    if not near.endswith(table.begins) and not near[:-1].endswith(table.begins):
        return None
    return table.before.search(text, max(0, start - 8), start)


def _value(words: str, table: Numbers) -> Decimal | None:
    """What a run of number words means, or None when it is only a scale ("k")."""
    if words.isascii() and (figures := words.replace(" ", "")).isdecimal():
        return Decimal(figures)
    total, section, number = Decimal(0), Decimal(0), None
    scale = 0
    for part in table.parts.findall(words):
        if part in table.large:
            total += (section + (number or 0) or 1) * table.large[part]
            section, number, scale = Decimal(0), None, table.large[part]
        elif part in table.small:
            section += (number or 1) * table.small[part]
            number, scale = None, table.small[part]
        else:
            read = _number(part, table)
            scale = scale if read and number is None else 0
            # Digits side by side spell a year (二零二六); words apart add up (twenty three).
            number = (
                read if number is None else number * 10 + read if table.joined else number + read
            )
    # 四千二: the digit right behind a scale counts the next one below.
    is_cut = table.joined and scale >= _HUNDRED
    return total + section + (number or 0) * (scale // 10 if is_cut else 1)


def _number(part: str, table: Numbers) -> Decimal:
    return Decimal(table.digits[part]) if part in table.digits else Decimal(part.replace(",", ""))


def _plain(value: Decimal | Fraction) -> str:
    whole = int(value)
    if whole == value:
        return str(whole)
    exact = Decimal(value.numerator) / value.denominator if isinstance(value, Fraction) else value
    return f"{round(exact, 4).normalize():f}"
