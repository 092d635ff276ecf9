"""Does the system's own scheduler run memctl? A real cron, systemd's own reading of the units.

usage: schedule_trial.py [--json]

Copies `examples/life` to a folder whose name holds a blank, a per cent sign and Chinese, and

- with `crontab` and `cron` here (and root, to start the daemon where none runs): enters it with
  `memctl schedule install`, has the entry come every minute instead of every thirty, waits until
  cron has run it twice, takes it out again, and compares the crontab byte for byte with what it
  was. cron brings its own bare environment; nothing of this shell's reaches the job;
- with `systemd-analyze` here: has it verify the units and say when the timer elapses next;
- with `systemd`, `unshare` and root: starts a user manager of its own in a namespace, enters the
  workspace there, has the timer elapse every minute, waits for the run, and takes it out again;
- reads launchd's property list back and looks at every key (`plutil -lint` where there is one).

What is not here is skipped and named. The person's own crontab is put back as it was.
"""

import argparse
import json
import os
import plistlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from memctl.hosts.launchd import Launchd
from memctl.hosts.schedulers import entry_for
from memctl.hosts.systemd import Systemd

LIFE = Path(__file__).resolve().parent.parent / "examples" / "life"
FOLDER = "my life 100% 生活"
MANAGER = Path("/lib/systemd/systemd")
WAIT_S = 200
LAUNCHD_KEYS = {
    "Label": str,
    "ProgramArguments": list,
    "EnvironmentVariables": dict,
    "StartCalendarInterval": list,
    "RunAtLoad": bool,
    "ProcessType": str,
    "StandardErrorPath": str,
}
"""What launchd.plist(5) allows of what we write, and of which type."""


def run(*words, given=None, environ=None):
    return subprocess.run(
        words, input=given, capture_output=True, check=False, env=environ, timeout=WAIT_S
    )


def memctl(life, *words, environ=None):
    done = run(sys.executable, "-m", "memctl", "-w", str(life), *words, environ=environ)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def table():
    """The crontab; None where there is none."""
    done = run("crontab", "-l")
    return done.stdout if done.returncode == 0 else None


@contextmanager
def daemon():
    """cron running: somebody else's, or one of our own for the while."""
    if run("pgrep", "-x", "cron|crond").returncode == 0:
        yield "was running"
        return
    with subprocess.Popen([shutil.which("cron") or "cron", "-f"]) as process:
        try:
            yield "started for the trial"
        finally:
            process.send_signal(signal.SIGTERM)


def by_cron(life):
    if not (shutil.which("crontab") and shutil.which("cron")):
        return {"skipped": "no crontab, or no cron"}
    before = table()
    log = life / ".memctl" / "cache" / "schedule.log"
    try:
        code, _, said = memctl(life, "schedule", "install", "--with", "cron")
        if code:
            return {"failed": said}
        entered = table()
        # Neither PATH nor HOME may come from here: cron's own environment is all there is.
        run("crontab", "-", given=entered.replace(b"\n*/30 ", b"\n* "))
        with daemon() as which:
            ran = waited_for(log)
            twice = len(runs_of_day(life))
        run("crontab", "-", given=entered)
        memctl(life, "schedule", "remove")
        return {
            "daemon": which,
            "secondsToFirstRun": ran,
            "log": log.read_text().splitlines() if log.exists() else [],
            "runs": twice,
            "crontabAsBefore": (table() or None) == (before or None),
        }
    finally:
        run("crontab", "-", given=before) if before else run("crontab", "-r")


def waited_for(log):
    """Seconds until the jobs have run; a minute more, in which nothing may be due."""
    began = time.monotonic()
    while time.monotonic() - began < WAIT_S:
        if log.exists() and "weekly" in log.read_text():
            seconds = round(time.monotonic() - began)
            time.sleep(65)
            return seconds
        time.sleep(1)
    return None


def runs_of_day(life):
    log = life / ".memctl" / "cache" / "runs.jsonl"
    return log.read_text().splitlines() if log.exists() else []


def by_systemd(life, scratch):
    if not shutil.which("systemd-analyze"):
        return {"skipped": "no systemd-analyze"}
    config = Path(scratch) / "config"
    runtime = Path(scratch) / "run"
    runtime.mkdir(mode=0o700)
    places = {"XDG_CONFIG_HOME": str(config), "XDG_RUNTIME_DIR": str(runtime)}
    environ = {**os.environ, **places}
    planned = Systemd(environ).planned(entry_for(life, environ))
    for path, text in planned.items():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(text)
    checked = run("systemd-analyze", "--user", "verify", *planned, environ=environ)
    when = next(t for t in planned.values() if "OnCalendar" in t)
    times = run("systemd-analyze", "calendar", re.search(r"OnCalendar=(.*)", when)[1])
    return {
        "verified": checked.returncode == 0,
        "said": checked.stderr.decode().splitlines(),
        "elapses": re.findall(r"Next elapse: (.*)", times.stdout.decode()),
        **by_user_manager(scratch),
    }


def by_user_manager(scratch):
    """What a manager of our own made of it, in a process with its own /run."""
    if not (MANAGER.exists() and shutil.which("unshare") and os.geteuid() == 0):
        return {"userManager": "skipped: needs systemd, unshare and root"}
    home = Path(scratch) / "home"
    shutil.copytree(LIFE, home / FOLDER)
    words = ["unshare", "--mount", sys.executable, __file__, "--under-systemd", str(home)]
    done = run(*words)
    said = done.stdout.decode()
    return json.loads(said) if done.returncode == 0 else {"userManager": done.stderr.decode()}


def under_systemd(home):
    """Enter, run and take out, where only this process and its children see /run."""
    life, runtime = home / FOLDER, Path("/run/user/0")
    run("mount", "-t", "tmpfs", "tmpfs", "/run")
    Path("/run/systemd/system").mkdir(parents=True)
    runtime.mkdir(parents=True)
    runtime.chmod(0o700)
    environ = {"PATH": os.environ["PATH"], "HOME": str(home), "XDG_RUNTIME_DIR": str(runtime)}
    environ["PYTHONPATH"] = os.environ.get("PYTHONPATH", "")
    with apart(), subprocess.Popen([str(MANAGER), "--user"], env=environ) as manager:
        try:
            while not (runtime / "systemd" / "private").exists():
                time.sleep(0.1)
            return entered_and_run(life, environ)
        finally:
            manager.send_signal(signal.SIGTERM)


@contextmanager
def apart():
    """A control group of this process's own: a manager gathers every process of the one that it
    starts in, and those of the machine are none of its business."""
    rows = [line.split(":", 2) for line in Path("/proc/self/cgroup").read_text().splitlines()]
    named = next((path for _, what, path in rows if what == "name=systemd"), None)
    mount = Path("/sys/fs/cgroup/systemd" if named is not None else "/sys/fs/cgroup")
    path = named if named is not None else next(path for number, _, path in rows if number == "0")
    above = mount / path.lstrip("/")
    group = above / f"memctl-trial-{os.getpid()}"
    group.mkdir()
    (group / "cgroup.procs").write_text(str(os.getpid()))
    try:
        yield
    finally:
        (above / "cgroup.procs").write_text(str(os.getpid()))
        for folder in sorted((p for p in group.rglob("*") if p.is_dir()), reverse=True):
            folder.rmdir()
        group.rmdir()


def entered_and_run(life, environ):
    code, _, said = memctl(life, "schedule", "install", environ=environ)
    if code:
        return {"userManager": said}
    (timer,) = Path(environ["HOME"]).glob(".config/systemd/user/memctl-*.timer")
    timer.write_text(timer.read_text().replace("*:0/30", "*:0/1"))
    run("systemctl", "--user", "daemon-reload", environ=environ)
    run("systemctl", "--user", "restart", timer.name, environ=environ)
    log = life / ".memctl" / "cache" / "schedule.log"
    ran = waited_for(log)
    memctl(life, "schedule", "remove", environ=environ)
    left = run("systemctl", "--user", "list-timers", "--all", "--no-legend", environ=environ)
    return {
        "secondsToFirstRun": ran,
        "log": log.read_text().splitlines() if log.exists() else [],
        "runs": len(runs_of_day(life)),
        "timersLeft": left.stdout.decode().splitlines(),
        "filesLeft": [str(p) for p in Path(environ["HOME"]).rglob("memctl-*")],
    }


def by_launchd(life):
    ((path, text),) = Launchd(dict(os.environ)).planned(entry_for(life, os.environ)).items()
    said = plistlib.loads(text.encode())
    odd = [k for k, v in said.items() if not isinstance(v, LAUNCHD_KEYS.get(k, ()))]
    found = {"file": Path(path).name, "oddKeys": odd, "workspace": str(life) in str(said)}
    if shutil.which("plutil"):
        found["plutil"] = run("plutil", "-lint", "-", given=text.encode()).stdout.decode().strip()
    return found


def measure():
    with tempfile.TemporaryDirectory() as scratch:
        life = Path(scratch) / FOLDER
        shutil.copytree(LIFE, life)
        return {
            "systemd": by_systemd(life, scratch),
            "launchd": by_launchd(life),
            "cron": by_cron(life),
        }


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--under-systemd", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.under_systemd:
        print(json.dumps(under_systemd(options.under_systemd)))
        return
    report = measure()
    if options.json:
        print(json.dumps(report, indent=2, ensure_ascii=False))
        return
    for what, found in report.items():
        print(what)
        for key, value in found.items():
            print(f"  {key}: {value}")


if __name__ == "__main__":
    main()
