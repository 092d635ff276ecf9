"""Many writers at once: nothing is lost, no id is given twice, no file breaks.

usage: writers.py [--processes 8] [--facts 50] [--notes 20]

In a copy of examples/life, each of the processes adds its facts to one entity, one command a
fact, while notes are written, heartbeat and weekly run and `memctl watch` looks on. Then every
fact and note is looked for, and `memctl check` is asked. Exit 1 when anything is missing.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

LIFE = Path(__file__).resolve().parent.parent / "examples" / "life"
ENTITY = "companies/norwell-labs"


def command(root: Path, *words: str) -> list[str]:
    """One command line on the workspace."""
    return [sys.executable, "-m", "memctl", "-w", str(root), *words]


def run(root: Path, *words: str) -> int:
    """Run it, again while the workspace is busy; the exit status."""
    while True:
        code = subprocess.run(command(root, *words), capture_output=True, check=False).returncode
        if code != os.EX_TEMPFAIL:
            return code


def found(root: Path) -> tuple[list[dict[str, str]], str]:
    """The rows of the entity, and every note as one text."""
    rows = json.loads((root / "areas" / ENTITY / "items.json").read_text(encoding="utf-8"))
    notes = sorted((root / "memory").glob("*.md"))
    return rows, "\n".join(note.read_text(encoding="utf-8") for note in notes)


def lines_of(options: argparse.Namespace) -> list[list[tuple[str, ...]]]:
    """What each writer says, one command after the other."""
    adding = [
        [
            ("fact", "add", ENTITY, f"Ledger {w} holds the page of berth {n} of quay {w}")
            for n in range(options.facts)
        ]
        for w in range(options.processes)
    ]
    noting = [[("note", f"walked past lamp post number {n}")] for n in range(options.notes)]
    return [*adding, *noting, [("heartbeat",)] * 3, [("weekly",)] * 3]


def write_all(root: Path, options: argparse.Namespace) -> list[tuple[str, ...]]:
    """All writers at once, with `watch` beside them; the commands that failed."""
    failed: list[tuple[str, ...]] = []

    def write(lines: list[tuple[str, ...]]) -> None:
        failed.extend(line for line in lines if run(root, *line))

    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    watch = subprocess.Popen(command(root, "watch"), **quiet)
    threads = [threading.Thread(target=write, args=(lines,)) for lines in lines_of(options)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    watch.terminate()
    if watch.wait(60):
        failed.append(("watch",))
    return failed


def main() -> int:
    """Write from all sides, then count."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--processes", type=int, default=8)
    parser.add_argument("--facts", type=int, default=50)
    parser.add_argument("--notes", type=int, default=20)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        root = Path(name) / "life"
        shutil.copytree(LIFE, root)
        began = time.monotonic()
        failed = write_all(root, options)
        took = time.monotonic() - began
        rows, notes = found(root)
        checked = run(root, "check")
    ids = [row["id"] for row in rows]
    facts = sum("holds the page of berth" in row["fact"] for row in rows)
    written = sum(f"lamp post number {n}\n" in f"{notes}\n" for n in range(options.notes))
    wanted, twice = options.processes * options.facts, len(ids) - len(set(ids))
    print(f"{facts} of {wanted} facts, {twice} ids given twice")
    print(f"{written} of {options.notes} notes; check exited {checked}")
    print(f"{len(failed)} commands failed {failed[:3] or ''}; {took:.0f} s")
    is_whole = facts == wanted and written == options.notes and not twice
    return 0 if is_whole and not failed and checked == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
