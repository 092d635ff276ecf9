from pathlib import Path

import pytest

from memctl.errors import UsageError
from memctl.hosts.schedulers import entry_for


@pytest.mark.parametrize("end", ["\n", "\r", "\x0b", "\u2028"])
def test_a_path_that_would_be_two_lines_of_a_table_is_refused(end):
    with pytest.raises(UsageError, match="no scheduler can spell"):
        entry_for(Path(f"/home/ada/life{end}* * * * * touch gone"), {})


@pytest.mark.parametrize("odd", ["\x07", "\x1b[1m", "\x7f", "caf\udce9"])
def test_what_a_property_list_cannot_hold_is_refused_and_left_out(odd):
    with pytest.raises(UsageError, match="no scheduler can spell"):
        entry_for(Path(f"/home/ada/{odd}"), {})

    assert dict(
        entry_for(Path("/a"), {"MEMCTL_X": odd, "TZ": "Asia/Tokyo"}).environment
    ).keys() == {
        "PATH",
        "TZ",
    }


def test_a_path_of_one_line_is_entered_whole():
    entry = entry_for(Path("/home/ada/my life"), {"HOME": "/home/ada"})

    assert entry.about == "/home/ada/my life"
    assert "/home/ada/my life" in entry.command
