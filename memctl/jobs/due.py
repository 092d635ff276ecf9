"""When a scheduled job is due: pure reckoning with instants in the workspace's zone.

A scheduler only says "look again" every half hour. What is due is decided here, from when each
job last succeeded: so a missed run is caught up, zones and clock changes are those of the
workspace, and nothing runs twice.
"""

from datetime import UTC, datetime, time, timedelta

from memctl.config.settings import WEEKDAYS, Settings

JOBS = ("heartbeat", "weekly")
_WEEK = timedelta(days=7)
_SLACK = timedelta(minutes=10)
"""A look that comes a little early counts: else four hours would become four and a half."""


def is_due(job: str, last: datetime | None, now: datetime, settings: Settings) -> bool:
    """Should this job run now?

    Args:
        job: heartbeat or weekly.
        last: When it last succeeded. One that lies ahead was written under a wrong clock
            and counts as none.
        now: Aware, in the workspace's zone.
        settings: With the times that are wanted.
    """
    if last is None or last > now + _SLACK:
        return True
    return next_run(job, last, now, settings) <= now + (_SLACK if job == JOBS[0] else timedelta())


def next_run(job: str, last: datetime | None, now: datetime, settings: Settings) -> datetime:
    """The instant from which the job is due; in the past when it is overdue."""
    if last is None:
        return now
    if job == JOBS[0]:
        # In UTC: hours of a clock that is set back are hours all the same.
        gone = last.astimezone(UTC) + timedelta(hours=settings.heartbeat_hours)
        return gone.astimezone(now.tzinfo)
    try:
        return _slot_after(last.astimezone(now.tzinfo), settings.weekly_at)
    except OverflowError:  # a clock in the last week that there is
        return now


def _slot_after(moment: datetime, weekly_at: str) -> datetime:
    """The first time of the week's slot after `moment`."""
    name, _, clock = weekly_at.partition(" ")
    ahead = (WEEKDAYS.index(name) - moment.weekday()) % 7
    day = moment.date() + timedelta(days=ahead)
    slot = datetime.combine(day, time.fromisoformat(clock), moment.tzinfo)
    if slot.astimezone(UTC) <= moment.astimezone(UTC):
        slot = datetime.combine(day + _WEEK, time.fromisoformat(clock), moment.tzinfo)
    # There and back: a time that the clock skips becomes the one that it shows instead.
    return slot.astimezone(UTC).astimezone(moment.tzinfo)
