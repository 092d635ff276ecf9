from datetime import date

import pytest

from memctl.rules.correcting.days import corrected_day
from tests.helpers.pairs import shipped

SAID = date(2026, 5, 15)  # a Friday


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Correction to Tuesday: it was Ida who rang", "2026-05-12"),
        ("correction to yesterday, the fee is £30", "2026-05-14"),
        ("What I wrote about the boiler on 3 May is wrong", "2026-05-03"),
        ("strike Monday's entry, nobody came", "2026-05-11"),
        ("更正昨天：预算是三万八", "2026-05-14"),
        ("4月1号那句不算", "2026-04-01"),
        ("5月3日写的电话错了", "2026-05-03"),
        ("上周三记的价钱不对", "2026-05-06"),
    ],
)
def test_the_day_whose_words_are_taken_back(text, day):
    found = corrected_day(text, SAID, shipped())
    assert found is not None
    assert (found.start.isoformat(), found.end.isoformat()) == (day, day)


@pytest.mark.parametrize(
    "text",
    [
        "Correction: the launch is on 8 June, not 1 June",
        "Correction, the party is on Friday",
        "I was wrong about the fee, it is £30",
        "correction: she moved on 3 May",
        "更正：6月8日交房，不是6月1日",
        "更正：3月5日开业",
        "会议改到周五，之前写错了",
    ],
)
def test_a_day_that_is_the_matter_itself_dates_no_words(text):
    assert corrected_day(text, SAID, shipped()) is None
