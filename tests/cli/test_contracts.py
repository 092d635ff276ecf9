"""Whatever a command prints with --json has the shape of its published schema."""

import json
import os

import jsonschema
import pytest

from memctl import resources
from memctl.cli.app import program
from tests.helpers.cases import CASES
from tests.helpers.git import versioned
from tests.helpers.schedulers import fake_crontab

LANG = "Petra Lindqvist is my manager at Norwell Labs."
ANSWERED = "people/petra-lindqvist"
CHATS = CASES / "transcripts" / "generic-jsonl" / "ws" / "chats"
CALLS = {
    "note": ("job", "note", "Tea with Petra", "--day", "2026-01-31", "--time", "10:00"),
    "remember": ("job", "remember", ANSWERED, "Petra plays the cello."),
    "recall": ("recall", "recall", "who is my manager?", "--explain"),
    "recall nothing": ("recall", "recall", "zebra crossing quilts"),
    "recall as of": ("recall", "recall", "who is my manager?", "--as-of", "2026-01-20"),
    "context": ("context", "context", "who is my manager?", "--budget", "300"),
    "heartbeat": ("job", "heartbeat"),
    "heartbeat dry": ("job", "heartbeat", "--dry-run"),
    "weekly": ("job", "weekly"),
    "heartbeat ask": ("ask", "heartbeat", "--ask"),
    "weekly ask": ("ask", "weekly", "--ask"),
    "dream": ("job", "dream"),
    "dream ask": ("ask", "dream", "--ask"),
    "cost": ("cost", "cost"),
    "review list": ("review", "review", "list"),
    "review parked": ("review", "review", "list", "--parked"),
    "review apply": ("job", "review", "apply"),
    "check": ("check", "check"),
    "status": ("status", "status"),
    "history": ("history", "history", ANSWERED),
    "explain": ("explain", "explain", LANG, "--day", "2026-01-31"),
    "profile": ("profile", "profile", "--budget", "90"),
    "export": ("export", "export", "--all", "--audience", "shared"),
    "stale": ("stale", "stale"),
    "conflicts": ("conflicts", "conflicts"),
    "entity list": ("entity-list", "entity", "list"),
    "entity show": ("entity-show", "entity", "show", ANSWERED),
    "entity add": ("job", "entity", "add", "Noor Haddad", "--type", "people"),
    "entity alias": ("job", "entity", "alias", ANSWERED, "Pet"),
    "entity rename": ("job", "entity", "rename", ANSWERED, "Petra Holm"),
    "entity move": ("job", "entity", "move", ANSWERED, "people/petra"),
    "entity merge": ("job", "entity", "merge", ANSWERED, "people/mila"),
    "entity never-merge": ("job", "entity", "never-merge", ANSWERED, "people/mila"),
    "fact list": ("fact-list", "fact", "list", "--all"),
    "fact add": ("job", "fact", "add", ANSWERED, "Petra rows"),
    "git setup": ("job", "git", "setup"),
    "schedule show": ("schedule", "schedule", "show"),
    "schedule status": ("schedule", "schedule", "status"),
    "schedule remove": ("schedule", "schedule", "remove"),
    "schedule run": ("schedule-run", "schedule", "run"),
    "mcp": ("mcp", "mcp", "--tools"),
    "hook install": ("hook", "hook", "install", "claude-code"),
    "hook status": ("hook", "hook", "status", "codex"),
    "hook uninstall": ("hook", "hook", "uninstall", "openclaw"),
    "sources list": ("sources-list", "sources", "list"),
    "sources detect": ("sources-detect", "sources", "detect"),
    "sources allow": ("sources-allow", "sources", "allow", "."),
    "import": ("job", "import", str(CHATS)),
    "undo": ("job", "undo"),
    "init": ("job", "init"),
}
"""Name of the case to schema and command line; what needs an id stands below."""
OF_A_FACT = {
    "why": ("fact-show", "why", "{id}"),
    "fact show": ("fact-show", "fact", "show", "{id}"),
    "fact supersede": ("job", "fact", "supersede", "{id}", "Petra has moved on"),
    "fact confirm": ("job", "fact", "confirm", "{id}"),
    "fact retract": ("job", "fact", "retract", "{id}"),
    "fact restore": ("job", "fact", "restore", "{id}"),
    "fact move": ("job", "fact", "move", "{id}", "--to", "people/mila"),
    "fact purge": ("job", "fact", "purge", "{id}", "--yes"),
}


def holds(name, printed):
    schema = json.loads(resources.text("schemas", f"{name}.json"))
    jsonschema.validate(printed, schema, cls=jsonschema.Draft202012Validator)
    assert set(printed) <= set(schema["properties"])


@pytest.mark.parametrize("case", CALLS)
def test_a_report_has_the_shape_of_its_schema(memctl, workspace, case):
    name, *words = CALLS[case]
    if case == "undo":
        memctl("-w", workspace, "note", "Tea")
    if case == "git setup":
        versioned(workspace)

    holds(name, memctl("-w", workspace, *words, "--json").json)


def test_a_bench_has_the_shape_of_its_schema(memctl, workspace):
    questions = workspace / "questions.md"
    questions.write_text("- who sends work back? → Petra\n- zebra? → quilts\n", encoding="utf-8")

    holds("bench", memctl("-w", workspace, "bench", str(questions), "--json").json)


@pytest.mark.parametrize("case", OF_A_FACT)
def test_a_report_about_a_fact_has_the_shape_of_its_schema(memctl, workspace, case):
    row = memctl("-w", workspace, "fact", "list", ANSWERED, "--json").json["facts"][0]
    name, *words = OF_A_FACT[case]
    said = [word.format(id=f"{row['entity']}#{row['id']}") for word in words]
    if case == "fact restore":
        memctl("-w", workspace, "fact", "retract", said[-1])

    holds(name, memctl("-w", workspace, *said, "--json").json)


@pytest.mark.parametrize(("name", "word"), [("review", "show"), ("job", "reject"), ("job", "edit")])
def test_what_is_said_to_a_question_has_the_shape_of_its_schema(memctl, workspace, name, word):
    memctl("-w", workspace, "heartbeat")
    question = memctl("-w", workspace, "weekly", "--json").json["review"][0]["id"]

    more = ["Petra works elsewhere"] if word == "edit" else []

    holds(name, memctl("-w", workspace, "review", word, question, *more, "--json").json)


def test_the_demo_has_the_shape_of_its_schema(memctl, tmp_path):
    holds("demo", memctl("demo", "--to", tmp_path / "demo", "--json").json)


def test_a_written_export_has_the_shape_of_its_schema(memctl, workspace, tmp_path):
    words = ("-w", workspace, "export", "--to", tmp_path / "export.json", "--json")

    holds("export-written", memctl(*words).json)


def test_a_merge_of_git_has_the_shape_of_its_schema(memctl, tmp_path):
    for name in ("base", "ours", "theirs"):
        (tmp_path / name).write_text("[]\n", encoding="utf-8")

    sides = [tmp_path / name for name in ("base", "ours", "theirs")]

    holds(
        "git-merge-driver", memctl("git", "merge-driver", "items", *sides, "a.json", "--json").json
    )


def test_an_entry_in_a_scheduler_has_the_shape_of_its_schema(
    memctl, workspace, tmp_path, monkeypatch
):
    table = fake_crontab(tmp_path / "bin")
    monkeypatch.setenv("PATH", f"{table.parent}:{os.environ['PATH']}")

    holds("schedule", memctl("-w", workspace, "schedule", "install", "--json").json)


def test_an_error_has_the_shape_of_its_schema(memctl, workspace):
    holds("error", {"error": memctl("-w", workspace, "entity", "show", "nobody", "--json").error})


def test_no_command_is_left_out():
    alone = {
        "bench",
        "demo",
        "git merge-driver",
        "review show",
        "review reject",
        "review edit",
        "review view",
        "schedule install",
        "hook run",
        "watch",
    }
    assert commands() - alone - {*CALLS, *OF_A_FACT} == set()


def commands():
    app = program()
    names = {c.name for c in app.registered_commands}
    for group in app.registered_groups:
        names |= {f"{group.name} {c.name}" for c in group.typer_instance.registered_commands}
    return names
