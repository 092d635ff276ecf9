"""`heartbeat`, `weekly` and `undo`: the jobs that keep memory true."""

import typer

from memctl.cli.command import Call, command
from memctl.cli.printing import job_lines
from memctl.graph.report import JobReport
from memctl.jobs.heartbeat import heartbeat
from memctl.jobs.undo import undo
from memctl.jobs.weekly import weekly


def add_keeping(app: typer.Typer) -> None:
    """Register the commands of this page."""

    @command(app, "heartbeat", example="memctl heartbeat --dry-run", show=job_lines, writes=True)
    def _heartbeat(call: Call) -> JobReport:
        """Read what is new in the daily notes and file what lasts."""
        return heartbeat(call.desk(), dry_run=call.dry_run)

    @command(app, "weekly", example="memctl weekly --dry-run", show=job_lines, writes=True)
    def _weekly(call: Call) -> JobReport:
        """Retire what no longer holds and rewrite the summaries."""
        return weekly(call.desk(), dry_run=call.dry_run)

    @command(app, "undo", example="memctl undo --dry-run", show=job_lines, writes=True)
    def _undo(call: Call) -> JobReport:
        """Take back the last job, byte for byte."""
        return undo(call.desk(), dry_run=call.dry_run)
