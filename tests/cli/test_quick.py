import json
import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.cli.quick import CHOICES, OPTIONS, Misuse, read_options, render_json
from memctl.graph import visibility
from memctl.index import request
from tests.helpers.trees import write_tree

HEAVY = {
    *("typer", "rich", "pydantic", "litellm", "yaml", "frontmatter", "watchdog", "rapidfuzz"),
    *("pypinyin", "re", "json", "typing", "dataclasses", "pathlib", "datetime", "enum", "inspect"),
    *("logging", "subprocess", "asyncio", "tomllib", "zoneinfo"),
}
"""What costs as much as starting Python, or a good part of it."""

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text()
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


@given(JSON)
def test_json_is_written_as_pythons_own_module_writes_it(value):
    assert json.loads(render_json(value)) == value
    assert render_json(value) == json.dumps(value, ensure_ascii=False, indent=2)


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["where?"], {"question": "where?"}),
        (["-n", "3", "where?"], {"limit": "3", "question": "where?"}),
        (["where?", "-n3"], {"limit": "3", "question": "where?"}),
        (
            ["where?", "--limit=3", "--all"],
            {"limit": "3", "include_all": True, "question": "where?"},
        ),
        (
            ["-w", "life", "--json", "where?"],
            {"workspace": "life", "as_json": True, "question": "where?"},
        ),
        (["--as-of", "2026-01-31", "--", "-w?"], {"as_of": "2026-01-31", "question": "-w?"}),
    ],
    ids=" ".join,
)
def test_options_stand_before_and_after_the_question(argv, said):
    assert read_options(argv) == said


@pytest.mark.parametrize(
    "argv",
    [[], [""], ["two", "questions"], ["--help"], ["q", "-n"], ["q", "-n", "no"], ["q", "--nope"],
     ["q", "--layer", "cellar"], ["q", "--all=1"], ["q", "--audience", "all"]],
    ids=" ".join,
)  # fmt: skip
def test_what_does_not_fit_is_left_to_the_full_command_line(argv):
    with pytest.raises(Misuse):
        read_options(argv)


def test_every_option_has_a_help_and_a_known_kind():
    rows = [row for table in OPTIONS.values() for row in table]
    choices = {name for name, _, kind, _, _ in rows if kind == "choice"}

    assert {kind for _, _, kind, _, _ in rows} <= {"number", "day", "text", "choice", "flag"}
    assert choices == CHOICES.keys()
    assert all(about.endswith(".") for *_, about in rows)


def test_audiences_are_named_alike_everywhere():
    assert CHOICES["audience"] == visibility.AUDIENCES == request.AUDIENCES


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ([], {"question": ""}),
        (["--budget", "500"], {"budget": "500", "question": ""}),
        (["--audience=group", "Ada?"], {"audience": "group", "question": "Ada?"}),
    ],
    ids=" ".join,
)
def test_a_context_needs_no_question(argv, said):
    assert read_options(argv, "context") == said


def test_a_context_is_printed_as_it_is_and_nothing_to_say_exits_with_one(memctl, workspace):
    made = memctl("-w", workspace, "context", "Petra", "--budget", "400")
    report = json.loads(
        memctl("context", "-w", workspace, "Petra", "--budget", "400", "--json").out
    )

    assert (made.code, made.out) == (0, report["text"])
    assert "Petra Lindqvist" in made.out
    assert memctl("-w", workspace, "context", "--budget", "9").code == 2


def test_an_answer_names_its_place(memctl, workspace):
    result = memctl("-w", workspace, "recall", "What is Petra's style?")

    assert result.code == 0
    assert "areas/people/petra-lindqvist/items.json:" in result.out


def test_a_line_with_its_bullet_is_a_text_wherever_one_is_taken(memctl, workspace):
    asked = memctl("-w", workspace, "recall", "- What is Petra's style?")
    explained = memctl("explain", "- Mina moved to Porto", "--day", "2026-03-02")
    noted = memctl("-w", workspace, "note", "- Mina called", "--time", "09:00", "--dry-run")
    kept = memctl("-w", workspace, "fact", "add", "--dry-run", "people/mila", "- Mila is five")

    assert [one.code for one in (asked, explained, noted, kept)] == [0, 0, 0, 0]
    assert "people/mina: Mina moved to Porto" in explained.out
    assert "- 09:00 Mina called" in noted.out
    assert '"fact": "Mila is five"' in kept.out
    assert memctl("explain", "-x").code == 2


def test_a_value_that_begins_like_a_line_of_a_note_is_told_as_it_was_written(memctl, workspace):
    refused = memctl("-w", workspace, "fact", "list", "--as-of", "- soon", "--json")

    assert refused.error["message"].startswith("Invalid value for '--as-of': '- soon' is no day")


def test_what_is_in_doubt_names_what_speaks_against_it(memctl, tmp_path):
    home = '[{"id": "ida-1", "fact": "Ida lives in Ghent", "timestamp": "2026-01-10"},'
    late = '{"id": "ida-2", "fact": "Ida moved to Bruges", "timestamp": "2026-01-20"}]'
    root = write_tree(tmp_path / "homes", {"areas/people/ida/items.json": home + late})

    told = memctl("-w", root, "recall", "Where does Ida live?").out

    assert "Ida lives in Ghent  [perhaps no longer: people/ida#ida-2]" in told


@pytest.mark.parametrize(
    ("said", "question"),
    [("My name is Noor Abadi", "what is my name?"), ("我叫林晓", "我叫什么名字？")],
)
def test_who_asks_for_their_own_name_is_told_it(memctl, tmp_path, said, question):
    root = write_tree(tmp_path / "names", {"memory/2026-01-02.md": "- Rain all day\n"})
    memctl("-w", root, "remember", said)

    told = memctl("-w", root, "recall", question).out

    assert told.startswith(f"1. {said}\n")


def test_nothing_found_is_said_and_exits_with_one(memctl, workspace):
    result = memctl("-w", workspace, "recall", "zeppelin")

    assert (result.code, result.out) == (1, "No match.\n")


@pytest.mark.parametrize(
    ("note", "first"),
    [("Watered the fig tree", "Nothing current answers"), (None, "Nothing says so in these words")],
)
def test_what_is_only_near_is_not_called_out_of_date(memctl, root_of_figs, note, first):
    root = root_of_figs
    if note:
        memctl("-w", root, "note", note)
    else:
        memctl("-w", root, "fact", "add", "me", "The fig tree stands in the yard")

    told = memctl("-w", root, "recall", "who gave me that enormous fig seedling from Portugal?")
    assert told.out.startswith(first)


@pytest.fixture
def root_of_figs(tmp_path):
    row = '[{"id": "me-1", "fact": "I sing", "timestamp": "2026-01-10"}]'
    return write_tree(tmp_path / "figs", {"areas/people/me/items.json": row})


def test_a_name_of_nobody_is_said_before_what_is_the_users(memctl, workspace):
    result = memctl("-w", workspace, "recall", "What is Tamsin's style?")

    assert result.out.startswith("Nobody in memory is called Tamsin; what follows is yours:\n1. ")
    assert (
        json.loads(memctl("-w", workspace, "recall", "What is Tamsin's style?", "--json").out)[
            "unknownName"
        ]
        == "Tamsin"
    )


def test_json_holds_the_keys_that_scripts_rely_on(memctl, workspace):
    report = json.loads(memctl("recall", "-w", workspace, "Petra", "--json").out)

    assert set(report) == {"question", "asOf", "answer", "unknownName", "unread", "results"}
    assert set(report["results"][0]) >= {
        "kind", "entity", "id", "text", "status", "current", "day", "path", "line", "score",
    }  # fmt: skip


def test_explain_shows_the_parts_of_every_score(memctl, workspace):
    shown = memctl("-w", workspace, "recall", "Petra", "--explain").out
    report = json.loads(memctl("-w", workspace, "recall", "Petra", "--explain", "--json").out)

    assert "relevance" in shown
    assert all(row["parts"]["relevance"] >= 0 for row in report["results"])


@pytest.mark.parametrize(
    ("argv", "slug"),
    [
        (["--as-of", "soon"], "usage"),
        (["--entity", "people/nobody"], "unknown-entity"),
        (["-w", "nowhere"], "no-workspace"),
    ],
    ids=str,
)
def test_errors_are_those_of_the_full_command_line(memctl, workspace, argv, slug):
    result = memctl("-w", workspace, "recall", "Petra", "--json", *argv)

    assert result.code == 2
    assert json.loads(result.err)["error"]["slug"] == slug


@pytest.mark.parametrize("command", ["recall", "context"])
def test_an_answer_imports_nothing_heavy(memctl, workspace, command):
    for file in workspace.rglob("*"):
        os.utime(file, (1_700_000_000, 1_700_000_000))
    memctl("-w", workspace, command, "Petra")
    look = (
        "import sys; from memctl.__main__ import main; from memctl.jobs import fresh_cache\n"
        # Files made a moment ago are read again; here they count as settled.
        "fresh_cache._is_fresh = lambda *_: True\n"
        f"main(['-w', {str(workspace)!r}, {command!r}, 'Petra'])\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}\n{look}"],
        capture_output=True,
        text=True,
        check=True,
    )

    assert "Petra" in done.stdout
    assert not set(done.stderr.split()) & HEAVY


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("areas/people/zed/items.json", b'[{"id": "z-1", "fact": "Zed plays the oboe",}'),
        ("areas/people/zed/summary.md", "Zed 吹双簧管".encode("gbk")),
        ("memory/2026-01-30.md", "Zed plays the oboe".encode("utf-16")),
        ("MEMORY.md", b"<<<<<<< ours\n- oboe\n=======\n- horn\n>>>>>>> theirs\n"),
    ],
)
def test_no_answer_names_the_file_that_could_not_be_read(memctl, workspace, name, data):
    path = workspace / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)

    told = memctl("-w", workspace, "recall", "oboe")
    again = json.loads(memctl("-w", workspace, "recall", "oboe", "--json").out)
    path.write_bytes(b"[]" if name.endswith("json") else b"Rain.\n")
    mended = memctl("-w", workspace, "recall", "oboe")

    assert told.out.splitlines()[-1] == f"Could not be read: {name}. See: memctl check"
    assert again["unread"] == [name]
    assert mended.out == "No match.\n"


def test_an_answer_is_told_without_a_word_of_files_that_could_not_be_read(memctl, workspace):
    (workspace / "memory/2026-01-30.md").write_bytes(b"\xff\xfe\x00")

    assert "Could not" not in memctl("-w", workspace, "recall", "Who is my manager?").out


def test_a_group_is_not_told_what_files_are_called(memctl, workspace):
    (workspace / "memory/2026-01-30.md").write_bytes(b"\xff\xfe\x00")

    told = memctl("-w", workspace, "recall", "oboe", "--audience", "group", "--json")

    assert json.loads(told.out)["unread"] == []
