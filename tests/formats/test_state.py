"""Of two runs the later one counts, and what other tools keep beside it stays."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.formats.state import merge_state
from memctl.formats.text import CannotMerge

KEY = "lastExtractedTimestamp"
EARLY, LATE = "2026-01-30T08:00:00Z", "2026-01-31T08:00:00Z"


def text(**keys):
    return json.dumps(keys, indent=2) + "\n"


@pytest.mark.parametrize(
    ("early", "late"),
    [
        (EARLY, LATE),
        (1769760000, 1769846400),
        (1769760000, 1769846400000),
        (1769760000, LATE),
        ("2026-01-31T08:30:00+01:00", LATE),
        (None, LATE),
    ],
)
def test_the_later_run_counts_on_either_side(early, late):
    base, one, two = text(**{KEY: early}), text(**{KEY: early, "a": 1}), text(**{KEY: late, "b": 2})

    for ours, theirs in ((one, two), (two, one)):
        assert json.loads(merge_state(base, ours, theirs)) == {KEY: late, "a": 1, "b": 2}


def test_two_runs_since_the_branch_leave_the_later_one():
    base = text(**{KEY: "2026-01-01T00:00:00Z", "lastChecks": {"mail": 1769700000}})
    ours = text(**{KEY: EARLY, "lastChecks": {"mail": 1769760000, "news": 1769760000}})
    theirs = text(**{KEY: LATE, "lastChecks": {"mail": 1769740000, "sky": 1769740000}})

    found = json.loads(merge_state(base, ours, theirs))

    assert found[KEY] == LATE
    assert found["lastChecks"] == {"mail": 1769760000, "news": 1769760000, "sky": 1769740000}


def test_a_file_that_both_sides_made_is_merged_too():
    assert merge_state("", text(**{KEY: EARLY}), text(**{KEY: LATE})) == text(**{KEY: LATE})


def test_the_side_that_says_all_keeps_every_byte():
    ours = f'{{ "{KEY}":"{LATE}",\t"mine": true }}'

    assert merge_state(text(**{KEY: EARLY}), ours, text(**{KEY: EARLY})) == ours


@pytest.mark.parametrize(
    ("base", "ours", "theirs"),
    [
        (text(a="x"), text(a="y"), text(a="z")),
        (text(a=True), text(a=1), text(a="z")),
        (text(a=1), text(a=10**400), text(a=2)),
        ("{}", "[]", "{}"),
        ("{}", "{", "{}"),
    ],
)
def test_what_only_a_person_can_decide_is_no_guess(base, ours, theirs):
    with pytest.raises(CannotMerge):
        merge_state(base, ours, theirs)


TIMES = st.dictionaries(st.sampled_from("abcd"), st.integers(0, 2 * 10**9))


@given(TIMES, TIMES, TIMES)
def test_both_ways_round_say_the_same(base, ours, theirs):
    there, back = (
        json.loads(merge_state(text(**base), text(**one), text(**two)))
        for one, two in ((ours, theirs), (theirs, ours))
    )

    assert there == back
    assert there.keys() >= {k for k in ours if k not in base} | {k for k in theirs if k not in base}
