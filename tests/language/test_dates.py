"""Dates: the examples beside the words, and what holds of every text."""

import calendar
from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memctl import resources
from memctl.language.dates import find_dates, resolve_day
from memctl.language.lexicon import parse_lexicon

LEXICON = parse_lexicon(resources.lexicon_texts())
EXAMPLES = [
    pytest.param(row, id=f"{language}-{row['text']}")
    for language in LEXICON.languages
    for row in LEXICON.table(language, "dates").get("examples", ())
]
WEDNESDAY = date(2026, 1, 28)
DAYS = st.dates(date(1990, 1, 1), date(2090, 12, 31))
PIECES = st.sampled_from(
    [
        "by ",
        "until ",
        "since ",
        "the end of ",
        "last ",
        "next ",
        "Friday",
        "March",
        "May",
        "3",
        "31",
        "2026",
        "三",
        "月",
        "底",
        "前",
        "周",
        "下",
        "上",
        "年",
        "号",
        "到",
        "，",
        ". ",
        " ",
        "Q3",
        "两",
        "个",
        "天",
        "後",
        "週",
        "10/11",
        "-",
        "１",
        "weeks",
        " ago",
        "in ",
        "农历",
        "初五",
        "上旬",
        "去年",
        "不",
        "了",
        "从",
        "起",
    ]
)
TEXTS = st.one_of(st.text(max_size=40), st.lists(PIECES, max_size=12).map("".join))


def date_of(text, day, lexicon):
    """The first date of the text, or None."""
    return next(iter(find_dates(text, day, lexicon)), None)


@pytest.mark.parametrize("row", EXAMPLES)
def test_the_examples_beside_the_words_hold(row):
    found = find_dates(row["text"], date.fromisoformat(row["day"]), LEXICON)

    wanted = [(row["start"], row["end"])] if "start" in row else []
    assert [(m.start.isoformat(), m.end.isoformat()) for m in found] == wanted


@settings(deadline=None)
@given(text=TEXTS, day=DAYS)
@example(text="Q1前年", day=date(2026, 1, 5))
def test_every_mention_stands_in_the_text_and_runs_forward(text, day):
    mentions = find_dates(text, day, LEXICON)

    for mention in mentions:
        assert text[slice(*mention.span)] == mention.words != ""
        assert mention.start <= mention.end
        assert mention.is_past == (mention.end <= day)
    spans = [m.span for m in mentions]
    assert all(a[1] <= b[0] for a, b in pairwise(spans))
    assert find_dates(text, day, LEXICON) == mentions


@settings(deadline=None)
@given(text=TEXTS, day=DAYS)
def test_a_statement_never_begins_after_its_day_nor_ends_before_it_begins(text, day):
    since, until = resolve_day(text, day, LEXICON)

    assert since <= day
    assert until is None or until >= since


@settings(deadline=None)
@given(day=DAYS, count=st.integers(1, 20))
def test_days_are_counted_from_the_day_of_writing(day, count):
    for text, sign in ((f"{count} days ago", -1), (f"in {count} days", 1)):
        mention = date_of(text, day, LEXICON)
        assert mention is not None
        assert mention.start == mention.end == day + timedelta(days=sign * count)
    for text, sign in ((f"{count}天前", -1), (f"{count}天後", 1)):
        mention = date_of(text, day, LEXICON)
        assert mention is not None
        assert mention.start == mention.end == day + timedelta(days=sign * count)


@settings(deadline=None)
@given(day=DAYS, weekday=st.integers(0, 6))
def test_chinese_weekdays_are_counted_in_weeks_that_begin_on_monday(day, weekday):
    monday = day - timedelta(days=day.weekday())
    for word, weeks in (("上上", -2), ("上", -1), ("这", 0), ("下", 1), ("下下", 2)):
        mention = date_of(f"{word}周{'一二三四五六日'[weekday]}", day, LEXICON)
        assert mention is not None
        assert mention.start == monday + timedelta(days=7 * weeks + weekday)


@settings(deadline=None)
@given(day=DAYS, weekday=st.integers(0, 6))
def test_next_and_last_name_a_day_only_where_no_two_could_be_meant(day, weekday):
    name = calendar.day_name[weekday]

    ahead, back = date_of(f"next {name}", day, LEXICON), date_of(f"last {name}", day, LEXICON)

    assert (ahead is None) == (weekday > day.weekday())
    assert (back is None) == (weekday < day.weekday())


@settings(deadline=None)
@given(day=DAYS)
def test_an_absolute_day_is_that_day_whenever_it_is_said(day):
    forms = (
        day.isoformat(),
        f"{day.year}年{day.month}月{day.day}日",
        f"{day.day} {day.strftime('%B')} {day.year}",
        f"{day.strftime('%B')} {day.day}, {day.year}",
    )
    for text in forms:
        mention = date_of(f"on {text}", WEDNESDAY, LEXICON)
        assert mention is not None, text
        assert (mention.start, mention.end) == (day, day)


@pytest.mark.parametrize(
    ("text", "since", "until"),
    [
        ("staying in Porto for two weeks", "2026-01-28", "2026-02-11"),
        ("the course runs until 15 February", "2026-01-28", "2026-02-15"),
        ("signed a two-year lease yesterday", "2026-01-27", "2028-01-27"),
        ("lived in Porto for two years", "2026-01-28", None),
        ("moved to Porto last March", "2025-03-01", None),
        ("he starts next week", "2026-01-28", None),
        ("opened on Saturday, 27 December", "2025-12-27", None),
        ("on leave from 2 February to 6 February", "2026-01-28", "2026-02-06"),
        ("在昆明住到4月8日", "2026-01-28", "2026-04-08"),
        ("聘期一年", "2026-01-28", "2027-01-28"),
        ("自2026年1月1日起，為期三個月", "2026-01-01", "2026-04-01"),
        ("在昆明住了三年", "2026-01-28", None),
        ("上個月搬到昆明", "2025-12-01", None),
    ],
)
def test_a_statement_holds_from_a_past_day_and_to_an_end_that_is_named(text, since, until):
    found = resolve_day(text, WEDNESDAY, LEXICON)

    assert found == (date.fromisoformat(since), until and date.fromisoformat(until))


def test_a_third_language_needs_only_its_words():
    german = """
    [dates]
    months = [["januar"], ["februar"], ["märz"]]
    weekdays = [["montag"], ["dienstag"]]
    past = ['\\bwar\\b']
    [dates.days]
    gestern = -1
    [dates.units]
    tagen = "1 day"
    [dates.numbers]
    drei = 3
    [dates.before]
    until = ["bis"]
    [[dates.pattern]]
    match = '{day}'
    gives = "day"
    [[dates.pattern]]
    match = 'vor {n} {unit}'
    gives = "back"
    [[dates.pattern]]
    match = '{d}\\. {month}'
    gives = "date"
    """
    lexicon = parse_lexicon({**resources.lexicon_texts(), "de": (german,)})

    def found(text):
        return [(m.start, m.end) for m in find_dates(text, WEDNESDAY, lexicon)]

    assert found("gestern war Pause") == [(date(2026, 1, 27), date(2026, 1, 27))]
    assert found("vor drei Tagen") == [(date(2026, 1, 25), date(2026, 1, 25))]
    assert found("bis 3. März") == [(WEDNESDAY, date(2026, 3, 3))]


def test_a_day_near_the_end_of_the_calendar_gives_no_date():
    assert find_dates("in 900 years", date(9990, 1, 1), LEXICON) == ()
    assert find_dates("next year", date(9999, 12, 31), LEXICON) == ()
