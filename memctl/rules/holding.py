"""From when a statement holds, and until when: only days that its words name as such."""

import re
from collections.abc import Sequence
from datetime import date

from memctl.graph.fact import Fact
from memctl.graph.history import known_from
from memctl.language.coming import as_arrived, begins_later
from memctl.language.dates import DateMention, find_dates, resolve_day
from memctl.language.grammar import Grammar
from memctl.language.lexicon import Lexicon
from memctl.language.statements import statements

_LONG_AGO_DAYS = 150
_WEEK = 7


def days_of(
    text: str, day: date, lexicon: Lexicon, *, is_correction: bool = False
) -> tuple[date, date | None]:
    """The past day that the text names, else `day`; and its last day, where it gives an end.

    What is announced for a day to come ("moves to Leeds on 1 April") holds from that day on.
    A month is no day, one that comes round ("paid on the 28th") is not the fact's, a goal
    ("postponed to") is no end, and "I was wrong yesterday" dates the mistake and not what is
    true.
    """
    mentions = find_dates(text, day, lexicon)
    reader = statements(lexicon)
    folded, grammar = reader.fold(text), reader.grammar
    dated = (
        m
        for m in mentions
        if not _comes_round(m, folded, grammar) and not _is_regretted(m, text, lexicon)
    )
    past = (m.start for m in dated if _is_past_day(m, day))
    since = day if is_correction else next(past, day)
    if mentions and since == day:
        since = begins_later(text, day, lexicon) or day
    stay = resolve_day(text, _arrival(mentions, folded, day, grammar), lexicon)
    if not mentions or (stay[1] and grammar.stays_for.search(folded)):
        return since, stay[1]
    ends = (m.end for m in mentions if m.end > day and _is_end(m, folded, grammar))
    return since, next(ends, None)


def _arrival(mentions: Sequence[DateMention], folded: str, day: date, grammar: Grammar) -> date:
    """From when a stay counts of which the text tells ("lands on the 24th, staying ten days")."""
    coming = (m for m in mentions if m.start > day and m.start == m.end)
    told = (m for m in coming if grammar.arrives.search(folded[: m.span[1]]))
    return next((m.start for m in told if grammar.stays_for.search(folded, m.span[1])), day)


def _is_regretted(mention: DateMention, text: str, lexicon: Lexicon) -> bool:
    """Is it when something was not done, or only thought of ("should have done it in 2024")?"""
    reader = statements(lexicon)
    folded = reader.fold(text)
    begin, _ = reader.cutter.around(folded, mention.span[0])
    said = reader.grammar.regret.search(folded, begin, mention.span[1])
    return said is not None


def was_announced(fact: Fact) -> bool:
    """Was it told before the day from which it holds?"""
    told = known_from(fact)
    return fact.day is not None and told is not None and told < fact.day


def arrived_text(fact: Fact, lexicon: Lexicon) -> str:
    """What the row says, as one says it on its day where it was announced."""
    told = known_from(fact)
    if told is None or not was_announced(fact):
        return fact.text
    return as_arrived(fact.text, told, lexicon)


def _is_end(mention: DateMention, folded: str, grammar: Grammar) -> bool:
    start = mention.span[0]
    # Where the word before the day ("to", 到) counts as part of it, one letter more is read.
    if grammar.goal.search(mention.words):
        return False
    if any(grammar.not_until.search(folded[:end]) for end in (start, start + 1)):
        return False
    if mention.role == "range":
        # Monday to Wednesday comes round every week.
        return (mention.end - mention.start).days >= _WEEK
    return mention.role == "until" or bool(grammar.expires.search(folded))


def _comes_round(mention: DateMention, folded: str, grammar: Grammar) -> bool:
    """Is it a day of any month, on which something is due ("paid on the 28th")?"""
    is_any = grammar.monthly.fullmatch(mention.words.strip())
    return is_any is not None and grammar.standing.search(folded) is not None


def _is_past_day(mention: DateMention, day: date) -> bool:
    """A day, or an old stretch that the text names by its year."""
    has_year, has_number = (bool(re.search(p, mention.words)) for p in (r"\d{4}", r"\d"))
    if mention.end > day or mention.role == "until":
        return False
    if mention.role == "range":
        return has_number
    if mention.role == "since":
        # "from 1 March" without a year is the coming March far more often than one long past.
        is_near = (day - mention.start).days <= _LONG_AGO_DAYS
        return has_year or (is_near and (mention.start.day > 1 or has_number))
    return mention.start == mention.end or has_year
