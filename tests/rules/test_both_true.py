"""What can both be true stays, and what passes by is no fact: sentences of invented people."""

import json
from datetime import date
from pathlib import Path

import pytest

from memctl.graph.entity import Entity, EntityRef, slug_of
from memctl.graph.graph import make_graph
from memctl.graph.note import Block
from memctl.language.lexicon import parse_lexicon
from memctl.resources import lexicon_texts
from memctl.rules.comparing.comparison import relate
from memctl.rules.extraction import extract

LEXICON = parse_lexicon(lexicon_texts())
ME = EntityRef("people/me")
DAY = date(2026, 2, 3)
RETIRING = {"replaces", "ends", "corrects"}


def rows_of(name: str, language: str) -> list[dict]:
    lines = (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()
    return [row for row in map(json.loads, lines) if row["lang"] == language]


def called(entity: str) -> str:
    return "Me" if entity == "self" else slug_of(EntityRef(entity)).replace("-", " ").title()


def gives_facts(row: dict) -> bool:
    known = {EntityRef(ref): Entity(EntityRef(ref), called(ref)) for ref in row["known"]}
    graph = make_graph({ME: Entity(ME, "Me"), **known})
    block = Block(path="memory/2026-02-03.md", line=3, text=row["text"], day=DAY)
    return any(c.accepted for c in extract(block, graph, LEXICON, me=ME))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_two_that_can_both_be_true_both_stay(language):
    wrong = [
        (row["old"], row["new"])
        for row in rows_of("both_true.jsonl", language)
        if relate(row["old"], row["new"], (called(row["entity"]),), LEXICON).kind in RETIRING
    ]

    assert wrong == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_passes_by_gives_next_to_no_facts(language):
    passing = [row for row in rows_of("passing.jsonl", language) if not row["lasts"]]

    assert sum(map(gives_facts, passing)) <= 0.02 * len(passing)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_lasts_beside_it_is_kept(language):
    lasting = [row for row in rows_of("passing.jsonl", language) if row["lasts"]]

    assert sum(map(gives_facts, lasting)) >= 0.95 * len(lasting)
