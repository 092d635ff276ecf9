import os
import shutil
import subprocess

import pytest

from memctl.errors import SchedulerFailed
from memctl.hosts.entry import Entry
from memctl.hosts.systemd import Systemd
from tests.helpers.schedulers import fake_logged, fake_program

ENTRY = Entry(
    "/home/mila/100% life",
    ("/bin/true", "-w", '/home/mila/100% "li$e"', "schedule", "run"),
    (("PATH", "/usr/bin:/bin"), ("WORD", 'a "b" 5% $x')),
)


@pytest.fixture
def told(tmp_path):
    return fake_logged(tmp_path / "bin", "systemctl")


@pytest.fixture
def scheduler(tmp_path, told):
    (tmp_path / "run" / "systemd").mkdir(parents=True)
    return Systemd(
        {
            "PATH": f"{told.parent}:{os.environ['PATH']}",
            "HOME": str(tmp_path),
            "XDG_RUNTIME_DIR": str(tmp_path / "run"),
        }
    )


def test_the_units_are_written_and_the_timer_is_started(scheduler, told):
    scheduler.enter(ENTRY)

    assert scheduler.entered(ENTRY.about) == scheduler.planned(ENTRY)
    assert told.read_text().splitlines() == [
        "--user daemon-reload",
        f"--user enable --now {ENTRY.name}.timer",
    ]


def test_units_that_are_refused_do_not_look_as_if_they_ran(scheduler, told):
    fake_program(told.parent, "systemctl", "#!/bin/sh\necho no bus >&2\nexit 1\n")

    with pytest.raises(SchedulerFailed, match="no bus"):
        scheduler.enter(ENTRY)

    assert scheduler.entered(ENTRY.about) == {}


def test_removing_leaves_no_file(scheduler, tmp_path):
    scheduler.enter(ENTRY)
    scheduler.take_out(ENTRY.about)

    assert scheduler.entered(ENTRY.about) == {}
    assert list((tmp_path / ".config" / "systemd" / "user").iterdir()) == []


def test_without_a_user_manager_it_is_not_there(scheduler):
    assert scheduler.is_there()
    assert not Systemd({**scheduler.environ, "XDG_RUNTIME_DIR": ""}).is_there()


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd on this machine")
def test_systemd_finds_nothing_wrong_with_the_units(scheduler, tmp_path):
    scheduler.enter(ENTRY)

    said = subprocess.run(
        ["systemd-analyze", "verify", "--user", "--man=no", *scheduler.entered(ENTRY.about)],
        env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path / "run"), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    ours = [line for line in said.stderr.splitlines() if ENTRY.name in line]
    assert ours == []


def test_what_systemd_would_expand_is_doubled(scheduler):
    service = next(t for p, t in scheduler.planned(ENTRY).items() if p.endswith(".service"))

    assert 'ExecStart="/bin/true" "-w" "/home/mila/100%% \\"li$$e\\"" "schedule" "run"' in service
    assert 'Environment="WORD=a \\"b\\" 5%% $x"' in service
