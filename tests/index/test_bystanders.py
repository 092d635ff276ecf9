"""Beside a full answer nothing stands that is only like it."""

from datetime import date

import pytest

from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import Fact, FactId
from memctl.index.filling.building import build_in_memory
from memctl.index.filling.entities import entity_source
from memctl.index.lookup import look_up
from memctl.index.request import Request
from tests.helpers.asking import ABOUT, PAGE_WORDS

TODAY, DAY = "2026-06-01", date(2026, 1, 1)


def rows(ref, name, *told, day=DAY):
    facts = tuple(
        Fact(id=FactId(f"{name}-{n:03d}"), text=text, line=n, day=day)
        for n, text in enumerate(told, 1)
    )
    one = Entity(EntityRef(ref), name, facts=facts, items_path=f"areas/{ref}/items.json")
    return entity_source(one, one.ref, "", PAGE_WORDS)


def told(question, *sources, **said):
    connection = build_in_memory(sources, ABOUT)
    found = look_up(connection, Request(question, today=TODAY, **said)).results
    return [one.text for one in found if one.current]


@pytest.mark.parametrize(
    ("question", "full", "like_it"),
    [
        ("Where do I live?", "I live in Ghent", "My cousin Bo lives in Graz"),
        ("What is my shoe size?", "My shoe size is 43", "Mum's shoe size is 38"),
        ("我的鞋码是多少？", "我的鞋码是43", "我妈的鞋码是38"),
        (
            "When does my passport expire?",
            "My passport expires on 4 May 2028",
            "My driving licence expires on 9 June 2031",
        ),
        ("我的护照什么时候到期？", "我的护照2028年5月4日到期", "我的驾照2031年6月9日到期"),
    ],
)
def test_who_asks_for_one_thing_is_told_of_that(question, full, like_it):
    mine = rows("people/me", "Me", like_it, full)

    assert told(question, mine) == [full]
    assert like_it in told(question, mine, include_all=True)


def test_what_is_newer_stays():
    older = rows("people/me", "Me", "My passport expires on 4 May 2028")
    newer = rows("people/ada", "Ada", "The licence expires in June", day=date(2026, 5, 1))

    assert "The licence expires in June" in told("When does the passport expire?", older, newer)


def test_several_are_told_where_several_are_asked_for():
    mine = rows("people/me", "Me", "I am allergic to nuts", "I am allergic to penicillin")

    assert len(told("What am I allergic to?", mine)) == 2


def test_a_name_behind_a_word_is_no_part_of_it():
    things = [rows(f"projects/{slug}", name) for slug, name in (("cl", "苍鹭"), ("hs", "红隼"))]
    people = [
        rows("people/zhao-min", "赵敏", "苍鹭项目由赵敏负责"),
        rows("people/he-ping", "何平", "红隼项目由何平负责"),
    ]

    assert told("谁负责苍鹭？", *things, *people) == ["苍鹭项目由赵敏负责"]
