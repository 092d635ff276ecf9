from tests.helpers.trees import read_tree, write_tree

RETIRED = """[
  {"id": "m-1", "fact": "Mina works at Casa Ribeiro as a baker", "timestamp": "2026-01-02",
   "status": "superseded", "supersededBy": "m-2"},
  {"id": "m-2", "fact": "Mina runs her own bakery", "timestamp": "2026-02-02", "status": "active"}
]
"""


def slugs(memctl, root):
    return {p["slug"]: p for p in memctl("-w", root, "check", "--json").json["problems"]}


def test_the_example_is_in_order(memctl, workspace):
    result = memctl("-w", workspace, "check", "--strict")

    assert (result.code, result.err) == (0, "")


def test_checking_changes_no_byte(memctl, workspace):
    before = read_tree(workspace, ledgers=True)

    memctl("-w", workspace, "check")

    assert read_tree(workspace, ledgers=True) == before


def test_a_secret_that_is_stored_is_named_by_kind_and_place_and_never_shown(memctl, tmp_path):
    root = write_tree(tmp_path, {"MEMORY.md": "# Mine\n\n- the password is hunter2-Xy9!\n"})

    found = slugs(memctl, root)["stored-secret"]

    assert (found["path"], found["line"]) == ("MEMORY.md", 3)
    assert "hunter2" not in found["message"]


def test_a_line_of_a_person_that_states_a_retired_fact_is_named(memctl, tmp_path):
    summary = "# Mina\n\nMina works at Casa Ribeiro as a baker.\n"
    files = {"areas/people/mina/items.json": RETIRED, "areas/people/mina/summary.md": summary}

    found = slugs(memctl, write_tree(tmp_path, files))

    assert found["stale-line"]["line"] == 3


def test_the_same_line_under_a_heading_for_the_past_is_fine(memctl, tmp_path):
    summary = "# Mina\n\n## Before\n\nMina works at Casa Ribeiro as a baker.\n"
    files = {"areas/people/mina/items.json": RETIRED, "areas/people/mina/summary.md": summary}

    assert "stale-line" not in slugs(memctl, write_tree(tmp_path, files))


def test_warnings_fail_only_when_asked_for(memctl, tmp_path):
    summary = "# Mina\n\nMina works at Casa Ribeiro as a baker.\n"
    files = {"areas/people/mina/items.json": RETIRED, "areas/people/mina/summary.md": summary}
    root = write_tree(tmp_path, files)

    assert memctl("-w", root, "check").code == 0
    assert memctl("-w", root, "check", "--strict").code == 1
