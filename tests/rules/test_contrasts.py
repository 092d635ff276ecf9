"""What one has side by side: what becomes of the one leaves the other alone."""

import pytest

from memctl.rules.comparing.comparison import relate
from tests.helpers.pairs import shipped

APART = [
    ("My laptop runs Arch.", "The family PC was switched to Ubuntu."),
    ("Weekly meeting is at ten.", "The daily stand-up moved to nine."),
    ("I closed the credit card account in May.", "I closed the savings account."),
    ("Allergic to hazelnuts.", "I'm no longer allergic to latex."),
    ("Tess coaches the under-9 team.", "Tess stopped coaching the under-13s."),
    ("The car insurance is with Orrin.", "Switched the home insurance to Pell."),
    ("Lot 3 leaves on 4 May.", "Lot 4 was put off until 9 May."),
    ("The alarm rings at six.", "Saturday's alarm was moved to eight."),
    ("Chess is on Tuesdays.", "Pottery moved to Fridays."),
    ("周会在周二下午三点", "晨会改到九点了"),
    ("公司的电脑装的是苹果系统", "家里的电脑换成微软系统了"),
    ("小程序的前端用了老框架", "小程序的后端换成新框架了"),
    ("每天早上吃一片降压药", "安眠药停了"),
    ("车险是东信的", "家财险换到西禾了"),
    ("A区存海鲜", "B区改存牛肉了"),
    ("闹钟定在六点", "周六的闹钟改成八点"),
    ("对花生过敏", "对尘螨不过敏了"),
]
"""Each old statement goes on beside the new one."""

TOUCHED = [
    ("Tess works on a laptop.", "Tess swapped the laptop for a tablet."),
    ("The car insurance is with Orrin.", "Switched the car insurance to Pell."),
    (
        "Tess teaches biology at Holm School.",
        "Tess has gone over to teaching physics at Holm School.",
    ),
    ("Tess is in Year 4.", "Tess is in Year 5 now."),
    ("Chess is on Tuesdays.", "Chess moved to Fridays."),
    ("周会在周二下午三点", "周会改到周四上午十点"),
    ("车险是东信的", "车险换到西禾了"),
    ("每天早上吃一片降压药", "降压药停了"),
]
"""Each old statement was true until the new one."""


@pytest.mark.parametrize(("old", "new"), APART)
def test_what_becomes_of_one_leaves_the_other_of_a_set_alone(old: str, new: str) -> None:
    assert relate(old, new, ("Tess",), shipped()).kind == "apart"


@pytest.mark.parametrize(("old", "new"), TOUCHED)
def test_what_came_instead_and_the_same_thing_are_no_other_of_a_set(old: str, new: str) -> None:
    assert relate(old, new, ("Tess",), shipped()).kind in {"replaces", "ends"}


def test_the_same_said_of_another_of_a_set_is_not_the_same() -> None:
    told = relate("Tess drives a car to work.", "Tess drives a van to work now.", (), shipped())
    assert told.kind != "same"
