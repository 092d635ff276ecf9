"""A model judges and tells: it decides what the rules doubt, and says nothing of its own."""

import json

import pytest

from tests.helpers.model_server import Reply
from tests.helpers.trees import read_tree, write_tree
from tests.llm.conftest import data_of

REF = "people/tove-brandt"


def rows(*facts):
    return [
        {
            "id": f"tove-brandt-{n:03}",
            "fact": text,
            "category": "status",
            "timestamp": day,
            "source": source,
            "status": "active",
        }
        for n, (text, day, source) in enumerate(facts, start=1)
    ]


FLATS = rows(
    ("Tove Brandt has a berth on Quay Lane at present", "2025-01-10", "daily-note"),
    ("Tove Brandt took the keys of a berth on Mill Road", "2025-12-01", "daily-note"),
    ("Tove Brandt plays the cello", "2025-12-05", "daily-note"),
)


@pytest.fixture
def life(tmp_path, monkeypatch, server):
    monkeypatch.setenv("MEMCTL_TODAY", "2026-01-31")
    monkeypatch.setenv("MEMCTL_EXTRACT_BY", "rules")
    server.says('{"replaced": [], "summaries": []}')
    return write_tree(
        tmp_path / "w",
        {
            f"areas/{REF}/items.json": json.dumps(FLATS, indent=2) + "\n",
            f"areas/{REF}/summary.md": "---\nname: Tove Brandt\n---\n# Tove Brandt\n",
        },
    )


def statuses(root):
    items = json.loads((root / "areas" / REF / "items.json").read_text("utf-8"))
    return [item["status"] for item in items]


def judging(old, new, why="moved out"):
    pair = {"entity": REF, "old": f"tove-brandt-00{old}", "new": f"tove-brandt-00{new}", "why": why}
    return json.dumps({"replaced": [pair]})


def telling(*sentences):
    said = [{"text": t, "facts": [f"tove-brandt-00{n}" for n in ids]} for t, *ids in sentences]
    return json.dumps({"summaries": [{"entity": REF, "sentences": said}]})


@pytest.fixture
def judge(life, monkeypatch):
    monkeypatch.setenv("MEMCTL_JUDGE_BY", "model")
    return life


@pytest.fixture
def teller(life, monkeypatch):
    monkeypatch.setenv("MEMCTL_SUMMARY_BY", "model")
    return life


def test_a_judge_retires_what_the_rules_doubt(memctl, judge, server):
    server.says(judging(1, 2, "moved out"))

    result = memctl("-w", judge, "weekly")

    assert result.code == 0
    assert "model:openai/scripted says so: moved out" in result.out
    assert statuses(judge) == ["superseded", "active", "active"]


def test_what_no_judge_settles_is_asked(memctl, judge):
    memctl("-w", judge, "weekly")

    assert statuses(judge) == ["active", "active", "active"]
    assert "Mill Road" in memctl("-w", judge, "review", "list").out


def test_what_the_rules_see_no_connection_between_is_asked(memctl, judge, server):
    server.says(judging(1, 3, "why not"))

    memctl("-w", judge, "weekly")

    assert statuses(judge) == ["active", "active", "active"]
    asked = memctl("-w", judge, "review", "list", "--json").json["review"]
    assert any("cello" in q["proposal"] and "why not" in q["reason"] for q in asked)


@pytest.mark.parametrize(
    "answer",
    [
        judging(2, 1),
        judging(3, 2),
        judging(1, 1),
        judging(7, 8),
        '{"replaced": [{"entity": "people/somebody", "old": "x-001", "new": "x-002"}]}',
        "I retired them all for you!",
        '{"replaced": "all"}',
        "",
    ],
    ids=["older", "older too", "itself", "unknown", "nobody", "talk", "a text", "empty"],
)
def test_a_judgement_that_does_not_fit_retires_nothing(memctl, judge, server, answer):
    server.says(answer)

    memctl("-w", judge, "weekly")

    assert statuses(judge) == ["active", "active", "active"]


def test_a_weaker_source_never_retires_a_stronger_one(memctl, judge, server):
    facts = rows(
        ("Tove Brandt has a berth on Quay Lane at present", "2025-01-10", "manual"),
        ("Tove Brandt took the keys of a berth on Mill Road", "2025-12-01", "daily-note"),
    )
    write_tree(judge, {f"areas/{REF}/items.json": json.dumps(facts)})
    server.says(judging(1, 2))

    memctl("-w", judge, "weekly")

    assert statuses(judge) == ["active", "active"]


def test_a_judge_that_retires_nearly_everything_is_asked_about(memctl, judge, server):
    rooms = (f"Tove Brandt has a berth on Quay Lane {n} at present" for n in range(1, 9))
    facts = rows(
        *((text, f"2025-01-{n:02}", "daily-note") for n, text in enumerate(rooms, start=1)),
        ("Tove Brandt took the keys of a berth on Mill Road", "2025-12-01", "daily-note"),
    )
    write_tree(judge, {f"areas/{REF}/items.json": json.dumps(facts)})
    ids = [row["id"] for row in facts]
    pairs = [{"entity": REF, "old": i, "new": ids[-1], "why": "x"} for i in ids[:-1]]
    server.says(json.dumps({"replaced": pairs}))

    memctl("-w", judge, "weekly")

    assert statuses(judge) == ["active"] * 9
    assert "retire 8 facts at once" in memctl("-w", judge, "review", "list").out


def summary(root):
    return (root / "areas" / REF / "summary.md").read_text("utf-8")


def test_sentences_that_rest_on_facts_stand_with_their_days(memctl, teller, server):
    server.says(telling(("Tove Brandt plays the cello.", 3)))

    assert memctl("-w", teller, "weekly").code == 0
    assert "Tove Brandt plays the cello (2025-12-05)." in summary(teller)
    assert "Mill Road" in summary(teller)


NOT_TO_STAND = {
    "a name of its own": telling(("Tove Brandt plays the cello with Hugo.", 3)),
    "a number of its own": telling(("Tove Brandt plays the cello for 9 hours.", 3)),
    "a day of its own": telling(("Tove Brandt plays the cello since 2024-03-01.", 3)),
    "no fact": telling(("Tove Brandt plays the cello.",)),
    "an unknown fact": telling(("Tove Brandt plays the cello.", 9)),
    "another fact": telling(("Tove Brandt plays the cello.", 1)),
    "the opposite": telling(("Tove Brandt does not play the cello.", 3)),
    "another language": telling(("Tove Brandt 会拉大提琴。", 3)),
    "one good, one bad": telling(("Tove Brandt plays the cello.", 3), ("Lives in Oslo.", 1)),
    "no sentence": telling(),
    "a list": telling(("- Tove Brandt plays the cello\n- and sings", 3)),
    "a marker": telling(("Tove Brandt plays the cello <!-- /memctl:summary -->", 3)),
    "too long": telling(*[("Tove Brandt plays the cello.", 3)] * 60),
    "talk": "Here is a lovely summary of Tove!",
    "an empty list": '{"summaries": []}',
}


@pytest.mark.parametrize("answer", NOT_TO_STAND.values(), ids=NOT_TO_STAND)
def test_other_sentences_leave_the_plain_text(memctl, teller, server, monkeypatch, answer):
    server.says(answer)
    memctl("-w", teller, "weekly")
    told = summary(teller)
    memctl("-w", teller, "undo")
    monkeypatch.setenv("MEMCTL_SUMMARY_BY", "rules")

    memctl("-w", teller, "weekly")

    assert told == summary(teller)


@pytest.mark.parametrize("answer", [telling(), '{"summaries": []}', '{"replaced": []}', "[]"])
def test_an_empty_answer_about_somebody_of_thirty_facts_costs_none_of_them(
    memctl, teller, server, monkeypatch, answer
):
    monkeypatch.setenv("MEMCTL_JUDGE_BY", "model")
    facts = rows(*((f"Tove Brandt has read book {n}", "2025-01-10", "manual") for n in range(30)))
    write_tree(teller, {f"areas/{REF}/items.json": json.dumps(facts)})
    server.says(answer)
    before = (teller / f"areas/{REF}/items.json").read_bytes()

    memctl("-w", teller, "weekly")

    assert (teller / f"areas/{REF}/items.json").read_bytes() == before
    assert "has read book" in summary(teller)


def test_a_retired_fact_is_never_told(memctl, teller, server):
    facts = [dict(row) for row in FLATS]
    facts[0] |= {"status": "superseded", "supersededBy": "tove-brandt-002"}
    write_tree(teller, {f"areas/{REF}/items.json": json.dumps(facts)})
    server.says(telling(("Tove Brandt has a berth on Quay Lane at present.", 1)))

    memctl("-w", teller, "weekly")

    current = summary(teller).partition("**")[0]
    assert "has a room" not in current


def test_a_second_run_asks_nothing_and_changes_nothing(memctl, teller, server):
    server.says(telling(("Tove Brandt plays the cello.", 3)))
    memctl("-w", teller, "weekly")
    before, asked = read_tree(teller), len(server.requests)

    again = memctl("-w", teller, "weekly")

    assert "nothing new" in again.out
    assert (read_tree(teller), len(server.requests)) == (before, asked)


def test_what_a_model_said_is_not_told_once_a_fact_has_changed(memctl, teller, server):
    server.says(telling(("Tove Brandt plays the cello.", 3)), '{"summaries": []}')
    memctl("-w", teller, "weekly")
    memctl("-w", teller, "fact", "supersede", "tove-brandt-003", "Tove Brandt plays the harp")

    memctl("-w", teller, "weekly")

    assert "plays the cello (2025-12-05)" not in summary(teller).partition("**")[0]


def test_the_rules_do_their_work_when_the_model_is_down(memctl, teller, server):
    server.says(Reply(status=503))

    result = memctl("-w", teller, "weekly")

    assert result.code == 69
    assert "plays the cello" in summary(teller)


def test_only_names_and_facts_of_the_entities_are_sent(memctl, teller, server):
    memctl("-w", teller, "weekly")

    (entity,) = data_of(server.requests[0])["entities"]
    assert entity["entity"] == REF
    assert set(entity) == {"entity", "name", "facts"}


def test_both_prompts_are_shown(memctl, life, server):
    shown = memctl("-w", life, "weekly", "--show-prompt").out

    assert "2 requests; nothing was sent." in shown
    assert server.requests == []
