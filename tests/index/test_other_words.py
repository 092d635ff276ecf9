"""What is asked for by one word is found under another, and verbs beside it ask for nothing."""

from datetime import date

import pytest

from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import Fact, FactId
from memctl.index.filling.building import build_in_memory
from memctl.index.filling.entities import entity_source
from memctl.index.lookup import look_up
from memctl.index.question import said_plainly
from memctl.index.request import Request
from memctl.language.questions import compiled
from memctl.resources import asking_files
from tests.helpers.asking import ABOUT, PAGE_WORDS

BESIDES = (
    "my dad waters the beans",
    "Wilf baked a loaf",
    "the marks on the wall",
    "Wilf is in the shed",
    "rain on the tent all day",
    "the tide was out",
    "我爸种了豆角",
    "我爸在院子里",
    "家里的灯亮着",
    "家里的门换锁",
    "老秦来串门",
    "我们家的阳台漏水",
    "我们家的猫睡着了",
    "我妹画画",
    "书架搭好了",
)
"""What else a life holds: a word tells by how rare it is."""
WORDS = compiled(file.read_text("utf-8") for file in asking_files())


def ask(question, *lines):
    facts = tuple(
        Fact(id=FactId(f"me-{n}"), text=text, line=n, day=date(2026, 3, n))
        for n, text in enumerate((*lines, *BESIDES), 1)
    )
    me = Entity(EntityRef("people/me"), "me", facts=facts, items_path="areas/people/me/items.json")
    connection = build_in_memory([entity_source(me, me.ref, "", PAGE_WORDS)], ABOUT)
    results = look_up(connection, Request(question, today="2026-06-01", me="people/me")).results
    return [one.text for one in results]


@pytest.mark.parametrize(
    ("question", "answer", "other"),
    [
        ("Who is my supervisor?", "Hattie Crowe is the gaffer", "the supper was cold"),
        ("Which car is ours?", "bought a blue Corolla from Ines", "sat in the carriage all day"),
        ("What notebook do I have?", "the MacBook is from 2023", "noted the tide at Whitby"),
        ("Which pills do I take?", "ramipril 5 mg with breakfast", "took the early train home"),
        ("Is Wilf seeing anybody?", "Wilf and Orla split up", "Wilf planted the leeks"),
        ("What do we owe the plumber?", "settled the plumber's bill", "the plumber drank our tea"),
        ("What happens at the weekend?", "judo on Saturdays at nine", "judo gear is in the loft"),
        ("我妹有对象吗", "我妹跟小赵分手了", "我妹买了新沙发"),
        ("家里的电脑是什么牌子", "ThinkPad 用了五年", "家里的锅坏了"),
        ("我爸的降压药是哪种", "我爸换成硝苯地平30", "我爸的面不放盐"),
        ("标书结果怎么样", "河堤标书中标了", "标书印了三本"),
        ("我们家有什么车", "订了辆特斯拉", "我们家的车厘子吃完了"),
        ("老秦要休多久", "老秦歇三个礼拜", "老秦的休闲鞋丢了"),
    ],
)
def test_a_line_that_says_it_in_another_word_comes_first(question, answer, other):
    assert ask(question, answer, other)[0] == answer
    assert ask(question, other, answer)[0] == answer


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("What time is choir?", "when is choir?"),
        ("Who looks after the boiler?", "Who is responsible for the boiler?"),
        ("On which day do we meet?", "On when do we meet?"),
        ("Where is the time sheet?", "Where is the time sheet?"),
        ("站会几点", "站会几点"),
    ],
)
def test_a_phrase_is_read_as_one_word(question, plain):
    assert said_plainly(question, WORDS) == plain


def test_the_verb_alone_is_still_asked_for():
    assert ask("What did I bring?", "brought the ladder", "the ladder is green")[0] == (
        "brought the ladder"
    )


def test_where_both_are_said_the_thing_decides():
    assert ask("Which boots do I need?", "need more milk", "boots with a steel toe")[0] == (
        "boots with a steel toe"
    )
