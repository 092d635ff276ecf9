"""`heartbeat` where nothing has moved: with the standard library alone."""

import os
import sys

from memctl.jobs.still import told_again


def main(before: list[str], after: list[str]) -> int | None:
    """Tell again what the last heartbeat said; None where the job has to look.

    Args:
        before: What stands before the command.
        after: What stands behind it.
    """
    said = _options([*before, *after])
    if said is None or sys.stdout.isatty():
        return None
    workspace, as_json = said
    found = told_again(workspace, dict(os.environ))
    if found is None:
        return None
    lines, talk, report = found
    try:
        sys.stdout.write(report if as_json else lines)
        sys.stdout.flush()
        sys.stderr.write("" if as_json else talk)
    except BrokenPipeError:
        # Without this the interpreter would complain when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return 0


def _options(words: list[str]) -> tuple[str | None, bool] | None:
    """(workspace, as JSON); None where there is more than these."""
    workspace, as_json = None, False
    rest = iter(words)
    for word in rest:
        if word == "--json":
            as_json = True
        elif word in ("-w", "--workspace"):
            workspace = next(rest, None)
        else:
            return None
    return workspace, as_json
