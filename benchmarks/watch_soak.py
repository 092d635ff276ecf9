"""Does `memctl watch` grow, and does it go on? A workspace saved over and over while it is watched.

usage: watch_soak.py [--saves 2000] [--pause 0.4] [--minutes M] [--poll] [--series FILE] [--json]

Copies `examples/life` to a temporary folder, watches it, and saves its files in turn: in place,
by rename and with a backup as editors do, half saved, a folder that moves away and back. Now and
then the whole workspace is deleted and put back, the watcher is stopped for a while as a machine
that sleeps, and the clock jumps by days or hours (with libfaketime; without it the day is fixed).
After each of these a save has to be told within a while, or it is named as unheard, with what
befell it; so is each thread that broke off, with its last words. Reported are
megabytes, open files, threads and folders listened to after a fifth, at half and at the end, and
the line that fits best through the second half (in which nothing is deleted): what memory, files,
threads, processor time, cache and logs grow by in an hour.
A day of somebody who writes all the time is about two thousand saves.
"""

import argparse
import datetime as dt
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIFE = HERE.parent / "examples" / "life"
WORDS = ("cello", "harp", "flute", "drums", "viola")
# Far to and fro, and between these on by seven hours each: midnights and Sundays pass.
JUMPS = ("+3d", "-5h", "+40d", "+0d", "-1d", "+25h")
STEP_H = 7
SAMPLE_S = 30
FIRST_NOTE = dt.date(2026, 2, 1)
A_DAY = 98
HEARD_S = 30
GLANCES = 10
FAKETIME = "libfaketimeMT.so.1"
# At a jump libfaketime makes `time.sleep` fail, which no clock does: the events would break off.
START = """
import threading, time
from memctl.__main__ import main
time.sleep = lambda seconds: threading.Event().wait(seconds)
raise SystemExit(main())
"""


def settle(pid, most_s=20):
    """Wait until a run that goes on is over: the files that it has open are no growth."""
    until = time.monotonic() + most_s
    while time.monotonic() < until:
        before = used_s(pid)
        time.sleep(0.5)
        if used_s(pid) - before < 0.05:
            return


def look(pid):
    """What a process holds for a second: of what it opens to read, the least counts."""
    settle(pid)
    glances = [glance(pid)]
    for _ in range(GLANCES):
        time.sleep(1 / GLANCES)
        glances.append(glance(pid))
    return {key: min(g[key] for g in glances) for key in glances[0]}


def sizes(life):
    """What memctl keeps beside the workspace: kilobytes of the cache, of its logs, of ledgers."""
    kept = [(path, path.stat().st_size) for path in life.glob(".memctl/**/*") if path.is_file()]
    cache = [(path, size) for path, size in kept if "cache" in path.parts]
    logs = sum(size for path, size in cache if path.suffix in {".log", ".jsonl"})
    return {
        "cacheKb": sum(size for _, size in cache) // 1024,
        "logsKb": logs // 1024,
        "ledgersKb": sum(size for path, size in kept if "cache" not in path.parts) // 1024,
    }


def used_s(pid):
    """Seconds of processor time so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def growth(series):
    """What grows by how much an hour over the second half, by the line that fits best."""
    half = series[len(series) // 2 :]
    hours = [sample["s"] / 3600 for sample in half]
    if len(half) < 3:
        return {}
    return {
        key: round(statistics.linear_regression(hours, [s[key] for s in half]).slope, 2)
        for key in half[0]
        if key not in {"s", "saves"}
    }


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
            write_note(life / "memory", word, number)
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


def write_note(notes, word, number):
    """A line of the day; some days hold a fact that replaces another, so heartbeat has to write."""
    day = FIRST_NOTE + dt.timedelta(days=number // A_DAY)
    text = f"# {day}\n\n- 09:{number % 60:02} practised the {word} {number}\n"
    if number // A_DAY % 2:
        text += f"- 10:00 Port Guide's deadline moved to {day + dt.timedelta(days=90)}.\n"
    (notes / f"{day}.md").write_text(text)


def deleted(folder):
    """Away with it, also where the watcher still wrote something into it meanwhile."""
    while folder.exists():
        shutil.rmtree(folder, ignore_errors=True)


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

    def __init__(self, scratch, *, poll=False):
        self.life = scratch / "life"
        self.clock = scratch / "clock"
        self.log = scratch / "log"
        self.brought_back = 0
        shutil.copytree(LIFE, self.life)
        environ = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        self.jumps = self._fake_clock(environ)
        words = [sys.executable, "-c", START, "-w", str(self.life), "watch", "--quiet", "0.2"]
        words += ["--poll"] if poll else []
        with self.log.open("w") as out:
            self.process = subprocess.Popen([*words, "--json"], stdout=out, stderr=out, env=environ)
        while "Watching" not in self.said() and self.process.poll() is None:
            time.sleep(0.1)

    def __enter__(self):
        return self

    def __exit__(self, *_how):
        self.process.kill()  # nothing where it has ended well; no orphan where this script broke off

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

    def trouble(self, number, *, may_delete=True):
        """What befalls a watcher now and then; what it was, or None where it cannot be had."""
        match number % 3:
            case 0 if may_delete:
                deleted(self.life)
                time.sleep(2)
                if self.life.exists():  # whoever puts it back would not find its place free
                    self.brought_back += 1
                    deleted(self.life)
                shutil.copytree(LIFE, self.life)
                return "deletedAndRestored"
            case 0 | 1 if self.jumps:
                far = number // 3 % len(JUMPS)
                jump = JUMPS[far] if number % 2 else f"+{number * STEP_H}h"
                self.clock.write_text(jump)
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


class Series:
    """What the watcher holds, every half minute; in a file as it grows, where one is named."""

    def __init__(self, watcher, path):
        self.watcher = watcher
        self.path = path
        self.began = time.monotonic()
        self.samples = []

    def sample(self, number):
        """One more, if it is time."""
        now = time.monotonic() - self.began
        if self.samples and now - self.samples[-1]["s"] < SAMPLE_S:
            return
        pid = self.watcher.process.pid
        held = look(pid) | {"cpuS": used_s(pid)} | sizes(self.watcher.life)
        self.samples.append({"s": round(now), "saves": number, **held})
        if self.path:
            with self.path.open("a") as file:
                file.write(json.dumps(self.samples[-1]) + "\n")


def ends_of_threads(said):
    """What threads that broke off said last: the kind and where."""
    ends = []
    for part in said.split("Exception in thread ")[1:]:
        lines = part.splitlines()
        last = next((i for i, s in enumerate(lines) if i > 1 and s[:1] != " "), -1)
        ends.append(f"{lines[last]} ({lines[last - 2].strip()})")
    return ends


def soak(saves, pause_s=0.4, *, minutes=None, poll=False, series=None):
    with tempfile.TemporaryDirectory() as scratch, Watcher(Path(scratch), poll=poll) as watcher:
        watched_over = Series(watcher, series)
        marks = [(0.5, "middle"), (0.2, "early")]
        seen, befell, unheard = {}, {}, []
        for number in range(saves):
            save(watcher.life, number)
            time.sleep(pause_s)
            elapsed = time.monotonic() - watched_over.began
            done = max(number / saves, elapsed / 60 / minutes if minutes else 0)
            watched_over.sample(number)
            if marks and done >= marks[-1][0]:
                seen[marks.pop()[1]] = look(watcher.process.pid)
            if number % A_DAY == A_DAY - 1:
                what = watcher.trouble(number // A_DAY, may_delete=done < 0.5)
                if what:
                    befell[what] = befell.get(what, 0) + 1
                    if not watcher.hears(number):
                        unheard.append(f"{number}: {what}")
            if done >= 1:
                break
        time.sleep(1.5)
        seen["late"] = look(watcher.process.pid)
        anew = watcher.said().count("it is watched anew")
        broke = ends_of_threads(watcher.said())
        code, watched = watcher.end()
    return {
        "saves": number + 1,
        "minutes": round((time.monotonic() - watched_over.began) / 60, 1),
        "exitCode": code,
        **seen,
        "growthMb": round(seen["late"]["mb"] - seen["early"]["mb"], 1),
        "moreFiles": seen["late"]["files"] - seen["early"]["files"],
        "moreThreads": seen["late"]["threads"] - seen["early"]["threads"],
        "anHour": growth(watched_over.samples),
        "befell": befell,
        "broughtBack": watcher.brought_back,
        "unheard": unheard,
        "begunAnew": anew,
        "brokeOff": broke,
        "watched": watched,
    }


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--saves", type=int, default=2000)
    parser.add_argument("--pause", type=float, default=0.4, help="seconds between two saves")
    parser.add_argument("--minutes", type=float, help="end after so long, at the latest")
    parser.add_argument("--poll", action="store_true", help="watch without events")
    parser.add_argument("--series", type=Path, help="a file for what was held over time")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    report = soak(
        options.saves,
        options.pause,
        minutes=options.minutes,
        poll=options.poll,
        series=options.series,
    )
    if options.json:
        print(json.dumps(report, indent=2))
        return
    print(f"{report['saves']} saves, {report['minutes']} minutes; {report['watched']}")
    for when in ("early", "middle", "late"):
        print(f"{when:8}", ", ".join(f"{count} {what}" for what, count in report[when].items()))
    print("an hour  ", ", ".join(f"{much} {what}" for what, much in report["anHour"].items()))
    print(f"befell it: {report['befell']}; then unheard: {report['unheard'] or 'none'}")
    print(f"threads that broke off: {report['brokeOff'] or 'none'}")
    print(f"deleted and brought back by the watcher: {report['broughtBack']}")


if __name__ == "__main__":
    main()
