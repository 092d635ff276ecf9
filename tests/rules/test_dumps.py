"""What repeats itself is read at once: the seconds are those of a loop that forks at each word."""

from datetime import date
from time import process_time

import pytest

from memctl.formats.markdown.references import Moving, linking_lines
from memctl.formats.timeline.notes import parse_note
from memctl.graph.entity import EntityRef
from memctl.graph.graph import make_graph
from memctl.hosts.jsonc import NotJson, parse
from memctl.language.lexicon import parse_lexicon
from memctl.resources import lexicon_texts
from memctl.rules.extraction import extract

LEXICON = parse_lexicon(lexicon_texts())
GRAPH = make_graph()
DAY = date(2026, 1, 5)


def read(text):
    blocks = parse_note(text, f"memory/{DAY}.md").blocks
    return [c for b in blocks for c in extract(b, GRAPH, LEXICON, me=EntityRef("people/me"))]


@pytest.mark.parametrize(
    ("begin", "again"),
    [
        ("", "now, "),
        ("", " and"),
        ("she begins ", "in "),
        ("Ann seems ", "actually "),
        ("my phone ", "is is "),
        ("I am", ", now,"),
        ("", "2026年2月"),
        ("", "5月5日"),
        ("社保", "从三"),
        ("医保都", "从5"),
        ("房租", "从三起"),
        ("早市", "周末"),
        ("老王", "从三改"),
        ("他剂量", "回到"),
        ("小陈", "上周日"),
        ("", "Âý’"),
        ("Ann met ", "Ab-"),
        ("told me", " "),
        ("the head of", "  "),
        ("[[", " "),
    ],
)
def test_what_repeats_itself_is_read_at_once(begin, again):
    read("Ann moved to York.")
    begun = process_time()

    read(begin + again * ((590 - len(begin)) // len(again)))

    assert process_time() - begun < 3


@pytest.mark.parametrize(
    ("begin", "again"),
    [
        ("Ann moved to York ", "1. "),
        ("Ann moved to York! ", "<!--"),
        ("", "She likes tea. "),
        ("", "Not Ada. "),
        ("", "他搬到上海。"),
        ("王小明去了。", "她说好。"),
    ],
)
def test_a_hundred_sentences_are_not_each_held_against_all(begin, again):
    read("Ann moved to York.")
    begun = process_time()

    read(begin + again * (3000 // len(again)))

    assert process_time() - begun < 5


def test_a_comment_over_and_over_ends_no_later_than_it_is_read():
    with pytest.raises(NotJson):
        parse("{" + "/*x*/" * 5000 + "?")


def test_a_link_of_blanks_is_none():
    moving = Moving("people/mina", "people/mina-ito", "areas/people/mina", "areas/people/mina-ito")
    text = "[[" + " " * 20_000 + "\n[[ people/mina ]]\n[[people/mina#x|her]]\n[[people/mina"

    assert linking_lines(text, "memory/2026-01-05.md", moving) == (2, 3)


@pytest.mark.parametrize("line", ["| - |" + " " * 30_000 + "x", " " * 30_000 + "x", "#" * 30_000])
def test_a_line_of_blanks_is_parsed_at_once(line):
    begun = process_time()

    parse_note(f"# 2026-01-05\n\n| a | b |\n{line}\n- x\n", "memory/2026-01-05.md")

    assert process_time() - begun < 3


def test_what_stands_far_apart_is_not_one_sentence():
    found = read("Ann Moyo moved to York" + " " * 40 + "Bo Lund moved to Ghent")

    assert [c.text for c in found] == ["Ann Moyo moved to York", "Bo Lund moved to Ghent"]
