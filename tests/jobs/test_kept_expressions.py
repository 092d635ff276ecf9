"""Compiled expressions in the cache: quick, believed only where they were made."""

import shutil

import pytest

from memctl import expressions
from memctl.expressions import compiled
from memctl.jobs import kept_expressions
from memctl.jobs.kept_expressions import NAME, keep, take_up
from memctl.workspace.layout import read_layout

SOURCE = r"(?P<who>[A-Z]\w+) moved"


@pytest.fixture
def fresh(monkeypatch):
    """As a process that begins: nothing was compiled yet."""

    def begin():
        monkeypatch.setattr(expressions, "before", {})
        monkeypatch.setattr(kept_expressions, "_held", {})

    begin()
    return begin


@pytest.fixture
def layout(workspace):
    return read_layout(workspace, {})


def kept(root):
    return root / ".memctl/cache" / NAME


def run(layout, source=SOURCE):
    take_up(layout.root)
    compiled(source)
    keep(layout)


def test_a_second_run_compiles_nothing_that_the_first_has_compiled(layout, fresh, monkeypatch):
    run(layout)
    fresh()
    monkeypatch.setattr(expressions, "_code", pytest.fail)

    take_up(layout.root)

    assert compiled(SOURCE).search("Petra moved")["who"] == "Petra"


def test_what_others_kept_meanwhile_does_no_harm(layout, fresh):
    take_up(layout.root)
    compiled(SOURCE)
    kept(layout.root).parent.mkdir(parents=True)
    kept(layout.root).write_bytes(b"of somebody else")
    keep(layout)
    fresh()

    take_up(layout.root)

    assert len(expressions.before) == 1


@pytest.mark.usefixtures("fresh")
def test_a_process_keeps_only_where_it_began(layout, tmp_path):
    run(layout)
    shutil.copytree(layout.root, tmp_path / "other", ignore=lambda *_: [".memctl"])

    run(read_layout(tmp_path / "other", {}), "another")

    assert not kept(tmp_path / "other").exists()


@pytest.mark.usefixtures("fresh")
def test_what_compiled_nothing_new_writes_nothing(layout):
    run(layout)
    kept(layout.root).unlink()

    keep(layout)

    assert not kept(layout.root).exists()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _: b"",
        lambda data: data[: len(data) // 2],
        lambda data: data[:-1],
        lambda data: data[:-5] + bytes([data[-5] ^ 1]) + data[-4:],
        lambda data: b"0" * 32 + data[32:],
        lambda _: b"\xff\xfe",
        lambda _: b"[" * 100_000,
    ],
)
def test_what_cannot_be_used_is_compiled_anew(layout, fresh, spoil):
    run(layout)
    kept(layout.root).write_bytes(spoil(kept(layout.root).read_bytes()))
    fresh()

    take_up(layout.root)

    assert not expressions.before
    assert compiled(SOURCE).search("Petra moved")


def test_another_version_of_python_compiles_for_itself(layout, fresh, monkeypatch):
    run(layout)
    fresh()
    monkeypatch.setattr(expressions, "FORM", "another")

    take_up(layout.root)

    assert not expressions.before


def test_what_came_with_a_copy_is_not_believed(layout, fresh, tmp_path):
    run(layout)
    shutil.copytree(layout.root, tmp_path / "copy")
    fresh()

    take_up(tmp_path / "copy")

    assert kept(tmp_path / "copy").exists()
    assert not expressions.before


def test_a_folder_that_others_may_write_in_is_not_believed_and_takes_nothing(layout, fresh):
    run(layout)
    layout.cache.chmod(0o777)
    fresh()
    stood = kept(layout.root).read_bytes()

    run(layout, "another")

    assert len(expressions.before) == 1
    assert kept(layout.root).read_bytes() == stood


def test_a_link_in_its_place_is_not_followed(layout, fresh, tmp_path):
    run(layout)
    kept(layout.root).rename(tmp_path / "elsewhere")
    kept(layout.root).symlink_to(tmp_path / "elsewhere")
    fresh()

    take_up(layout.root)

    assert not expressions.before


def test_a_file_that_has_grown_begins_anew(layout, fresh, monkeypatch):
    run(layout)
    fresh()
    monkeypatch.setattr("memctl.jobs.kept_expressions._MOST", 10)
    run(layout, "another")
    fresh()

    take_up(layout.root)

    assert compiled("another") is not None
    assert len(expressions.before) == 1


@pytest.mark.usefixtures("fresh")
def test_where_nothing_can_be_written_a_run_goes_on(layout, monkeypatch):
    def refuse(*_):
        raise PermissionError

    monkeypatch.setattr("memctl.jobs.sealed.write_cache", refuse)

    run(layout)

    assert not kept(layout.root).exists()
