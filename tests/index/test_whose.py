"""Who asks of themselves is answered by what is theirs."""

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
from tests.helpers.asking import ABOUT, PAGE_WORDS

ME = "people/me"


def asked(question, mine, theirs=(), *, changes=(), notes=()):
    """The facts of the answer in their order, with what is current; `theirs` are at somebody."""
    rows = {
        ME: [Fact(FactId(f"m{n}"), t, day=date(2026, n, 1), line=n) for n, t in enumerate(mine, 1)],
        "people/orla": [
            Fact(FactId(f"o{n}"), t, day=date(2026, 6, n), line=n) for n, t in enumerate(theirs, 1)
        ],
    }
    names = {ME: "Me", "people/orla": "Orla"}
    sources = [
        entity_source(
            Entity(EntityRef(ref), names[ref], facts=tuple(facts), items_path=f"{ref}.json"),
            ref,
            "",
            PAGE_WORDS,
        )
        for ref, facts in rows.items()
    ]
    for day, text in notes:
        block = Block(f"memory/{day}.md", 3, text, date.fromisoformat(day))
        note = Note(block.path, block.day, (block,))
        sources.append(Source(block.path, "", note_documents(note), block.path))
    connection = build_in_memory(sources, ABOUT)
    others = frozenset(f"o{n}" for n in range(1, len(theirs) + 1))
    told = frozenset(changes)
    weigh(connection, {ME: Signs(), "people/orla": Signs(changes=told, ends=told, others=others)})
    found = look_up(connection, Request(question, today="2026-12-01", me=ME))
    return [(f.text, f.current) for f in found.results if f.kind == "fact"]


@pytest.mark.parametrize(
    ("question", "mine", "theirs"),
    [
        ("What am I allergic to?", "I am allergic to latex", "Orla is no longer allergic to egg"),
        ("Do I run?", "I run every Sunday", "Orla stopped running"),
        ("Where do I work?", "I work at Brightloom", "Orla no longer works at Fennick"),
        ("我对什么过敏？", "我对花生过敏", "Orla不再对鸡蛋过敏"),
        ("我在哪家公司上班？", "我在蓝鲸出行做产品经理", "Orla离职了，去了杭州一家公司"),
    ],
)
def test_what_others_ended_leaves_mine_current_and_above(question, mine, theirs):
    found = asked(question, [mine], [theirs], changes=["o1"])

    assert found[0] == (mine, True)


def test_a_note_about_somebody_else_leaves_mine_current():
    note = ("2026-08-01", "Petra stopped running")
    found = asked("Do I run?", ["I run every Sunday"], notes=[note])

    assert found == [("I run every Sunday", True)]


def test_who_asks_of_somebody_else_is_told_of_them():
    found = asked(
        "What is Orla allergic to?", ["I am allergic to latex"], ["Orla is allergic to egg"]
    )

    assert found[0] == ("Orla is allergic to egg", True)


def test_who_is_named_in_mine_may_end_it():
    found = asked(
        "Who is my coach?",
        ["My coach is Orla"],
        ["Orla is no longer a coach"],
        changes=["o1"],
    )

    assert ("My coach is Orla", True) not in found
