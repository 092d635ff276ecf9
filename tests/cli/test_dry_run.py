"""`--dry-run` of every command: nothing is written, not even in memctl's own folder."""

import pytest
from typer.main import get_command

from memctl.cli.app import program
from tests.cli.test_arguments import writing
from tests.helpers.cases import CASES
from tests.helpers.trees import read_tree

CALLS = {
    "init": [],
    "note": ["Watered the fig tree."],
    "remember": ["people/me", "I keep bees now."],
    "heartbeat": [],
    "weekly": [],
    "undo": [],
    "check": ["--fix"],
    "review apply": [],
    "review reject": ["00000000"],
    "review edit": ["00000000", "Keeps bees"],
    "dream": [],
    "entity add": ["Ines Valdo", "--type", "people"],
    "entity alias": ["people/me", "Boss"],
    "entity rename": ["people/petra-lindqvist", "Petra Valdo"],
    "entity move": ["people/petra-lindqvist", "companies/petra"],
    "entity merge": ["people/petra-lindqvist", "companies/norwell-labs"],
    "entity never-merge": ["people/petra-lindqvist", "companies/norwell-labs"],
    "fact add": ["people/me", "Keeps bees"],
    "fact supersede": ["norwell-labs-001", "Norwell Labs makes maps"],
    "fact retract": ["norwell-labs-001"],
    "fact restore": ["norwell-labs-001"],
    "fact confirm": ["norwell-labs-001"],
    "fact move": ["norwell-labs-001", "--to", "people/mila"],
    "fact purge": ["norwell-labs-001"],
    "git setup": [],
    "sources detect": ["--add"],
    "sources allow": ["."],
    "import": [str(CASES / "transcripts" / "generic-jsonl" / "ws" / "chats")],
    "schedule install": [],
    "schedule remove": [],
    "hook install": ["claude-code"],
    "hook uninstall": ["claude-code"],
}


def test_every_command_with_a_dry_run_is_tried():
    assert {" ".join(words) for words, _ in writing(get_command(program()))} == set(CALLS)


@pytest.mark.parametrize("name", CALLS)
def test_a_dry_run_writes_nothing_at_all(memctl, workspace, name):
    if name == "fact restore":
        memctl("-w", workspace, "fact", "retract", *CALLS[name])
    before = sorted(workspace.rglob("*")), read_tree(workspace)

    memctl("-w", workspace, *name.split(), *CALLS[name], "--dry-run")

    assert (sorted(workspace.rglob("*")), read_tree(workspace)) == before


@pytest.mark.parametrize("job", ["heartbeat", "weekly"])
def test_a_dry_run_with_nothing_to_do_keeps_no_cache(memctl, tmp_path, job):
    (tmp_path / "areas").mkdir()

    memctl("-w", tmp_path, job, "--dry-run")

    assert [p.name for p in tmp_path.iterdir()] == ["areas"]
