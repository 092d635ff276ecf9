"""When a job is due, for every zone and every clock that was wrong."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.config.settings import WEEKDAYS, Settings
from memctl.jobs.due import is_due, next_run

BERLIN = ZoneInfo("Europe/Berlin")
zones = st.sampled_from(["Europe/Berlin", "America/New_York", "Asia/Shanghai", "Pacific/Apia"])
days = st.dates(date(2025, 1, 1), date(2027, 12, 31))
moments = st.builds(datetime.combine, days, st.times(), zones.map(ZoneInfo))
hours, minutes = st.integers(0, 23), st.integers(0, 59)
slots = st.builds("{} {:02}:{:02}".format, st.sampled_from(WEEKDAYS), hours, minutes)


def at(text, zone=BERLIN):
    return datetime.fromisoformat(text).replace(tzinfo=zone)


def test_what_never_ran_is_due():
    assert is_due("weekly", None, at("2026-02-01T12:00"), Settings())


@pytest.mark.parametrize(
    ("last", "now", "due"),
    [
        ("2026-02-01T08:00", "2026-02-01T11:00", False),
        ("2026-02-01T08:00", "2026-02-01T11:55", True),  # a look comes when it comes
        ("2026-02-01T08:00", "2026-02-03T07:00", True),  # two days asleep: caught up once
    ],
)
def test_a_heartbeat_is_due_after_its_hours(last, now, due):
    assert is_due("heartbeat", at(last), at(now), Settings()) is due


@pytest.mark.parametrize(
    ("last", "now", "due"),
    [
        ("2026-01-25T03:10", "2026-02-01T02:59", False),
        ("2026-01-25T03:10", "2026-02-01T03:00", True),
        ("2026-01-25T03:10", "2026-02-04T09:00", True),  # the machine was off on Sunday
        ("2026-02-04T09:00", "2026-02-07T12:00", False),  # and the week keeps its day
        ("2026-02-04T09:00", "2026-02-08T03:00", True),
    ],
)
def test_weekly_is_due_from_its_time_on(last, now, due):
    assert is_due("weekly", at(last), at(now), Settings()) is due


def test_the_zone_of_the_workspace_decides_when_sunday_begins():
    last, now = at("2026-01-28T12:00"), datetime(2026, 1, 31, 20, 0, tzinfo=UTC)

    assert is_due("weekly", last, now.astimezone(ZoneInfo("Asia/Shanghai")), Settings())
    assert not is_due("weekly", last, now.astimezone(BERLIN), Settings())


def test_a_run_under_a_clock_that_was_ahead_counts_as_none():
    assert is_due("heartbeat", at("2027-01-01T00:00"), at("2026-02-01T12:00"), Settings())


def test_a_time_that_the_clock_skips_is_the_one_it_shows_instead():
    saturday = at("2026-03-28T12:00")

    ahead = next_run("weekly", saturday, saturday, Settings(weekly_at="sun 02:30"))

    assert ahead.isoformat() == "2026-03-29T03:30:00+02:00"


@given(last=moments, now=moments, slot=slots, job=st.sampled_from(["heartbeat", "weekly"]))
def test_right_after_a_run_nothing_is_due_and_in_a_week_it_is(last, now, slot, job):
    settings = Settings(weekly_at=slot)
    later = (last.astimezone(UTC) + timedelta(days=8)).astimezone(last.tzinfo)

    assert not is_due(job, last, last, settings)
    assert is_due(job, last, later, settings)
    assert next_run(job, last, now, settings).astimezone(UTC) > last.astimezone(UTC)
