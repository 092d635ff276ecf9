"""What stands in the place of a file that memctl keeps for itself stops no command."""

import os

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
