import contextlib
import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from memctl.errors import CannotWrite, ExternallyChanged, FileInvalid
from memctl.hosts import files
from tests.helpers.trees import read_tree


def test_a_link_keeps_pointing_and_a_mode_stays(tmp_path):
    real = tmp_path / "dotfiles" / "settings.json"
    real.parent.mkdir()
    real.write_text("{}")
    real.chmod(0o640)
    link = tmp_path / "settings.json"
    link.symlink_to(real)

    files.write(link, '{"a": 1}')

    assert link.is_symlink()
    assert real.read_text() == '{"a": 1}'
    assert real.stat().st_mode & 0o777 == 0o640


def test_a_mode_that_the_mask_would_narrow_stays(tmp_path):
    path = tmp_path / "settings.json"
    path.write_text("{}")
    path.chmod(0o666)

    files.write(path, "[]")

    assert path.stat().st_mode & 0o777 == 0o666


def test_a_difference_ends_its_lines_where_a_file_does_not():
    told = files.difference("table", "a\nb", "a\nc")

    assert told[-2:] == ["-b\n", "+c\n"]


def test_a_save_meanwhile_is_edited_too(tmp_path):
    path = tmp_path / "settings"
    saves = iter(["a person's\n"])

    def edited(text):
        for line in saves:
            path.write_text(line)
        return text + "ours\n"

    files.rewrite(path, edited)

    assert read_tree(tmp_path) == {"settings": "a person's\nours\n"}


def test_a_file_that_never_rests_is_left_alone(tmp_path):
    path = tmp_path / "settings"
    saves = iter(range(9))

    def edited(text):
        path.write_text(f"save {next(saves)}\n")
        return text + "ours\n"

    with pytest.raises(ExternallyChanged):
        files.rewrite(path, edited)

    assert read_tree(tmp_path) == {"settings": "save 2\n"}


def test_edits_at_once_lose_nothing(tmp_path):
    path = tmp_path / "settings"
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda n: kept_at(path, n), range(12)))

    assert sorted(map(int, path.read_text().split())) == list(range(12))


def kept_at(path, number):
    while True:
        with contextlib.suppress(ExternallyChanged):
            return files.rewrite(path, lambda text: f"{text}{number}\n")


def test_the_first_copy_is_kept(tmp_path):
    path = tmp_path / "settings.json"
    path.write_text("first")

    files.write(path, "second", backup=True)
    files.write(path, "third", backup=True)

    assert (tmp_path / "settings.json.before-memctl").read_text() == "first"


def test_a_disk_that_says_no_leaves_the_old_text(tmp_path, monkeypatch):
    path = tmp_path / "settings.json"
    path.write_text("first")

    def full(_handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)

    with pytest.raises(CannotWrite):
        files.write(path, "second")
    assert [p.name for p in tmp_path.iterdir()] == ["settings.json"]
    assert path.read_text() == "first"


def test_what_is_no_text_is_named(tmp_path):
    (tmp_path / "x").write_bytes(b"\xff\xfe")

    with pytest.raises(FileInvalid):
        files.read(tmp_path / "x")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
def test_a_fifo_in_place_of_settings_is_named_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "settings.json")

    with pytest.raises(FileInvalid, match="no regular file"):
        files.read(tmp_path / "settings.json")


def test_what_became_no_text_meanwhile_stays_and_no_draft_is_left(tmp_path):
    path = tmp_path / "settings"
    path.write_bytes(b"\xff\xfe")

    with pytest.raises(FileInvalid, match="cannot be read"):
        files.write(path, "ours", instead_of="before")

    assert [p.name for p in tmp_path.iterdir()] == ["settings"]
    assert path.read_bytes() == b"\xff\xfe"


def test_a_draft_that_a_crash_left_goes_and_one_that_is_being_written_stays(tmp_path):
    old, young = (tmp_path / f".settings.json.memctl-{n}" for n in (7, 8))
    old.write_text("{")
    young.write_text("{")
    os.utime(old, (1, 1))

    files.write(tmp_path / "settings.json", "{}\n")

    assert sorted(p.name for p in tmp_path.iterdir()) == [young.name, "settings.json"]
