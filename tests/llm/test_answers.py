"""Whatever a model says, it becomes a value of the shape that was asked for, or a reason."""

import json
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.config.settings import Limits
from memctl.errors import LimitReached
from memctl.graph.asking import HeartbeatAnswer, ReadBlock
from memctl.llm.answers import Unusable, parse_answer, schema_of
from memctl.llm.kept import KeptAnswers
from memctl.llm.prompts import masked, render_data
from memctl.llm.spending import Spending, Sum, read_spending, total

WHOLE = {"blocks": [{"id": "0a1b2c3d", "facts": []}], "agent": "x"}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@given(st.text() | JSON.map(json.dumps))
def test_any_text_is_an_answer_or_of_no_use(text):
    try:
        found = parse_answer(text, HeartbeatAnswer)
    except Unusable:
        return
    assert isinstance(found, HeartbeatAnswer)


@given(st.integers(1, len(json.dumps(WHOLE)) - 1))
def test_no_beginning_of_an_answer_is_taken_for_the_whole(cut):
    with pytest.raises(Unusable):
        parse_answer(json.dumps(WHOLE)[:cut], HeartbeatAnswer)


def test_quotes_inside_a_text_are_repaired():
    found = parse_answer(
        '{"blocks": [{"id": "1", "facts": [], }], "agent": "他说"好"了"}', HeartbeatAnswer
    )

    assert found.blocks == (ReadBlock("1"),)


def test_the_schema_is_closed_as_strict_providers_want_it():
    schema = schema_of(HeartbeatAnswer, without="agent")

    assert schema["required"] == ["blocks"]
    assert schema["additionalProperties"] is False
    assert all(part["additionalProperties"] is False for part in schema["$defs"].values())


@given(JSON)
def test_every_text_of_the_data_is_masked(value):
    found = masked({"x": value}, lambda _text: "*")

    assert set(_texts(found["x"])) <= {"*"}


def _texts(value):
    if isinstance(value, str):
        yield value
    for inner in (
        value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    ):
        yield from _texts(inner)


@given(st.text())
def test_the_data_stay_between_their_fences(text):
    message = render_data({"blocks": [text]}, lambda t: t)

    assert message.count("```") == 2


def test_kept_answers_survive_a_broken_line(tmp_path):
    KeptAnswers(tmp_path).put("a", "one")
    with (tmp_path / "answers.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"key": "b", "ans\n')
    KeptAnswers(tmp_path).put("c", "three")

    kept = KeptAnswers(tmp_path)

    assert (kept.get("a"), kept.get("b"), kept.get("c")) == ("one", None, "three")
    assert (tmp_path / "answers.jsonl").stat().st_mode & 0o077 == 0


def test_a_dry_run_keeps_answers_to_itself(tmp_path):
    kept = KeptAnswers(tmp_path, is_dry=True)
    kept.put("a", "one")

    assert kept.get("a") == "one"
    assert KeptAnswers(tmp_path).get("a") is None


def test_a_run_that_was_killed_has_spent_what_it_might_have(tmp_path):
    day = date(2026, 3, 2)
    Spending(tmp_path, "heartbeat", "m", day).add(Sum(1, 500, 0.02))

    assert total(read_spending(tmp_path)) == Sum(1, 500, 0.02)


@pytest.mark.parametrize(
    "damage",
    [
        '"calls": 1, "tokens": 5, "money": Infinity',
        '"calls": 1, "tokens": 5, "money": -Infinity',
        '"calls": 1, "tokens": 5, "money": NaN',
        '"calls": 1, "tokens": 5, "money": 1e400',
        '"calls": Infinity, "tokens": 5, "money": 0',
        '"calls": 1, "tokens": NaN, "money": 0',
        f'"calls": 1, "tokens": 1{"0" * 400}, "money": 0',
        f'"calls": 1, "tokens": 5, "money": 1{"0" * 400}',
        '"calls": 0, "tokens": -5, "money": -1000000.0',
        '"calls": -7, "tokens": 0, "money": 0',
        '"calls": 0, "tokens": -1000000, "money": null',
    ],
)
def test_a_damaged_row_of_the_ledger_switches_no_cap_off(tmp_path, damage):
    day = date(2026, 3, 2)
    spending = Spending(tmp_path, "heartbeat", "m", day)
    spending.add(Sum(1, 500, 0.5))
    with (tmp_path / "spending.jsonl").open("a", encoding="utf-8") as ledger:
        ledger.write(f'{{"day": "2026-03-02", "job": "heartbeat", "model": "m", {damage}}}\n')
    spending.add(Sum(0, -100, -0.1))

    assert total(read_spending(tmp_path)) == Sum(1, 400, 0.4)
    with pytest.raises(LimitReached, match="money_per_day"):
        Spending(tmp_path, "weekly", "m", day).refuse_beyond(
            Limits(money_per_day=0.5), Sum(1, 1, 0.2)
        )


def test_spending_is_told_by_day_job_and_model(tmp_path):
    for day in (date(2026, 3, 1), date(2026, 3, 2)):
        for job in ("heartbeat", "weekly"):
            spending = Spending(tmp_path, job, "m", day)
            spending.add(Sum(1, 10, 0))
            spending.add(Sum(1, 5, 0), has_price=False)

    rows = read_spending(tmp_path)

    assert [(r.day.day, r.job, r.calls, r.tokens) for r in rows] == [
        (2, "heartbeat", 2, 15),
        (2, "weekly", 2, 15),
        (1, "heartbeat", 2, 15),
        (1, "weekly", 2, 15),
    ]
