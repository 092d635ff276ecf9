"""A word of change says of what: what is of another sort, or of somebody else, stays."""

import pytest

from memctl.rules.comparing.comparison import relate
from tests.helpers.pairs import shipped


def kind(old, new, *names):
    return relate(old, new, names, shipped()).kind


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("和男朋友阿岩分手了", "我和孟川在一起了"),
        ("和女友分手了", "我和小禾在一起了"),
        ("I broke up with my boyfriend Ivo", "I'm dating Odile"),
        ("I split up with my girlfriend", "I have a girlfriend, Odile"),
    ],
)
def test_the_end_of_a_love_and_the_beginning_of_one_are_two_statements(old, new):
    assert kind(old, new) == "apart"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("和男朋友阿岩分手了", "Odile 跟男友分手了"),
        ("我和阿岩在一起了", "知秋跟男朋友分手了"),
        ("I broke up with my boyfriend Ivo", "Odile broke up with her boyfriend"),
        ("I'm dating Ivo", "Odile and Bo got engaged"),
    ],
)
def test_the_love_of_another_couple_is_another_fact(old, new):
    assert kind(old, new) not in {"same", "replaces", "ends", "corrects"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("游泳卡转给Odile了", "Odile 跟异地男友分手了"),
        ("朵朵大名邵知秋，2018年5月生，现在二年级", "和邵一凡去年离婚了，朵朵跟我"),
        ("海川科技一面（电话），约周四二面", "知秋打电话哭：对方劈腿，分了。"),
        ("The gym card went to Odile", "Odile broke up with her boyfriend"),
        ("Odile feeds the rabbit on Fridays", "Odile got divorced"),
    ],
)
def test_who_breaks_up_says_nothing_of_other_things(old, new):
    assert kind(old, new) == "apart"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("我和男朋友阿岩在一起两年", "我和阿岩分手了"),
        ("I'm married to Ivo", "Ivo and I got divorced"),
        ("I've been seeing Odile since May", "I broke up with Odile"),
    ],
)
def test_what_a_break_up_is_about_ends(old, new):
    assert kind(old, new) in {"ends", "replaces"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Quaymark 续费 30/月", "云雀自动续费被扣 90，退了"),
        ("API评审推到周三", "Quay 评审：改到 5月10日"),
        ("新站评审：发布改到 5月10日（原定 5/2，小禾要休陪产假）", "小禾休完陪产假回来了"),
        ("朵朵算术小测 98", "朵朵转学的事：九月转到河湾小学"),
        ("负责货运业务", "Quay = 货运改版，5月27日发布"),
        ("今天农历三月初一", "朵朵九月转到河湾小学"),
        ("站会，Odile 说草图周四出", "邵老师说画画课下周起改到周六上午"),
        ("The new site went out late (Ada was on leave)", "Ada is back from leave"),
    ],
)
def test_a_word_of_change_needs_the_same_thing_on_both_sides(old, new):
    assert kind(old, new) not in {"same", "replaces", "ends", "corrects"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Quaymark 续费 30/月", "Quaymark 续费退了"),
        ("养了只猫叫朵朵", "朵朵去世了"),
        ("Quay 评审在周三", "Quay 评审改到周五"),
    ],
)
def test_the_same_thing_still_changes(old, new):
    assert kind(old, new) in {"ends", "replaces"}
