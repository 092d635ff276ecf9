import re
import tomllib
from pathlib import Path

import pytest

from memctl import resources
from memctl.graph.note import Block, confide
from memctl.graph.visibility import Confiding
from memctl.workspace.confiding import confiding_in

OURS = confiding_in(Path("nowhere"))
TABLES = [
    tomllib.loads(text)["private"]
    for texts in resources.lexicon_texts("private").values()
    for text in texts
]

PRIVATE = (
    "Wanda and Piet have separated. Not for the office yet.",
    "Bea is pregnant, please don't tell anyone",
    "Ruth is leaving in May – keep it to yourself",
    "Between us: Odile looks for another job",
    "We are buying the barn (private)",
    "Ruth got the promotion, not announced yet",
    "Ilse is ill again. Nobody else knows.",
    "Strictly confidential: the Halden deal is off",
    "The trip goes to Porto; Mum must not find out",
    "Off the record, Tomas wants out",
    "He has not told the kids yet that they are moving",
    "My pay is 64k, not for the channel",
    "Told in confidence: Greta has MS",
    "Nina asked me not to tell her parents that she smokes",
    "先别告诉大家，阿禾怀孕了",
    "老周要离职，别外传",
    "小邵离婚了，保密",
    "妈妈的手术先不要让外婆知道",
    "年糕的病情瞒着孩子",
    "阿棠要辞职，还没告诉老板",
    "（私密）体检有结节",
    "私：我的工资是5000",
    "我五月要搬走，别跟我妈说",
    "搬家已公开，离婚的事先别告诉孩子",
    "The move is no longer a secret. But the date is confidential",
    "Bo is not to know",
)
TOLD = (
    "I can't tell the difference between oat and rye",
    "Don't tell me you forgot",
    "Ruth lives between us and the mill",
    "The clinic is private and costs 90 a visit",
    "The confidential waste bin is emptied on Mondays",
    "It is no longer a secret that they split up",
    "She never told lies",
    "Not for me: olives",
    "我们签了保密协议",
    "别忘了告诉小禾带伞",
    "不用保密了，大家都知道",
    "别告诉我你又忘了",
    "公开课在周三",
)


def block(line, text, **how):
    return Block("memory/2026-01-05.md", line, text, None, **how)


def private(*blocks):
    return [b.text for b in confide(blocks, OURS) if b.visibility == "private"]


@pytest.mark.parametrize("text", PRIVATE)
def test_a_text_says_that_it_is_not_for_others(text):
    assert OURS.mark_in(text) == "private"
    assert not OURS.is_said_of_another(text)


@pytest.mark.parametrize("text", TOLD)
def test_a_text_with_the_same_words_may_be_told(text):
    assert OURS.mark_in(text) is None


def test_what_is_nested_under_it_is_not_for_others_either():
    top = block(1, "Ruth leaves in May, don't tell anyone")
    inner = block(2, "she goes to Lyon", parent=top.text)
    deep = block(3, "with Odile", parent=inner.text)

    assert private(top, inner, deep, block(4, "Tea is out")) == [top.text, inner.text, deep.text]


@pytest.mark.parametrize("said", ["(keep this between us)", "先别告诉别人"])
def test_a_line_that_says_nothing_else_means_what_stands_before_it(said):
    top = block(2, "Ruth leaves in May")
    inner = block(3, "she goes to Lyon", parent=top.text)

    assert private(block(1, "Tea is out"), top, inner, block(4, said)) == [
        *(top.text, inner.text, said)
    ]
    assert private(block(1, "Tea is out"), top, block(3, said, parent=top.text)) == [top.text, said]
    assert private(top, block(3, "Plans", kind="heading"), block(4, said, heading="Plans")) == [
        said
    ]


def test_what_stands_under_such_a_heading_is_not_for_others():
    title = block(1, "Confidential", kind="heading", heading="Confidential")

    assert private(title, block(2, "Ruth leaves", heading="Confidential"), block(3, "Tea")) == [
        *("Confidential", "Ruth leaves")
    ]


def written(key):
    """Each expression of one list, with the examples of it."""
    for table in TABLES:
        for row in table[key]:
            said = row
            for name, words in table["words"].items():
                said = said.replace(f"{{{name}}}", words)
            yield pytest.param(said, table["examples"][key], id=row[:60])


def examples(key):
    return [text for table in TABLES for text in table["examples"][key]]


@pytest.mark.parametrize(("row", "texts"), [*written("says"), *written("open")])
def test_each_expression_has_an_example(row, texts):
    assert [text for text in texts if re.search(row, text, re.IGNORECASE)]


@pytest.mark.parametrize("text", examples("says"))
def test_an_example_is_not_for_others(text):
    assert OURS.mark_in(text) == "private"


@pytest.mark.parametrize("text", [*examples("open"), *examples("silent")])
def test_an_example_of_what_may_be_told(text):
    assert OURS.mark_in(text) is None


@pytest.mark.parametrize("text", examples("alone"))
def test_an_example_that_says_nothing_else(text):
    assert OURS.is_said_of_another(text)


def test_what_a_workspace_adds_takes_nothing_from_ours():
    own = {"says": ["nur für uns"], "open": ["bea", "nicht mehr nur für uns"], "alone": ["bitte"]}
    both = Confiding(TABLES, [own])

    assert both.mark_in("Bea is pregnant, please don't tell anyone")
    assert both.mark_in("Bea ist schwanger, nur für uns")
    assert not both.mark_in("Das ist nicht mehr nur für uns")
    assert both.is_said_of_another("Bitte nur für uns, keep it between us")
    assert not OURS.mark_in("Bea ist schwanger, nur für uns")
