"""Files of the cache: whole, for the user alone, kept to a size, and never waited for."""

import os
from datetime import date
from importlib.util import find_spec
from pathlib import Path

import pytest

from memctl import cachefiles
from memctl.cachefiles import FILES, row_of
from memctl.llm.spending import Spending, Sum, read_spending
from tests.helpers.crashing import quietly
from tests.helpers.scenes import FILES as LIFE
from tests.helpers.scenes import SCENES
from tests.helpers.trees import write_tree

BOUNDED = [row for row in FILES if row.most]


@pytest.fixture
def log(tmp_path):
    return str(tmp_path / "runs.jsonl")


def test_what_is_added_to_a_torn_line_is_a_line_of_its_own(log):
    cachefiles.add(log, '{"a": 1}\n')
    Path(log).write_bytes(b'{"a": 1}\n{"b"')

    cachefiles.add(log, '{"c": 3}\n')

    assert cachefiles.read(log) == b'{"a": 1}\n{"b"\n{"c": 3}\n'


@pytest.mark.parametrize("row", BOUNDED, ids=lambda row: row.name)
def test_lines_do_not_grow_without_bound_and_the_newest_stay(tmp_path, row):
    path = str(tmp_path / row.name)
    line = "x" * (row.most // 10)
    for number in range(25):
        cachefiles.add(path, f"{number} {line}\n")

    lines = (cachefiles.read(path) or b"").decode().splitlines()
    assert Path(path).stat().st_size <= row.most
    assert [text.partition(" ")[0] for text in lines] == [*map(str, range(25 - len(lines), 25))]
    assert [p.name for p in tmp_path.iterdir()] == [row.name]


def test_what_is_added_while_a_log_is_shortened_stays(log):
    half = "x" * (row_of("runs.jsonl").most // 2)
    cachefiles.add(log, f"{half}\n")

    def meanwhile(data: bytes) -> bytes:
        Path(log).write_bytes(data + b"somebody else\n")
        return b"kept\n"

    cachefiles.add(log, f"{half}\n", meanwhile)

    assert cachefiles.read(log) == b"kept\nsomebody else\n"


def test_the_sums_of_a_ledger_that_was_shortened_are_the_same(tmp_path):
    spending = Spending(tmp_path, "weekly", "x" * 1000, date(2026, 2, 1))
    for _ in range(500):
        spending.add(Sum(1, 10, 0.5))

    (row,) = read_spending(tmp_path)

    assert (row.calls, row.tokens, row.money) == (500, 5000, 250.0)
    assert (tmp_path / "spending.jsonl").stat().st_size < row_of("spending.jsonl").most


def test_what_memctl_keeps_is_for_the_user_alone(tmp_path):
    cachefiles.put(str(tmp_path / "put"), b"x\n")
    cachefiles.add(str(tmp_path / "added"), "x\n")

    assert {p.stat().st_mode & 0o777 for p in tmp_path.iterdir()} == {0o600}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
def test_nobody_waits_at_what_is_no_file(log):
    os.mkfifo(log)

    assert cachefiles.read(log) is None
    with pytest.raises(OSError, match=r"no file|No such device"):
        cachefiles.add(log, "x\n")
    cachefiles.put(log, b"now a file\n")
    assert cachefiles.read(log) == b"now a file\n"


def test_a_link_is_not_followed(tmp_path, log):
    outside = tmp_path / "outside"
    outside.write_text("theirs\n")
    Path(log).symlink_to(outside)

    assert cachefiles.read(log) is None
    with pytest.raises(OSError, match="symbolic links"):
        cachefiles.add(log, "x\n")
    cachefiles.put(log, b"ours\n")
    assert outside.read_text() == "theirs\n"


def test_drafts_of_processes_that_died_are_swept(tmp_path):
    old, new, other = (tmp_path / n for n in ("index.db.77", "uses.json.78", "runs.jsonl"))
    for path in (old, new, other):
        path.touch()
    os.utime(old, (1, 1))
    os.utime(other, (1, 1))

    cachefiles.sweep(str(tmp_path), 1000.0)

    assert sorted(p.name for p in tmp_path.iterdir()) == ["runs.jsonl", "uses.json.78"]


def test_every_writer_of_the_table_is_a_module():
    modules = {row.writer for row in FILES}

    assert {m for m in modules if find_spec(f"memctl.{m}") is None} == set()


def test_every_file_that_any_command_leaves_in_the_cache_stands_in_the_table(tmp_path):
    write_tree(tmp_path, {f"life/{name}": text for name, text in LIFE.items()})
    (tmp_path / "home").mkdir()
    for scene in SCENES.values():
        if "{" not in " ".join(scene.words) and scene.is_whole and not scene.files:
            quietly(tmp_path, scene.words, scene.stdin)

    cache = tmp_path / "life/.memctl/cache"
    left = {p.relative_to(cache).as_posix() for p in cache.rglob("*") if p.is_file()}

    assert {"lock", "runs.jsonl", "index.db", "access.log", "uses.json"} <= left
    assert {name for name in left if row_of(name) is None} == set()
    made = [p for p in (tmp_path / "life/.memctl").rglob("*") if p.name != ".gitignore"]
    assert [p.name for p in made if p.stat().st_mode & 0o077] == []
