"""The schedule of a Mac, as far as it can be had without one: launchd is a stand-in."""

import os
import plistlib
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.schedulers import fake_crontab, fake_program

# What is loaded stands in a file; what is not there cannot be taken out, nor be there twice.
_LAUNCHCTL = """#!/bin/sh
loaded="{store}"
touch "$loaded"
case "$1" in
  enable) exit 0 ;;
  bootstrap)
    label=$(sed -n 's,.*<string>\\(life[.]memctl[^<]*\\)</string>.*,\\1,p' "$3" | head -1)
    grep -q "^$2/$label$" "$loaded" && exit 5
    echo "$2/$label" >> "$loaded" ;;
  bootout)
    grep -q "^$2$" "$loaded" || {{ echo "Boot-out failed: 3: No such process" >&2; exit 3; }}
    grep -v "^$2$" "$loaded" > "$loaded.new"; mv "$loaded.new" "$loaded" ;;
  *) exit 64 ;;
esac
"""


@pytest.fixture
def loaded(tmp_path, monkeypatch):
    """What launchd has loaded, on a machine that says it is a Mac."""
    store = tmp_path / "bin" / "loaded"
    fake_program(tmp_path / "bin", "launchctl", _LAUNCHCTL.format(store=store))
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setattr(sys, "platform", "darwin")
    return store


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


def agents(home):
    return sorted((home / "Library" / "LaunchAgents").glob("*"))


def test_it_is_entered_shown_told_and_taken_out(memctl, workspace, home, loaded):
    plan = memctl("-w", workspace, "schedule", "install", "--dry-run", "--json").json
    assert agents(home) == []
    said = memctl("-w", workspace, "schedule", "install", "--json").json
    (agent,) = agents(home)
    shown = memctl("-w", workspace, "schedule", "show")
    told = memctl("-w", workspace, "schedule", "status")

    assert plan["scheduler"] == said["scheduler"] == "launchd"
    assert plan["diff"] == said["diff"]
    assert said["entries"] == [{"place": str(agent), "text": agent.read_text()}]
    assert loaded.read_text() == f"gui/{os.getuid()}/{agent.stem}\n"
    assert "<key>StartCalendarInterval</key>" in shown.out
    assert "would be entered now" not in shown.out + told.out
    assert (told.code, told.out.splitlines()[0]) == (0, "scheduler  launchd")

    gone = memctl("-w", workspace, "schedule", "remove").out
    assert "Nothing runs by itself any more." in gone
    assert agents(home) == []
    assert loaded.read_text() == ""


def test_entering_again_loads_nothing_twice(memctl, workspace, home, loaded):
    memctl("-w", workspace, "schedule", "install")
    (agent,) = agents(home)
    once = agent.read_text()

    assert memctl("-w", workspace, "schedule", "install").out.startswith("Nothing to change.")
    agent.write_text(once.replace("<integer>30</integer>", "<integer>15</integer>"))
    assert "would be entered now" in memctl("-w", workspace, "schedule", "status").out
    memctl("-w", workspace, "schedule", "install")

    assert agent.read_text() == once
    assert len(loaded.read_text().splitlines()) == 1


def test_what_cron_ran_launchd_takes_over(memctl, workspace, home, loaded):
    table = fake_crontab(loaded.parent)
    memctl("-w", workspace, "schedule", "install", "--with", "cron")
    assert "memctl" in table.read_text()

    memctl("-w", workspace, "schedule", "install", "--with", "launchd")

    assert table.read_text() == ""
    assert len(agents(home)) == 1


def test_two_workspaces_do_not_meet(memctl, workspace, tmp_path, home, loaded):
    other = tmp_path / "other"
    memctl("init", other)
    for root in (workspace, other):
        memctl("-w", root, "schedule", "install")
    memctl("-w", workspace, "schedule", "remove")

    (agent,) = agents(home)
    assert str(other) in agent.read_text()
    assert loaded.read_text().endswith(f"{agent.stem}\n")


@pytest.mark.usefixtures("loaded")
def test_what_launchd_runs_needs_nothing_from_the_environment(memctl, workspace, home):
    memctl("-w", workspace, "schedule", "install")
    (agent,) = agents(home)
    said = plistlib.loads(agent.read_bytes())

    done = subprocess.run(
        said["ProgramArguments"],
        env=said["EnvironmentVariables"],
        cwd="/",
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert "heartbeat: " in (workspace / ".memctl" / "cache" / "schedule.log").read_text()
    assert Path(said["ProgramArguments"][0]).is_absolute()


@pytest.mark.parametrize("which", ["launchd", "cron"])
def test_a_run_tidies_what_the_scheduler_that_holds_the_entry_wrote(
    memctl, workspace, home, loaded, which
):
    fake_crontab(loaded.parent)
    memctl("-w", workspace, "schedule", "install", "--with", "launchd")
    said = plistlib.loads(agents(home)[0].read_bytes())
    memctl("-w", workspace, "schedule", "install", "--with", which)
    log = Path(said["StandardErrorPath"])
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text("line\n" * 60_000)

    assert memctl("-w", workspace, "schedule", "run").code == 0

    assert (log.stat().st_size < 300_000) == (which == "launchd")
