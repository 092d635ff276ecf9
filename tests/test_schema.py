"""The published schemas: fresh, and true of what memctl prints and writes."""

import json
from datetime import date
from pathlib import Path

import pytest

from memctl import resources
from memctl.formats.rows.dialect import CANONICAL
from memctl.formats.rows.items import new_items
from memctl.graph.answers import Questions
from memctl.graph.fact import Evidence, Fact, FactId
from memctl.graph.plan import AddAlias, Question
from memctl.graph.report import Changed, JobReport, as_json
from memctl.schema import SHAPES, ItemsRow, render, schemas

EVIDENCE = Evidence("memory/2026-01-15.md", 3, "a quote", date(2026, 1, 15))


@pytest.fixture(scope="module")
def made():
    return schemas()


@pytest.mark.parametrize("name", SHAPES)
def test_the_schema_in_the_checkout_is_fresh(made, name):
    assert resources.text("schemas", f"{name}.json") == render(made[name])


def test_no_schema_is_left_over():
    assert {p.stem for p in Path(resources.folder("schemas")).glob("*.json")} == set(SHAPES)


def test_the_schema_of_items_knows_the_keys_that_memctl_writes():
    assert set(ItemsRow.__annotations__) == set(CANONICAL.values()) - {"supersedes"}


def test_what_memctl_writes_has_the_shape_of_the_schema():
    pydantic = pytest.importorskip("pydantic")
    fact = Fact(
        FactId("a-1"), "Text", valid_until=date(2026, 2, 1), evidence=(EVIDENCE,), by="rules"
    )

    rows = pydantic.TypeAdapter(SHAPES["items"]).validate_json(new_items([fact]))

    assert rows[0]["evidence"][0]["quote"] == "a quote"


def test_what_a_job_prints_has_exactly_the_keys_of_the_schema(made):
    change = Changed("fact-added", "people/mara", "mara-1", None, "Text", evidence=(EVIDENCE,))
    question = Question(
        "00ff00ff", "contested", "people/mara", "Ask", accept=(AddAlias("a/b", "c"),)
    )
    printed = as_json(JobReport("weekly", changes=(change,), review=(question,)))
    schema = made["job"]

    assert set(printed) == set(schema["properties"]) == set(schema["required"])
    assert set(printed["changes"][0]) == set(schema["$defs"]["Changed"]["properties"])
    assert set(printed["review"][0]) == set(schema["$defs"]["Question"]["properties"])
    assert set(schema["$defs"]) == {"Changed", "Evidence", "Problem", "Question"}


def test_what_would_be_done_is_in_no_schema(made):
    assert "accept" not in json.dumps(made["review"])
    assert as_json(Questions(())) == {"review": [], "parked": []}
