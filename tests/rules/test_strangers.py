"""Whose statement it is where a clause is about somebody nobody knows, or about the user."""

from datetime import date

import pytest

from memctl.graph.candidate import Candidate
from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import Evidence, Fact, FactId
from memctl.graph.graph import make_graph
from memctl.graph.note import Block
from memctl.language.lexicon import parse_lexicon
from memctl.resources import lexicon_texts
from memctl.rules.extraction import extract
from memctl.rules.ingest import plan_ingest
from memctl.rules.reconciliation import Distinct, reconcile
from memctl.rules.resolution.strangers import strangers

LEXICON = parse_lexicon(lexicon_texts())
DAY = date(2026, 3, 10)
ME = EntityRef("people/me")


def kept(text: str, **people: str) -> list[Candidate]:
    known = {EntityRef(f"people/{slug}"): name for slug, name in people.items()}
    entities = {ref: Entity(ref, name) for ref, name in known.items()}
    graph = make_graph({ME: Entity(ME, "me", aliases=("我",)), **entities})
    block = Block(path="memory/2026-03-10.md", line=3, text=text, day=DAY)
    return [c for c in extract(block, graph, LEXICON, me=ME) if c.accepted]


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("邵明住在无锡", "people/shao-ming"),
        ("和邵明喝茶，邵明住在无锡，在诊所当护士", "people/shao-ming"),
        ("邵伟跳槽去了一家银行", "people/shao-wei"),
        ("我女儿小荷对芒果过敏", "people/xiao-he"),
        ("邵老师退休了", "people/shao-lao-shi"),
        ("Rafiq Moss lives in Ghent", "people/rafiq-moss"),
        ("Ms Ferris retired on Friday", "people/ferris"),
        ("Met Odile Varga, she works as a baker", "people/odile-varga"),
        ("Project Larch: the deadline is 15 May", "projects/larch"),
    ],
)
def test_a_plain_name_in_subject_position_is_somebody_new_and_never_the_user(text, ref):
    facts = kept(text)

    assert [(f.entity, f.is_new, f.is_plain) for f in facts] == [(ref, True, True)] * len(facts)
    assert facts


@pytest.mark.parametrize(
    "text",
    [
        "Rafiq lives in Ghent with his wife Odile and works as a nurse.",
        "Dinner was late. Odile lives in Ghent and works as a nurse",
        "小邵搬到无锡了",
        "阿荷对海鲜过敏",
        "邵明：下个月搬去无锡",
    ],
)
def test_a_name_that_is_not_plain_waits_and_is_not_the_user_either(text):
    (fact,) = kept(text)

    assert fact.entity != ME
    assert fact.is_new
    assert not fact.is_plain


@pytest.mark.parametrize(
    "text",
    ["我住在无锡", "Moved to Ghent", "对芒果过敏", "房租涨到三千", "Rent is now 900 a month"],
)
def test_i_and_a_line_without_a_subject_mean_the_user(text):
    (fact,) = kept(text)

    assert fact.entity == ME


@pytest.mark.parametrize("text", ["全家搬到无锡了", "全职做木工", "方案改成线上", "舒坦"])
def test_a_word_that_begins_like_a_surname_is_no_name(text):
    assert list(strangers(text, LEXICON)) == []


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("邵明住在无锡，我住在湖州", "people/shao-ming"),
        ("Rafiq Moss lives in Ghent, I live in Hull", "people/rafiq-moss"),
    ],
)
def test_the_users_own_clause_beside_it_stays_the_users(text, ref):
    assert [f.entity for f in kept(text)] == [ref, ME]


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("我的经理是邵芳", "people/shao-fang"),
        ("新经理叫邵磊", "people/shao-lei"),
        ("我的新经理是邵承远", "people/shao-cheng-yuan"),
        ("我老板叫Odile Varga", "people/odile-varga"),
        ("My boss is now Odile Varga", "people/odile-varga"),
    ],
)
def test_a_new_manager_is_a_relation_at_the_manager(text, ref):
    assert [f.entity for f in kept(text, petra="Petra Lund")] == [ref]


@pytest.mark.parametrize(
    "text",
    [
        "Larch is crawling now",
        "Larch crawled for the first time",
        "Larch said her first word today",
        "Larch took her first steps from the sofa to the shelf",
    ],
)
def test_what_a_child_does_first_is_kept_also_beside_a_sofa(text):
    assert [f.category for f in kept(text, larch="Larch")] == ["milestone"]


@pytest.mark.parametrize("text", ["小荷会走路了", "小荷从沙发边迈出第一步", "小荷长出第一颗牙"])
def test_milestones_are_kept_in_chinese(text):
    assert [f.category for f in kept(text, he="小荷")] == ["milestone"]


def test_what_comes_back_for_the_third_time_passes():
    assert not kept("邵明第三次把稿子退了回来", ming="邵明")


@pytest.mark.parametrize("text", ["Please call me Bo", "Our flat is at 7 Quay Row"])
def test_ones_own_name_and_address_last(text):
    assert [f.entity for f in kept(text)] == [ME]


def test_notice_for_a_coming_day_ends_no_job_yet():
    job = Fact(FactId("me-001"), "I work at Larch Labs as an engineer", day=date(2026, 1, 5))
    text = "Handed in my notice at Larch Labs, last day is 27 Apr"
    evidence = Evidence("memory/2026-03-10.md", 3, text, DAY)
    told = Candidate(ME, "me", text, "status", DAY, evidence)

    assert isinstance(reconcile(told, [job], Entity(ME, "me"), LEXICON, is_mine=True), Distinct)


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("邵小明在诊所工作", "people/shao-xiao-ming"),
        ("邵志明今年搬到了无锡", "people/shao-zhi-ming"),
        ("邵志明年搬到无锡", "people/shao-zhi"),
        ("邵光明天搬到无锡", "people/shao-guang"),
        ("周一航在无锡工作", "people/zhou-yi-hang"),
        ("王国庆住在无锡", "people/wang-guo-qing"),
        ("邵伟下周三搬到无锡", "people/shao-wei"),
        ("邵伟下个月去无锡工作", "people/shao-wei"),
        ("邵伟上周五搬到了无锡", "people/shao-wei"),
    ],
)
def test_a_name_ends_where_a_verb_or_a_time_begins(text, ref):
    (fact,) = kept(text)

    assert (fact.entity, fact.is_new) == (ref, True)


@pytest.mark.parametrize("text", ["周一搬到了无锡", "周五在无锡工作", "房租下个月涨到三千"])
def test_a_day_or_thing_that_begins_like_a_surname_leaves_the_statement_with_the_user(text):
    assert [f.entity for f in kept(text)] == [ME]


@pytest.mark.parametrize("name", ["邵伟东", "邵伟国", "邵伟明", "邵伟强"])
def test_somebody_of_a_longer_name_retires_nothing_of_one_who_is_known(name):
    home = Fact(FactId("shao-wei-001"), "邵伟住在无锡", day=date(2026, 1, 5))
    known = Entity(EntityRef("people/shao-wei"), "邵伟", facts=(home,))
    graph = make_graph({ME: Entity(ME, "me"), known.ref: known})
    block = Block(path="memory/2026-03-10.md", line=3, text=f"{name}住在湖州", day=DAY)

    plan = plan_ingest(graph, extract(block, graph, LEXICON, me=ME), LEXICON, today=DAY)

    assert known.ref not in {getattr(c, "entity", None) for c in plan.changes}
    assert plan.changes
