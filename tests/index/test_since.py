"""What was jotted or told later of the same thing stands above what it leaves behind."""

from datetime import date

import pytest

from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import Fact, FactId
from memctl.graph.note import Block, Note
from memctl.index.filling.building import build_in_memory, weigh
from memctl.index.filling.documents import Signs, Source, note_documents
from memctl.index.filling.entities import entity_source
from memctl.index.lookup import look_up
from memctl.index.request import Request
from memctl.index.sentences import without_label
from memctl.language.lexicon import parse_lexicon
from memctl.language.questions import compiled, has_turned
from memctl.resources import asking_files, lexicon_texts
from memctl.rules.doubt import tells_of_change
from tests.helpers.asking import ABOUT, PAGE_WORDS

WORDS = compiled(file.read_text("utf-8") for file in asking_files())
EARLY, LATE = date(2026, 3, 1), date(2026, 4, 1)
BESIDES = (
    "rain on the tent all day", "the tide was out", "porridge for tea", "marks on the wall",
    "door painted", "书架搭好了", "下了一天雨", "阳台漏水", "早饭喝粥", "灯亮着",
)  # fmt: skip
"""What else a life holds: a word tells by how rare it is."""


def note(day, text):
    block = Block(f"memory/{day}.md", 3, text, day)
    read = Note(block.path, block.day, (block,))
    return Source(block.path, "", note_documents(read), block.path)


def page(ref, name, *told):
    facts = tuple(
        Fact(id=FactId(f"{name}-{n}"), text=text, line=n, day=day)
        for n, (text, day) in enumerate(told, 1)
    )
    one = Entity(EntityRef(ref), name, facts=facts, items_path=f"areas/{ref}/items.json")
    return entity_source(one, one.ref, "", PAGE_WORDS)


def me(*told):
    return page("people/me", "me", *told, *((line, EARLY) for line in BESIDES))


def ask(question, *sources, changes=()):
    connection = build_in_memory(sources, ABOUT)
    weigh(connection, {"people/me": Signs(changes=frozenset(changes))})
    results = look_up(connection, Request(question, today="2026-06-01", me="people/me")).results
    return [(one.text, one.current) for one in results]


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        ("Who has my ladder?", "lent Bea my ladder for the loft", "Bea brought the ladder back"),
        ("How much iron do I take?", "iron 20 mg with juice", "upped the iron to 40"),
        ("Do I still take iron?", "iron 20 mg with juice", "iron stopped, blood test fine"),
        ("Is the pergola finished?", "pergola due by 3 June", "pergola finished a day early"),
        ("我的相机在谁那", "相机借给老白拍年会", "相机拿回来了，电池没电"),
        ("铁剂吃多少", "铁剂每天20毫克", "铁剂加到40毫克"),
        ("展柜做几个", "展柜归我管，一共做12个", "展柜加量到20个"),
    ],
)
def test_a_later_line_says_what_became_of_the_thing(question, old, new):
    found = ask(question, me((old, EARLY)), note(LATE, new))

    assert found[:2] == [(new, False), (old, False)]


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        # Somebody else's.
        ("How much iron do I take?", "iron 20 mg with juice", "Mum stopped her iron"),
        # Nothing has turned.
        ("How much iron do I take?", "iron 20 mg with juice", "iron from the chemist, £4"),
        ("Who has my ladder?", "lent Bea my ladder for the loft", "a new ladder at Hobbs, £80"),
        # Another thing.
        ("Who has my ladder?", "lent Bea my ladder for the loft", "Bea brought the drill back"),
        # Nobody knows yet.
        ("Do I still take iron?", "iron 20 mg with juice", "has the iron been stopped?"),
        ("铁剂吃多少", "我铁剂每天20毫克", "妈的铁剂停了"),
        ("我的相机在谁那", "相机借给老白拍年会", "三脚架拿回来了"),
    ],
)
def test_a_line_of_something_else_leaves_it_current(question, old, new):
    found = ask(question, me((old, EARLY)), note(LATE, new))

    assert found[0] == (old, True)


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        (
            "Who do we ring at Harrow Cloth?",
            "fabric: Harrow Cloth, ring Odette, linen 14 a metre",
            "Odette has left, at Harrow Cloth ring Piet",
        ),
        ("云杉服务部署在哪", "云杉服务部署在东区机房", "云杉服务迁到西区机房，便宜"),
    ],
)
def test_a_newer_fact_stands_above_an_older_jotting(question, old, new):
    found = ask(question, me((new, LATE)), note(EARLY, old), changes=["me-1"])

    assert found[0] == (new, True)


def test_an_older_fact_does_not():
    jotted = "云杉服务部署在东区机房"
    found = ask("云杉服务部署在哪", me(("云杉服务迁到西区机房", EARLY)), note(LATE, jotted))

    assert found[0][0] == jotted


@pytest.mark.parametrize(
    ("question", "own", "others"),
    [
        ("房租多少", "房租每月3100", "楼下裁缝铺的房租涨到9000"),
        ("How much is the rent?", "rent 900 a month", "my neighbour's rent is 1,400 now"),
        ("我妈吃什么降压药", "我妈氨氯地平5毫克", "姑妈降压药吃10毫克的"),
    ],
)
def test_what_is_somebody_elses_stands_below_ones_own(question, own, others):
    found = ask(question, me((own, EARLY), (others, LATE)))

    assert found[0] == (own, True)


def test_where_only_somebody_elses_is_known_it_is_told():
    others = "my neighbour's rent is 1,400 now"

    assert ask("How much is the rent?", me((others, LATE)))[0] == (others, True)


def test_what_meets_a_name_alone_stands_below_what_is_asked():
    found = ask(
        "When is the Ostrava rehearsal?",
        me(("Ostrava scores are in the blue box", EARLY)),
        note(LATE, "rehearsal daily at 9:15"),
    )

    assert found[0][0] == "rehearsal daily at 9:15"


@pytest.mark.parametrize(
    ("text", "is_change"),
    [
        ("cello lesson moved online, just this once", False),
        ("二胡课改到线上，就这一次", False),
        ("cello lesson moves to Fridays", True),
        ("二胡课改到周五", True),
    ],
)
def test_what_is_for_once_changes_nothing(text, is_change):
    fact = Fact(id=FactId("me-1"), text=text, line=1, day=LATE)
    entity = Entity(EntityRef("people/me"), "me", facts=(fact,), items_path="items.json")

    assert bool(tells_of_change(entity, parse_lexicon(lexicon_texts()))) is is_change


@pytest.mark.parametrize(
    ("question", "old", "new"),
    [
        ("Is Ivo still in the choir?", "Ivo is the new one, tall", "Ivo left early, he has quit"),
        ("骆青还在读书会吗", "骆青是新来的，爱笑", "骆青退群了，说太忙"),
    ],
)
def test_whether_somebody_still_does_it_is_told_by_what_became_of_them(question, old, new):
    name = old[:3].strip() if old.isascii() else old[:2]
    found = ask(question, page("people/one", name, (old, EARLY)), me(), note(LATE, new))

    assert found[0][0] == new


def test_what_is_in_doubt_stands_below_what_holds_and_says_as_much():
    old, new = "cello lesson on Mondays", "cello lesson moves to Fridays"
    found = ask("When is the cello lesson?", me((old, EARLY), (new, LATE)), changes=["me-2"])

    assert found[:2] == [(new, True), (old, False)]


def test_a_jotting_that_bids_something_farewell_stands_first():
    found = ask(
        "Which browser do I use?",
        me(("browser: I swear by Foxglove", EARLY)),
        note(LATE, "gave Quill a week, it stays. Bye Foxglove"),
    )

    assert found[0][0].startswith("gave Quill a week")


@pytest.mark.parametrize(
    ("text", "has"),
    [
        ("torch home again", True),
        ("the shed is fitted with shelves", True),
        ("服务迁到西区机房", True),
        ("torch in the drawer", False),
        ("the doldrums", False),
        ("服务在西区机房", False),
    ],
)
def test_words_that_tell_of_a_turn(text, has):
    assert has_turned(text, WORDS) is has


def test_a_row_is_met_in_its_note_whatever_colon_stands_behind_its_name():
    assert without_label("妈：4月8日回宁波") == "4月8日回宁波"
    assert without_label("Nora: goes home on 8 April") == "goes home on 8 April"
    assert without_label("the train leaves at 8:15") == "the train leaves at 8:15"
