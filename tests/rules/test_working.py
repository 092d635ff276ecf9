"""How somebody works: lessons, rules and ways become proposals for MEMORY.md."""

from datetime import date

import pytest

from memctl.graph.entity import EntityRef
from memctl.graph.graph import make_graph
from memctl.graph.note import Block
from memctl.rules.extraction import extract
from tests.helpers.pairs import shipped

ME = EntityRef("people/me")


def kinds(text):
    block = Block("memory/2026-03-02.md", 1, text, day=date(2026, 3, 2))
    found = extract(block, make_graph(), shipped(), me=ME)
    return [c.kind for c in found if c.accepted]


@pytest.mark.parametrize(
    "text",
    [
        "Lesson: weigh the parcel before quoting postage",
        "No site visits after four",
        "I'd sooner hear of delays at once",
        "Never send drafts to all clients in my name",
        "原则：口头的数一律不算",
        "晚上十点后别给我排会",
        "我写合同习惯先列条款",
        # What no cue knows, by its small signs.
        "when you draft for me, leave the greeting to me",
        "Ask twice before deleting anything of mine",
        "删我的东西之前问两遍",
    ],
)
def test_how_somebody_works_is_proposed(text):
    assert kinds(text) == ["tacit"]


@pytest.mark.parametrize(
    "text",
    [
        "Send me the contract as PDF",
        "no calls today, bliss",
        "piano lesson: scales again",
        "Dana wants drafts as PDF",
        "thinking about handing in my notice, not decided yet",
        "Heard that they never answer before noon",
        "下午回邮件",
        "老周晚上九点以后不接电话",
        "经验丰富的师傅来了",
    ],
)
def test_an_errand_a_day_and_somebody_else_are_no_way_of_mine(text):
    assert "tacit" not in kinds(text)
