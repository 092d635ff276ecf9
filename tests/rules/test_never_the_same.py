"""Statements in nearly the same words that are never one fact, whichever is told first."""

import pytest

from memctl.rules.comparing.comparison import relate
from tests.helpers.pairs import shipped

NEVER = [
    ("Tess lends her bike to Uri.", "Tess borrows a bike from Uri."),
    ("Tess was hired in the bakery.", "Tess hires people for the bakery."),
    ("Tess was fired by the bakery.", "Tess fired people at the bakery."),
    ("Tess owes Uri 300.", "Uri owes Tess 300."),
    ("Tess meets Uri on Christmas Eve.", "Tess meets Uri on Christmas Day."),
    ("Tess adopted a girl.", "Tess is a foster carer."),
    ("Tess loses her gloves often.", "Tess found her gloves."),
    ("Tess stopped working at Norbel.", "Tess works at Norbel."),
    ("Tess is allergic to mussels.", "Tess is allergic to oysters."),
    ("Tess is allergic to lentils.", "Tess is allergic to chickpeas."),
    ("Tess had chemotherapy.", "Tess had radiotherapy."),
    ("Tess had an MRI scan.", "Tess had a CT scan."),
    ("Tess got a new kidney.", "Tess got a new liver."),
    ("Tess has joint custody.", "Tess has sole custody."),
    ("Tess keeps ducks.", "Tess keeps geese."),
    ("Tess drinks red wine.", "Tess drinks white wine."),
    ("Tess is a goldsmith.", "Tess is a silversmith."),
    ("Tess has a BSc.", "Tess has an MSc."),
    ("Tess teaches every two months.", "Tess teaches twice a month."),
    ("Tess is in her forties.", "Tess is in her fifties."),
    ("Tess is owed 300.", "Tess owes 300."),
    ("Tess is the tenant.", "Tess is the landlord."),
    ("Tess has gross pay of 3000.", "Tess has net pay of 3000."),
    ("Tess is on leave.", "Tess left."),
    ("Tess sold the red bike.", "Tess has a red bike."),
    ("Tess sold the boat.", "Tess has a boat."),
    ("小顾借出一台投影仪", "小顾借的投影仪"),
    ("小顾欠小苗三百", "小苗欠小顾三百"),
    ("小顾收养了一个女孩", "小顾寄养了一个女孩"),
    ("小顾还完了车贷", "小顾每月还车贷"),
    ("小顾准备开店", "小顾开店"),
    ("小顾招聘司机", "小顾请了司机"),
    ("小顾对章鱼过敏", "小顾对鱿鱼过敏"),
    ("小顾做了胃镜", "小顾做了肠镜"),
    ("小顾做化疗", "小顾做放疗"),
    ("小顾养鸭", "小顾养鹅"),
    ("小顾是金匠", "小顾是银匠"),
    ("小顾上高一", "小顾上高二"),
    ("小顾属龙", "小顾属蛇"),
    ("小顾在成都出生", "小顾在成都长大"),
    ("小顾有乙肝", "小顾有脂肪肝"),
    ("小顾酒量大", "小顾滴酒不沾"),
    ("小顾离婚了", "小顾分居了"),
    ("小顾请假了", "小顾休产假"),
    ("小顾的飞书群解散了", "小顾有个飞书群"),
]


@pytest.mark.parametrize(("one", "other"), NEVER)
def test_what_is_told_of_another_or_the_other_way_round_is_not_the_same(
    one: str, other: str
) -> None:
    for old, new in ((one, other), (other, one)):
        assert relate(old, new, ("Tess", "小顾"), shipped()).kind != "same"
