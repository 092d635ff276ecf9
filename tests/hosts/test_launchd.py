import os
import plistlib

from memctl.hosts.entry import Entry
from memctl.hosts.launchd import Launchd
from tests.helpers.schedulers import fake_logged

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
    assert said["StartInterval"] == 1800
    assert told.read_text().splitlines()[-1] == f"bootstrap gui/{os.getuid()} {place}"

    scheduler.take_out(ENTRY.about)
    assert scheduler.entered(ENTRY.about) == {}
