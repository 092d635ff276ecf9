"""A provider that fails: nothing moves, the exit code tells, and what it costs has an end."""

import json
import os
import subprocess
import sys
from datetime import date

import pytest

from memctl.workspace.layout import read_layout
from memctl.workspace.lock import locked
from tests.helpers.model_server import Reply
from tests.helpers.trees import read_tree, write_tree
from tests.llm.conftest import answering, fact

MOVED = fact("Mina Okafor", "Mina Okafor moved to Porto", "Mina Okafor moved to Porto")

FAILURES = {
    "down for a while": Reply(status=503),
    "broken": Reply(status=500),
    "busy": Reply(status=429),
    "a wrong key": Reply(status=401),
    "forbidden": Reply(status=403),
    "an unknown model": Reply(status=404),
    "a request that it does not understand": Reply(status=400),
    "a page for an answer": Reply(raw=b"<html>Bad gateway</html>"),
    "a word for an answer": Reply(raw=b'"ok"'),
    "no choices": Reply(raw=b'{"id": "x", "object": "chat.completion", "choices": []}'),
    "a closed connection": Reply(drops=True),
}


@pytest.mark.parametrize("reply", FAILURES.values(), ids=FAILURES)
def test_a_failing_provider_moves_nothing(memctl, home, server, reply):
    server.says(reply)
    before = read_tree(home)

    result = memctl("-w", home, "heartbeat")

    assert result.code == 69
    assert "openai/scripted" in result.err
    assert all(line.startswith(("memctl:", "  hint:")) for line in result.err.splitlines())
    assert "litellm" not in result.out.casefold()
    assert read_tree(home) == before
    assert memctl("-w", home, "status", "--json").json["jobs"][0]["lastSuccess"] is None


def test_nobody_at_the_address(memctl, home, server, monkeypatch):
    monkeypatch.setenv("MEMCTL_LLM_API_BASE", "http://127.0.0.1:9/v1")

    assert memctl("-w", home, "heartbeat").code == 69
    assert server.requests == []


def test_a_slow_provider_is_left(memctl, home, server, monkeypatch):
    monkeypatch.setenv("MEMCTL_LLM_TIMEOUT", "1")
    server.says(Reply(hangs_s=3))

    assert memctl("-w", home, "heartbeat").code == 69


def test_a_passing_failure_is_tried_again(memctl, home, server, monkeypatch):
    monkeypatch.setenv("MEMCTL_LLM_RETRIES", "2")
    good = answering(("Porto", MOVED))

    def script(request):
        first = len(server.requests) == 1
        return Reply(status=429, headers={"retry-after": "0.01"}) if first else good(request)

    server.script = script

    result = memctl("-w", home, "heartbeat")

    assert (result.code, len(server.requests)) == (0, 2)


def test_a_wrong_key_is_not_tried_again(memctl, home, server, monkeypatch):
    monkeypatch.setenv("MEMCTL_LLM_RETRIES", "5")
    server.says(Reply(status=401))

    memctl("-w", home, "heartbeat")

    assert len(server.requests) == 1


@pytest.mark.parametrize("known", [["json_schema"], ["schema"], ["json_object"], []])
def test_a_server_is_asked_in_the_strictest_form_that_it_knows(memctl, home, server, known):
    good = answering(("Porto", MOVED))
    asked = []

    def script(request):
        form = request.get("response_format", {"type": "text"})
        asked.append("schema" if "schema" in form else form["type"])
        return good(request) if asked[-1] in {*known, "text"} else Reply(status=500)

    server.script = script

    assert memctl("-w", home, "heartbeat").code == 0
    forms = ["json_schema", "schema", "json_object", "text"]
    assert asked == forms[: forms.index((known or ["text"])[0]) + 1]


def test_an_answer_may_come_in_pieces(memctl, home, server, monkeypatch):
    monkeypatch.setenv("MEMCTL_LLM_STREAM", "true")
    server.script = answering(("Porto", MOVED))

    result = memctl("-w", home, "heartbeat")

    assert server.requests[0]["stream"] is True
    assert "moved to Porto" in result.out


def test_what_the_rules_read_is_filed_where_a_model_that_is_down_reads_besides(
    memctl, home, server, monkeypatch
):
    monkeypatch.setenv("MEMCTL_EXTRACT_BY", "rules+model")
    server.says(Reply(status=503))

    result = memctl("-w", home, "heartbeat")

    assert result.code == 69
    assert "moved to Porto" in result.out
    ledger = home / ".memctl" / "consumed.jsonl"
    assert not ledger.exists()


def test_rules_and_model_say_the_same_once(memctl, home, server, monkeypatch):
    monkeypatch.setenv("MEMCTL_EXTRACT_BY", "rules+model")
    server.script = answering(("Porto", MOVED))

    result = memctl("-w", home, "heartbeat")

    assert result.code == 0
    assert result.out.count("moved to Porto") == 1


def test_nobody_is_asked_under_the_lock_and_a_hand_edit_wins_meanwhile(memctl, home, server):
    items = home / "areas/people/mina-okafor/items.json"
    layout = read_layout(home, os.environ)
    good = answering(("Porto", MOVED))

    def script(request):
        with locked(layout, "a person"):
            text = items.read_text("utf-8").replace("oldest friend", "dearest friend")
            items.write_text(text, encoding="utf-8")
        return good(request)

    server.script = script

    assert memctl("-w", home, "heartbeat").code == 0
    facts = [row["fact"] for row in json.loads(items.read_text("utf-8"))]
    assert facts == ["Mina Okafor is the user's dearest friend", "Mina Okafor moved to Porto"]


def test_no_model_is_named(memctl, home, server, monkeypatch):
    monkeypatch.delenv("MEMCTL_LLM_MODEL")

    result = memctl("-w", home, "heartbeat")

    assert result.code == 78
    assert "llm.model" in result.err
    assert server.requests == []


@pytest.mark.parametrize("key", ["model", "api_base", "api_key", "price_in"])
def test_a_workspace_names_no_model_address_or_key(memctl, home, server, key):
    write_tree(home, {"memctl.toml": f'[llm]\n{key} = "http://elsewhere.example"\n'})

    result = memctl("-w", home, "heartbeat")

    assert result.code == 78
    assert f"memctl.toml:2: llm.{key}" in result.err
    assert server.requests == []


def test_a_workspace_raises_no_cap(memctl, home, server):
    write_tree(home, {"memctl.toml": "[llm.limits]\ncalls_per_run = 9\n"})

    assert memctl("-w", home, "heartbeat").code == 78
    assert server.requests == []


def test_an_environment_file_of_the_folder_is_not_read(memctl, home, server, monkeypatch):
    write_tree(home, {".env": "OPENAI_API_BASE=http://127.0.0.1:9/v1\nOPENAI_API_KEY=stolen\n"})
    monkeypatch.chdir(home)
    server.script = answering(("Porto", MOVED))

    assert memctl("heartbeat").code == 0
    assert os.environ.get("OPENAI_API_KEY") != "stolen"


# What it may cost.


def spent(root):
    lines = (root / ".memctl" / "cache" / "spending.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_what_was_spent_is_told_by_job(memctl, home, server, monkeypatch):
    monkeypatch.setenv("MEMCTL_LLM_PRICE_IN", "1")
    monkeypatch.setenv("MEMCTL_LLM_PRICE_OUT", "10")
    server.script = answering(("Porto", MOVED))
    memctl("-w", home, "heartbeat")

    told = memctl("-w", home, "cost", "--json").json

    (row,) = told["spent"]
    assert (row["job"], row["model"]) == ("heartbeat", "openai/scripted")
    assert (row["calls"], row["tokens"]) == (1, 120)
    assert row["money"] == pytest.approx((100 * 1 + 20 * 10) / 1e6)
    assert told["callsLeft"] == 499


def test_nothing_was_spent(memctl, home):
    assert "Nothing was spent" in memctl("-w", home, "cost").out


@pytest.mark.parametrize(
    "cap", ["calls_per_run", "calls_per_day", "tokens_per_run", "tokens_per_day"]
)
def test_no_call_is_made_beyond_a_cap(memctl, home, server, monkeypatch, cap):
    monkeypatch.setenv(f"MEMCTL_LLM_LIMITS_{cap.upper()}", "0")
    before = read_tree(home)

    result = memctl("-w", home, "heartbeat")

    assert result.code == 69
    assert f"llm.limits.{cap}" in result.err
    assert server.requests == []
    assert read_tree(home) == before


@pytest.mark.parametrize("cap", ["MONEY_PER_RUN", "MONEY_PER_DAY"])
def test_money_is_capped_before_it_is_spent(memctl, home, server, monkeypatch, cap):
    monkeypatch.setenv(f"MEMCTL_LLM_LIMITS_{cap}", "0.01")
    monkeypatch.setenv("MEMCTL_LLM_PRICE_IN", "10")
    monkeypatch.setenv("MEMCTL_LLM_PRICE_OUT", "10")

    assert memctl("-w", home, "heartbeat").code == 69
    assert server.requests == []


def test_money_without_a_price_is_a_mistake_of_the_settings(memctl, home, server, monkeypatch):
    monkeypatch.setenv("MEMCTL_LLM_LIMITS_MONEY_PER_DAY", "1")

    result = memctl("-w", home, "heartbeat")

    assert result.code == 78
    assert "llm.price_in" in result.err
    assert server.requests == []


def test_a_call_that_fails_counts(memctl, home, server):
    server.says(Reply(status=503))
    memctl("-w", home, "heartbeat")

    assert memctl("-w", home, "cost", "--json").json["spent"][0]["calls"] == 1


def test_a_backlog_is_read_as_far_as_the_cap_goes_and_goes_on_later(
    memctl, home, server, monkeypatch
):
    lines = "".join(f"- Mina Okafor planted tree number {n} in row {n}\n" for n in range(30))
    write_tree(home, {"memory/2026-01-29.md": lines})
    server.script = answering()
    monkeypatch.setenv("MEMCTL_LLM_LIMITS_CALLS_PER_RUN", "1")

    first = memctl("-w", home, "heartbeat")
    left = memctl("-w", home, "status", "--json").json["waiting"]
    monkeypatch.setenv("MEMCTL_LLM_LIMITS_CALLS_PER_RUN", "50")
    rest = memctl("-w", home, "heartbeat")

    assert (first.code, left) == (69, 33 - 12)
    assert "3 requests to openai/scripted" in first.err
    assert rest.code == 0
    assert memctl("-w", home, "status", "--json").json["waiting"] == 0
    assert len(server.requests) == 3


def test_a_limit_reads_the_oldest(memctl, home, server):
    write_tree(home, {"memory/2026-01-02.md": "- Mina Okafor has a boat called Saltwind\n"})
    server.script = answering()

    result = memctl("-w", home, "heartbeat", "--limit", "1")

    assert result.code == 0
    assert "Saltwind" in server.sent
    assert "rice" not in server.sent
    assert memctl("-w", home, "status", "--json").json["waiting"] == 3


def test_the_prompt_is_shown_and_not_sent(memctl, home, server):
    shown = memctl("-w", home, "heartbeat", "--show-prompt", "--json").json["prompts"]

    assert server.requests == []
    memctl("-w", home, "heartbeat")
    system, user = (m["content"] for m in server.requests[0]["messages"])
    assert (shown[0]["system"], shown[0]["user"]) == (system, user)
    assert "of 1: about" in memctl("-w", home, "heartbeat", "--show-prompt").out


def test_what_is_purged_is_not_kept_as_an_answer(memctl, home, server):
    server.script = answering(("Porto", MOVED))
    memctl("-w", home, "heartbeat")
    ids = [f["id"] for f in memctl("-w", home, "fact", "list", "--json").json["facts"]]

    memctl("-w", home, "fact", "purge", ids[-1], "--yes")

    kept = [p for p in (home / ".memctl").rglob("*") if p.is_file()]
    assert [p for p in kept if "Porto" in p.read_text("utf-8", "replace")] == []


def test_nothing_is_asked_and_nothing_heavy_imported_without_a_model(home):
    code = (
        "import sys; from memctl.__main__ import main; "
        f"main(['-w', {str(home)!r}, 'heartbeat', '--dry-run']); "
        "print([m for m in ('litellm', 'openai', 'httpx', 'json_repair') if m in sys.modules])"
    )
    environ = {k: v for k, v in os.environ.items() if not k.startswith("MEMCTL_")}
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**environ, "MEMCTL_TODAY": str(date(2026, 1, 31))},
    )

    assert done.stdout.splitlines()[-1] == "[]"
