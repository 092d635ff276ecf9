"""The measuring scripts judge as they say they do."""

import importlib
import json
import sys
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

BENCHMARKS = Path(__file__).resolve().parent.parent / "benchmarks"


@pytest.fixture
def script(monkeypatch):
    """A script of benchmarks/, imported as it would import its neighbours."""
    monkeypatch.setattr(sys, "path", [str(BENCHMARKS), *sys.path])
    return importlib.import_module


@pytest.mark.parametrize(
    ("line", "must", "must_not", "stale"),
    [
        ("Ida works at Acme", [["Borea"]], ["Acme"], True),
        ("Ida left Acme for Borea", [["Borea"]], ["Acme"], False),
        ("Ida works at Borea", [["Borea"]], ["Acme"], False),
        ("the merger with ward 9", [], ["ward 9"], True),
    ],
    ids=["stale", "says both", "current", "a rumour"],
)
def test_a_line_is_stale_when_it_says_what_no_longer_holds(script, line, must, must_not, stale):
    stories = script("stories")

    assert stories.is_stale(line, {"must": must, "must_not": must_not}) is stale


def test_an_interval_holds_its_share(script):
    scoring = script("scoring")
    low, high = scoring.wilson(45, 50)

    assert low < 90 < high
    assert scoring.share(0, 0) == "–"


def test_a_story_is_lived_through_and_asked(script, tmp_path, monkeypatch):
    monkeypatch.setenv("MEMCTL_TODAY", "2026-01-01")  # put back afterwards
    story = tmp_path / "ida"
    (story / "memory").mkdir(parents=True)
    (story / "memory" / "2026-03-02.md").write_text("- My manager is Ida Brandt\n")
    (story / "memory" / "2026-03-09.md").write_text("- My new manager is Tomas Ruhl\n")
    probes = [
        {"question": "Who is my manager?", "as_of": None, "must": [["Tomas"]]},
        {"question": "Who is my manager?", "as_of": "2026-03-05", "must": [["Ida"]]},
        {"question": "What is Tomas's shoe size?", "as_of": None, "must": []},
    ]
    for probe, kind in zip(probes, ("current", "as_of", "abstain"), strict=True):
        probe.update(kind=kind, must_not=["shoe"], entity="self")
    (story / "probes.json").write_text(json.dumps(probes))

    scores = script("stories").play(story)

    assert {k: (c["n"], c["right"]) for k, c in scores.items()} == {
        "current": (1, 1),
        "as_of": (1, 1),
        "abstain": (1, 1),
    }


def test_the_held_out_third_is_a_third(script):
    scoring, quality = script("scoring"), script("quality")
    gold = BENCHMARKS / "gold"
    parts = [len(list(quality.items(gold, "updates", part))) for part in ("built", "held", "all")]

    assert parts[0] + parts[1] == parts[2]
    assert 0.25 < parts[1] / parts[2] < 0.4
    assert len(scoring.HELD_OUT_STORIES) == 2


def test_the_sets_of_recall_become_documents_and_questions(script, tmp_path):
    corpora, retrieval = script("corpora"), script("retrieval")
    memory = {"1": {"time": "2026-01-05", "event": "Tom rode a camel"}}
    dialogue = {
        "dialogue": ["<BOD>\n", '<Tom>: "I like camels"\n', '<Assistant>: "I know"\n'],
        "test-turn": [2],
        "relevant-id": [1, 9],
    }
    chat = {"Ida": {"name": "Ida", "history": {"2026-05-02": [{"query": "a", "response": "b"}]}}}
    probes = {"Ida": ["On May 2nd, what did I say?", "5月2日我说了什么？", "What did I say?"]}
    for name, value in [
        ("MADial-Bench-en-memory.json", memory),
        ("MADial-Bench-en-dialogue.json", dialogue),
        ("en/memory_bank_en.json", chat),
        ("en/probing_questions_en.jsonl", probes),
    ]:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(json.dumps(value))

    assert corpora.madial(tmp_path, "en") == (
        [("1", "2026-01-05", "Tom rode a camel")],
        [("I like camels", {"1"})],
    )
    ((documents, asked),) = corpora.memorybank(tmp_path, "en")
    assert [text for _, _, text in documents] == ["Ida: a", "AI: b"]
    assert asked == [(question, {"2026-05-02"}) for question in probes["Ida"][:2]]
    assert retrieval.words_of("Hi 香菜") == ["hi", "香", "菜", "香菜"]


def test_a_watcher_that_sees_many_saves_does_not_grow(script):
    if not Path("/proc/self/status").exists():
        pytest.skip("the memory of a process is read from /proc")

    report = script("watch_soak").soak(14, pause_s=0.3)

    assert report["exitCode"] == 0
    assert report["watched"]["saved"] > 0
    assert report["moreFiles"] <= 0
    assert report["growthMb"] < 30  # what is imported for the first heartbeat


def test_hooks_and_the_server_are_timed_on_a_workspace_laid_down_for_it(script, monkeypatch):
    agents = script("agents")
    monkeypatch.setattr(agents, "SETTLED_S", 0)
    monkeypatch.setattr(agents, "instructions", lambda *_: None)

    report = agents.measure(3, 1)

    assert report["hooks"]["before a prompt"]["ratioMin"] > 1
    assert report["server"]["callMs"] > 0


def test_the_bridge_hands_a_session_through_and_what_is_not_offered_is_refused(script, workspace):
    checks = script("mcp_conformance")
    asked = {"jsonrpc": "2.0", "id": 7, "method": "tools/call"}
    call = {**asked, "params": {"name": "test_error_handling", "arguments": {}}}
    begun = {"protocolVersion": "2025-06-18", "capabilities": {}}
    begun["clientInfo"] = {"name": "checks", "version": "1"}

    with checks.bridge(workspace) as url:
        line = HTTPConnection(urlsplit(url).netloc)

        def post(row, session=""):
            line.request("POST", "/mcp", json.dumps(row), {"Mcp-Session-Id": session})
            said = line.getresponse()
            return said.headers["Mcp-Session-Id"], said.read()

        session, _ = post({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": begun})
        post({"jsonrpc": "2.0", "method": "notifications/initialized"}, session)
        answer = json.loads(post(call, session)[1])
        line.close()
    refused = list(checks.refusals(workspace))

    assert answer["id"] == 7
    assert answer["result"]["isError"]
    assert {status for _, status, _ in refused} == {"SUCCESS"}


def test_what_launchd_is_told_holds_keys_that_it_knows(script, workspace):
    found = script("schedule_trial").by_launchd(workspace)

    assert (found["oddKeys"], found["workspace"]) == ([], True)


def test_what_a_year_costs_counts_what_would_be_sent(script, tmp_path):
    memory = tmp_path / "ida" / "memory"
    memory.mkdir(parents=True)
    (memory / "2026-03-02.md").write_text("- Ida Brandt moved to Porto\n")
    (memory / "2026-03-11.md").write_text("- Ida Brandt is a vet there now\n")

    asked = script("model_cost").asked(tmp_path / "ida")

    assert (asked["days"], asked["blocks"], asked["requests"]) == (10, 2, 1)
    assert asked["tokens"] > 100


def test_features_count_what_they_counted_when_the_weights_were_fitted(script):
    """Fit the weights again (`benchmarks/learn.py --write`) when this tells you so."""
    drift = script("drift")
    kept, now = json.loads(drift.KEPT.read_text(encoding="utf-8")), drift.means()

    assert kept.keys() == now.keys()
    moved = {name: (kept[name], now[name]) for name in kept if abs(kept[name] - now[name]) > 0.1}
    assert not moved
    assert sum(abs(kept[name] - now[name]) for name in kept) < 1
