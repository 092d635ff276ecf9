import json

import pytest

from tests.helpers.trees import read_tree, write_tree

MINA = """[
  {"id": "mina-1", "fact": "Mina lives in Lisbon", "timestamp": "2026-01-10",
   "source": "conversation"}
]
"""
RULES = "# Mine\n\n## Lessons\n\n- sleep on it\n\n## Style\n\n- short\n"


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMCTL_TODAY", "2026-03-02")
    return write_tree(tmp_path / "life", {"areas/people/mina/items.json": MINA, "MEMORY.md": RULES})


def rows(root):
    return json.loads((root / "areas/people/mina/items.json").read_text(encoding="utf-8"))


def test_a_sentence_about_somebody_named_is_kept_as_it_is(memctl, root):
    memctl("-w", root, "remember", "people/mina", "Mina collects tide tables")

    new = rows(root)[-1]
    assert (new["fact"], new["source"]) == ("Mina collects tide tables", "manual")
    assert "evidence" not in new


def test_what_a_person_says_in_other_words_is_kept_once(memctl, root):
    for text in ("Mina lives in Lisbon.", "Mina's home is in Lisbon", "Mina's home is in Lisbon"):
        memctl("-w", root, "remember", "people/mina", text)

    assert [r["fact"] for r in rows(root)] == ["Mina lives in Lisbon", "Mina's home is in Lisbon"]


def test_who_is_named_is_kept_beside_what_names_nobody(memctl, root):
    for text in ("我们在一起了", "我和孟川在一起了"):
        memctl("-w", root, "remember", "people/mina", text)

    assert [r["fact"] for r in rows(root)][1:] == ["我们在一起了", "我和孟川在一起了"]


@pytest.mark.parametrize(
    ("name", "add"),
    [
        ("people/noor", 'memctl entity add "noor" --type people'),
        ("Noor Haddad", 'memctl entity add "Noor Haddad" --type TYPE'),
    ],
)
def test_a_sentence_about_nobody_known_tells_how_to_make_them_known(memctl, root, name, add):
    result = memctl("-w", root, "remember", name, "Noor likes tea", "--json")

    assert result.error["slug"] == "unknown-entity"
    assert result.error["hint"].endswith(f"entity list. Or make it first: {add}")


def test_a_sentence_alone_goes_through_extraction(memctl, root):
    memctl("-w", root, "remember", "Mina moved to Porto")

    old, new = rows(root)
    assert (old["status"], old["supersededBy"]) == ("superseded", new["id"])
    assert new["fact"] == "Mina moved to Porto"


def test_what_does_not_last_is_refused_with_a_way_out(memctl, root):
    before = read_tree(root)

    result = memctl("-w", root, "remember", "buy milk and light bulbs", "--json")

    assert (result.code, result.error["slug"]) == (2, "usage")
    assert "memctl remember ENTITY" in result.error["hint"]
    assert read_tree(root) == before


def test_a_lesson_goes_under_its_heading_and_no_other_line_changes(memctl, root):
    memctl("-w", root, "remember", "--tacit", "draft before outline", "--heading", "Lessons")

    lines = (root / "MEMORY.md").read_text(encoding="utf-8").splitlines()
    assert lines.index("- draft before outline") == lines.index("- sleep on it") + 1
    assert [line for line in lines if line != "- draft before outline"] == RULES.splitlines()


def test_a_lesson_that_stands_there_is_not_written_twice(memctl, root):
    before = read_tree(root)

    memctl("-w", root, "remember", "--tacit", "sleep on it", "--heading", "Lessons")

    assert read_tree(root) == before


def test_an_unquoted_sentence_is_refused(memctl, root):
    assert memctl("-w", root, "remember", "Mina", "moved", "to", "Porto").code == 2


def test_whoever_asks_for_it_to_be_remembered_vouches_for_a_new_name(memctl, root):
    said = "Dov's mother Ruth has her birthday on 19 March"
    memctl("-w", root, "remember", said)

    assert said in memctl("-w", root, "recall", "when is Ruth's birthday?").out


def test_the_user_needs_no_page_beforehand(memctl, root):
    memctl("-w", root, "remember", "me", "I sing in a choir")

    assert "I sing in a choir" in memctl("-w", root, "fact", "list", "me").out
