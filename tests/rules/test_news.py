"""What tells another day, role or change is no proof of the old; an announced end waits."""

import pytest

from memctl.rules.comparing.comparison import relate
from memctl.rules.reconciliation import Contested, Distinct, End, Update, reconcile
from tests.helpers.pairs import candidate, entity, fact, shipped


def outcome(ref, old, new, old_day="2025-03-03", new_day="2025-04-07"):
    row = fact(old, old_day)
    return reconcile(candidate(ref, new, new_day), [row], entity(ref, row), shipped())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "Hedda wants the tender by the end of August",
            "Hedda pulled the tender forward: she wants it by 9 July",
        ),
        (
            "we will close the old shop at the end of the year and move the stock",
            "we will close the old shop at the end of October and move the stock",
        ),
        ("My manager is Orla Fenn", "Orla Fenn leads Marrowgate, I do its drawings"),
        ("My dentist is Orla Fenn", "Orla Fenn runs the Marrowgate clinic"),
        (
            "I rent a bench at the Tollgate workshop",
            "giving up the bench at the Tollgate workshop at the end of May",
        ),
        ("我们年底停用旧系统，换新系统", "我们八月底停用旧系统，换新系统"),
        ("老方要在八月底前拿到标书", "老方把标书提前了，七月九号就要"),
    ],
)
def test_another_day_or_role_is_no_proof_of_the_old_one(old, new):
    assert relate(old, new, (), shipped()).kind != "same"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("My manager is Orla Fenn", "Orla Fenn is my manager"),
        ("The lease ends in November", "The lease ends on 13 November"),
        ("Orla moved to Ghent", "Orla is living in Ghent"),
    ],
)
def test_the_same_in_other_words_or_more_exactly_is_still_the_same(old, new):
    assert relate(old, new, (), shipped()).kind in {"same", "apart"}
    assert relate(old, old, (), shipped()).kind == "same"


def test_a_plan_told_with_another_day_takes_the_place_of_the_old_one():
    old = "we will close the old shop at the end of the year and move the stock"
    new = "we will close the old shop at the end of October and move the stock"

    assert isinstance(outcome("people/me", old, new), Update)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I report to Orla Fenn", "Orla Fenn is leaving at the end of the year"),
        ("we live at 14 Elm Road, top flat", "told the agent, notice in; last day at Elm 11 April"),
        ("I report to Orla Fenn", "Orla Fenn steps down in September"),
        ("我的经理是段毅", "段毅年底离开公司"),
        ("我的经理是段毅", "今天段毅宣布他九月底离职"),
        ("我的经理是段毅", "段毅做到月底就走"),
    ],
)
def test_an_end_announced_for_a_later_day_retires_nothing_yet(old, new):
    assert isinstance(outcome("people/me", old, new), Distinct)


@pytest.mark.parametrize(
    ("old", "new"),
    [("我的经理是段毅", "段毅上个月离开公司了"), ("我的经理是段毅", "段毅走了")],
)
def test_an_end_that_has_come_retires(old, new):
    assert isinstance(outcome("people/me", old, new), Update | End)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "Hedda got the post: she'll be moving to Sligo in July, the crèche is called Otters",
            "I rang Hedda: the Sligo job fell through completely, she's staying in Athlone",
        ),
        ("we are going to Norway in spring", "Norway fell through"),
        ("我们春天要去云南", "云南不去了"),
    ],
)
def test_a_plan_that_came_to_nothing_is_retired_whatever_else_it_tells(old, new):
    assert isinstance(outcome("people/hedda", old, new), Update | End)


DOSES = [
    ("I take candesartan 8 mg at night", "Dr Osei put me up to 16"),
    ("I take candesartan 8 mg at night", "Bloods are fine, so back down to 4 from Monday"),
    ("Mum takes candesartan 8 mg", "Mum: back down to 4 from Monday"),
    ("我吃厄贝沙坦150毫克", "魏医生让我加到300毫克"),
    ("复查了，魏医生让我加到88微克", "魏医生来电话，从明天起又调回75了"),
    ("妈妈吃华法林3毫克", "妈妈复查了，剂量减到2毫克"),
]


@pytest.mark.parametrize(("old", "new"), DOSES)
def test_a_dose_told_without_its_medicine_belongs_to_the_one_told_before(old, new):
    ref = "people/妈妈" if "妈妈" in old else "people/me"

    assert isinstance(outcome(ref, old, new), Update)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I take candesartan 8 mg at night", "my manager put me up to 40 hours"),
        ("I take candesartan 8 mg at night", "metformin went up to 1000 mg"),
        ("妈妈吃华法林3毫克", "二甲双胍加到500毫克"),
        ("妈妈吃华法林3毫克", "妈妈体重减到52公斤"),
    ],
)
def test_what_names_something_else_is_no_dose_of_it(old, new):
    assert isinstance(outcome("people/me", old, new), Distinct)


def test_of_two_medicines_it_is_asked_which_dose_changed():
    told = ("I take candesartan 8 mg at night", "I take lisinopril 10 mg in the morning")
    facts = [fact(text, "2025-03-03", n) for n, text in enumerate(told, 1)]
    new = candidate("people/me", "Dr Osei put me up to 16", "2025-04-07")

    assert isinstance(reconcile(new, facts, entity("people/me", *facts), shipped()), Contested)


def test_a_dose_sixteen_times_as_much_is_that_of_another_medicine():
    told = ("I take candesartan 8 mg at night", "I take bumetanide 1 mg in the morning")
    facts = [fact(text, "2025-03-03", n) for n, text in enumerate(told, 1)]
    new = candidate("people/me", "Dr Osei put me up to 16", "2025-04-07")

    found = reconcile(new, facts, entity("people/me", *facts), shipped())

    assert isinstance(found, Update)
    assert found.fact_ids == ("f-001",)
