"""Whether a change of the code changes what jobs write: two checkouts, the same folders.

usage: same_trees.py BEFORE AFTER FOLDER... [--today 2026-06-20]

BEFORE and AFTER are checkouts of memctl. Each works on copies of the folders: heartbeat,
weekly, heartbeat. What they say and every file but the cache are compared byte by byte; the
exit code is 1 where anything differs. For work on speed, which may change nothing.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

JOBS = ("heartbeat", "weekly", "heartbeat")


def left_by(checkout, folder, today):
    """(path or job, what stands there) after the jobs of this checkout on a copy."""
    environ = {**os.environ, "PYTHONPATH": str(checkout.resolve()), "MEMCTL_TODAY": today}
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch) / "life"
        shutil.copytree(folder, root, ignore=shutil.ignore_patterns(".git"))
        run = [sys.executable, "-m", "memctl", "-w", "life"]
        said = {
            f"{number} {job}": subprocess.run(
                [*run, job], capture_output=True, cwd=scratch, env=environ, check=False
            ).stdout
            for number, job in enumerate(JOBS, 1)
        }
        shutil.rmtree(root / ".memctl" / "cache", ignore_errors=True)
        files = (p for p in sorted(root.rglob("*")) if p.is_file())
        return {**said, **{str(p.relative_to(root)): p.read_bytes() for p in files}}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--today", default="2026-06-20")
    options = parser.parse_args()
    differing = 0
    for folder in options.folders:
        was, now = (left_by(c, folder, options.today) for c in (options.before, options.after))
        names = [name for name in {**was, **now} if was.get(name) != now.get(name)]
        print(folder, "differs in" if names else "is the same", *names)
        differing += bool(names)
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main())
