"""`note`: one more line in a daily note."""

import re
from datetime import date

from memctl.errors import UsageError
from memctl.graph.plan import AppendNote, Plan
from memctl.graph.report import JobReport
from memctl.jobs.steps import Desk, carry_out
from memctl.jobs.words import plain_text
from memctl.workspace.reading.snapshot import Snapshot

_TIME = re.compile(r"([01]?\d|2[0-3]):[0-5]\d")


def write_note(
    desk: Desk,
    text: str,
    *,
    day: date | None = None,
    time: str | None = None,
    dry_run: bool = False,
) -> JobReport:
    """Append `text` to the note of `day`; a line for today bears the time of day.

    Raises:
        HoldsSecret: The text holds a secret.
        UsageError: There is nothing to write, or `time` is no time.
    """
    said = plain_text(text)
    if time is not None and not _TIME.fullmatch(time):
        raise UsageError(f"{time!r} is no time of day.", hint="Write it as HH:MM.")
    if time is None and day in {None, desk.today}:
        time = desk.now.strftime("%H:%M")
    line = AppendNote(day or desk.today, time, said)

    def decide(_snapshot: Snapshot) -> Plan:
        return Plan((line,))

    return carry_out(desk, "note", decide, dry_run=dry_run)
