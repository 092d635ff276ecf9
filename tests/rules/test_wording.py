"""What is proposed and why is said in the language of the fact."""

from datetime import date

import pytest

from memctl.graph.candidate import Candidate
from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import Evidence
from memctl.graph.graph import make_graph
from memctl.language.lexicon import parse_lexicon
from memctl.resources import lexicon_texts
from memctl.rules.ingest import plan_ingest
from memctl.rules.review import make_question
from memctl.rules.wording import say

LEXICON = parse_lexicon(lexicon_texts())
DAY = date(2026, 3, 2)


def rule_said(text):
    return Candidate(
        entity=None,
        entity_name="",
        text=text,
        category="preference",
        day=DAY,
        evidence=Evidence("memory/2026-03-02.md", 1, text, DAY),
        kind="tacit",
    )


@pytest.mark.parametrize(
    ("text", "proposal"),
    [
        ("I prefer short calls", "add to MEMORY.md: I prefer short calls"),
        ("我喜欢简短的会议", "写入 MEMORY.md：我喜欢简短的会议"),
    ],
)
def test_a_proposal_speaks_the_language_of_its_fact(text, proposal):
    plan = plan_ingest(make_graph(), [rule_said(text)], LEXICON, today=DAY)

    assert [q.proposal for q in plan.questions] == [proposal]


def test_a_chinese_name_does_not_make_an_english_sentence_chinese():
    assert say("new_name", "Met 周岚 at the harbour", LEXICON).startswith("a name")


def test_every_language_has_every_phrase():
    tables = [LEXICON.table(lang, "phrases") for lang in LEXICON.languages]

    assert all(table.keys() == tables[0].keys() for table in tables)


def test_other_words_around_the_same_texts_ask_the_same_question():
    one, other = (
        make_question("tacit", "MEMORY.md", said, texts=["Draft first"]) for said in ("add", "写入")
    )

    assert one.id == other.id


def test_a_brand_new_fact_is_given_no_reason():
    ref = EntityRef("people/tilda")
    said = "Tilda is allergic to nuts"
    candidate = Candidate(ref, "Tilda", said, "status", DAY, Evidence("memory/a.md", 1, said, DAY))

    plan = plan_ingest(make_graph({ref: Entity(ref, "Tilda")}), [candidate], LEXICON, today=DAY)

    assert [c.reason for c in plan.changes] == [""]


@pytest.mark.parametrize("language", LEXICON.languages)
def test_every_family_of_scopes_has_a_name_that_people_use(language):
    families = LEXICON.table(language, "scopes").keys()

    assert families <= LEXICON.table(language, "phrases")["names"].keys()
