"""What a sentence says will hold only from a day to come, and how it reads once that day is there.

Table `coming` of each language, regular expressions:

- `verbs`: what is announced with its day ("moves to Leeds on 1 April"); what is merely said to
  take place then ("the wedding is on 4 June") begins nothing.
- `posts` and `begins`: a job that is told of, and the words right before the day on which it
  begins ("practice coordinator, starts 16 March"), in whichever clause they stand.
- `done`: words that say that it has happened already.
- `unsure`: words that leave open whether it comes ("may move", 可能): nothing begins then.
- `leads`: does the day stand before the verb, as in Chinese? Else it stands behind it.
- `arrived`: pairs of what is said before that day and what is said from then on.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from memctl.language.dates import DateMention, find_dates
from memctl.language.lexicon import Lexicon
from memctl.language.statements import statements

_SOON = timedelta(days=7)
"""What begins within days is told as what holds by now."""
_MARKS = " ,，;；"


@dataclass(frozen=True, slots=True)
class _Coming:
    verbs: re.Pattern[str]
    posts: re.Pattern[str]
    begins: re.Pattern[str]
    done: re.Pattern[str]
    unsure: re.Pattern[str]
    leads: bool
    arrived: tuple[tuple[re.Pattern[str], str], ...]


def begins_later(text: str, day: date, lexicon: Lexicon) -> date | None:
    """The day to come from which alone the sentence holds; None where it holds by now."""
    mention = _start(text, day, lexicon)
    return mention.start if mention is not None else None


def as_arrived(text: str, day: date, lexicon: Lexicon) -> str:
    """What was said on `day`, as one says it when the day that it announces has come."""
    mention = _start(text, day, lexicon)
    if mention is None:
        return text
    start, end = mention.span
    before, after = text[:start].rstrip(_MARKS), text[end:].lstrip(_MARKS)
    is_spaced = before[-1:].isascii() and after[:1].isalnum() and after[:1].isascii()
    told = before + (" " if before and is_spaced else "") + after
    for language in _languages(lexicon):
        for pattern, words in language.arrived:
            told = pattern.sub(words, told)
    return " ".join(told.split())


def _start(text: str, day: date, lexicon: Lexicon) -> DateMention | None:
    later = [m for m in find_dates(text, day, lexicon) if m.start - day > _least(m)]
    return next((m for m in later if _is_start(m, text, lexicon)), None) if later else None


def _least(mention: DateMention) -> timedelta:
    """How far off it must be; "from tomorrow" says it in so many words."""
    is_near = mention.role == "since" and mention.end - mention.start < _SOON
    return timedelta(0) if is_near else _SOON


def _is_start(mention: DateMention, text: str, lexicon: Lexicon) -> bool:
    reader = statements(lexicon)
    folded, (start, end) = reader.fold(text), mention.span
    if any(language.done.search(folded) for language in _languages(lexicon)):
        return False
    clause = reader.cutter.around(folded, start)
    if any(language.unsure.search(folded, *clause) for language in _languages(lexicon)):
        return False
    if mention.role == "since":
        return True
    if mention.role != "on" or mention.start != mention.end:
        return False
    if not reader.grammar.calendar.search(folded, max(0, start - len("the ")), end):
        return False
    return any(_clause_begins(folded, clause, (start, end), one) for one in _languages(lexicon))


def _clause_begins(
    folded: str, clause: tuple[int, int], day: tuple[int, int], language: _Coming
) -> bool:
    """Does a verb of the clause announce what begins on that day?"""
    if language.leads:
        return language.verbs.match(folded, day[1], clause[1]) is not None
    if language.posts.search(folded) and language.begins.search(folded[: day[0]].rstrip()):
        return True
    found = language.verbs.finditer(folded, clause[0], clause[1])
    return any(m.end() <= day[0] or day[1] <= m.start() for m in found)


@lru_cache(maxsize=8)
def _languages(lexicon: Lexicon) -> tuple[_Coming, ...]:
    return tuple(_tables(lexicon))


def _tables(lexicon: Lexicon) -> Iterator[_Coming]:
    for language in lexicon.languages:
        table = lexicon.table(language, "coming")
        if table:
            yield _Coming(
                verbs=re.compile("|".join(table["verbs"]), re.IGNORECASE),
                posts=re.compile("|".join(table.get("posts", ())) or "(?!)", re.IGNORECASE),
                begins=re.compile("|".join(table.get("begins", ())) or "(?!)", re.IGNORECASE),
                done=re.compile("|".join(table["done"]), re.IGNORECASE),
                unsure=re.compile("|".join(table["unsure"]), re.IGNORECASE),
                leads=bool(table["leads"]),
                arrived=tuple((re.compile(p, re.IGNORECASE), w) for p, w in table["arrived"]),
            )
