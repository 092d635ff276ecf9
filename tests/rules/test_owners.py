"""Nobody's change does anything to what is somebody else's."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl import resources
from memctl.graph.candidate import Candidate
from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import Evidence, Fact, FactId
from memctl.language.lexicon import parse_lexicon
from memctl.rules.comparing.whose.owners import right_of, told_of_others
from memctl.rules.reconciliation import Contested, Corrects, Distinct, End, Update, reconcile
from tests.helpers.pairs import shipped

LEXICON = parse_lexicon(resources.lexicon_texts())
ME = EntityRef("people/me")

# (what the user has, what may end or replace it, without its subject)
ENGLISH = (
    ("I live in Tetbury.", "moved to Ludlow"),
    ("I live in Tetbury.", "has moved to Ludlow"),
    ("My phone number is 01632 960111.", "has a new number, 01632 960222"),
    ("I'm allergic to latex.", "is no longer allergic to eggs"),
    ("I'm allergic to latex.", "is no longer allergic to latex"),
    ("I take Veltrane 75 mcg every morning.", "is on 50 mcg now"),
    ("I take Veltrane 75 mcg every morning.", "stopped the Veltrane"),
    ("I work at Brightloom.", "works at Fennick now"),
    ("I work at Brightloom.", "left Brightloom"),
    ("I drive a Fiat Panda.", "drives a Kia now"),
    ("I run every Sunday.", "stopped running"),
    ("I'm vegetarian.", "is no longer vegetarian"),
)
SOMEBODY = (
    "Orla",
    "Tobiah",
    "Ketura Vance",
    "the dog",
    "the neighbours",
    "our neighbour",
    "my boss",
)
SOMEBODY += ("my sister", "Mum", "The couple upstairs", "Orla and Tobiah", "my friend", "the cat")

CHINESE = (
    ("我住在湖州。", "搬到宁波了"),
    ("我的手机号是13800001111", "换号了，新号13900002222"),
    ("我对花生过敏。", "不再对鸡蛋过敏了"),
    ("我对花生过敏。", "不再对花生过敏了"),
    ("我每天吃维塔兰75微克", "现在吃50微克"),
    ("我在云锦服装厂上班", "换到晨光上班了"),
    ("我开一辆别克", "换了辆丰田"),
    ("我每周日跑步", "不跑步了"),
    ("我吃素", "不再吃素了"),
)
JEMAND = (
    "邻居",
    "狗",
    "我妈",
    "同事小敏",
    "阿乐",
    "小雅",
    "郑一帆",
    "表姐",
    "我老板",
    "朵朵",
    "隔壁的猫",
    "室友",
)


def fact(text: str) -> Fact:
    day = date(2026, 3, 2)
    return Fact(FactId("me-001"), text, timestamp=day.isoformat(), day=day, source="daily-note")


def outcome(old: str, new: str, entity: Entity | None = None):
    said = Candidate(
        ME, "Me", new, "context", date(2026, 3, 9), Evidence("memory/2026-03-09.md", 3, new),
        source="daily-note",
    )  # fmt: skip
    entity = entity or Entity(ME, "Me", facts=(fact(old),))
    return reconcile(said, entity.facts, entity, LEXICON, is_mine=entity.ref == ME)


@given(st.sampled_from(ENGLISH), st.sampled_from(SOMEBODY))
def test_what_somebody_else_does_leaves_the_users_own_alone(pair, who):
    old, does = pair
    assert isinstance(outcome(old, f"{who} {does}."), Distinct)


@given(st.sampled_from(CHINESE), st.sampled_from(JEMAND))
def test_the_same_in_chinese(pair, who):
    old, does = pair
    assert isinstance(outcome(old, f"{who}{does}"), Distinct)


@given(st.sampled_from(ENGLISH), st.sampled_from(("Orla", "Tobiah", "Ketura")))
def test_whoever_is_named_before_a_colon_or_behind_it_all_has_it(pair, who):
    old, does = pair
    assert isinstance(outcome(old, f"{who}: {does}"), Distinct)
    assert isinstance(outcome(old, f"results: {does} ({who})"), Distinct)


@given(st.sampled_from(CHINESE), st.sampled_from(("小雅", "阿乐", "朵朵")))
def test_the_same_with_a_chinese_colon(pair, who):
    old, does = pair
    assert isinstance(outcome(old, f"{who}：{does}"), Distinct)
    assert isinstance(outcome(old, f"结果：{does}（{who}）"), Distinct)


@given(
    st.sampled_from(
        [
            ("Orla lives in Tetbury.", "I moved to Ludlow."),
            ("Orla is allergic to latex.", "I'm no longer allergic to latex."),
            ("Orla works at Brightloom.", "I left Brightloom."),
            ("小雅住在湖州", "我搬到宁波了"),
            ("小雅对花生过敏", "我不再对花生过敏了"),
        ]
    )
)
def test_what_the_user_does_leaves_what_is_others_alone(pair):
    old, new = pair
    orla = Entity(EntityRef("people/orla"), "Orla", ("小雅",), facts=(fact(old),))
    assert isinstance(outcome(old, new, orla), Distinct)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Tetbury.", "I moved to Ludlow."),
        ("I live in Tetbury.", "Moved to Ludlow."),
        ("I live in Tetbury.", "I moved to Ludlow, Orla stayed."),
        ("My rent is 900 a month.", "The landlord raised the rent to 950 a month."),
        ("I'm vegetarian.", "No longer vegetarian."),
        ("我住在湖州。", "搬到宁波了"),
        ("我住在湖州。", "我搬到宁波了"),
    ],
)
def test_what_the_user_does_or_leaves_unsaid_who_does_is_the_users(old, new):
    assert isinstance(outcome(old, new), Update | End | Corrects)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I take levothyroxine 75 mcg every morning.", "now on 100 mcg"),
        ("我每天吃维塔兰75微克", "现在吃100微克"),
    ],
)
def test_a_dose_without_a_person_is_asked_about(old, new):
    assert isinstance(outcome(old, new), Contested)


def test_who_is_told_of_in_a_row_may_change_it():
    assert right_of("My coach is Hedda.", "Hedda stopped coaching.", (), LEXICON) == "own"
    assert right_of("Our dog is Biscuit.", "Biscuit died.", (), LEXICON) == "own"
    assert right_of("我的教练是小雅", "小雅不当教练了", (), LEXICON) == "own"


def test_rows_at_the_user_that_tell_of_others_are_known():
    texts = ["I run.", "Orla stopped running.", "the dog is on 50 mcg", "my boss lives in Leeds"]
    texts += ["我跑步", "邻居搬走了", "小雅：新号码13900002222"]
    facts = [Fact(FactId(str(n)), text) for n, text in enumerate(texts)]
    assert told_of_others(facts, is_me=True, lexicon=LEXICON) == {"1", "2", "3", "5", "6"}


def test_at_somebody_else_what_tells_of_the_user_is_the_users():
    facts = [Fact(FactId("a"), "Orla lives in Leeds."), Fact(FactId("b"), "Orla coaches me.")]
    assert told_of_others(facts, is_me=False, lexicon=LEXICON) == {"a"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Mum's birthday is on 3 April", "Mum's party: Sat 4 April, 14:00, Rising Sun, 22 people"),
        ("My manager is Odile Varga at Mantel.", "Odile from Mantel wrote: the lab is at Ley now"),
        (
            "Tarn: Odile says the deadline moves to 27 March",
            "Odile is leaving Tarn at end of month",
        ),
        ("Tarn = Gemma Holt, owner.", "Tarn: Gemma on leave till 20th, contact her son meanwhile"),
        ("GP = Dr Achterberg", "Mum GP: stopped Veltrane because of cough, now on Tensaril 50 mg"),
    ],
)
def test_another_thing_about_whoever_is_named_leaves_a_row_alone(old, new):
    mum = Entity(EntityRef("people/mum"), "Mum", facts=(fact(old),))
    assert isinstance(outcome(old, new), Distinct)
    assert isinstance(outcome(old, new, mum), Distinct)


def test_what_a_cut_leaves_of_somebody_else_is_asked_about():
    assert isinstance(outcome("we live at 14 Elm Row", "no sorry lives in Ludlow"), Contested)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("我的手机号是13800001111", "换号：13900002222"),
        ("我的手机号是13800001111", "更正：手机号13900002222"),
        ("我住在湖州。", "搬家了：宁波西湖路2号"),
        ("我每天吃维塔兰75微克", "减量：维塔兰50微克"),
    ],
)
def test_a_word_of_change_before_a_colon_is_nobody(old, new):
    assert right_of(old, new, ("me",), LEXICON) == "own"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("同事老罗离职了，去了杭州一家做宠物的创业公司", "鹿鸣科技入职第一天！"),
        ("The neighbours moved to Hull", "Moved to York."),
    ],
)
def test_what_is_told_without_a_subject_is_mine_and_does_nothing_to_somebody_else(old, new):
    assert right_of(old, new, (), shipped()) == "anothers"


def test_a_first_day_by_its_number_is_the_writers_own():
    assert right_of("I work at Lorne Bakery.", "Day 1 at Norbel!", (), shipped()) == "own"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Lantern 广告费一天 ¥200", "Orvo 松口，Lantern 进货价全改成 31 元"),
        ("Lantern 推广费每天 ¥200", "跟小顾改去游泳，每周日上午"),
        ("海报以后转给小顾", "售后这摊交给阿苓带"),
        ("Lantern 零售价 ¥88", "上月 Lantern 退货率 6.1%"),
        ("现在跟我对接的是一个姓段的经理", "小顾今天走了，他去惠州一家厂做主管，店归我"),
    ],
)
def test_another_side_of_a_thing_and_another_task_change_nothing(old, new):
    day = date(2026, 3, 2)
    fact = Fact(
        FactId("me-001"), old, day=day, evidence=(Evidence("memory/2026-03-02.md", 2, old, day),)
    )
    later = date(2026, 4, 2)
    told = Candidate(
        ME, "me", new, "status", later, Evidence("memory/2026-04-02.md", 2, new, later)
    )
    outcome = reconcile(told, (fact,), Entity(ME, "me"), LEXICON)
    assert not isinstance(outcome, Update | End | Corrects)


@pytest.mark.parametrize(
    ("old", "new", "right"),
    [
        ("饺子的甲亢药是甲巯咪唑2.5毫克", "Dr Meng put me up to 88 micrograms", "anothers"),
        ("Biscuit's pills: methimazole 2.5 mg", "Dr Meng put me up to 88 micrograms", "anothers"),
        ("饺子的药是2.5毫克", "孟医生把我的药加到88微克", "anothers"),
        ("饺子的药是2.5毫克", "饺子的药加到5毫克", "own"),
        ("早上的药是优甲乐75微克", "孟医生把我的药加到88微克", "own"),
        ("levothyroxine 75 mcg every morning", "Dr Meng put me up to 88 micrograms", "own"),
    ],
)
def test_my_dose_is_not_that_of_somebody_who_has_no_page(old, new, right):
    assert right_of(old, new, ("Me",), LEXICON) == right
