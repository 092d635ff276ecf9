"""Statements that share a word stay beside each other where what changed is something else."""

import pytest

from memctl.rules.comparing.comparison import relate
from memctl.rules.comparing.suspicions import suspect
from tests.helpers.pairs import shipped

LEXICON = shipped()

APART = (
    ("Odile is the coach", "The coach moved to 7 pm"),
    ("beans come from young Varga at the market", "young Varga's pay went up to 3,800"),
    ("豆腐一直找小秦拿", "小秦工资加到4200"),
    ("教练也叫秦朗，备注秦教练", "秦教练换成周日上课"),
    ("三期五月启动，目标三百小时", "三期启动会，团队扩到九人"),
    ("门面在石榴巷", "石榴巷停车场现在归秦姐管"),
    ("读书会定在周三", "藏书目前在整理，验收定在6月20日"),
    ("rowing as ever, Wednesdays off the slip", "Mill Row not ready, the move is put back a week"),
    ("店租现在一个月5200", "酒戒了快一个月，睡得香"),
)


@pytest.mark.parametrize(("old", "new"), APART, ids=[new for _, new in APART])
def test_another_matter_retires_nothing(old, new):
    assert relate(old, new, (), LEXICON).kind not in {"replaces", "ends"}


REPLACED = (
    ("stand-up is at 10:00", "stand-up moved to 9:45"),
    ("rehearsal is on Tuesday", "rehearsal moved to Thursday"),
    ("小秦工资3600，包中饭", "小秦工资加到4200"),
    ("读书组周三下午两点", "读书组改到周五上午九点半"),
)


@pytest.mark.parametrize(("old", "new"), REPLACED, ids=[new for _, new in REPLACED])
def test_a_value_of_the_same_kind_takes_the_place_of_the_older(old, new):
    assert relate(old, new, (), LEXICON).kind == "replaces"


def test_what_was_meant_to_begin_and_does_is_in_no_doubt():
    old, new = "想了想，外卖还是要做，下周一上线", "外卖重新上线，中午接了14单"

    assert suspect(old, new, (), LEXICON) is None or not suspect(old, new, (), LEXICON).is_settling


def test_another_role_at_the_same_company_is_no_repetition():
    old, new = (f"I work at Acme as a {role}" for role in ("nurse", "midwife"))
    assert relate(old, new, ("Me",), LEXICON).kind == "replaces"
