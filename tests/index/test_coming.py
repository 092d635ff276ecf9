"""What is announced for a later day is not told as what holds."""

from datetime import date

import pytest

from memctl.index.filling.building import build_in_memory
from memctl.index.lookup import look_up
from memctl.index.request import Request
from tests.helpers.asking import ABOUT
from tests.index.test_bystanders import rows

LATER = date(2026, 8, 13)


def found(question, *sources, **said):
    connection = build_in_memory(sources, ABOUT)
    results = look_up(connection, Request(question, today="2026-06-01", **said)).results
    return [(one.text, one.current) for one in results]


@pytest.mark.parametrize(
    ("question", "now", "then"),
    [
        (
            "Who is Mia's teacher?",
            "Mia's teacher is Miss Abara",
            "Mia's teacher from 13 August will be Mr Bellamy",
        ),
        ("小宇的班主任是谁？", "小宇的班主任是方老师", "小宇的班主任从8月13日起换成贺老师"),
    ],
)
def test_what_holds_comes_first_and_what_is_announced_behind_it_in_doubt(question, now, then):
    mia = rows("people/mia", "Mia", now)
    other = rows("people/小宇", "小宇", then, day=LATER)

    assert found(question, mia, other) == [(now, True), (then, False)]


@pytest.mark.parametrize(
    ("question", "now", "then"),
    [
        (
            "Who will be Mia's teacher?",
            "Mia's teacher is Miss Abara",
            "Mia's teacher from 13 August will be Mr Bellamy",
        ),
        ("小宇下学期的班主任是谁？", "小宇的班主任是方老师", "小宇的班主任从8月13日起换成贺老师"),
    ],
)
def test_who_asks_what_will_be_is_told_that_first(question, now, then):
    mia = rows("people/mia", "Mia", now)
    other = rows("people/小宇", "小宇", then, day=LATER)

    assert found(question, mia, other)[0] == (then, True)
