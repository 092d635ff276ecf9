import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from memctl.cachefiles import row_of
from memctl.jobs import schedule
from memctl.workspace import logs
from memctl.workspace.layout import read_layout
from memctl.workspace.lock import locked
from tests.helpers.schedulers import fake_crontab, fake_logged, fake_program


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    store = fake_crontab(tmp_path / "bin")
    monkeypatch.setenv("PATH", f"{store.parent}:{os.environ['PATH']}")
    return store


def test_it_is_entered_shown_and_taken_out(memctl, workspace, table):
    table.write_text("5 4 * * * backup\n")

    said = memctl("-w", workspace, "schedule", "install", "--json").json
    there = memctl("-w", workspace, "schedule", "show", "--json").json
    gone = memctl("-w", workspace, "schedule", "remove", "--json").json

    assert said["scheduler"] == there["scheduler"] == "cron"
    assert there["entries"] == said["entries"]
    assert there["isCurrent"]
    assert gone["scheduler"] is None
    assert table.read_text() == "5 4 * * * backup\n"


def test_entering_again_says_that_there_is_nothing_to_change(memctl, workspace, table):
    memctl("-w", workspace, "schedule", "install")
    once = table.read_text()

    assert memctl("-w", workspace, "schedule", "install").out.startswith("Nothing to change.")
    assert table.read_text() == once


def test_a_preview_writes_nothing(memctl, workspace, table):
    said = memctl("-w", workspace, "schedule", "install", "--dry-run").out

    assert "+*/30 * * * * /usr/bin/env " in said
    assert not table.exists()


def test_another_scheduler_takes_over_without_leaving_a_double(
    memctl, workspace, table, tmp_path, monkeypatch
):
    memctl("-w", workspace, "schedule", "install")
    fake_logged(table.parent, "systemctl")
    (tmp_path / "run" / "systemd").mkdir(parents=True)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "run"))

    said = memctl("-w", workspace, "schedule", "install", "--with", "systemd", "--json").json

    assert said["scheduler"] == "systemd"
    assert table.read_text() == ""


def test_a_scheduler_that_refuses_costs_no_entry_that_works(
    memctl, workspace, table, tmp_path, monkeypatch
):
    memctl("-w", workspace, "schedule", "install")
    once = table.read_text()
    fake_program(table.parent, "systemctl", "#!/bin/sh\nexit 1\n")
    (tmp_path / "run" / "systemd").mkdir(parents=True)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "run"))

    refused = memctl("-w", workspace, "schedule", "install", "--with", "systemd")

    assert refused.code == 69
    assert table.read_text() == once
    assert memctl("-w", workspace, "schedule", "show", "--json").json["scheduler"] == "cron"


def test_who_has_an_entry_keeps_it_where_it_is(memctl, workspace, table, tmp_path, monkeypatch):
    memctl("-w", workspace, "schedule", "install")
    fake_logged(table.parent, "systemctl")
    (tmp_path / "run" / "systemd").mkdir(parents=True)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "run"))

    assert memctl("-w", workspace, "schedule", "install", "--json").json["scheduler"] == "cron"


def test_without_any_scheduler_it_says_what_to_do(memctl, workspace, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)

    result = memctl("-w", workspace, "schedule", "install", "--json")

    assert result.code == 69
    assert result.error["slug"] == "no-scheduler"


def test_no_key_gets_into_the_table(memctl, workspace, table, monkeypatch):
    monkeypatch.setenv("MEMCTL_MODEL_API_KEY", "hidden")
    monkeypatch.setenv("MEMCTL_SUMMARY_BUDGET", "900")

    memctl("-w", workspace, "schedule", "install")

    assert "hidden" not in table.read_text()
    assert "MEMCTL_SUMMARY_BUDGET=900" in table.read_text()


def test_what_cron_runs_needs_nothing_from_the_environment(memctl, workspace, table, tmp_path):
    if not (Path(sys.executable).parent / "memctl").exists():
        pytest.skip("memctl is not installed beside this Python")
    memctl("-w", workspace, "schedule", "install")
    line = table.read_text().splitlines()[1].split("* * * * ")[1].replace("\\%", "%")

    said = subprocess.run(
        ["/bin/sh", "-c", line.removesuffix(" >/dev/null")],
        env={"HOME": str(tmp_path), "PATH": "/nowhere"},
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
    )

    assert said.returncode == 0, said.stderr
    assert "heartbeat: " in said.stdout
    assert (workspace / ".memctl" / "cache" / "schedule.log").exists()


def test_what_is_due_is_run_once(memctl, workspace):
    first = memctl("-w", workspace, "schedule", "run", "--json").json
    second = memctl("-w", workspace, "schedule", "run", "--json").json

    assert [job["job"] for job in first["jobs"]] == ["heartbeat", "weekly"]
    assert second["jobs"] == []


def test_a_missed_week_is_caught_up(memctl, workspace, monkeypatch):
    memctl("-w", workspace, "schedule", "run")
    monkeypatch.setenv("MEMCTL_TODAY", "2026-02-11")  # a Wednesday; Sunday was slept through

    ran = memctl("-w", workspace, "schedule", "run", "--json").json

    assert [job["job"] for job in ran["jobs"]] == ["heartbeat", "weekly"]


def test_a_run_under_way_is_not_waited_for(workspace):
    layout = read_layout(workspace, os.environ)
    with locked(layout, "memctl schedule run", name="schedule.lock"):
        holder = subprocess.run(
            [sys.executable, "-m", "memctl", "-w", str(workspace), "schedule", "run", "--json"],
            capture_output=True,
            text=True,
            check=False,
        )

    assert holder.returncode == 0
    assert "memctl schedule run" in json.loads(holder.stdout)["waitedFor"]


def test_a_job_that_fails_is_logged_and_the_next_one_runs(memctl, workspace, monkeypatch):
    layout = read_layout(workspace, os.environ)

    def busy(_desk):
        raise schedule.Busy("memctl note")

    monkeypatch.setitem(schedule.RUNS, "heartbeat", busy)

    result = memctl("-w", workspace, "schedule", "run", "--json")

    assert result.code == 75
    assert [(job["job"], job["error"]) for job in result.json["jobs"]] == [
        ("heartbeat", "busy"),
        ("weekly", None),
    ]
    assert "failed [busy]" in logs.last_lines(layout, "schedule.log", 2)[0]


def test_the_log_stays_small_and_keeps_what_is_newest(tmp_path):
    layout = read_layout(tmp_path, {"HOME": str(tmp_path)})
    most = row_of("schedule.log").most
    logs.append_log(layout, "schedule.log", "x" * most)

    logs.append_log(layout, "schedule.log", "line 99\nand more")

    assert [p.name for p in layout.cache.iterdir()] == ["schedule.log"]
    assert logs.last_lines(layout, "schedule.log", 5) == ("line 99 and more",)


@pytest.mark.usefixtures("table")
def test_status_tells_the_next_run_where_something_runs_it(memctl, workspace):
    memctl("-w", workspace, "heartbeat")
    before = memctl("-w", workspace, "status", "--json").json
    memctl("-w", workspace, "schedule", "install")
    after = memctl("-w", workspace, "status", "--json").json

    assert before["scheduler"] is None
    assert before["jobs"][0]["nextRun"] is None
    assert after["scheduler"] == "cron"
    assert after["jobs"][0]["nextRun"].startswith("2026-02-01T16:00")


@pytest.mark.usefixtures("table")
def test_status_of_the_schedule_fails_where_none_is_entered(memctl, workspace):
    assert memctl("-w", workspace, "schedule", "status").code == 1
    memctl("-w", workspace, "schedule", "install")
    assert memctl("-w", workspace, "schedule", "status").code == 0


def test_a_moved_program_is_told_by_show(memctl, workspace, table):
    memctl("-w", workspace, "schedule", "install")
    table.write_text(table.read_text().replace("memctl -w", "old-memctl -w"))

    assert not memctl("-w", workspace, "schedule", "show", "--json").json["isCurrent"]
    memctl("-w", workspace, "schedule", "install")
    assert memctl("-w", workspace, "schedule", "show", "--json").json["isCurrent"]


def test_the_real_programs_are_left_alone(table):
    assert shutil.which("crontab") == str(table.parent / "crontab")


def test_what_is_due_runs_where_the_scheduler_cannot_be_read(memctl, workspace, table):
    fake_program(table.parent, "crontab", "#!/bin/sh\necho broken >&2\nexit 2\n")

    ran = memctl("-w", workspace, "schedule", "run", "--json")

    assert ran.code == 0
    assert [job["job"] for job in ran.json["jobs"]] == ["heartbeat", "weekly"]
