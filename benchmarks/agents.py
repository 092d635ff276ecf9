"""What an agent waits for: hooks on a large workspace, and the server, as ratios within one run.

usage: agents.py [--entities 10000] [--rounds 15] [--json]

Lays down so many people with two facts each and a month of notes, fills the cache, and then
runs in turn, each in a process of its own: Python that does nothing, and the hook before a
prompt that names somebody, before one that is about nothing known, and at a session's start,
with the very command that `memctl hook install` writes. Then `memctl mcp` is started and asked:
the time to its first answer against Python's start, and a call against the same recall within
one process.
"""

import argparse
import json
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from memctl.hosts.own import quick_command
from memctl.jobs.recall import recall

ENVIRON = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
ENVIRON["MEMCTL_TODAY"] = "2026-02-01"
SYLLABLES = [a + b for a in "bdfgklmnprstv" for b in "aeiou"]
CITIES = ("Lisbon", "Oslo", "Porto", "Rome", "Bern", "Kyoto", "Lima", "Quito", "Sofia", "Turin")
SETTLED_S = 2.2


def lay_down(root, entities):
    """A workspace of people with names of their own; the name of one of them."""
    chance = random.Random(5)
    root.mkdir(parents=True)
    (root / "memctl.toml").write_text("")
    (root / "MEMORY.md").write_text("# How I work\n\n- Short answers first\n")
    for number in range(entities):
        parts = ("".join(chance.choices(SYLLABLES, k=k)).title() for k in (3, 4))
        name, slug = " ".join(parts), f"p{number:05}"
        folder = root / "areas" / "people" / slug
        folder.mkdir(parents=True)
        said = (f"{name} lives in {CITIES[number % 10]}", f"{name} plays the cello")
        rows = [
            {"id": f"{slug}-{n:03}", "fact": text, "timestamp": "2025-06-15", "status": "active"}
            for n, text in enumerate(said, start=1)
        ]
        (folder / "items.json").write_text(json.dumps(rows, indent=2) + "\n")
        (folder / "summary.md").write_text(f"---\nname: {name}\n---\n# {name}\n")
    notes = root / "memory"
    notes.mkdir()
    for day in range(1, 29):
        text = f"# 2026-01-{day:02}\n\n- 10:00 Tea in {CITIES[day % 10]}\n"
        (notes / f"2026-01-{day:02}.md").write_text(text)
    return name


def hook_command(root):
    return [*quick_command(), "-w", str(root), "hook", "run"]


def spent(argv, said=b""):
    """Milliseconds that a new process takes."""
    began = time.perf_counter()
    subprocess.run(argv, input=said, capture_output=True, check=False, env=ENVIRON)
    return 1000 * (time.perf_counter() - began)


def instructions(argv, said=b""):
    """Millions of instructions, or None without valgrind."""
    if not shutil.which("valgrind"):
        return None
    tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    done = subprocess.run([*tool, *argv], input=said, capture_output=True, check=False, env=ENVIRON)
    found = re.search(rb"Collected : (\d+)|refs:\s+([\d,]+)", done.stderr)
    return round(int((found[1] or found[2]).replace(b",", b"")) / 1e6, 1) if found else None


def hooks(root, name, rounds):
    run = hook_command(root)
    ask = {"session_id": "", "prompt": f"Where does {name} live?"}
    idle = {"session_id": "", "prompt": "fix the failing unit test"}
    calls = {
        "python": ([sys.executable, "-c", "pass"], {}),
        "before a prompt": ([*run, "UserPromptSubmit", "--host", "claude-code"], ask),
        "nothing known": ([*run, "UserPromptSubmit", "--host", "claude-code"], idle),
        "session start": ([*run, "SessionStart", "--host", "claude-code"], {"session_id": ""}),
    }
    for _ in range(2):  # the cache is filled, then what was asked about is weighed
        for argv, said in calls.values():
            spent(argv, json.dumps(said).encode())
        time.sleep(SETTLED_S)
    times = {what: [] for what in calls}
    for number in range(rounds):
        for what, (argv, said) in calls.items():
            # A session of its own each time: what was said once is not said again.
            fresh = {**said, "session_id": f"{what}-{number}"} if said else {}
            times[what].append(spent(argv, json.dumps(fresh).encode()))
    counted = {
        what: instructions(argv, json.dumps({**said, "session_id": "c"}).encode())
        for what, (argv, said) in calls.items()
    }
    bare = times["python"]
    return {
        what: {
            "minMs": round(min(found), 1),
            "ratioMin": round(min(found) / min(bare), 2),
            "ratioMedian": round(statistics.median(found) / statistics.median(bare), 2),
            "ratioInstructions": counted[what] and round(counted[what] / counted["python"], 2),
        }
        for what, found in times.items()
    }


def server(root, name, rounds):
    """Start-up and calls of `memctl mcp`, by raw lines so that no client's cost counts."""
    words = [sys.executable, "-m", "memctl", "-w", str(root), "mcp"]
    bare = min(spent([sys.executable, "-c", "pass"]) for _ in range(5))
    starts, calls = [], []
    about = {"protocolVersion": "2025-06-18", "capabilities": {}}
    about["clientInfo"] = {"name": "bench", "version": "1"}
    for _ in range(3):
        began = time.perf_counter()
        with subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENVIRON, text=True
        ) as process:
            send(process, "initialize", about, 0)
            starts.append(1000 * (time.perf_counter() - began))
            send(process, "notifications/initialized", {})
            asked = {"name": "recall", "arguments": {"question": f"Where does {name} live?"}}
            send(process, "tools/call", asked, 1)
            for number in range(2, 2 + rounds):
                began = time.perf_counter()
                send(process, "tools/call", asked, number)
                calls.append(1000 * (time.perf_counter() - began))
            process.stdin.close()
    plain = here(root, name, rounds)
    return {
        "startMs": round(min(starts), 1),
        "startRatio": round(min(starts) / bare, 1),
        "callMs": round(min(calls), 2),
        "recallMs": round(plain, 2),
        "callRatio": round(min(calls) / plain, 2),
    }


def send(process, method, said, number=None):
    """One line to the server; its answer, where it has a number."""
    row = {"jsonrpc": "2.0", "method": method, "params": said}
    row |= {"id": number} if number is not None else {}
    process.stdin.write(json.dumps(row) + "\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline()) if number is not None else None


def here(root, name, rounds):
    """The least milliseconds of the same recall without a server."""
    found = []
    for _ in range(rounds):
        began = time.perf_counter()
        recall(f"Where does {name} live?", workspace=str(root), environ=dict(ENVIRON))
        found.append(1000 * (time.perf_counter() - began))
    return min(found)


def measure(entities, rounds):
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch) / "life"
        name = lay_down(root, entities)
        return {
            "entities": entities,
            "hooks": hooks(root, name, rounds),
            "server": server(root, name, rounds),
        }


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--entities", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    report = measure(options.entities, options.rounds)
    if options.json:
        print(json.dumps(report, indent=2))
        return
    print(f"{report['entities']} entities{'':8}{'min ms':>8}{'ratio':>7}{'median':>8}{'instr':>7}")
    for what, row in report["hooks"].items():
        low, ratio, median, counted = row.values()
        print(f"{what:22}{low:8}{ratio:7}{median:8}{counted or '-':>7}")
    print("server:", ", ".join(f"{k} {v}" for k, v in report["server"].items()))


if __name__ == "__main__":
    main()
