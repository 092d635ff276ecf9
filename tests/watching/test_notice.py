import sys

import pytest

from memctl.watching.notice import notify
from tests.helpers.schedulers import fake_program


@pytest.mark.skipif(sys.platform == "darwin", reason="there it is another program")
def test_a_notice_says_title_and_text_as_they_are(tmp_path, monkeypatch):
    said = tmp_path / "said"
    fake_program(tmp_path / "bin", "notify-send", f'#!/bin/sh\nprintf "%s\\n" "$@" > {said}\n')
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")

    assert notify("memctl: 1 problem", "--icon=x $(reboot)")
    assert said.read_text().splitlines()[-2:] == ["memctl: 1 problem", "--icon=x $(reboot)"]


def test_without_a_desktop_nothing_happens(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))

    assert not notify("a", "b")
