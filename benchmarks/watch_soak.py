"""Does `memctl watch` grow, and does it go on? A workspace saved over and over while it is watched.

usage: watch_soak.py [--saves 2000] [--pause 0.4] [--json]

Copies `examples/life` to a temporary folder, watches it, and saves its files in turn: in place,
by rename and with a backup as editors do, half saved, a folder that moves away and back. Now and
then the whole workspace is deleted and put back, the watcher is stopped for a while as a machine
that sleeps, and the clock jumps by days or hours (with libfaketime; without it the day is fixed).
After each of these a save has to be told within a while, or it counts as unheard. Reported are
megabytes, open files, threads and folders listened to after a fifth, at half and at the end.
A day of somebody who writes all the time is about two thousand saves.
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
LIFE = HERE.parent / "examples" / "life"
WORDS = ("cello", "harp", "flute", "drums", "viola")
JUMPS = ("+3d", "-5h", "+40d", "+0d", "-1d", "+25h")
HEARD_S = 30
GLANCES = 10
FAKETIME = "libfaketimeMT.so.1"


def look(pid):
    """What a process holds for a second: of what it opens to read, the least counts."""
    glances = [glance(pid)]
    for _ in range(GLANCES):
        time.sleep(1 / GLANCES)
        glances.append(glance(pid))
    return {key: min(g[key] for g in glances) for key in glances[0]}


def glance(pid):
    """What a process holds now: resident megabytes, open files, threads, folders listened to."""
    status = dict(
        line.split(":", 1)
        for line in Path(f"/proc/{pid}/status").read_text().splitlines()
        if ":" in line
    )
    listened = sum(
        text.count("inotify wd:")
        for entry in Path(f"/proc/{pid}/fdinfo").iterdir()
        if (text := quietly(entry.read_text))
    )
    return {
        "mb": round(int(status["VmRSS"].split()[0]) / 1024, 1),
        "files": len(os.listdir(f"/proc/{pid}/fd")),
        "threads": int(status["Threads"]),
        "listened": listened,
    }


def quietly(read):
    try:
        return read()
    except OSError:
        return ""


def save(life, number):
    """One save of a person; each seventh is another kind."""
    word = WORDS[number % len(WORDS)]
    people = life / "areas" / "people"
    match number % 7:
        case 0:
            note = life / "memory" / "2026-02-01.md"
            note.write_text(
                f"# 2026-02-01\n\n- 09:{number % 60:02} practised the {word} {number}\n"
            )
        case 1:
            play(people, word, number)
        case 2:
            (life / "MEMORY.md").write_text(f"# How I work\n\n- Tune the {word} first {number}\n")
        case 3:
            (people / "mila").rename(people / "mila-away")
        case 4:
            (people / "mila-away").rename(people / "mila")
        case 5:
            (people / "petra-lindqvist" / "items.json").write_text(f"[{{ half saved {number}")
        case _:
            # As vim does: the old file becomes the backup, a new one is written, the backup goes.
            tacit = life / "MEMORY.md"
            backup = tacit.with_suffix(".md~")
            tacit.rename(backup)
            tacit.write_text(f"# How I work\n\n- Rest the {word} after {number}\n")
            backup.unlink()


def play(people, word, number):
    """A save by rename."""
    items = people / "me" / "items.json"
    rows = json.loads(items.read_text())
    rows[0]["fact"] = f"The user plays the {word} ({number})"
    draft = items.with_suffix(".tmp")
    draft.write_text(json.dumps(rows, indent=2) + "\n")
    draft.replace(items)


class Watcher:
    """`memctl watch` as a process, with a clock that can be set where libfaketime is there."""

    def __init__(self, scratch):
        self.life = scratch / "life"
        self.clock = scratch / "clock"
        self.log = scratch / "log"
        self.brought_back = 0
        shutil.copytree(LIFE, self.life)
        environ = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        self.jumps = self._fake_clock(environ)
        words = [sys.executable, "-m", "memctl", "-w", str(self.life), "watch", "--quiet", "0.2"]
        with self.log.open("w") as out:
            self.process = subprocess.Popen([*words, "--json"], stdout=out, stderr=out, env=environ)
        while "Watching" not in self.said() and self.process.poll() is None:
            time.sleep(0.1)

    def _fake_clock(self, environ):
        library = next(Path("/usr/lib").glob(f"*/faketime/{FAKETIME}"), None)
        if library is None:
            environ["MEMCTL_TODAY"] = "2026-02-01"
            return False
        self.clock.write_text("+0d")
        environ |= {
            "LD_PRELOAD": str(library),
            "FAKETIME_TIMESTAMP_FILE": str(self.clock),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "NO_FAKE_STAT": "1",
        }
        return True

    def said(self):
        return self.log.read_text(errors="replace")

    def hears(self, number):
        """Is a save told of within a while?"""
        before = self.said().count("people/me/items.json: saved")
        until = time.monotonic() + HEARD_S
        play(self.life / "areas" / "people", "gong", f"heard {number}")
        while time.monotonic() < until:
            if self.said().count("people/me/items.json: saved") > before:
                return True
            time.sleep(0.2)
        return False

    def trouble(self, number):
        """What befalls a watcher now and then; what it was, or None where it cannot be had."""
        match number % 3:
            case 0:
                shutil.rmtree(self.life)
                time.sleep(2)
                if self.life.exists():  # whoever puts it back would not find its place free
                    self.brought_back += 1
                    shutil.rmtree(self.life)
                shutil.copytree(LIFE, self.life)
                return "deletedAndRestored"
            case 1 if self.jumps:
                self.clock.write_text(JUMPS[number // 3 % len(JUMPS)])
                return "clockJumps"
            case 2:
                self.process.send_signal(signal.SIGSTOP)
                time.sleep(3)
                self.process.send_signal(signal.SIGCONT)
                return "sleeps"
        return None

    def end(self):
        """The exit code and the report."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=30)
        said = self.said()
        return code, json.loads(said[said.rindex("\n{") :]) if code == 0 else {}


def soak(saves, pause_s=0.4, trouble_every=98):
    with tempfile.TemporaryDirectory() as scratch:
        watcher = Watcher(Path(scratch))
        marks = {saves // 5: "early", saves // 2: "middle"}
        seen, befell, unheard = {}, {}, 0
        for number in range(saves):
            save(watcher.life, number)
            time.sleep(pause_s)
            if number in marks:
                seen[marks[number]] = look(watcher.process.pid)
            if number % trouble_every == trouble_every - 1:
                what = watcher.trouble(number // trouble_every)
                if what:
                    befell[what] = befell.get(what, 0) + 1
                    unheard += not watcher.hears(number)
        time.sleep(1.5)
        seen["late"] = look(watcher.process.pid)
        code, watched = watcher.end()
    return {
        "saves": saves,
        "exitCode": code,
        **seen,
        "growthMb": round(seen["late"]["mb"] - seen["early"]["mb"], 1),
        "moreFiles": seen["late"]["files"] - seen["early"]["files"],
        "moreThreads": seen["late"]["threads"] - seen["early"]["threads"],
        "befell": befell,
        "broughtBack": watcher.brought_back,
        "unheard": unheard,
        "watched": watched,
    }


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--saves", type=int, default=2000)
    parser.add_argument("--pause", type=float, default=0.4, help="seconds between two saves")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    report = soak(options.saves, options.pause)
    if options.json:
        print(json.dumps(report, indent=2))
        return
    print(f"{report['saves']} saves; {report['watched']}")
    for when in ("early", "middle", "late"):
        print(f"{when:8}", ", ".join(f"{count} {what}" for what, count in report[when].items()))
    print(f"befell it: {report['befell']}; then unheard: {report['unheard']}")
    print(f"deleted and brought back by the watcher: {report['broughtBack']}")


if __name__ == "__main__":
    main()
