"""Every command that writes, disturbed at every call that touches files: is all whole afterwards?

usage: crashes.py [--only COMMAND] [--no-links]

For each command that `tests/helpers/scenes.py` plays, and each call that it makes which changes
something on the disk: once the disk is full at that call, once the process is killed before it.
The next command must find files that parse and the job done or undone, and every third time
`undo` must lead back to what stood before. And once a person saves a file right before it, in
place or by rename: what they saved must stand in a file afterwards.
"""

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from memctl.workspace import atomic
from tests.helpers.crashing import failed_at, killed_at, rehearsed, saved_at
from tests.helpers.scenes import SCENES


def broken_off(name, folder):
    """(calls that the command makes, what was found wrong) of one command."""
    play = rehearsed(name, folder)
    found = [
        f"{name}: {breaks.__name__} {at}: {what}"
        for at in range(1, play.calls + 1)
        for breaks in (failed_at, killed_at, *([saved_at] if play.scene.is_whole else []))
        if (what := breaks(play, at))
    ]
    return play.calls, found


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--only", choices=SCENES)
    parser.add_argument("--no-links", action="store_true", help="a disk without exchange and links")
    options = parser.parse_args()
    os.fsync = lambda _handle: None  # a killed process needs none to be read after
    if options.no_links:
        vars(atomic)["_system_call"] = lambda: None
        os.link = refuse
    began, calls, found = time.perf_counter(), 0, []
    for name in [options.only] if options.only else SCENES:
        with tempfile.TemporaryDirectory() as scratch:
            made, wrong = broken_off(name, Path(scratch))
        print(f"{name}: {made} calls, {len(wrong)} wrong", flush=True)
        calls, found = calls + made, [*found, *wrong]
    print(*found, sep="\n")
    spent = time.perf_counter() - began
    print(f"{calls} calls, disturbed in three ways, {len(found)} wrong, {spent:.0f} s")
    return bool(found)


def refuse(*_args, **_options):
    raise PermissionError(1, "Operation not permitted")


if __name__ == "__main__":
    sys.exit(main())
