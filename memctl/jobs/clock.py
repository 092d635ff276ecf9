"""The one place that reads the clock.

`MEMCTL_TODAY=YYYY-MM-DD` fixes it to that day, 12:00 in the workspace's zone, so that a run
can be repeated and a story told day by day.
"""

from collections.abc import Mapping
from datetime import date, datetime, time, tzinfo
from zoneinfo import ZoneInfo

from memctl.errors import UsageError

NOON = time(12)


def now_in(zone: str | None, environ: Mapping[str, str]) -> datetime:
    """This instant, aware, in the zone with this IANA name; None is the system's zone."""
    fixed = environ.get("MEMCTL_TODAY")
    here = ZoneInfo(zone) if zone else None
    if fixed:
        return datetime.combine(_day(fixed), NOON, here or _system_zone())
    return datetime.now(_system_zone()).astimezone(here)  # noqa: TID251 - this is the clock


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise UsageError(
            f"MEMCTL_TODAY is {text!r}, which is no day.",
            hint="Write it as YYYY-MM-DD, or unset it.",
        ) from error


def _system_zone() -> tzinfo | None:
    return datetime.fromtimestamp(0).astimezone().tzinfo
