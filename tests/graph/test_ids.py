import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.graph.fact import Fact, FactId
from memctl.graph.ids import next_id


def rows(*ids):
    return tuple(Fact(id=FactId(i), text=i) for i in ids)


@pytest.mark.parametrize(
    ("ids", "succeeds", "expected"),
    [
        ((), None, "sarah-001"),
        (("sarah-001", "sarah-002"), None, "sarah-003"),
        (("sarah-999",), None, "sarah-1000"),
        (("f1", "f7"), None, "f8"),
        (("person_01", "note-5"), "person_01", "person_02"),
        (("kestrel",), None, "kestrel-001"),
    ],
    ids=["empty", "next", "past 999", "no separator", "kind of the one it succeeds", "no number"],
)
def test_the_next_id_is_of_the_same_kind(ids, succeeds, expected):
    assert next_id(rows(*ids), "sarah", succeeds=succeeds) == expected


def test_a_number_that_a_dangling_pointer_names_is_not_given_again():
    facts = (Fact(id=FactId("a-1"), text="x", superseded_by=FactId("a-9")),)

    assert next_id(facts, "a") == "a-10"


def test_a_uuid_is_followed_by_a_uuid_and_by_the_same_one_every_time():
    facts = rows("5b8f1f0a-3c1e-4c5e-9b1d-0a2f6f1c7d11")

    first, again = next_id(facts, "a"), next_id(facts, "a")

    assert first == again
    assert len(first) == 36


@given(st.lists(st.from_regex(r"\A[a-c]{0,2}-?[0-9]{1,3}\Z"), max_size=8), st.integers(1, 5))
def test_no_id_is_ever_given_twice(ids, count):
    facts, taken = rows(*ids), []
    for _ in range(count):
        taken.append(next_id(facts, "slug", taken=taken))

    assert len(set(taken)) == count
    assert not set(taken) & set(ids)


def test_a_run_of_digits_that_no_number_has_is_part_of_a_name():
    long = FactId("n" + "9" * 5000)

    assert next_id(rows(long), "n") == f"{long}-001"
