"""Dates in a text, resolved against the day on which it was written.

What is vague, undecided or moves with the moon gives no date: a wrong day in memory is
worse than none. The words are data (`dates.toml` of each language, see date_rules.py); what
they mean on the calendar is in days.py.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Literal

from memctl.expressions import later
from memctl.language.date_rules import DateRules, Pattern, Patterns, Slot, Vocabulary, date_rules
from memctl.language.days import Days, Look, Question, duration_end, resolve
from memctl.language.lexicon import Lexicon
from memctl.language.scripts import fold

Role = Literal["on", "until", "since", "range"]

_CLAUSE = later(r"[，。；;!?！？\n]|[,.:](?=\s)|：")
_SENTENCE = later(r"[。；;!?！？\n]|\.(?=\s)")
_DATE = "□"  # stands for the date itself where a clause is searched for its tense
_MERGE_WITHIN = 12
_LOOK_BACK = 40


@dataclass(frozen=True, slots=True)
class DateMention:
    """Days that a text names. Both ends are included."""

    start: date
    end: date
    words: str
    """As written, with the words that give the role."""
    span: tuple[int, int]
    """Of `words` in the text."""
    role: Role = "on"
    """`until` runs from the day of writing to the day named, `since` the other way round."""
    is_past: bool = False
    """Do the days named begin on the day of writing or before, and not reach beyond it?"""


@dataclass(frozen=True, slots=True)
class _Atom:
    """A date in the text before its surroundings are read."""

    start: int
    end: int
    pattern: Pattern
    slots: dict[str, Slot]


def find_dates(text: str, day: date, lexicon: Lexicon) -> tuple[DateMention, ...]:
    """Every date in the text that is plain, in the order of the text.

    Args:
        text: As written; traditional characters and full-width figures are understood.
        day: The day on which it was written.
        lexicon: All its languages are read at once, since notes mix them.
    """
    rules, folded = date_rules(lexicon), fold(text)
    atoms = _atoms(text, folded, rules)
    found: list[DateMention] = []
    index = 0
    while index < len(atoms):
        mention, used = _mention(text, folded, atoms[index:], day, rules)
        found += [mention] if mention else []
        index += used
        # A word behind a date may be the beginning of the next one: 前 of 前年 after Q1.
        while mention and index < len(atoms) and atoms[index].start < mention.span[1]:
            index += 1
    return _joined(found, text, day)


def resolve_day(text: str, day: date, lexicon: Lexicon) -> tuple[date, date | None]:
    """From when a statement holds and until when.

    Returns:
        The past (or same) day that the text names, else `day`; and the last day on which it
        holds, only where the text gives an end ("until 15 February", "for two weeks").
    """
    mentions = find_dates(text, day, lexicon)
    since = next((m.start for m in mentions if _names_past(m, day)), day)
    until = next((m.end for m in mentions if m.role in {"until", "range"} and m.end >= day), None)
    return since, until or _duration(text, since, lexicon)


def _names_past(mention: DateMention, day: date) -> bool:
    if mention.role in {"since", "range"}:
        return mention.start <= day
    return mention.role == "on" and (mention.end < day or mention.start == mention.end == day)


def _duration(text: str, since: date, lexicon: Lexicon) -> date | None:
    """The end of a length of time ("for two weeks") that begins on `since`.

    None in a clause that is told as past: "lived there for two years" has no end to come.
    """
    rules, folded = date_rules(lexicon), fold(text)
    for atom in _matches(text, folded, rules.durations):
        told = _told(folded, _Beside(atom.start, atom.end), rules)
        if told == "past" and "always" not in atom.slots:
            continue
        end = duration_end(Question(atom.slots, since, "future", calendar_weeks=True))
        if end is not None:
            return end
    return None


def _atoms(text: str, folded: str, rules: DateRules) -> tuple[_Atom, ...]:
    """Dates from left to right, the longest first where they overlap."""
    found = sorted(_matches(text, folded, rules.patterns), key=lambda a: (a.start, -a.end))
    kept: list[_Atom] = []
    for atom in found:
        if not kept or atom.start >= kept[-1].end:
            kept.append(atom)
    return tuple(kept)


def _matches(text: str, folded: str, patterns: Patterns) -> Iterator[_Atom]:
    for pattern in patterns.that_may_match(folded):
        for match in pattern.expression.finditer(folded):
            vocabulary = pattern.vocabulary
            start, end = match.span()
            if start == end or _lacks_company(text, folded, match, vocabulary):
                continue
            if pattern.needs and not pattern.needs.search(folded[:start][-_LOOK_BACK:]):
                continue
            yield _Atom(start, end, pattern, _slots(match, pattern))


def _slots(match: re.Match[str], pattern: Pattern) -> dict[str, Slot]:
    """The words as values. A number that is left open (两三) makes the date say nothing."""
    values = dict(pattern.fixed)
    for slot, word in match.groupdict().items():
        if word is not None:
            value = pattern.vocabulary.value(slot, word)
            values[slot] = "open" if value is None else value
    return values


def _lacks_company(text: str, folded: str, match: re.Match[str], vocabulary: Vocabulary) -> bool:
    """Is it a word such as "may" or "sun" without what makes it a date?"""
    groups = match.groupdict()
    for slot in ("month", "weekday", "feast"):
        word = groups.get(slot)
        if word is None or not vocabulary.shy.fullmatch(word):
            continue
        if not text[match.start(slot)].isupper():
            return True
        alone = match.group().strip() == word
        if alone and not vocabulary.company.search(folded[: match.start()][-_LOOK_BACK:]):
            return True
    return False


@dataclass(frozen=True, slots=True)
class _Beside:
    """What the words around an atom say, and how far they reach."""

    start: int
    end: int
    role: str | None = None
    edge: str | None = None
    is_vague: bool = False


def _beside(folded: str, atom: _Atom, rules: DateRules) -> _Beside:
    beside = _Beside(atom.start, atom.end)
    for _ in range(3):  # "by the end of", 年底前: at most a few words deep
        left = folded[: beside.start][-_LOOK_BACK:]
        best = _longest((role, e.search(left)) for role, e in rules.before)
        if best is None:
            break
        beside = _taken(replace(beside, start=beside.start - len(best[1])), best[0])
    for _ in range(3):
        best = _longest((role, e.match(folded, beside.end)) for role, e in rules.after)
        if best is None:
            break
        beside = _taken(replace(beside, end=beside.end + len(best[1])), best[0])
    return beside


def _longest(found: Iterable[tuple[str, re.Match[str] | None]]) -> tuple[str, str] | None:
    matches = [(role, m.group()) for role, m in found if m is not None and m.group()]
    return max(matches, key=lambda pair: len(pair[1].strip()), default=None)


def _taken(beside: _Beside, role: str) -> _Beside:
    if role in {"vague", "after"}:
        return replace(beside, is_vague=True)
    if role in {"start", "end", "yearstart", "yearend", "week"}:
        return replace(beside, edge=beside.edge or role.removeprefix("year"))
    if role == "on":
        return beside
    return replace(beside, role=beside.role or role)


def _mention(
    text: str, folded: str, atoms: Sequence[_Atom], day: date, rules: DateRules
) -> tuple[DateMention | None, int]:
    """The mention that the first atoms make together, and how many they are."""
    first = atoms[0]
    beside = _beside(folded, first, rules)
    told = _told(folded, beside, rules)
    if len(atoms) > 1 and _are_joined(folded, beside, atoms[1], rules):
        last = _beside(folded, atoms[1], rules)
        days = _resolved(first, beside, day, told, is_range=True)
        base = days.start if days else day
        end = _resolved(atoms[1], last, base, "future")
        if days is None or end is None or end.end < days.start:
            return None, 2
        span = beside.start, last.end
        return _made(text, Days(days.start, end.end), span, "range", day), 2
    days = _resolved(first, beside, day, told)
    if days is None:
        return None, 1
    if first.slots.keys() & {"d2", "m2", "month2", "y2"}:
        return _made(text, days, (beside.start, beside.end), "range", day), 1
    return _with_role(text, days, beside, day), 1


def _are_joined(folded: str, beside: _Beside, after: _Atom, rules: DateRules) -> bool:
    between = folded[beside.end : after.start]
    if beside.role == "between" and rules.joins_between.match(between):
        return True
    return bool(between.strip()) and rules.joins.match(between) is not None


def _told(folded: str, beside: _Beside, rules: DateRules) -> Look | None:
    """Which way the clause around a date looks; None when its words do not tell."""
    begin = max((m.end() for m in _CLAUSE.finditer(folded, 0, beside.start)), default=0)
    after = _CLAUSE.search(folded, beside.end)
    if beside.role == "until":
        begin = max(begin, beside.start - _LOOK_BACK // 2)
    if beside.role == "from" and folded[: beside.start].rstrip().endswith((",", "，")):
        begin = beside.start  # "I've signed, starting 1 April" looks ahead
    rest = "" if beside.role == "until" else folded[beside.end : after.start() if after else None]
    clause = f"{folded[begin : beside.start]}{_DATE}{rest}"
    if rules.future.search(clause):
        return "future"
    return "past" if rules.past.search(clause) else None


def _resolved(
    atom: _Atom, beside: _Beside, day: date, told: Look | None, *, is_range: bool = False
) -> Days | None:
    """The days that an atom means, with its edge (end of, 底), seen from `day`."""
    if beside.is_vague or "open" in atom.slots.values():
        return None
    if beside.role == "since" and not is_range:
        told = "past"
    looks: tuple[Look, ...] = (told or "future",)
    if beside.role == "from" and told is None and not is_range and atom.pattern.gives != "weekday":
        looks = ("future", "past")  # whichever is nearer
    weeks = atom.pattern.vocabulary.calendar_weeks
    found = [resolve(atom.pattern.gives, Question(atom.slots, day, k, weeks)) for k in looks]
    days = min(filter(None, found), key=lambda d: abs(d.start - day), default=None)
    return days and _at_edge(days, beside.edge)


def _at_edge(days: Days, edge: str | None) -> Days:
    if edge == "end":
        return Days(days.end, days.end)
    if edge == "start":
        return Days(days.start, days.start)
    if edge == "week":
        monday = days.start - timedelta(days=days.start.weekday())
        return Days(monday, monday + timedelta(days=6))
    return days


def _with_role(text: str, days: Days, beside: _Beside, day: date) -> DateMention:
    span = beside.start, beside.end
    if beside.role == "until":
        start = day if days.end >= day else days.start
        return _made(text, Days(start, days.end), span, "until", day)
    if beside.role in {"since", "from"}:
        end = day if days.start <= day else days.end
        return _made(text, Days(days.start, end), span, "since", day)
    return _made(text, days, span, "on", day)


def _made(text: str, days: Days, span: tuple[int, int], role: Role, day: date) -> DateMention:
    begin, end = span
    words = text[begin:end]
    begin += len(words) - len(words.lstrip())
    words = words.strip()
    return DateMention(
        days.start, days.end, words, (begin, begin + len(words)), role, days.end <= day
    )


def _joined(found: Sequence[DateMention], text: str, day: date) -> tuple[DateMention, ...]:
    """Mentions that speak of the same days made one: "tomorrow, the 29th", "from … until …"."""
    kept: list[DateMention] = []
    for mention in found:
        together = _together(kept[-1], mention, text, day) if kept else None
        if together:
            kept[-1] = together
        else:
            kept.append(mention)
    return tuple(kept)


def _together(a: DateMention, b: DateMention, text: str, day: date) -> DateMention | None:
    between = text[a.span[1] : b.span[0]]
    span = a.span[0], b.span[1]
    if not between.strip(" ,，(（") and a.start <= b.start and b.end <= a.end:
        return replace(b, words=text[slice(*span)], span=span)
    near = len(between) <= _MERGE_WITHIN and not _SENTENCE.search(between)
    if near and a.role == "since" and b.role == "until" and b.end >= a.start:
        return _made(text, Days(a.start, b.end), span, "range", day)
    return None
