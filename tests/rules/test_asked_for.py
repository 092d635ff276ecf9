"""What is asked of the assistant, crossed out, or said before what is to be kept."""

from datetime import date

import pytest

from memctl import resources
from memctl.graph.entity import EntityRef
from memctl.graph.graph import make_graph
from memctl.graph.note import Block
from memctl.language.lexicon import parse_lexicon
from memctl.rules.extraction import extract

LEXICON = parse_lexicon(resources.lexicon_texts())


def facts(text):
    block = Block("memory/2026-03-02.md", 3, text, date(2026, 3, 2))
    read = extract(block, make_graph({}), LEXICON, me=EntityRef("people/me"))
    return [c.text for c in read if c.accepted]


@pytest.mark.parametrize(
    "text",
    [
        "can you draft a text to Odile about swapping weekends.",
        "please translate the letter from my landlord",
        "~~My rent is 900 a month~~",
        "帮我写一条短信给阿哲，说我搬家了",
    ],
)
def test_what_is_asked_for_or_crossed_out_is_no_fact(text):
    assert facts(text) == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("good. Remember that I'm allergic to latex.", "I'm allergic to latex."),
        ("Perfect, thanks! Please remember that I live in Tetbury.", "I live in Tetbury."),
        ("~~My rent is 900 a month.~~ My rent is 950 a month.", "My rent is 950 a month."),
        ("太好了，记住，我对花生过敏", "我对花生过敏"),
    ],
)
def test_what_is_to_be_kept_is_kept_without_what_stands_before_it(text, kept):
    assert facts(text) == [kept]
