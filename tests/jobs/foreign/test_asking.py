"""The calling agent reads in the place of a model: no key, bounded requests, any number of them."""

import io
import json
import subprocess
import sys

import pytest

from tests.helpers.trees import read_tree, write_tree


@pytest.fixture
def answers(tmp_path):
    """Write an answer to a file that `--answer` takes."""

    def write(value):
        path = tmp_path / "answer.json"
        path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
        return path

    return write


def request_of(memctl, workspace, job="heartbeat", *more):
    return memctl("-w", workspace, job, "--ask", *more).json


def block_with(request, words):
    return next(b for b in request["blocks"] if words in b["text"])


def one(block, entity, fact, quote, **more):
    said = {"entity": entity, "fact": fact, "quote": quote, **more}
    return {"id": block["id"], "facts": [said]}


STEPS = ("Mila", "Mila took her first steps", "Mila took her first steps today")


def test_a_request_holds_all_that_an_answer_takes(memctl, workspace):
    before = read_tree(workspace, ledgers=True)

    request = request_of(memctl, workspace)

    block = block_with(request, "first steps")
    assert block["path"] == "memory/2026-01-22.md"
    assert "people/mila" in [k["entity"] for k in request["known"]]
    assert "quote" in request["instructions"]
    assert request["answerSchema"]["properties"]["blocks"]["type"] == "array"
    assert request["answerWith"] == "memctl heartbeat --answer FILE"
    assert read_tree(workspace, ledgers=True) == before


def test_the_same_blocks_make_the_same_request(memctl, workspace):
    assert request_of(memctl, workspace) == request_of(memctl, workspace)


def test_an_answer_is_filed_with_the_name_of_the_agent(memctl, workspace, answers):
    block = block_with(request_of(memctl, workspace), "first steps")
    path = answers({"agent": "aide", "blocks": [one(block, *STEPS, category="milestone")]})

    report = memctl("-w", workspace, "heartbeat", "--answer", path, "--json").json

    assert [c["after"] for c in report["changes"]] == [STEPS[1]]
    rows = json.loads((workspace / "areas/people/mila/items.json").read_text("utf-8"))
    assert (rows[-1]["by"], rows[-1]["category"]) == ("agent:aide", "milestone")


def test_an_answer_may_come_through_a_pipe(memctl, workspace, monkeypatch):
    block = block_with(request_of(memctl, workspace), "first steps")
    text = json.dumps({"blocks": [one(block, *STEPS)]})
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    assert STEPS[1] in memctl("-w", workspace, "heartbeat", "--answer", "-").out


def test_the_next_request_goes_on_where_the_answer_ended(memctl, workspace, answers):
    request = request_of(memctl, workspace, "heartbeat", "--limit", "3")
    path = answers({"blocks": [{"id": b["id"], "facts": []} for b in request["blocks"]]})

    memctl("-w", workspace, "heartbeat", "--answer", path)

    again = request_of(memctl, workspace)
    assert len(request["blocks"]) == 3
    assert request["left"] == len(again["blocks"])
    assert not {b["id"] for b in request["blocks"]} & {b["id"] for b in again["blocks"]}


def test_a_request_is_bounded(memctl, workspace):
    lines = "".join(f"- {n}: Mila likes the tale of ship number {n}\n" for n in range(300))
    write_tree(workspace, {"memory/2026-01-31.md": lines})

    request = request_of(memctl, workspace)

    assert len(request["blocks"]) == 40
    assert request["left"] > 250


def test_two_agents_may_answer_the_same_request(memctl, workspace, answers):
    block = block_with(request_of(memctl, workspace), "first steps")
    first = answers({"agent": "one", "blocks": [one(block, *STEPS)]})
    memctl("-w", workspace, "heartbeat", "--answer", first)
    before = read_tree(workspace)

    other = one(block, "Mila", "Mila took her first steps today", STEPS[2])
    second = memctl("-w", workspace, "heartbeat", "--answer", answers({"blocks": [other]}))

    assert second.code == 0
    assert "read already" in second.out
    assert read_tree(workspace) == before


@pytest.mark.parametrize(
    "text",
    [
        "unchanged",
        "",
        "I'm sorry, I can't do that.",
        '{"blocks": []}',
        '{"blocks": [{"id": "areas/people/mila", "facts": []}]}',
        '{"blocks": [{"id": "12345678", "facts"',
        "[" * 100_000,
    ],
)
def test_an_answer_of_no_use_changes_nothing(memctl, workspace, answers, text):
    before = read_tree(workspace, ledgers=True)

    result = memctl("-w", workspace, "heartbeat", "--answer", answers(text))

    assert result.code == 65
    assert read_tree(workspace, ledgers=True) == before


def test_a_block_that_is_answered_twice_is_a_mistake(memctl, workspace, answers):
    block = block_with(request_of(memctl, workspace), "first steps")
    path = answers({"blocks": [one(block, *STEPS), {"id": block["id"], "facts": []}]})

    result = memctl("-w", workspace, "heartbeat", "--answer", path)

    assert result.code == 65
    assert "answered twice" in result.err


def test_a_file_that_is_not_there(memctl, workspace):
    assert memctl("-w", workspace, "heartbeat", "--answer", "nowhere.json").code == 65


def drop_hearsay(workspace):
    """Take out the one line that needs nobody to read it: it is ticked off at once."""
    note = workspace / "memory/2026-01-19.md"
    lines = note.read_text(encoding="utf-8").splitlines(keepends=True)
    note.write_text("".join(x for x in lines if "someone in the kitchen" not in x), "utf-8")


def test_an_invented_fact_is_parked_and_its_block_waits(memctl, workspace, answers):
    drop_hearsay(workspace)
    block = block_with(request_of(memctl, workspace), "first steps")
    path = answers({"blocks": [one(block, "Mila", "Mila ran to Bob", STEPS[2])]})
    before = read_tree(workspace)

    result = memctl("-w", workspace, "heartbeat", "--answer", path)

    assert result.code == 69
    assert read_tree(workspace) == before
    assert "Mila ran to Bob" in memctl("-w", workspace, "review", "list", "--parked").out
    assert block["id"] in [b["id"] for b in request_of(memctl, workspace)["blocks"]]


def test_what_only_seems_not_to_last_a_person_may_accept(memctl, workspace, answers):
    block = block_with(request_of(memctl, workspace), "not decided yet")
    said = one(block, "me", "thinking about handing in my notice", "thinking about handing in my")
    path = answers({"blocks": [said]})

    report = memctl("-w", workspace, "heartbeat", "--answer", path, "--json").json

    asked = [q for q in report["review"] if q["kind"] == "parked"]
    parked = memctl("-w", workspace, "review", "list", "--parked").out
    assert asked or "handing in" in parked


def test_a_secret_is_not_told_to_an_agent(memctl, workspace):
    write_tree(workspace, {"memory/2026-01-31.md": "- the wifi password is Hunter2-Blue-Kite\n"})

    asked = memctl("-w", workspace, "heartbeat", "--ask").out

    assert "Hunter2" not in asked


def test_a_private_note_is_told_to_no_agent(memctl, workspace):
    note = "---\nvisibility: private\n---\n# 2026-01-31\n\n- Mila has a peanut allergy.\n"
    (workspace / "memory/2026-01-31.md").write_text(note, encoding="utf-8")

    request = request_of(memctl, workspace)

    assert not [block for block in request["blocks"] if "peanut" in block["text"]]


def test_a_dry_run_of_an_answer_writes_nothing(memctl, workspace, answers):
    block = block_with(request_of(memctl, workspace), "first steps")
    path = answers({"blocks": [one(block, *STEPS)]})
    before = read_tree(workspace, ledgers=True)

    result = memctl("-w", workspace, "heartbeat", "--answer", path, "--dry-run")

    assert STEPS[1] in result.out
    assert read_tree(workspace, ledgers=True) == before


def test_notes_wait_for_the_agent_where_it_is_set_so(memctl, workspace, monkeypatch):
    monkeypatch.setenv("MEMCTL_EXTRACT_BY", "agent")
    drop_hearsay(workspace)
    before = read_tree(workspace)

    result = memctl("-w", workspace, "heartbeat")

    assert result.code == 0
    assert "to be read by an agent: memctl heartbeat --ask" in result.out
    assert read_tree(workspace) == before


# Weekly.


def test_an_agent_tells_what_holds(memctl, workspace, answers):
    asked = request_of(memctl, workspace, "weekly")["entities"]
    entity = next(e for e in asked if e["entity"] == "projects/port-guide")
    fact = entity["facts"][0]
    said = {"text": fact["fact"], "facts": [fact["id"]]}
    path = answers({"summaries": [{"entity": entity["entity"], "sentences": [said]}]})

    memctl("-w", workspace, "weekly", "--answer", path)

    page = (workspace / "areas/projects/port-guide/summary.md").read_text("utf-8")
    assert f"{fact['fact'].rstrip('.')} ({fact['since']})." in page
    after = request_of(memctl, workspace, "weekly")["entities"]
    assert entity["entity"] not in [e["entity"] for e in after]


def test_what_an_agent_told_stands_in_later_runs(memctl, workspace, answers):
    path = answers(
        {
            "summaries": [
                {
                    "entity": "projects/port-guide",
                    "sentences": [
                        {
                            "text": "Port Guide is the user's side project",
                            "facts": ["port-guide-001"],
                        }
                    ],
                }
            ]
        }
    )
    memctl("-w", workspace, "weekly", "--answer", path)
    page = workspace / "areas/projects/port-guide/summary.md"
    told = page.read_text("utf-8")

    memctl("-w", workspace, "weekly")

    assert page.read_text("utf-8") == told
    assert "side project (" in told


@pytest.mark.parametrize("text", ["{}", '{"replaced": []}', "done!"])
def test_a_weekly_answer_about_nobody_is_a_mistake(memctl, workspace, answers, text):
    before = read_tree(workspace, ledgers=True)

    assert memctl("-w", workspace, "weekly", "--answer", answers(text)).code == 65
    assert read_tree(workspace, ledgers=True) == before


def test_an_answer_by_halves_is_no_weekly_run(memctl, workspace, answers):
    said = {"text": "Port Guide is the user's side project", "facts": ["port-guide-001"]}
    path = answers({"summaries": [{"entity": "projects/port-guide", "sentences": [said]}]})

    memctl("-w", workspace, "weekly", "--answer", path)

    jobs = memctl("-w", workspace, "status", "--json").json["jobs"]
    assert next(j for j in jobs if j["job"] == "weekly")["lastSuccess"] is None


def test_two_answers_at_the_same_moment_file_a_fact_once(memctl, workspace, answers):
    block = block_with(request_of(memctl, workspace), "first steps")
    path = answers({"blocks": [one(block, *STEPS)]})
    call = [sys.executable, "-m", "memctl", "-w", str(workspace), "heartbeat", "--answer", path]

    runs = [subprocess.Popen(call, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said = [run.communicate()[0] for run in runs]

    assert [run.returncode for run in runs] == [0, 0], said
    rows = json.loads((workspace / "areas/people/mila/items.json").read_text("utf-8"))
    assert [r["fact"] for r in rows].count(STEPS[1]) == 1


def test_a_limit_reads_the_oldest_blocks_by_rules_too(memctl, workspace):
    waiting = memctl("-w", workspace, "status", "--json").json["waiting"]

    memctl("-w", workspace, "heartbeat", "--limit", "5")

    assert memctl("-w", workspace, "status", "--json").json["waiting"] == waiting - 5


def test_weekly_says_what_waits_for_an_agent(memctl, workspace, monkeypatch):
    monkeypatch.setenv("MEMCTL_SUMMARY_BY", "agent")

    result = memctl("-w", workspace, "weekly")

    assert result.code == 0
    asked = request_of(memctl, workspace, "weekly")["entities"]
    said = f"{len(asked)} entities to be looked at by an agent: memctl weekly --ask"
    assert asked
    assert said in result.out


@pytest.mark.parametrize(
    "words",
    [
        ("heartbeat", "--ask", "--show-prompt"),
        ("dream", "--ask", "--answer", "-"),
        ("weekly", "--answer", "-", "--show-prompt"),
        ("weekly", "--ask", "--all"),
        ("weekly", "--show-prompt", "--entity", "people/mila"),
    ],
)
def test_what_does_not_go_together_is_said(memctl, workspace, words):
    told = memctl("-w", workspace, *words)

    assert told.code == 2
    assert "--ask" in told.err or "--entity" in told.err
