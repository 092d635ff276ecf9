"""What somebody changes is told of whose it is; what is told of a stranger is not mine."""

from datetime import date, timedelta

import pytest

from memctl.graph.applying import apply_to_graph
from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import Fact, FactId
from memctl.graph.graph import make_graph
from memctl.graph.note import Block
from memctl.graph.plan import RetireFact
from memctl.rules.comparing.comparison import relate
from memctl.rules.extraction import extract
from memctl.rules.filing.due import plan_due
from memctl.rules.filing.newcomers import sightings
from memctl.rules.holding import days_of
from memctl.rules.ingest import plan_ingest
from tests.helpers.pairs import shipped

ME = EntityRef("people/me")
FIRST = date(2026, 3, 2)


def kept(*lines, apart=10, after=0):
    """A memory that has read one line a week; by ref the texts that still hold."""
    lexicon, graph, blocks, day = shipped(), make_graph(), [], FIRST
    for number, line in enumerate(lines):
        day = FIRST + timedelta(days=number * apart)
        block = Block(f"memory/{day}.md", 3, line, day)
        blocks.append(block)
        found = extract(block, graph, lexicon, me=ME)
        seen = sightings(blocks, lexicon)
        graph = apply_to_graph(graph, plan_ingest(graph, found, lexicon, today=day, is_seen=seen))
    come = plan_due(graph, lexicon, today=day + timedelta(days=after), me=ME)
    graph = apply_to_graph(graph, come)
    return {e.ref: [f.text for f in e.facts if f.is_active] for e in graph if e.facts}


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("My ramipril dose is 5 mg.", "Dr Quill put my ramipril up to 7.5 mg."),
        ("I'm on 20 mg of citalopram.", "Dr Quill has me on 30 mg of citalopram now."),
        ("My metformin dose is 500 mg.", "Nurse Ade told me to take 850 mg of metformin."),
        ("My salary is 52,000 a year.", "Tomke put my salary up to 56,000."),
        ("My rent is 740.", "Ms Varga put the rent up to 790."),
        ("I work the early shift.", "Tomke moved me to the late shift."),
        ("My desk is on the third floor.", "Odile moved my desk to the fifth floor."),
        ("My lenses are -2.75.", "The optician changed my lenses to -3.25."),
        ("My physio is on Tuesdays at 10.", "Odile moved my physio to Thursdays at 9."),
        ("厄贝沙坦每天150毫克。", "邵医生把我的厄贝沙坦加到300毫克。"),
        ("二甲双胍每天500毫克。", "邵医生让我把二甲双胍加到每天1000毫克。"),
        ("我的月薪是12000。", "林总把我的工资涨到了14000。"),
        ("我的房租每月3200。", "房东把我的房租涨到了3500。"),
        ("我上早班。", "班长把我调到了夜班。"),
        ("我的工位在三楼。", "行政小邵把我的工位调到了五楼。"),
    ],
)
def test_who_changes_a_thing_of_mine_is_not_whom_it_is_about(was, now):
    assert kept(was, now) == {ME: [now]}


@pytest.mark.parametrize(
    ("first", "was", "now", "ref"),
    [
        ("Biscuit is our dog.", "Biscuit is on 10 mg of zorbatin.",
         "Dr Quill put Biscuit on 20 mg.", "people/biscuit"),
        ("Otis is my son.", "Otis is in Year 3.",
         "Mrs Varga has moved Otis up to Year 4.", "people/otis"),
        ("Otis is my son.", "Otis is in class 3B.",
         "The school moved Otis to class 3C.", "people/otis"),
        ("我女儿小禾喜欢画画。", "小禾在二中三班。", "学校把小禾调到了五班。", "people/xiao-he"),
    ],
)  # fmt: skip
def test_what_is_changed_for_somebody_known_stands_at_them(first, was, now, ref):
    memory = kept(first, was, now)

    assert now in memory[ref]
    assert was not in memory[ref]
    assert ME not in memory


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("My ramipril dose is 5 mg.", "My statin went up to 40 mg."),
        ("My ramipril dose is 5 mg.", "My sertraline is 100 mg now."),
        ("I take 5 mg of quellmax.", "Dr Quill put my zorbatin up to 40 mg."),
        ("My ramipril dose is 5 mg.", "Dr Quill put my mum's ramipril up to 10 mg."),
        ("My ramipril dose is 5 mg.", "Dr Quill put Odile's ramipril up to 7.5 mg."),
        ("My salary is 52,000 a year.", "Tomke put Odile's salary up to 56,000."),
        ("厄贝沙坦每天150毫克。", "阿托伐他汀加到40毫克了。"),
        ("我的工位在三楼。", "行政把小邵的工位调到了五楼。"),
        ("老板的工位在三楼。", "老板把我的工位调到了五楼。"),
        ("我的房租每月3200。", "房东把我的押金涨到了3500。"),
    ],
)
def test_another_medicine_and_another_ones_thing_leave_mine_alone(was, now):
    assert relate(was, now, (), shipped()).kind not in {"replaces", "ends", "same"}


@pytest.mark.parametrize(
    "names",
    [
        ("Ольга Ветрова", "Андрей Лужин"),
        ("إبراهيم", "ليلى"),
        ("Γιώργος Λάππας", "Ελένη"),
        ("דוד כהן", "נועה"),
        ("दीपक शर्मा", "नीता राव"),
        ("지훈", "민서"),
        ("ハルト", "さくら"),
        ("佐藤さん", "鈴木さん"),
    ],
)
@pytest.mark.parametrize("said", ["{} lives in {}.", "{}住在{}。"])
def test_a_name_in_other_letters_is_somebody_and_nobody_else(names, said):
    here = [said.format(name, place) for name, place in zip(names, ("Faro", "Hull"), strict=True)]
    memory = kept(*here, "I live in Bath.")

    assert memory.pop(ME) == ["I live in Bath."]
    assert sorted(memory.values()) == sorted([line] for line in here)


@pytest.mark.parametrize(
    "line",
    [
        "Tilmo and Quenby split up.",
        "Tilmo & Quenby are moving to Hull.",
        "Tilmo, Odo and Quenby share the flat above the shop now.",
        "Tilmo and his wife moved to Hull.",
        "Tilmo住在上海。",
        "Tilmo在青竹科技上班。",
        "大邵和小禾分手了。",
        "老邵跟阿禾领证了。",
    ],
)
def test_what_begins_with_somebody_unknown_is_never_mine(line):
    assert ME not in kept(line)


@pytest.mark.parametrize("line", ["今天是在杭州的最后一天", "在家的最后一天", "Day 1 at the beach"])
def test_the_last_day_of_a_trip_is_no_job(line):
    assert kept(line) == {}


def test_the_last_day_ahead_ends_nothing_yet():
    was, now = "我在远山设计上班。", "明天是在远山设计的最后一天"
    assert was in kept(was, now)[ME]


@pytest.mark.parametrize("line", ["Tilmo and I split up.", "我和小禾分手了。"])
def test_what_i_do_with_somebody_is_mine(line):
    assert kept(line) == {ME: [line]}


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("I work at Lorne Bakery.", "First day at Norbel & Sons today."),
        ("I work at Lorne Bakery.", "Week one at Norbel done."),
        ("I work as a buyer at Lorne Foods.", "Started at Norbel on Monday."),
        ("I work at Lorne Bakery.", "Offered the job at Norbel and I said yes."),
        ("I work at Lorne Bakery.", "Norbel offered me the job, I've accepted."),
        ("I work at Lorne Bakery.", "New job: Norbel & Sons, from today."),
        ("I'm a nurse at Lorne Clinic.", "My first day at Norbel Clinic."),
        ("我在远山设计上班。", "今天第一天在晚晴上班。"),
        ("我在远山设计上班。", "今天去晚晴报到了，第一天。"),
        ("我在远山设计上班。", "接了晚晴的offer。"),
        ("我在远山设计上班。", "Day 1 at 晚晴科技！"),
        ("我在远山设计上班。", "今天是在远山设计的最后一天。"),
        ("我在远山设计上班。", "在远山设计的最后一天"),
    ],
)
def test_a_new_job_that_is_begun_or_taken_retires_the_old_one(was, now):
    assert kept(was, now) == {ME: [now]}


@pytest.mark.parametrize(
    ("was", "now", "days"),
    [
        ("I'm a receptionist.", "Practice coordinator, starts 25 March.", 16),
        ("I'm a clerk at Lorne Clinic.", "Shift supervisor at Norbel, starts 25 March.", 16),
        ("I work at Lorne Bakery.", "I've accepted the job at Norbel, starting 1 April.", 23),
        ("我在远山设计上班。", "拿到了晚晴的offer，已经接了，3月25号入职。", 16),
    ],
)
def test_a_job_that_is_announced_waits_for_its_day(was, now, days):
    assert kept(was, now) == {ME: [was, now]}
    assert kept(was, now, after=days) == {ME: [now]}


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("I work at Lorne Bakery.", "Norbel offered me a job."),
        ("I work at Lorne Bakery.", "Got an offer from Norbel."),
        ("I work at Lorne Bakery.", "First day at Hill Row School for Otis."),
        ("I work at Lorne Bakery.", "First day at Norbel went badly for Odile."),
        ("I work at Lorne Bakery.", "Started at Slimming World on Monday."),
        ("I work at Lorne Bakery.", "Started at Norbel on Saturdays as a second job."),
        ("I'm a receptionist.", "New cleaner, starts 25 March."),
        ("我在远山设计上班。", "晚晴给了我offer，还在考虑。"),
        ("我在远山设计上班。", "去医院报到，明天手术。"),
        ("我在远山设计上班。", "儿子今天第一天上小学。"),
        ("My salary is paid on the 28th.", "My last day at Norbel is the 28th."),
        ("I'm paid on the 28th.", "Handed in my resignation, last day on the 28th."),
        ("每月28号发工资。", "今天提了离职，28号走。"),
    ],
)
def test_an_offer_anothers_first_day_and_a_resignation_retire_nothing(was, now):
    assert was in kept(was, now, after=60)[ME]


@pytest.mark.parametrize(
    "line",
    ["I'm paid 2,400 a month, on the 28th.", "我月薪8000，每月28号发。", "Rent is due on the 1st."],
)
def test_a_day_that_comes_round_is_not_the_day_of_the_fact(line):
    assert days_of(line, FIRST, shipped()) == (FIRST, None)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("Mum lives in Derby.", "妈妈搬到了Leeds。"),
        ("妈妈住在无锡。", "Mum moved to Suzhou."),
        ("Mum lives in Derby.", "更正：妈妈住在Leeds，不是Derby。"),
    ],
)
def test_mum_is_the_same_person_in_both_languages_and_dad_is_another(was, now):
    memory = kept("I live in Bath.", "Dad lives in York.", was, now)

    assert memory.pop(ME) == ["I live in Bath."]
    assert sorted(memory.values()) == sorted([["Dad lives in York."], [now]])


def test_the_new_marriage_of_whom_i_left_leaves_my_divorce_alone():
    mine = "和邵一凡去年9月离婚了，朵朵跟我"
    found = kept("朵朵开始学琴。", "送朵朵上学。", mine, "邵一凡来接朵朵。他说6月要跟小禾结婚")
    assert found[ME] == [mine]


def test_what_a_short_name_stands_for_is_not_over_with_the_rest():
    first = "小邵 = 邵一凡，后端，他老婆三月底生二胎"
    found = kept(first, "小邵老婆提前生了！儿子 6斤8两")
    assert any(first in texts for texts in found.values())


def test_who_leaves_a_company_that_has_a_page_works_there_no_longer():
    works = Fact(FactId("me-001"), "I work at Norwell Labs.", "status", day=FIRST)
    company = Entity(EntityRef("companies/norwell-labs"), "Norwell Labs")
    graph = make_graph({ME: Entity(ME, "Me", facts=(works,)), company.ref: company})
    day = FIRST + timedelta(days=9)
    found = extract(Block("n.md", 3, "I left Norwell Labs.", day), graph, shipped(), me=ME)
    plan = plan_ingest(graph, found, shipped(), today=day)
    assert [c.fact_id for c in plan.changes if isinstance(c, RetireFact)] == ["me-001"]
