"""Numbers with their units, in one spelling: 九千万 and "90 million" are both 90000000.

Keys of the table `numbers` of a language:
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
    tenths       units behind which a numeral at once counts parts of ten (一米七, 两块五)

Key that holds for every language:
    same_units   unit -> base unit and how much of it ("pound", "kilo"): both compare alike
"""

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from memctl.language.lexicon import Lexicon
from memctl.language.number_rules import Numbers, number_rules, same_units
from memctl.language.scripts import has_han

_PHONE = re.compile(r"(?<![\w.])\+?\d(?:[ ()-]{0,2}\d){8,}(?![\w.])")
_YEAR = re.compile(r"(?:19|20)\d\d")
_CLOCK = re.compile(r"(?<!\d)(\d{1,2}):(\d{2})(?!\d)")
_WATCH = re.compile(r"(?<!\d)(?<!\d:)(\d{1,2}):(\d{2}):(\d{2})(?![\d:])")
"""How long something took."""
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_CACHED = 2_000
_MOST = Decimal(10) ** 18
"""A longer run of digits is no amount, and more than decimals can be rounded to."""
_NOON = 12
_EVENING = 6
"""Hours from which on "at night" is before midnight."""
_HUNDRED = 100
_HOUR = 60
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
    found = _whole(folded)
    if not any(c.isalnum() for c in folded):
        return ()
    for table in number_rules(lexicon):
        counted = (_counted(folded, m, table) for m in table.pattern.finditer(folded))
        found += [q for q in counted if q is not None]
        fixed = (_fixed(folded, m, table) for m in table.fixed.finditer(folded))
        found += [q for q in fixed if q is not None]
        halves = table.halved.finditer(folded)
        found += [Quantity("0.5", table.units[m["unit"].casefold()], *m.span()) for m in halves]
    return _in_base(_without_overlap(found, is_han=has_han(folded)), lexicon)


def _in_base(found: Sequence[Quantity], lexicon: Lexicon) -> tuple[Quantity, ...]:
    """The same, each with the unit in which it is compared; 3小时58分 is one number."""
    same = same_units(lexicon)
    out: list[Quantity] = []
    for q in found:
        unit, factor = same.get(q.unit, (q.unit, Decimal(1)))
        # What stands before 年 may be the name of a year.
        is_other = unit != q.unit and not _YEAR.fullmatch(q.value)
        unit = unit if is_other else q.unit
        read = q._replace(unit=unit, base=_plain(Decimal(q.value) * factor)) if is_other else q
        last = out[-1] if out else None
        if last and last.base and not is_other and last.unit == unit and last.end == q.start:
            total = _plain(Decimal(last.base) + Decimal(q.value))
            out[-1] = last._replace(end=q.end, base=total)
        else:
            out.append(read)
    return tuple(out)


def _without_overlap(found: Sequence[Quantity], *, is_han: bool) -> tuple[Quantity, ...]:
    """The longest reading of each place: 80万 in Chinese beats 80 in English.

    Of two that are as long, in Chinese that with a unit: there 2.4m is no million.
    """
    kept: list[Quantity] = []
    for q in sorted(found, key=lambda q: (q.start - q.end, is_han and not q.unit, q.start)):
        if all(q.end <= k.start or k.end <= q.start for k in kept):
            kept.append(q)
    return tuple(sorted(kept, key=lambda q: q.start))


def _fixed(text: str, match: re.Match[str], table: Numbers) -> Quantity | None:
    word = match.group().casefold()
    near = text[match.start() - 2 : match.start()] + text[match.end() : match.end() + 2]
    if word in table.doubtful and not any(c.isdecimal() for c in near):
        return None
    unit = "month" if word in table.month_names else "days"
    return Quantity(str(table.fixed_values[word]), unit, match.start(), match.end())


def _whole(text: str) -> list[Quantity]:
    """What digits spell as a whole: addresses, telephone numbers, times of the clock."""
    # Whole spellings are longer than their parts, so overlap is settled in their favour.
    mails = [Quantity(m.group().casefold(), "mail", *m.span()) for m in _MAIL.finditer(text)]
    phones = [
        Quantity(re.sub(r"\D", "", m.group()), "phone", *m.span()) for m in _PHONE.finditer(text)
    ]
    clocks = [
        Quantity(_plain(int(m[1]) + Decimal(int(m[2])) / 60), "time", *m.span())
        for m in _CLOCK.finditer(text)
    ]
    watches = [Quantity(_plain(_minutes(m)), "minutes", *m.span()) for m in _WATCH.finditer(text)]
    return [*mails, *phones, *clocks, *watches]


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
        near = text[max(0, start - 4) : end + 3]
        if table.joined and (minutes := table.pattern.match(text, end)) is not None:
            # 七点五十二: what follows the hour at once are its minutes.
            past = _value(minutes.group(), table)
            if past is not None and past < _HOUR:
                value, end = value + past / _HOUR, minutes.end()
        value += Decimal("0.5") if table.half.match(text, end) else 0
        is_late = table.afternoon.search(near) and value >= 1
        is_late = is_late or (table.night.search(near) and value >= _EVENING)
        value += _NOON if is_late and value < _NOON else 0
        end += 1 if table.half.match(text, end) else 0
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
    if words.isascii() and words.isdecimal():
        return Decimal(words)
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


def _plain(value: Decimal) -> str:
    whole = int(value)
    return str(whole) if whole == value else f"{round(value, 4).normalize():f}"
