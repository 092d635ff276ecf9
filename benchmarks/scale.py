"""What memctl costs on a large workspace, as ratios measured in one run, with peak memory.

usage: scale.py [--entities 300] [--facts 30] [--days 60] [--only check,build,…]

Makes a workspace of so many entities with so many facts each and a year of notes in a
temporary folder. Every figure is the processor time (user and system) of a process of its
own with those that it starts, so that a busy machine does little harm; beside it stands what it
cannot be below:

- check      every file read, JSON parsed
- build      the first recall, against a bare FTS5 insert of the same texts
- cold       a recall when nothing changed, against the bare interpreter and a look at the
             times of the files
- refresh    a recall after one edit, against the same
- heartbeat  the first one over all blocks, against every file read and parsed
- idle       a heartbeat with nothing new, once one had nothing to do and the files are older
             than two seconds, against the bare interpreter and the look
- weekly     the first one, against every file read, parsed, rendered and written again

The full size is `--entities 10000 --days 365`; the small one takes about a minute.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from recall_speed import ENVIRON, FIRST, LAST, lay_down, sentence

BLOCKS_A_DAY = 27
SETTLED_S = 2.5
"""Files younger than this are not trusted to stay as they are."""

MEASURED = """
import atexit, json, os, resource, sys
def tell():
    used, helped = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    try:
        lines = open("/proc/self/status").read().splitlines()
        peak = next(int(x.split()[1]) / 1024 for x in lines if x.startswith("VmHWM"))
    except OSError:
        peak = used.ru_maxrss / 1024
    spent = sum(u.ru_utime + u.ru_stime for u in (used, helped))
    print(json.dumps([spent, peak]), file=sys.stderr)
atexit.register(tell)
root = sys.argv.pop(1) if sys.argv[1:] else ""
def files():
    for folder, inside, names in os.walk(root):
        inside[:] = [i for i in inside if i != ".memctl"]
        yield from (os.path.join(folder, name) for name in names)
"""
BARE = "pass"
MEMCTL = "from memctl.__main__ import main; sys.exit(main(['-w', root, *sys.argv[1:]]))"
READ = """
import gc
gc.disable()
kept = []
for path in files():
    text = open(path, "rb").read().decode()
    kept.append(json.loads(text) if path.endswith(".json") else text)
"""
REWRITE = (
    READ
    + """
for path, value in zip(files(), kept):
    is_json = not isinstance(value, str)
    text = json.dumps(value, ensure_ascii=False, indent=2) if is_json else value
    with open(path + ".new", "w") as new:
        new.write(text)
    os.replace(path + ".new", path)
"""
)
LOOK = """
for folder, inside, names in os.walk(root):
    inside[:] = [i for i in inside if i != ".memctl"]
    os.stat(folder)
    for name in names:
        os.stat(folder + "/" + name)
"""
INSERT = """
import sqlite3
texts = json.load(open(root))
kept = resource.getrusage(resource.RUSAGE_SELF)
db = sqlite3.connect(":memory:")
db.execute("CREATE VIRTUAL TABLE t USING fts5(x)")
db.executemany("INSERT INTO t VALUES (?)", [(text,) for text in texts])
db.commit()
now = resource.getrusage(resource.RUSAGE_SELF)
atexit.unregister(tell)
print(json.dumps([now.ru_utime + now.ru_stime - kept.ru_utime - kept.ru_stime, 0]), file=sys.stderr)
"""


def spent(code, *argv):
    """(seconds of processor time, peak MB) of a new Python with this code."""
    run = [sys.executable, "-c", MEASURED + code, *map(str, argv)]
    done = subprocess.run(run, capture_output=True, text=True, check=False, env=ENVIRON)
    if done.returncode not in (0, 1):
        raise SystemExit(done.stderr)
    return tuple(json.loads(done.stderr.splitlines()[-1]))


def least(times, code, *argv):
    """The least of several runs: what disturbs only ever adds."""
    return min(spent(code, *argv) for _ in range(times))


def busy_notes(root, days):
    """Notes of about thirty blocks a day in the place of the small ones."""
    dice = random.Random(11)
    people = sorted(p.name for p in (root / "areas" / "people").iterdir())
    for path in sorted((root / "memory").iterdir())[:days]:
        names = [dice.choice(people).replace("-", " ").title() for _ in range(BLOCKS_A_DAY)]
        lines = [f"- {sentence(dice, name)}" for name in names]
        path.write_text("\n".join([f"# {path.stem}", "", *lines, ""]))


def measure(root, texts, only):
    """Rows of (name, seconds, peak MB, what it is held against, seconds of that)."""
    every = Path(texts)
    bare, look = least(5, BARE)[0], least(3, LOOK, root)[0]
    read = least(2, READ, root)
    question = f"Where does {FIRST[3]} {LAST[4]} live?"

    def row(name, code, against, floor, *argv, times=1):
        if only and name not in only:
            return
        seconds, peak = least(times, code, root, *argv)
        print(
            f"{name:10} {seconds:9.3f} {peak:9.0f} {floor:9.3f} {seconds / floor:8.1f}  {against}",
            flush=True,
        )

    print(f"{'':10} {'seconds':>9} {'peak MB':>9} {'floor s':>9} {'ratio':>8}  against")
    print(f"{'floor':10} {read[0]:9.3f} {read[1]:9.0f} {read[0]:9.3f} {1:8.1f}  read and parse")
    row("check", MEMCTL, "read and parse", read[0], "check", times=2)
    if not only or "build" in only:
        row("build", MEMCTL, "bare FTS5 insert", least(2, INSERT, every)[0], "recall", question)
    spent(MEMCTL, root, "recall", question)
    row("cold", MEMCTL, "interpreter and look", look, "recall", question, times=5)
    edit(root)
    row("refresh", MEMCTL, "interpreter and look", look, "recall", question)
    row("heartbeat", MEMCTL, "read and parse", read[0], "heartbeat")
    for _ in range(2 if not only or "idle" in only else 0):
        time.sleep(SETTLED_S)
        spent(MEMCTL, root, "heartbeat")
    row("idle", MEMCTL, "interpreter and look", look, "heartbeat", times=3)
    rewritten = least(1, REWRITE, root)[0]
    row("weekly", MEMCTL, "read, parse, render, write", rewritten, "weekly")
    print(f"{'':10} the bare interpreter takes {bare:.3f} s")


def edit(root):
    """One fact changed by hand."""
    target = min((root / "areas" / "people").iterdir()) / "items.json"
    target.write_text(target.read_text().replace('"fact": "', '"fact": "Indeed ', 1))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--entities", type=int, default=300)
    parser.add_argument("--facts", type=int, default=30)
    parser.add_argument("--days", type=int, default=60)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch) / "life"
        texts = lay_down(root, options.entities, options.entities * options.facts, options.days)
        busy_notes(root, options.days)
        every = Path(scratch) / "texts.json"
        every.write_text(json.dumps(texts))
        texts.clear()
        measure(root, every, {name for name in options.only.split(",") if name})


if __name__ == "__main__":
    main()
