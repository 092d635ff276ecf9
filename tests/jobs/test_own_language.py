"""A language that memctl does not know, told to it in tables alone: German, and no Python."""

import json
import shutil
from datetime import date
from pathlib import Path

import pytest

from memctl.jobs.lexicons import lexicon_of
from memctl.language.attributes import read_slots
from memctl.language.dates import find_dates
from memctl.language.statements import statements
from tests.helpers.trees import write_tree

GERMAN = Path(__file__).parent.parent / "cases" / "german"
FIRST = """\
# 2026-03-02

- Odile wohnt in Kassel.
- Odile arbeitet bei Tannhof.
- Odile ist allergisch gegen Haselnuss.
- Grit Halm ist meine neue Chefin.
- Ruft Odile bei Tannhof an?
"""
SECOND = """\
# 2026-03-09

- Odile ist gestern nach Bremen gezogen.
- Odile arbeitet nicht mehr bei Tannhof.
- Vielleicht zieht Odile nach Wien.
"""
SUMMARY = """\
Odile ist gestern nach Bremen gezogen (2026-03-08).

- Odile ist allergisch gegen Haselnuss (2026-03-02)

**Früher**
- Odile arbeitet bei Tannhof (2026-03)
- Odile wohnt in Kassel (2026-03)
"""


@pytest.fixture
def root(tmp_path):
    tree = {
        "areas/people/odile/items.json": "[]\n",
        "areas/people/odile/summary.md": "---\nname: Odile\n---\n# Odile\n",
        "memory/2026-03-02.md": FIRST,
        "memory/2026-03-09.md": SECOND,
    }
    root = write_tree(tmp_path / "life", tree)
    shutil.copytree(GERMAN, root / ".memctl" / "language" / "de")
    return root


@pytest.fixture
def told(root, memctl, monkeypatch):
    """The same, with heartbeat and weekly behind it."""
    monkeypatch.setenv("MEMCTL_TODAY", "2026-03-09")
    assert memctl("-w", str(root), "heartbeat").code == 0
    assert memctl("-w", str(root), "weekly").code == 0
    return root


def rows(root, slug):
    return json.loads((root / "areas" / "people" / slug / "items.json").read_text("utf-8"))


def test_its_facts_are_read_dated_and_retired(told):
    known = [(r["fact"], r["timestamp"], r["status"]) for r in rows(told, "odile")]

    assert known == [
        ("Odile wohnt in Kassel.", "2026-03-02", "superseded"),
        ("Odile arbeitet bei Tannhof.", "2026-03-02", "superseded"),
        ("Odile ist allergisch gegen Haselnuss.", "2026-03-02", "active"),
        ("Odile ist gestern nach Bremen gezogen.", "2026-03-08", "active"),
        ("Odile arbeitet nicht mehr bei Tannhof.", "2026-03-09", "active"),
    ]
    assert [r.get("supersededReason") for r in rows(told, "odile")] == [None, "ended", *[None] * 3]


def test_somebody_new_is_met_in_it(told):
    assert [r["fact"] for r in rows(told, "grit-halm")] == ["Grit Halm ist meine neue Chefin."]


def test_its_summaries_are_written_in_it_and_proven(told, memctl):
    page = (told / "areas/people/odile/summary.md").read_text("utf-8")

    assert f"Odile arbeitet nicht mehr bei Tannhof (2026-03-09). {SUMMARY}" in page
    assert memctl("-w", str(told), "check").code == 0


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Wo wohnt Odile?", "Odile ist gestern nach Bremen gezogen."),
        ("Wer ist meine Chefin?", "Grit Halm ist meine neue Chefin."),
        ("Wo arbeitet Odile?", "Odile arbeitet nicht mehr bei Tannhof."),
    ],
)
def test_it_is_asked_in(told, memctl, question, answer):
    found = json.loads(memctl("-w", str(told), "recall", question, "--json").out)

    assert found["answer"]
    assert found["results"][0]["text"] == answer


def test_explain_names_the_patterns_of_it(told, memctl):
    said = memctl("-w", str(told), "explain", "Vielleicht zieht Odile nach Wien.", "--json").out

    (found,) = json.loads(said)["candidates"]
    assert (found["accepted"], "de.doubt" in found["reason"]) == (False, True)


def test_a_page_in_another_language_stays_in_that_one(root, memctl, monkeypatch):
    monkeypatch.setenv("MEMCTL_TODAY", "2026-03-09")
    memctl("-w", str(root), "fact", "add", "people/odile", "Odile is the best swimmer of the club")
    memctl("-w", str(root), "fact", "add", "people/odile", "She has a boat in the old harbour")
    memctl("-w", str(root), "fact", "retract", "odile-002")
    memctl("-w", str(root), "fact", "supersede", "odile-001", "Odile is no swimmer any more")

    memctl("-w", str(root), "weekly", "--all")

    page = (root / "areas/people/odile/summary.md").read_text("utf-8")
    assert "**Before**" in page
    assert "**Früher**" not in page


def test_recall_knows_a_word_from_the_moment_it_stands_there(told, memctl):
    def answers():
        said = memctl("-w", str(told), "recall", "Bleibe?", "--json").out
        return [r["id"] for r in json.loads(said)["results"] if "Bremen" in r["text"]]

    assert answers() == []

    asking = told / ".memctl/language/de/more.toml"
    asking.write_text('[asking.hints]\nhome = "bleibe"\n', "utf-8")

    assert answers() == ["odile-004"]


def test_a_workspace_adds_words_to_a_language_of_ours(tmp_path, memctl):
    cue = '[[statements.cue]]\nid = "mine"\nrole = "durable"\nweight = 5\npatterns = ["frobs"]\n'
    tree = {"areas/people/odile/summary.md": "---\nname: Odile\n---\n# Odile\n"}
    root = write_tree(tmp_path / "life", tree)

    def accepted():
        said = memctl("-w", str(root), "explain", "Odile frobs", "--json").out
        return [(c["accepted"], c["pattern"]) for c in json.loads(said)["candidates"]]

    assert (True, "mine") not in accepted()

    write_tree(root, {".memctl/language/en/mine.toml": cue})

    assert accepted() == [(True, "mine")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[asking", "is no TOML"),
        ('\n[stances]\nend = ["(nicht"]\n', "mine.toml:3: '(nicht' is no regular expression"),
        ('[summary]\nme = "Ich"\n', "[summary] lacks "),
        ('summary = "x"\n', "summary is a text and should be a table"),
        ('stop_words = "x"\n', "stop_words is a text and should be a list"),
        ("[concepts]\nhome = 3\n", "concepts.home is a number and should be a list"),
        ('[numbers]\ndigits = ["x"]\n', "numbers.digits is a list and should be a table"),
        ('[[attributes]]\nname = "x"\n', "a row of attributes lacks cardinality"),
        ('[[statements.cue]]\nid = "x"\npatterns = ["a"]\n', "statements.cue lacks role"),
        ('[[recasts]]\nfrom = "a"\nto = "{nope}"\n', "mine.toml:3: '{nope}' asks for nope"),
    ],
    ids=[
        "no table",
        "no pattern",
        "half of what is filled in",
        "another kind",
        "no list",
        "no words",
        "no numbers",
        "half a row",
        "no role",
        "no such group",
    ],
)
def test_a_slip_is_told_of_its_file_by_every_command(tmp_path, memctl, text, said):
    note = {"memory/2026-03-02.md": FIRST, ".memctl/language/de/mine.toml": text}
    root = write_tree(tmp_path / "life", note)

    ran = memctl("-w", str(root), "heartbeat")

    assert ran.code == 65
    assert said in ran.err
    assert not (root / ".memctl/consumed.jsonl").exists()


def test_a_file_with_a_mark_of_its_order_of_bytes_is_read(tmp_path):
    table = '\ufeffstop_words = ["ja"]\n'
    root = write_tree(tmp_path / "life", {".memctl/language/de/mine.toml": table})

    assert "ja" in lexicon_of(root).rows("de", "stop_words")


def test_the_examples_of_its_tables_hold(root):
    lexicon = lexicon_of(root)
    reader = statements(lexicon)
    cues = lexicon.table("de", "statements")["cue"]
    fired = {
        c["id"]: (
            [t for t in c.get("fires", ()) if c["id"] not in ids(reader, t)],
            [t for t in c.get("silent", ()) if c["id"] in ids(reader, t)],
        )
        for c in cues
    }

    assert fired == {c["id"]: ([], []) for c in cues}


def ids(reader, text):
    return {hit.cue.id for hit in reader.read(text).hits}


def test_the_examples_of_its_dates_hold(root):
    lexicon = lexicon_of(root)
    rows = lexicon.table("de", "dates")["examples"]
    wanted = [(r["text"], r["start"], r["end"]) for r in rows]

    found = [
        (r["text"], m.start.isoformat(), m.end.isoformat())
        for r in rows
        for m in find_dates(r["text"], date.fromisoformat(r["day"]), lexicon)
    ]

    assert found == wanted


def test_the_examples_of_its_attributes_hold(root):
    lexicon = lexicon_of(root)
    rows = [(a["name"], e) for a in lexicon.rows("de", "attributes") for e in a["examples"]]

    found = [
        "".join(s.value for s in read_slots(e["text"], lexicon) if s.attribute == name)
        for name, e in rows
    ]

    assert found == [e["value"] for _, e in rows]
