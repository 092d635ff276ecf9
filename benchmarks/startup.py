"""How long a recall takes beside the bare interpreter, in a new process each.

usage: startup.py [--rounds 15] [--json]

Copies `examples/life` to a temporary folder, asks one question so that the cache is filled,
waits until no file is young, and then runs, one after the other in every round: Python that
does nothing, `memctl recall`, `memctl context`, `memctl --version`, and `memctl fact list` (typer). Reported
are the least and the median milliseconds, the ratio to the bare interpreter, and, where
valgrind is installed, the instructions (callgrind), which do not depend on the machine's load.
"""

import argparse
import compileall
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import memctl

HERE = Path(__file__).resolve().parent
ENTRY = "import sys\nfrom memctl.__main__ import main\nsys.exit(main())\n"
ENVIRON = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


def run(argv):
    """Seconds that a new process takes."""
    began = time.perf_counter()
    subprocess.run(argv, capture_output=True, check=False, env=ENVIRON)
    return time.perf_counter() - began


def instructions(argv):
    """Millions of instructions, or None without valgrind."""
    if not shutil.which("valgrind"):
        return None
    tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    done = subprocess.run([*tool, *argv], capture_output=True, text=True, check=False, env=ENVIRON)
    found = re.search(r"Collected : (\d+)|refs:\s+([\d,]+)", done.stderr)
    return round(int((found[1] or found[2]).replace(",", "")) / 1e6, 1) if found else None


def measure(rounds):
    # Without compiled files every start would compile them again.
    compileall.compile_dir(str(Path(memctl.__file__).parent), quiet=2)
    with tempfile.TemporaryDirectory() as scratch:
        life = Path(scratch) / "life"
        shutil.copytree(HERE.parent / "examples" / "life", life)
        entry = Path(scratch) / "start.py"
        entry.write_text(ENTRY)
        start = [sys.executable, str(entry)]
        calls = {
            "python": [sys.executable, "-c", "pass"],
            "recall": [*start, "-w", str(life), "recall", "Who is Petra?"],
            "recall --json": [*start, "-w", str(life), "recall", "Who is Petra?", "--json"],
            "context": [*start, "-w", str(life), "context", "Who is Petra?"],
            "--version": [*start, "--version"],
            "fact list": [*start, "-w", str(life), "fact", "list"],
        }
        for argv in calls.values():
            run(argv)
        time.sleep(2.1)  # a file younger than two seconds is read again
        run(calls["recall"])
        spent = {name: [] for name in calls}
        for _ in range(rounds):
            for name, argv in calls.items():
                spent[name].append(1000 * run(argv))
        counted = {name: instructions(argv) for name, argv in calls.items()}
    bare = spent["python"]
    return {
        name: {
            "minMs": round(min(times), 1),
            "medianMs": round(statistics.median(times), 1),
            "ratioMin": round(min(times) / min(bare), 2),
            "ratioMedian": round(statistics.median(times) / statistics.median(bare), 2),
            "millionInstructions": counted[name],
            "ratioInstructions": counted[name] and round(counted[name] / counted["python"], 2),
        }
        for name, times in spent.items()
    }


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    report = measure(options.rounds)
    if options.json:
        print(json.dumps(report, indent=2))
        return
    print(f"{'':15}{'min ms':>8}{'median':>8}{'ratio':>7}{'ratio':>7}{'M instr':>9}{'ratio':>7}")
    for name, row in report.items():
        lead, *rest = row.values()
        print(
            f"{name:15}{lead:8}{rest[0]:8}{rest[1]:7}{rest[2]:7}{rest[3] or '-':>9}{rest[4] or '-':>7}"
        )


if __name__ == "__main__":
    main()
