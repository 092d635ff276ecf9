"""Does `memctl watch` grow? A workspace saved over and over, and the memory of the watcher.

usage: watch_soak.py [--saves 2000] [--json]

Copies `examples/life` to a temporary folder, watches it, and saves its files in turn: in place,
by rename as editors do, notes, a folder that moves away and back. Reported are the resident
megabytes after a fifth of the saves and at the end, and the open files of the watcher at both
times. A day of somebody who writes all the time is about two thousand saves.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
WORDS = ("cello", "harp", "flute", "drums", "viola")


def resident_mb(pid):
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def open_files(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))


def save(life, number):
    """One save of a person; each sixth is another kind."""
    word = WORDS[number % len(WORDS)]
    people = life / "areas" / "people"
    kind = number % 6
    if kind == 0:
        note = life / "memory" / "2026-02-01.md"
        note.write_text(f"# 2026-02-01\n\n- 09:{number % 60:02} practised the {word} {number}\n")
    elif kind == 1:
        items = people / "me" / "items.json"
        rows = json.loads(items.read_text())
        rows[0]["fact"] = f"The user plays the {word} ({number})"
        draft = items.with_suffix(".tmp")
        draft.write_text(json.dumps(rows, indent=2) + "\n")
        draft.replace(items)
    elif kind == 2:
        (life / "MEMORY.md").write_text(f"# How I work\n\n- Tune the {word} first {number}\n")
    elif kind == 3:
        (people / "mila").rename(people / "mila-away")
    elif kind == 4:
        if (people / "mila-away").exists():
            (people / "mila-away").rename(people / "mila")
    else:
        (people / "petra-lindqvist" / "items.json").write_text("[{ half saved")


def soak(saves, pause_s=0.4):
    environ = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    environ["MEMCTL_TODAY"] = "2026-02-01"
    with tempfile.TemporaryDirectory() as scratch:
        life = Path(scratch) / "life"
        shutil.copytree(HERE.parent / "examples" / "life", life)
        words = [sys.executable, "-m", "memctl", "-w", str(life), "watch", "--quiet", "0.2"]
        log = Path(scratch) / "log"
        with log.open("w") as out:
            watcher = subprocess.Popen([*words, "--json"], stdout=out, stderr=out, env=environ)
        while "Watching" not in log.read_text() and watcher.poll() is None:
            time.sleep(0.1)
        early = (0.0, 0)
        for number in range(saves):
            save(life, number)
            time.sleep(pause_s)
            if number == saves // 5:
                early = resident_mb(watcher.pid), open_files(watcher.pid)
        time.sleep(1.5)
        late = resident_mb(watcher.pid), open_files(watcher.pid)
        watcher.send_signal(signal.SIGTERM)
        code = watcher.wait(timeout=30)
        said = log.read_text()
        report = json.loads(said[said.rindex("\n{") :]) if code == 0 else {}
    return {
        "saves": saves,
        "exitCode": code,
        "earlyMb": round(early[0], 1),
        "lateMb": round(late[0], 1),
        "growthMb": round(late[0] - early[0], 1),
        "moreFiles": late[1] - early[1],
        "watched": report,
    }


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--saves", type=int, default=2000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    report = soak(options.saves)
    if options.json:
        print(json.dumps(report, indent=2))
        return
    print(f"{report['saves']} saves: {report['earlyMb']} MB, then {report['lateMb']} MB")
    print(f"{report['moreFiles']} more open files; {report['watched']}")


if __name__ == "__main__":
    main()
