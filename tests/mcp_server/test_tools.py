"""What an agent reads of the tools, and what is checked before one is called."""

import json
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl import resources
from memctl.errors import UsageError
from memctl.mcp_server import bounds
from memctl.mcp_server.arguments import checked, input_schema
from memctl.mcp_server.bounds import bounded
from memctl.mcp_server.tools import TOOLS, tools_for

BY_NAME = {tool.name: tool for tool in TOOLS}


@pytest.mark.parametrize("tool", TOOLS, ids=lambda t: t.name)
def test_a_tool_says_when_to_use_it_and_when_not(tool):
    said = tool.description

    assert "Use it " in said
    assert any(word in said for word in ("Not ", "Never ", "do not "))
    assert 100 < len(said) < 800


@pytest.mark.parametrize("tool", TOOLS, ids=lambda t: t.name)
def test_every_argument_is_explained_and_no_other_is_taken(tool):
    schema = input_schema(tool)

    assert all(p["description"] for p in schema["properties"].values())
    assert schema["additionalProperties"] is False
    with pytest.raises(UsageError, match="nonsense"):
        checked(tool, {"nonsense": 1})


@pytest.mark.parametrize("tool", TOOLS, ids=lambda t: t.name)
def test_the_schema_of_the_result_is_published(tool):
    assert json.loads(resources.text("schemas", f"{tool.schema}.json"))["type"] == "object"


def test_arguments_come_as_the_job_takes_them():
    assert checked(BY_NAME["note"], {"text": "x", "day": "2026-02-01"})["day"] == date(2026, 2, 1)


@pytest.mark.parametrize(
    "given", [{}, {"question": 5}, {"question": "x", "limit": 0}, {"question": "x", "as_of": "May"}]
)
def test_a_wrong_call_names_what_is_wrong(given):
    with pytest.raises(UsageError, match=r"recall do not fit: (question|limit|as_of)"):
        checked(BY_NAME["recall"], given)


@pytest.mark.parametrize("tool", ["recall", "note", "entity"])
def test_a_flood_of_words_is_no_argument(tool):
    name = next(iter(input_schema(BY_NAME[tool])["properties"]))

    with pytest.raises(UsageError, match="at most 20000 characters"):
        checked(BY_NAME[tool], {name: "x" * 20_001})


def test_a_text_longer_than_anybody_reads_says_that_it_is_cut():
    said = bounded({"summary": "x" * 90_000, "entity": {"name": "Ida"}})

    assert said["summary"].endswith("(cut: too long)")
    assert len(json.dumps(said)) < bounds.MOST_CHARS
    assert said["entity"] == {"name": "Ida"}


def test_before_others_only_what_asks_for_whom_is_offered():
    assert {t.name for t in tools_for("private")} == set(BY_NAME)
    assert {t.name for t in tools_for("group")} <= {"recall", "context"}


def test_a_long_list_is_cut_and_says_so():
    rows = [{"n": n} for n in range(bounds.MOST_ROWS + 7)]

    assert bounded({"facts": rows})["leftOff"] == {"facts": 7}
    assert "leftOff" not in bounded({"facts": rows[:7]})


@given(st.lists(st.text(max_size=4000), max_size=60))
def test_no_answer_is_longer_than_its_bound(rows):
    said = bounded({"facts": rows, "name": "x"})

    assert len(json.dumps(said, ensure_ascii=False)) <= bounds.MOST_CHARS + 100
    assert said["facts"] == rows[: len(said["facts"])]
