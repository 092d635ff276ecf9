import os
import plistlib
import time
from pathlib import Path

import pytest

from memctl.errors import SchedulerFailed
from memctl.hosts.entry import Entry
from memctl.hosts.launchd import Launchd
from tests.helpers.schedulers import fake_logged, fake_program

_BUSY = """#!/bin/sh
test "$1" = bootstrap || exit 0
printf x >> "{tries}"
test $(wc -c < "{tries}") -gt {busy} && exit 0
echo "Bootstrap failed: 5: Input/output error" >&2
exit 5
"""
ENTRY = Entry("/Users/mila/生活 & more", ("/opt/memctl", "-w", "/x"), (("PATH", "/bin"),))


def test_the_property_list_says_what_to_run_and_is_loaded(tmp_path):
    told = fake_logged(tmp_path / "bin", "launchctl")
    path = f"{told.parent}:{os.environ['PATH']}"
    scheduler = Launchd({"PATH": path, "HOME": str(tmp_path)})

    scheduler.enter(ENTRY)

    ((place, text),) = scheduler.entered(ENTRY.about).items()
    said = plistlib.loads(text.encode())
    assert said["ProgramArguments"] == ["/opt/memctl", "-w", "/x"]
    assert said["EnvironmentVariables"] == {"PATH": "/bin"}
    assert said["StartCalendarInterval"] == [{"Minute": 0}, {"Minute": 30}]
    assert "StartInterval" not in said
    domain, label = f"gui/{os.getuid()}", said["Label"]
    assert told.read_text().splitlines() == [
        f"bootout {domain}/{label}",
        f"enable {domain}/{label}",
        f"bootstrap {domain} {place}",
    ]

    Path(said["StandardErrorPath"]).parent.mkdir()
    Path(said["StandardErrorPath"]).write_text("no Python here\n")
    scheduler.take_out(ENTRY.about)
    assert told.read_text().splitlines()[3:] == [f"bootout {domain}/{label}"]
    assert scheduler.entered(ENTRY.about) == {}
    assert not Path(said["StandardErrorPath"]).exists()


def test_it_is_loaded_again_until_launchd_is_done_with_the_old_one(tmp_path, monkeypatch):
    monkeypatch.setattr(time, "sleep", lambda _: None)
    tries = tmp_path / "tries"
    scheduler = Launchd(faked(tmp_path, _BUSY.format(tries=tries, busy=2)))

    scheduler.enter(ENTRY)

    assert len(tries.read_text()) == 3
    assert scheduler.entered(ENTRY.about)


def test_what_launchd_never_takes_does_not_look_as_if_it_ran(tmp_path, monkeypatch):
    monkeypatch.setattr(time, "sleep", lambda _: None)
    tries = tmp_path / "tries"
    scheduler = Launchd(faked(tmp_path, _BUSY.format(tries=tries, busy=99)))

    with pytest.raises(SchedulerFailed, match="Input/output error"):
        scheduler.enter(ENTRY)

    assert scheduler.entered(ENTRY.about) == {}


# launchd.plist(5), of what memctl says.
_KEYS = {
    "Label": str,
    "ProgramArguments": list,
    "EnvironmentVariables": dict,
    "StartCalendarInterval": list,
    "RunAtLoad": bool,
    "ProcessType": str,
    "StandardErrorPath": str,
}


def test_every_key_of_the_property_list_is_one_of_launchd_with_a_value_of_its_kind(tmp_path):
    (text,) = Launchd({"HOME": str(tmp_path)}).planned(ENTRY).values()

    said = plistlib.loads(text.encode(), fmt=plistlib.FMT_XML)

    assert {key: type(value) for key, value in said.items()} == _KEYS
    assert said["ProcessType"] in {"Background", "Standard", "Adaptive", "Interactive"}
    assert {type(word) for word in said["ProgramArguments"]} == {str}
    assert {type(word) for word in said["EnvironmentVariables"].values()} == {str}
    assert all(
        set(t) == {"Minute"} and 0 <= t["Minute"] < 60 for t in said["StartCalendarInterval"]
    )
    assert Path(said["ProgramArguments"][0]).is_absolute()
    assert Path(said["StandardErrorPath"]).is_absolute()


def test_what_stands_there_is_the_same_whichever_zone_it_is_entered_in(tmp_path, monkeypatch):
    plans = []
    for zone in ("Asia/Kathmandu", "America/St_Johns"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        plans.append(Launchd({"HOME": str(tmp_path)}).planned(ENTRY))
    monkeypatch.undo()
    time.tzset()

    assert plans[0] == plans[1]


def test_its_log_keeps_to_a_size_and_to_whole_lines(tmp_path):
    scheduler = Launchd({"HOME": str(tmp_path)})
    (text,) = scheduler.planned(ENTRY).values()
    log = Path(plistlib.loads(text.encode())["StandardErrorPath"])
    scheduler.tidy(ENTRY.about)  # none there yet
    log.parent.mkdir(parents=True)
    log.write_text("".join(f"line {n}\n" for n in range(30_000)))

    scheduler.tidy(ENTRY.about)

    lines = log.read_text().splitlines()
    assert lines[-1] == "line 29999"
    assert lines[0].startswith("line ")
    assert log.stat().st_size <= 128_000


def faked(folder, script):
    fake_program(folder / "bin", "launchctl", script)
    return {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "HOME": str(folder)}
