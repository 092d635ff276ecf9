"""Where a workspace is found, and where its parts are."""

import os
import socket
from datetime import date
from pathlib import Path

import pytest

from memctl.errors import FileInvalid, SettingsInvalid, WorkspaceNotFound
from memctl.graph.entity import EntityRef
from memctl.jobs.whereabouts import root_of
from memctl.workspace.discovery.notes import note_like
from memctl.workspace.finding import find_workspace
from memctl.workspace.layout import read_layout
from memctl.workspace.reading.snapshot import observe
from tests.helpers.trees import write_tree

ROW = '[{"id": "a-1", "fact": "Something", "status": "active"}]'


def slugs(root) -> dict[str, str]:
    return {p.path: p.slug for p in observe(read_layout(root, {})).every_problem()}


def refs(root) -> list[str]:
    return list(observe(read_layout(root, {})).graph.entities)


def test_the_flag_wins_over_the_environment(tmp_path):
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    other.mkdir()

    assert find_workspace(tmp_path, "one", {"MEMCTL_WORKSPACE": str(other)}).root == one
    assert find_workspace(tmp_path, None, {"MEMCTL_WORKSPACE": str(other)}).root == other


@pytest.mark.parametrize("mark", ["memctl.toml", ".memctl/x", "areas/x", "life/areas/x"])
def test_it_is_found_upward_from_the_current_folder(tmp_path, mark):
    write_tree(tmp_path, {mark: "", "some/deep/folder/x": ""})

    assert find_workspace(tmp_path / "some/deep/folder", None, {}).root == tmp_path


def test_a_life_that_was_set_up_by_itself_is_found_beside_the_current_folder(tmp_path, monkeypatch):
    write_tree(tmp_path, {"life/memctl.toml": "", "life/areas/x": "", "some/folder/x": ""})
    monkeypatch.chdir(tmp_path / "some/folder")

    assert find_workspace(Path.cwd(), None, {}).root == tmp_path / "life"
    assert root_of(None, {}) == str(tmp_path / "life")


@pytest.mark.parametrize("name", ["missing", "file"])
def test_a_name_that_is_no_folder_is_refused(tmp_path, name):
    write_tree(tmp_path, {"file": ""})

    with pytest.raises(WorkspaceNotFound, match=name):
        find_workspace(tmp_path, name, {})


def test_parts_that_settings_move_elsewhere_bear_names_inside(tmp_path):
    home = write_tree(
        tmp_path,
        {
            "ws/memctl.toml": '[paths]\ngraph = ["~/life"]\nnotes = "~/claw/days"\n'
            'tacit = "~/claw/RULES.md"\n',
            "life/areas/people/ada/items.json": ROW,
            "claw/days/2026-01-02.md": "- hello\n",
            "claw/RULES.md": "# Rules\n",
            "own/memctl/config.toml": "".join(
                f'[[allowed_sources]]\nworkspace = "{tmp_path}/ws"\npath = "{tmp_path}/{name}"\n'
                "write = true\n"
                for name in ("life", "claw")
            ),
        },
    )
    layout = read_layout(home / "ws", {"HOME": str(home), "XDG_CONFIG_HOME": str(home / "own")})
    snapshot = observe(layout)

    assert [e.items_path for e in snapshot.graph] == ["life/areas/people/ada/items.json"]
    assert snapshot.note_names == ("memory/2026-01-02.md",)
    assert layout.real("MEMORY.md") == home / "claw/RULES.md"
    assert layout.real(layout.note_name("2026-01-03")) == home / "claw/days/2026-01-03.md"


@pytest.mark.parametrize(
    "line",
    [
        'tacit = "~/.ssh/id_ed25519"',
        'notes = "../elsewhere"',
        'notes = "link"',
        'graph = ["life", "ELSEWHERE/life"]',
    ],
)
def test_what_a_workspace_names_outside_itself_waits_for_consent(tmp_path, line):
    home = write_tree(
        tmp_path,
        {
            "ws/memctl.toml": "# mine\n[paths]\n" + line.replace("ELSEWHERE", f"{tmp_path}/o"),
            "elsewhere/2026-01-02.md": "- hello\n",
            ".ssh/id_ed25519": "secret\n",
            "o/life/areas/people/ada/items.json": ROW,
        },
    )
    (home / "ws/link").symlink_to(home / "elsewhere")
    environ = {"HOME": str(home)}

    with pytest.raises(SettingsInvalid, match=r"memctl\.toml:3: .*memctl sources allow --write /"):
        read_layout(home / "ws", environ)
    assert not read_layout(home / "ws", environ, asks_consent=True).places.mounts
    write_tree(home, {".config/memctl/config.toml": line.join(["[paths]\n", "\n"])})
    if "ELSEWHERE" not in line:
        assert read_layout(home / "ws", environ).places.mounts


@pytest.mark.parametrize(
    ("there", "home"),
    [
        (["Daily/2026-01-02.md"], "Daily"),
        (["Daily/2026-01-02.md", "memory/heartbeat-state.json"], "Daily"),
        (["Daily Notes/2026/01/2026-01-02.md"], "Daily Notes"),
        (["notes/2026-01-09-talk.md", "日记/2026-02-01.md"], "日记"),
        (["notes/diary/2026-02-01.md", "notes/2026-01-09.md"], "notes/diary"),
        (["memory/2026-01-02.md", "areas/projects/x/notes/2026-03-01.md"], "memory"),
        (["agents/ada/memory/2026-01-02.md"], "agents/ada/memory"),
        (["notes/shopping.md"], "memory"),
        ([], "memory"),
    ],
)
def test_new_notes_go_where_the_daily_notes_stand(tmp_path, there, home):
    write_tree(tmp_path, dict.fromkeys(there, "- hello\n"))

    assert read_layout(tmp_path, {}).note_name("2026-04-01") == f"{home}/2026-04-01.md"


@pytest.mark.parametrize(
    ("found", "name"),
    [
        (["2025/12/2025-12-30", "2026/03/2026-03-31"], "Daily/2026/04/2026-04-01.md"),
        (["2026-03/2026-03-31"], "Daily/2026-04/2026-04-01.md"),
        (["2026/03/2026-03-31", "2026/04/2026-04-01"], "Daily/2026/04/2026-04-01.md"),
        (["old/2026-04-01", "2026-03-31"], "Daily/2026-04-01.md"),
        (["work/2026-03-31"], "Daily/2026-04-01.md"),
        (["2026/03/2026-03-31-talk"], "Daily/2026-04-01.md"),
        ([], "Daily/2026-04-01.md"),
    ],
)
def test_a_new_note_stands_in_the_manner_of_the_newest(found, name):
    notes = tuple(f"Daily/{n}.md" for n in found)

    assert note_like(notes, "Daily/2026-04-01.md") == name


def test_a_folder_without_graph_takes_new_entities_below_areas(tmp_path):
    assert read_layout(tmp_path, {}).new_folder(EntityRef("people/ada"), {}) == "areas/people/ada"


@pytest.mark.parametrize(
    ("there", "new"),
    [
        ("life/areas/people/bo/items.json", "life/areas/people/ada"),
        ("life/people/bo/items.json", "life/people/ada"),
        ("people/bo/items.json", "areas/people/ada"),
        ("memory/entities/bo/items.json", "memory/entities/people/ada"),
        ("brain/areas/companies/x/items.json", "brain/areas/people/ada"),
    ],
)
def test_a_new_entity_lives_beside_others_of_its_type(tmp_path, there, new):
    write_tree(tmp_path, {there: ROW})
    layout = read_layout(tmp_path, {})
    known = {ref: f.name for ref, f in observe(layout).folders.items()}

    assert layout.new_folder(EntityRef("people/ada"), known) == new


@pytest.mark.parametrize(
    "ref",
    [
        "people/../../x",
        "/etc/x",
        "people/.hidden",
        "people/con",
        "people/a\nb",
        "people/" + "x" * 300,
    ],
)
def test_a_ref_that_leads_outside_or_nowhere_is_no_folder(tmp_path, ref):
    with pytest.raises(FileInvalid):
        read_layout(tmp_path, {}).new_folder(EntityRef(ref), {})


@pytest.mark.parametrize("name", ["../x", "/etc/passwd", "a/../../x", "a//b"])
def test_a_name_that_leads_outside_is_not_written_to(tmp_path, name):
    with pytest.raises(FileInvalid):
        read_layout(tmp_path, {}).places.target(name)


def test_links_that_lead_outside_are_named_and_not_followed(tmp_path):
    write_tree(tmp_path, {"out/items.json": ROW, "ws/areas/people/bo/items.json": ROW})
    ws = tmp_path / "ws"
    (ws / "areas/people/ada").symlink_to(tmp_path / "out")
    (ws / "areas/people/bo/summary.md").symlink_to(tmp_path / "out/items.json")

    assert refs(ws) == ["people/bo"]
    found = slugs(ws)
    assert found["areas/people/ada"] == "symlink-outside"
    assert found["areas/people/bo/summary.md"] == "symlink-outside"


def test_a_link_to_a_place_inside_is_followed(tmp_path):
    write_tree(tmp_path, {"store/life/areas/people/bo/items.json": ROW})
    (tmp_path / "mind").symlink_to("store")

    assert refs(tmp_path) == ["people/bo"]


def test_pipes_sockets_and_folders_in_the_place_of_files_are_named(tmp_path, monkeypatch):
    write_tree(tmp_path, {"areas/people/ada/summary.md": "# Ada\n", "memory/2026-01-01.md/x": ""})
    os.mkfifo(tmp_path / "areas/people/ada/items.json")
    os.mkfifo(tmp_path / "MEMORY.md")
    monkeypatch.chdir(tmp_path / "memory")  # names of sockets are short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("2026-01-02.md")
        found = slugs(tmp_path)

    assert found["areas/people/ada/items.json"] == "not-a-file"
    assert found["memory/2026-01-01.md"] == "not-a-file"
    assert found["memory/2026-01-02.md"] == "not-a-file"
    assert "MEMORY.md" in found


@pytest.mark.parametrize(
    "name",
    [
        "2026-01-05.md",
        "2026-1-5.md",
        "2026.01.05.md",
        "2026_1_5-talk.md",
        "20260105.md",
        "2026-01-05.MD",
        "2026年1月5日.md",
        "2026/01/05.md",
        "2026/1/2026-1-5.txt",
    ],
)
def test_a_note_is_one_in_whatever_form_its_name_bears_the_day(tmp_path, name):
    root = write_tree(tmp_path, {f"memory/{name}": "- Ida moved to Ghent\n"})

    snapshot = observe(read_layout(root, {}))

    [note] = snapshot.notes()
    assert [block.day for block in note.blocks] == [date(2026, 1, 5)]
    assert snapshot.every_problem() == ()


@pytest.mark.parametrize("name", ["10000001.txt", "202601051030 I.md", "list.md", "12-02-2026.md"])
def test_a_file_whose_name_bears_no_day_is_no_note(tmp_path, name):
    root = write_tree(tmp_path, {f"memory/{name}": "- Ida moved to Ghent\n"})

    assert observe(read_layout(root, {})).note_names == ()


def test_notes_come_in_the_order_of_their_days(tmp_path):
    names = ["2025-12-31.md", "2026-1-5.md", "20260106.md", "2026-01-07.md"]
    root = write_tree(tmp_path, {f"memory/{name}": "- x\n" for name in names})

    assert observe(read_layout(root, {})).note_names == tuple(f"memory/{n}" for n in names)


def test_a_note_of_a_day_that_no_calendar_has_is_named(tmp_path):
    late = "- Bo moved to Riga\n\n# 2026-02-28\n\n- Ida moved to Ghent\n"
    root = write_tree(tmp_path, {"memory/2026-02-30.md": late})

    found = observe(read_layout(root, {})).every_problem()

    problem = next(p for p in found if p.slug == "undated-note")
    assert (problem.slug, problem.path, problem.line) == ("undated-note", "memory/2026-02-30.md", 1)


def test_a_file_in_the_place_of_the_notes_is_named(tmp_path):
    write_tree(tmp_path, {"memory": "", "areas/x": ""})

    assert slugs(tmp_path)["memory"] == "not-a-folder"


def test_two_roots_with_one_ref_are_named(tmp_path):
    write_tree(
        tmp_path, {"areas/people/bo/items.json": ROW, "life/areas/people/bo/items.json": ROW}
    )

    assert slugs(tmp_path)["life/areas/people/bo"] == "duplicate-entity"


def test_a_folder_that_cannot_be_read_does_not_stop_the_rest(tmp_path, monkeypatch):
    write_tree(tmp_path, {"areas/people/bo/items.json": ROW, "areas/people/ada/items.json": ROW})
    real = os.scandir

    def refuse(path):
        if str(path).endswith("ada"):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)

    monkeypatch.setattr(os, "scandir", refuse)

    assert refs(tmp_path) == ["people/bo"]
    assert slugs(tmp_path)["areas/people/ada"] == "unreadable"


def test_names_that_a_person_adds_to_the_tables_count(tmp_path):
    write_tree(
        tmp_path,
        {
            "memctl.toml": '[names]\nroots = ["gehirn"]\nnotes = ["tage"]\n'
            'items = ["fakten.json"]\n',
            "gehirn/people/bo/fakten.json": ROW,
            "tage/2026-01-02.md": "- hello\n",
        },
    )

    assert refs(tmp_path) == ["people/bo"]
    assert observe(read_layout(tmp_path, {})).note_names == ("tage/2026-01-02.md",)


@pytest.mark.parametrize("name", ["../secret.md", "/etc/hostname", "link.md"])
def test_a_name_from_a_row_reads_nothing_outside(tmp_path, name):
    write_tree(tmp_path, {"secret.md": "x", "ws/areas/x": ""})
    (tmp_path / "ws/link.md").symlink_to(tmp_path / "secret.md")
    snapshot = observe(read_layout(tmp_path / "ws", {}))

    assert snapshot.text_or_none(name) is None
    with pytest.raises(FileInvalid, match="workspace"):
        snapshot.text(name)


@pytest.mark.parametrize(
    "name",
    [
        "items (Ada's conflicted copy 2026-02-03).json",
        "items.sync-conflict-20260203-101112-ABCDEF.json",
        "summary (conflicted copy).md",
        "items (1).json",
        "summary_冲突文件_2026.md",
    ],
)
def test_a_copy_that_a_sync_service_left_is_named_and_not_read(tmp_path, name):
    write_tree(tmp_path, {"areas/people/ada/items.json": ROW, f"areas/people/ada/{name}": "[]"})

    assert slugs(tmp_path) == {f"areas/people/ada/{name}": "conflict-copy"}
    assert refs(tmp_path) == ["people/ada"]


@pytest.mark.parametrize("name", ["items-old.json", "summary of 2025.md", "conflict.md"])
def test_other_files_beside_the_items_are_nobodys_business(tmp_path, name):
    write_tree(tmp_path, {"areas/people/ada/items.json": ROW, f"areas/people/ada/{name}": "[]"})

    assert slugs(tmp_path) == {}


def test_a_link_that_leads_to_itself_is_named_and_stops_nothing(tmp_path):
    write_tree(tmp_path, {"areas/people/ada/items.json": ROW})
    (tmp_path / "areas/people/round").symlink_to("round")

    assert slugs(tmp_path) == {"areas/people/round": "symlink-loop"}
    assert refs(tmp_path) == ["people/ada"]


@pytest.mark.parametrize("to", ["gone", "../ada/items.json/deeper"])
def test_a_link_that_leads_nowhere_is_named_so(tmp_path, to):
    write_tree(tmp_path, {"areas/people/ada/items.json": ROW, "areas/people/bo/x": ""})
    (tmp_path / "areas/people/bo/items.json").symlink_to(to)

    assert slugs(tmp_path) == {"areas/people/bo/items.json": "symlink-dangling"}


def test_the_cure_for_a_link_that_leads_out_can_be_typed(tmp_path):
    (tmp_path / "my notes").mkdir()
    write_tree(tmp_path, {"ws/areas/x": ""})
    (tmp_path / "ws/areas/people").symlink_to(tmp_path / "my notes")

    (problem,) = observe(read_layout(tmp_path / "ws", {})).every_problem()

    assert f"allow --write '{tmp_path / 'my notes'}'" in str(problem.hint)


@pytest.mark.parametrize("inner", ["work", "life", "journal", "areas/projects/app", "memory/app"])
def test_a_workspace_inside_another_one_is_mixed_with_nothing(tmp_path, inner):
    write_tree(
        tmp_path,
        {
            "memctl.toml": "",
            "areas/people/ada/items.json": ROW,
            f"{inner}/memctl.toml": "",
            f"{inner}/areas/people/bo/items.json": ROW,
            f"{inner}/memory/2026-01-05.md": "# 2026-01-05\n\n- Bo is here\n",
        },
    )
    seen = observe(read_layout(tmp_path, {}))

    assert list(seen.graph.entities) == ["people/ada"]
    assert seen.note_names == ()
    assert slugs(tmp_path) == {inner: "other-workspace"}


def test_a_workspace_inside_another_one_is_read_there_where_paths_name_it(tmp_path):
    write_tree(
        tmp_path,
        {
            "memctl.toml": '[paths]\ngraph = ["life"]\n',
            "life/memctl.toml": "",
            "life/areas/people/bo/items.json": ROW,
        },
    )

    assert refs(tmp_path) == ["people/bo"]
