"""The tables of language as the last run read them: quick, and never another answer."""

import json
import shutil

import pytest

from memctl.jobs import lexicons
from memctl.jobs.kept_words import NAME
from memctl.jobs.lexicons import lexicon_of, shipped_lexicon
from memctl.language.sieving import sieve
from memctl.language.statements import statements


@pytest.fixture
def fresh(monkeypatch):
    """As a process that begins: nothing was read yet."""

    def begin():
        monkeypatch.setattr(lexicons, "_kept", {})
        monkeypatch.setattr(sieve, "needed_before", {})

    begin()
    return begin


def kept(workspace):
    return workspace / ".memctl/cache" / NAME


def test_a_second_run_reads_the_same_without_toml(memctl, workspace, fresh, monkeypatch):
    memctl("-w", workspace, "heartbeat")
    first = lexicon_of(workspace)
    fresh()
    monkeypatch.setattr("memctl.language.lexicon.tomllib.loads", pytest.fail)
    monkeypatch.setattr("memctl.language.sieving.sieve.needed_words", pytest.fail)

    again = lexicon_of(workspace)

    assert again is not first
    assert again.tables == first.tables
    assert again.common == first.common
    assert statements(again).numbered == statements(first).numbered
    assert statements(again).sieve.by_gram == statements(first).sieve.by_gram


def _with(data, key, value):
    head, _, body = data.partition(b"\n")
    return head + b"\n" + json.dumps({**json.loads(body), key: value}).encode()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda _: b"",
        lambda data: data[: len(data) // 2],
        lambda _: b"[1, 2]",
        lambda _: b"\xff\xfe",
        lambda data: _with(data, "tables", 7),
        lambda data: _with(data, "needed", [1]),
        lambda data: _with(data, "tables", {}),
        lambda data: b"0" * 32 + data[32:],
        lambda _: b"[" * 100_000,
    ],
)
def test_what_cannot_be_used_is_read_anew(memctl, workspace, fresh, spoil):
    memctl("-w", workspace, "heartbeat")
    kept(workspace).write_bytes(spoil(kept(workspace).read_bytes()))
    fresh()

    assert lexicon_of(workspace).tables == shipped_lexicon().tables


def test_what_came_with_a_copy_is_not_believed(memctl, workspace, fresh, tmp_path, monkeypatch):
    memctl("-w", workspace, "heartbeat")
    shutil.copytree(workspace, tmp_path / "copy")
    fresh()
    read = []
    monkeypatch.setattr("memctl.jobs.kept_words.parse_lexicon", lambda t: read.append(t) or t)

    lexicon_of(tmp_path / "copy")

    assert kept(tmp_path / "copy").exists()
    assert len(read) == 1


def test_words_that_a_workspace_adds_are_read_at_the_next_run(memctl, workspace, fresh):
    memctl("-w", workspace, "heartbeat")
    own = workspace / ".memctl/language/en/mine.toml"
    own.parent.mkdir(parents=True)
    own.write_text('stop_words = ["zorp"]\n')
    fresh()

    assert "zorp" in lexicon_of(workspace).rows("en", "stop_words")


@pytest.mark.usefixtures("fresh")
def test_a_dry_run_keeps_nothing(memctl, workspace):
    memctl("-w", workspace, "heartbeat", "--dry-run")

    assert not kept(workspace).exists()
