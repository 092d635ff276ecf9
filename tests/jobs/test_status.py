import pytest

from tests.helpers.trees import read_tree, write_tree


def test_what_waits_is_counted_with_its_oldest_day(memctl, workspace):
    said = memctl("-w", workspace, "status", "--json").json

    assert said["waiting"] > 0
    assert said["oldestWaiting"] == "2026-01-05"


def test_after_a_heartbeat_nothing_waits(memctl, workspace):
    memctl("-w", workspace, "heartbeat")

    said = memctl("-w", workspace, "status", "--json").json

    assert said["waiting"] == 0
    assert said["jobs"][0]["lastSuccess"].startswith("2026-02-01T12:00")


@pytest.mark.parametrize(("day", "code"), [("2026-02-02", 0), ("2026-02-03", 1), ("2026-01-20", 1)])
def test_an_old_heartbeat_fails_the_status_that_asks_for_a_fresh_one(
    memctl, workspace, monkeypatch, day, code
):
    memctl("-w", workspace, "heartbeat")
    monkeypatch.setenv("MEMCTL_TODAY", day)

    assert memctl("-w", workspace, "status", "--max-age", "26h").code == code


def test_without_any_heartbeat_it_fails_too(memctl, workspace):
    assert memctl("-w", workspace, "status", "--max-age", "26h").code == 1


@pytest.mark.parametrize("age", ["soon", "", "26", "99999999999d", f"{'9' * 5000}h"])
def test_an_age_that_is_none_is_refused(memctl, workspace, age):
    assert memctl("-w", workspace, "status", "--max-age", age).code == 2


@pytest.mark.parametrize(
    "files",
    [{}, {"src/pkg/graph/a.py": "", "docs/notes/2026-01-01.md": "- hi\n"}, {"items.json": "[]\n"}],
    ids=["empty", "foreign", "loose"],
)
@pytest.mark.parametrize("name", ["stuff", "life"])
def test_a_folder_that_is_no_workspace_is_none_and_the_cure_is_told(memctl, tmp_path, files, name):
    root = tmp_path / name
    root.mkdir()
    write_tree(root, files)

    result = memctl("-w", root, "status", "--json")

    assert (result.code, result.error["slug"]) == (2, "no-workspace")
    assert "memctl init" in result.error["hint"]
    assert read_tree(root) == files


@pytest.mark.parametrize(
    "path",
    [
        "areas/people/ana/items.json",
        "memory/2026-01-01.md",
        "notes/2026-01-01.md",
        "life/areas/people/ana/summary.md",
        "projects/boat/summary.md",
        "MEMORY.md",
        "memctl.toml",
    ],
)
def test_a_folder_in_which_memory_is_kept_needs_no_init(memctl, tmp_path, path):
    text = "[]\n" if path.endswith(".json") else ""
    # "life": then what lies beside each other in it are types.
    root = write_tree(tmp_path / "life", {path: text})

    assert memctl("-w", root, "status").code == 0


def test_a_new_workspace_is_one(memctl, tmp_path):
    memctl("init", tmp_path / "new")

    assert memctl("-w", tmp_path / "new", "status").code == 0


UNREAD = {
    "utf-16": b"\xff\xfe" + "- I live in Leeds\n".encode("utf-16-le"),
    "not-utf8": b"- caf\xe9\n",
    "conflict-markers": b"<<<<<<< a\n- x\n=======\n- y\n>>>>>>> b\n",
}


@pytest.mark.parametrize("kind", UNREAD)
def test_a_note_that_cannot_be_read_is_not_counted_as_read(memctl, workspace, kind):
    memctl("-w", workspace, "heartbeat")
    (workspace / "memory/2026-01-20.md").write_bytes(UNREAD[kind])

    assert memctl("-w", workspace, "status", "--json").json["unreadable"] == 1
    assert ", 1 cannot be read: memctl check\n" in memctl("-w", workspace, "status").out


def test_a_note_that_leads_out_is_not_counted_as_read(memctl, workspace, tmp_path):
    (tmp_path / "other.md").write_text("- I live in Leeds\n", "utf-8")
    (workspace / "memory/2026-01-20.md").symlink_to(tmp_path / "other.md")

    assert memctl("-w", workspace, "status", "--json").json["unreadable"] == 1
