"""Of which day a correction takes the words back: "correction to Wednesday", 4月1号那句不算.

Table `corrected` of each language, regular expressions about the day that is named:

- `before`: what ends right before it ("correction to", "what I wrote on");
- `behind`: what begins right behind it ("'s entry", 那句, 写的).
"""

import re
from dataclasses import replace
from datetime import date, timedelta
from functools import lru_cache

from memctl.language.dates import DateMention, find_dates
from memctl.language.lexicon import Lexicon
from memctl.language.statements import statements


@lru_cache(maxsize=10_000)
def corrected_day(text: str, said: date, lexicon: Lexicon) -> DateMention | None:
    """The days whose words `text`, written on `said`, sets right; None where it names none.

    A weekday is the last one of its name: nobody takes back what they will say.
    """
    mentions = find_dates(text, said, lexicon)
    if not mentions:
        return None
    folded = statements(lexicon).fold(text)
    before, behind = _cues(lexicon)
    for mention in mentions:
        start, end = mention.span
        words_from = start + len(mention.words) - len(mention.words.lstrip())
        is_meant = any(before.search(folded[:at]) for at in (start, words_from, *_inside(mention)))
        if is_meant or behind.match(folded[end:].lstrip()):
            return _in_the_past(mention, said)
    return None


def _inside(mention: DateMention) -> tuple[int, ...]:
    """Behind the word that gives the day its role: "to" of "to Wednesday"."""
    space = mention.words.find(" ")
    return (mention.span[0] + space + 1,) if space >= 0 else ()


def _in_the_past(mention: DateMention, said: date) -> DateMention | None:
    """The days, where they lie behind; "to" before a day is no "until" here."""
    # What comes round counts from its last time: a weekday, else a day of the year.
    back = timedelta(days=365) if re.search(r"\d", mention.words) else timedelta(days=7)
    start = mention.end if mention.role == "until" else mention.start
    days = [(start - n * back, mention.end - n * back) for n in (0, 1)]
    past = [(first, last) for first, last in days if last <= said]
    if not past or (past[0] != days[0] and re.search(r"\d{4}", mention.words)):
        return None
    return replace(mention, start=past[0][0], end=past[0][1], role="on")


@lru_cache(maxsize=4)
def _cues(lexicon: Lexicon) -> tuple[re.Pattern[str], re.Pattern[str]]:
    tables = [lexicon.table(language, "corrected") for language in lexicon.languages]
    before = [f"(?:{row})\\s*\\Z" for table in tables for row in table.get("before", ())]
    behind = [row for table in tables for row in table.get("behind", ())]
    return (
        re.compile("|".join(before) or "(?!)", re.IGNORECASE),
        re.compile("|".join(behind) or "(?!)", re.IGNORECASE),
    )
