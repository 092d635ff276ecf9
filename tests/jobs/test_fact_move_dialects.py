"""`fact move` between files of every form: only the rows that it is about change."""

import shutil

import pytest

from memctl.formats.rows.items import parse_items
from tests.helpers.cases import CASES
from tests.helpers.trees import read_tree, write_tree

BEES = """[
  {
    "id": "zz-001",
    "fact": "Zz keeps bees",
    "category": "context",
    "timestamp": "2025-01-01",
    "source": "manual",
    "status": "active",
    "mood": "calm"
  }
]
"""
KEYED = """{
  "f-001": {"fact": "Ana lives in Faro", "timestamp": "2025-03-01", "status": "active"},
  "f-002": {"fact": "Ana plays the oboe", "timestamp": "2025-04-02", "status": "active", "x": [1]}
}
"""
LINES = (
    '{"id": "f-001", "content": "安娜住在法鲁", "createdAt": "2025-03-01T10:00:00Z"}\n'
    '{"id": "f-002", "content": "安娜会吹双簧管", "createdAt": "2025-04-02T10:00:00Z", "x": 1}\n'
)
YAML = (
    "# Ana\n- id: f-001\n  fact: Ana lives in Faro  # since ever\n  timestamp: 2025-03-01\n"
    "  status: active\n- id: f-002\n  fact: 'Ana: plays the oboe'\n  timestamp: 2025-04-02\n"
    "  status: active\n  tags: [music]\n  learned_on: 2025-04-01\n"
)
FLAGS = """[
 {"id": 1, "text": "Ana lives in Faro", "active": true, "date": "2025-03-01"},
 {"id": 2, "text": "Ana plays the oboe", "active": true, "date": "2025-04-02"}
]"""
FORMS = {
    "keyed": ("items.json", KEYED, "f-002"),
    "lines": ("facts.jsonl", LINES, "f-002"),
    "yaml": ("items.yaml", YAML, "f-002"),
    "flags and numbers": ("items.json", FLAGS, "2"),
    "crlf": (
        "items.json",
        "\ufeff" + BEES.replace("zz", "ana").replace("Zz", "Ana").replace("\n", "\r\n"),
        "ana-001",
    ),
}
FOUND = sorted({p.name for p in (CASES / "dialects").iterdir()} - {"nested-key-value"})
"""But for one whose rows bear no ids."""
CLOSED = '{"entity": "Ana", "facts": [{"text": "Ana lives in Leeds", "active": true}]}'


@pytest.fixture(autouse=True)
def _day(monkeypatch):
    monkeypatch.setenv("MEMCTL_TODAY", "2026-03-02")


def bytes_of(root):
    files = (p for p in root.rglob("*") if p.is_file() and ".memctl" not in p.parts)
    return {str(p.relative_to(root)): p.read_bytes() for p in files}


def facts_in(path):
    text = path.read_bytes().decode("utf-8-sig")
    return {f.id: f for f in parse_items(text.replace("\r\n", "\n"), path.name).facts}


def undone(memctl, root, before):
    memctl("-w", root, "undo")
    assert bytes_of(root) == before


@pytest.mark.parametrize("form", FORMS)
def test_a_row_goes_out_of_every_form_and_another_one_in(memctl, tmp_path, form):
    name, text, own = FORMS[form]
    ana, zz = f"areas/people/ana/{name}", "areas/people/zz/items.json"
    write_tree(tmp_path, {ana: "", zz: BEES})
    (tmp_path / ana).write_bytes(text.encode())
    before, was = bytes_of(tmp_path), facts_in(tmp_path / ana)

    out = memctl("-w", tmp_path, "fact", "move", f"people/ana#{own}", "--to", "people/zz")
    gone, there = facts_in(tmp_path / ana), facts_in(tmp_path / zz)["zz-002"]
    undone(memctl, tmp_path, before)
    back = memctl("-w", tmp_path, "fact", "move", "zz-001", "--to", "people/ana")
    came = facts_in(tmp_path / ana)
    problems = memctl("-w", tmp_path, "check", "--json").json["problems"]

    assert (out.code, back.code) == (0, 0)
    assert (gone[own].status, gone[own].moved_to) == ("retracted", "people/zz#zz-002")
    assert (there.text, there.day, there.status) == (was[own].text, was[own].day, "active")
    others = [i for i in was if i != own]
    assert [gone[i] for i in others] == [was[i] for i in others]
    (new,) = came.keys() - was.keys()
    assert (came[new].text, came[new].is_active) == ("Zz keeps bees", True)
    assert "mood" in (tmp_path / ana).read_text(encoding="utf-8-sig")
    assert [p["level"] for p in problems if p["level"] == "error"] == []
    undone(memctl, tmp_path, before)


@pytest.mark.parametrize(
    ("form", "kept"),
    [("keyed", '"x": [1]'), ("lines", '"x": 1'), ("yaml", '"tags": ["music"]')],
)
def test_keys_that_memctl_does_not_know_come_along_to_any_owner(memctl, tmp_path, form, kept):
    name, text, own = FORMS[form]
    write_tree(tmp_path, {f"areas/people/ana/{name}": text, "areas/people/zz/items.json": BEES})
    write_tree(tmp_path, {"areas/people/bo/summary.md": "# Bo\n"})

    memctl("-w", tmp_path, "fact", "move", f"people/ana#{own}", "--to", "people/zz")
    memctl("-w", tmp_path, "fact", "move", "zz-002", "--to", "people/bo")

    for owner in ("zz", "bo"):
        assert kept in (tmp_path / f"areas/people/{owner}/items.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("is_source", [True, False], ids=["from", "to"])
def test_a_file_that_is_never_written_to_is_refused(memctl, tmp_path, is_source):
    write_tree(tmp_path, {"areas/people/ana/items.json": CLOSED})
    write_tree(tmp_path, {"areas/people/zz/items.json": BEES})
    before = read_tree(tmp_path)
    words = (
        ("areas/people/ana/items.json:1", "--to", "zz") if is_source else ("zz-001", "--to", "ana")
    )

    result = memctl("-w", tmp_path, "fact", "move", *words, "--json")

    assert (result.code, result.error["slug"]) == (65, "file-invalid")
    assert "areas/people/ana/items.json" in result.error["message"]
    assert {n: t for n, t in read_tree(tmp_path).items() if n in before} == before


@pytest.mark.parametrize("case", FOUND)
def test_no_byte_of_other_rows_changes_in_files_found_in_the_wild(memctl, tmp_path, case):
    root = tmp_path / "ws"
    shutil.copytree(CASES / "dialects" / case / "ws", root)
    rows = memctl("-w", root, "fact", "list", "--json").json["facts"]
    row = [row for row in rows if row["id"]][-1]
    memctl("-w", root, "entity", "add", "Zz", "--type", row["entity"].partition("/")[0])
    zz = memctl("-w", root, "entity", "list", "--json").json["entities"]
    ref = next(e["entity"] for e in zz if e["name"] == "Zz")
    before, was = bytes_of(root), facts_in(root / row["path"])

    done = memctl("-w", root, "fact", "move", f"{row['entity']}#{row['id']}", "--to", ref, "--json")
    gone = facts_in(root / row["path"])

    assert done.code == 0
    assert (gone[row["id"]].status, gone[row["id"]].moved_to) == ("retracted", f"{ref}#zz-001")
    assert [gone[i].text for i in was] == [fact.text for fact in was.values()]
    undone(memctl, root, before)
