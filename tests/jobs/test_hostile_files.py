"""What stands in the place of a file that memctl keeps for itself stops no command."""

import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

DEEP = "[" * 100_000
KEPT = (
    "memory/heartbeat-state.json",
    ".memctl/decisions.jsonl",
    ".memctl/consumed.jsonl",
    ".memctl/evidence.jsonl",
    ".memctl/cache/runs.jsonl",
    ".memctl/cache/spending.jsonl",
    ".memctl/cache/uses.json",
    ".memctl/cache/lock",
)
COMMANDS = (
    ("heartbeat",),
    ("heartbeat", "--ask"),
    ("weekly",),
    ("status",),
    ("recall", "deadline"),
    ("review", "list"),
    ("cost",),
)


@pytest.mark.parametrize("name", KEPT)
def test_a_line_that_is_nested_too_deeply_is_passed_over(memctl, workspace, name):
    path = workspace / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(DEEP + "\n")

    for words in COMMANDS:
        done = memctl("-w", workspace, *words)
        assert done.code in (0, 1), (words, done.err)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
@pytest.mark.parametrize("name", ["access.log", "uses.json", "still-heartbeat"])
def test_a_fifo_in_the_cache_is_not_waited_for(memctl, workspace, name):
    memctl("-w", workspace, "status")
    path = workspace / ".memctl" / "cache" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    os.mkfifo(path)

    for words in (("recall", "deadline"), ("stale",), ("weekly",), ("heartbeat",)):
        done = memctl("-w", workspace, *words)
        assert done.code in (0, 1), (words, done.err)


@pytest.mark.parametrize(
    ("name", "text"), [("q.json", DEEP), ("q.toml", "a = " + DEEP), ("q.yaml", DEEP)]
)
def test_questions_that_are_nested_too_deeply_are_named(memctl, workspace, name, text):
    (workspace / name).write_text(text)

    done = memctl("-w", workspace, "bench", workspace / name)

    assert done.code == 65
    assert name in done.err


def test_settings_that_are_nested_too_deeply_are_named(memctl, workspace):
    (workspace / "memctl.toml").write_text("a = " + DEEP)

    done = memctl("-w", workspace, "status")

    assert (done.code, "nested too deeply" in done.err) == (78, True)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no endless file here")
def test_questions_without_end_are_not_read_to_their_end(memctl, workspace):
    done = memctl("-w", workspace, "bench", "/dev/zero")

    assert (done.code, "more than" in done.err) == (65, True)


@pytest.mark.parametrize("today", ["0001-01-01", "9999-12-31"])
def test_the_first_and_the_last_day_that_there_are_stop_no_job(
    memctl, workspace, monkeypatch, today
):
    monkeypatch.setenv("MEMCTL_TODAY", today)

    for words in (("schedule", "run"), ("status",), ("dream", "--dry-run"), ("context",)):
        done = memctl("-w", workspace, *words)
        assert done.code in (0, 1), (words, done.err)


BLANK = "\n" * 3_000_000


@pytest.mark.parametrize(
    "name",
    [
        "memory/2026-01-31.md",
        "MEMORY.md",
        "REVIEW.md",
        "areas/people/petra-lindqvist/items.json",
        "areas/people/petra-lindqvist/summary.md",
    ],
)
def test_millions_of_blank_lines_cost_no_second(memctl, workspace, name):
    memctl("-w", workspace, "heartbeat")  # the pattern data are read once
    path = workspace / name
    text = path.read_text() if path.exists() else "- 09:00 Petra keeps bees\n"
    path.write_text(text + BLANK)

    began = time.process_time()
    done = memctl("-w", workspace, "heartbeat")

    assert (done.code, time.process_time() - began < 1) == (0, True)
    assert path.read_text().endswith(BLANK) or name == "REVIEW.md"


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE page SET seen = x'6a756e6b'",
        "UPDATE page SET seen = 7",
        "UPDATE page SET known = x'6a756e6b', seen = x'4e'",
        "UPDATE meta SET value = x'00' WHERE key = 'asking'",
        "UPDATE meta SET value = x'4e' WHERE key = 'asking'",
        "DELETE FROM meta WHERE key = 'asking'",
        "UPDATE meta SET value = 'x' WHERE key = 'limit'",
        "DELETE FROM meta WHERE key = 'kinds'",
        "UPDATE meta SET value = 'zz' WHERE key = 'offsets'",
        "UPDATE meta SET value = '0:1e9 9' WHERE key = 'offsets'",
        "UPDATE meta SET value = x'00' WHERE key = 'glance'",
        "UPDATE source SET stamp = x'00', entity = 7, path = NULL",
        "UPDATE line SET day = 'x', place = 'y', kind = 'z', text = x'00'",
    ],
)
def test_a_damaged_value_in_the_index_is_no_error_and_does_not_stay(
    memctl, workspace, monkeypatch, damage
):
    monkeypatch.delenv("MEMCTL_TODAY", raising=False)
    (workspace / "memctl.toml").write_text('[time]\nzone = "Asia/Tokyo"\n', encoding="utf-8")
    asked = ("-w", workspace, "recall", "deadline", "--json")
    memctl(*asked)
    before = memctl(*asked)
    index = workspace / ".memctl/cache/index.db"
    with closing(sqlite3.connect(index)) as cache:
        cache.execute(damage)
        cache.commit()

    assert memctl("-w", workspace, "context", "deadline").code == 0
    after = memctl(*asked)

    assert (after.code, after.err) == (before.code, "")
    if "line" not in damage:
        assert after.json["results"] == before.json["results"]
