from datetime import date, datetime

import pytest

from memctl.errors import UsageError
from memctl.jobs.clock import now_in


def test_the_day_can_be_fixed_at_noon_in_the_zone_of_the_workspace():
    now = now_in("Asia/Shanghai", {"MEMCTL_TODAY": "2026-03-02"})

    assert now.isoformat() == "2026-03-02T12:00:00+08:00"


def test_without_it_the_clock_runs():
    assert now_in("Europe/Lisbon", {}).date() >= date(2026, 1, 1)


def test_without_a_zone_the_system_decides():
    assert now_in(None, {}).utcoffset() == datetime.now().astimezone().utcoffset()  # noqa: TID251 - the very question


def test_what_is_no_day_is_refused():
    with pytest.raises(UsageError, match="no day"):
        now_in(None, {"MEMCTL_TODAY": "soon"})
