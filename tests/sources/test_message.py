from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.sources.message import read_instant, writable

NOON = datetime(2026, 2, 27, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    "written",
    [
        "2026-02-27T12:00:00Z",
        "2026-02-27T12:00:00.000000000Z",
        "2026-02-27T11:00:00-01:00",
        "2026-02-27 12:00:00 UTC",
        1772193600,
        1772193600.0,
        1772193600000,
        1772193600000000,
        "1772193600",
    ],
)
def test_an_instant_is_read_in_the_forms_that_programs_write(written):
    assert read_instant(written) == NOON


def test_a_clock_without_a_zone_keeps_what_it_showed():
    assert read_instant("2026-02-27T12:00:00") == datetime(2026, 2, 27, 12)  # noqa: DTZ001


@pytest.mark.parametrize(
    "odd", [None, True, "", "soon", 0, -5, float("nan"), float("inf"), 10**400]
)
def test_what_is_no_instant_is_none(odd):
    assert read_instant(odd) is None


@given(st.floats() | st.integers() | st.text() | st.dates().map(str) | st.datetimes().map(str))
def test_any_value_gives_an_instant_that_every_zone_can_show_or_none(value):
    found = read_instant(value)

    assert found is None or found.replace(tzinfo=UTC).astimezone(None)


@given(st.text(st.characters(exclude_categories=())))
def test_every_text_can_be_written_after_all(text):
    assert writable(text).encode() is not None
    assert writable(writable(text)) == writable(text)
