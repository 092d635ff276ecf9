"""The smaller tables of a language that memctl does not know, each of them read: German."""

import json
import shutil
from pathlib import Path

import pytest

from memctl.graph.candidate import Candidate
from memctl.graph.fact import Evidence, Fact, FactId
from memctl.index.filling.documents import page_words, text_documents
from memctl.index.found import Found
from memctl.index.values import day_kinds, is_ahead
from memctl.jobs.lexicons import lexicon_about, lexicon_of, own_tables
from memctl.language.quantities import read_quantities
from memctl.language.questions import compiled
from memctl.rules.comparing.possessions import tells_of_its_own
from memctl.rules.comparing.values import lacking_names
from memctl.rules.comparing.whose.sayings import is_of_another_thing
from memctl.rules.comparing.whose.subjects import owner_of, read_subject
from memctl.rules.correcting.rows import may_mean
from memctl.rules.cutting.leads import lead_of
from memctl.rules.foreign.grounds import invented
from memctl.rules.reading import read
from memctl.rules.snapshot.statements import statements_for
from memctl.rules.topics import misnamed_in
from memctl.workspace.confiding import confiding_in
from tests.helpers.trees import write_tree

GERMAN = Path(__file__).parent.parent / "cases" / "german"
KASSEL = "Odile wohnt seit Jahren in Kassel"
MARKED = (
    "Überholt: Odile wohnt in Kassel",
    "b2 ist ersetzt durch b3",
    "Überholt durch b3",
    "Odile ist überholt worden",
)
NOTE = """\
# 2026-03-09

- Grit zieht nach Kassel, nicht weitersagen
- Grit mag Kassel, just between us
- Grit sucht in Kassel eine Wohnung
- Bitte niemandem sagen!
- Dass Grit nach Kassel zieht, ist nicht mehr unter uns
"""
PAGE = f"# Odile\n\n{KASSEL}\n\n## Früher\n\n{KASSEL}\n"


@pytest.fixture
def root(tmp_path):
    facts = [{"id": "a", "fact": KASSEL, "status": "superseded"}]
    facts += [{"id": f"b{n}", "fact": text} for n, text in enumerate(MARKED)]
    folder = "areas/people/odile"
    tree = {f"{folder}/items.json": json.dumps(facts), f"{folder}/summary.md": PAGE}
    root = write_tree(tmp_path / "life", tree)
    shutil.copytree(GERMAN, root / ".memctl" / "language" / "de")
    return root


def line(text, day="2026-03-02"):
    row = [None] * 26
    row[7], row[9], row[15], row[20] = text, day, "", 0
    return Found(tuple(row))


def said(text, lexicon):
    return statements_for([text], lexicon).say(Fact(FactId("a"), text))


def test_marks_of_what_is_past_or_superseded(root, memctl):
    found = json.loads(memctl("-w", str(root), "check", "--json").out)["problems"]

    assert [p["line"] for p in found if p["slug"] == "stale-line"] == [3]
    told = [p["message"] for p in found if p["slug"] == "supersede-in-text"]
    assert [m.split("'")[1] for m in told] == ["b0", "b1", "b2"]


def test_what_stands_under_a_heading_for_the_past_is_not_current(root):
    words = page_words(lexicon_about("pages", root), confiding_in(root))

    lines = text_documents("# Früher\n\n- Kassel\n\n# Jetzt\n\n- Bremen", "document", words)

    assert [(one.text, one.is_active) for one in lines] == [("Kassel", False), ("Bremen", True)]


def test_what_its_notes_keep_for_the_user_is_told_to_nobody_else(root, memctl):
    write_tree(root, {"memory/2026-03-09.md": NOTE})

    def told(*audience):
        said = memctl("-w", str(root), "recall", "Grit Kassel", *audience, "--json").out
        return {r["text"] for r in json.loads(said)["results"] if r["kind"] == "note"}

    assert told() - told("--audience", "group") == {
        "Grit zieht nach Kassel, nicht weitersagen",
        "Grit sucht in Kassel eine Wohnung",
        "Grit mag Kassel, just between us",
    }


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('[private]\nsays = ["(nicht"]\n', "missing ), unterminated subpattern"),
        ('[private]\nsays = "nicht"\n', "[private] has not the shape of ours"),
        ("[private", "is no TOML"),
    ],
)
def test_a_slip_in_what_is_not_for_others_is_told(root, memctl, text, what):
    write_tree(root, {"memory/2026-03-09.md": NOTE, ".memctl/language/de/slip.toml": text})

    ran = memctl("-w", str(root), "status")

    assert ran.code == 65
    assert what in ran.err


@pytest.mark.parametrize(
    ("text", "lead"),
    [
        ("Meine Schwester wohnt in Kassel", "Meine Schwester"),
        ("Meine Schwesters Katze ist weg", ""),
        ("Odiles Schwester wohnt in Kassel", ""),
    ],
)
def test_of_whom_of_the_writers_it_goes_on(root, text, lead):
    assert lead_of(text, lexicon_of(root)) == lead


@pytest.mark.parametrize("text", ["Odile und Grit wohnen in Kassel", "Odile's da"])
def test_with_whom_it_begins(root, text):
    assert read_subject(text, lexicon_of(root)).whose == "somebody"


def test_who_has_it_without_a_name_to_be_seen(root):
    found = owner_of("ottos Tabletten sind weiß", lexicon_of(root))

    assert found is not None
    assert found["who"] == "otto"


@pytest.mark.parametrize(
    ("told", "is_another"),
    [("Grit sagt dass Odile umzieht", True), ("Grit sagt dass sie umzieht", False)],
)
def test_who_only_says_it_is_no_content(root, told, is_another):
    lexicon = lexicon_of(root)
    old, new = (read(text, (), lexicon) for text in ("Grit mag Tee", told))

    assert is_of_another_thing(old, new, read_subject(told, lexicon)) == is_another


@pytest.mark.parametrize(
    ("told", "kind"), [("Grits Boot ist weg", "apart"), ("Grits segelte heute", None)]
)
def test_a_thing_of_somebodys_is_another_one(root, told, kind):
    lexicon = lexicon_of(root)

    found = tells_of_its_own(*(read(t, (), lexicon) for t in ("Grit wohnt in Kassel", told)))

    assert (found and found.kind) == kind


def test_what_bears_a_capital_and_names_nobody(root):
    one, other = (read(t, (), lexicon_of(root)) for t in ("Grit, Ich und Olaf", "Grit"))

    assert lacking_names(one, other) == {"Olaf"}


def test_what_goes_on_in_a_smaller_unit(root):
    found = read_quantities("Grit segelt 1 Stunde und 30 Minuten", lexicon_of(root))

    assert [q.plain for q in found] == ["90 minutes"]


def test_a_name_that_is_taken_back(root):
    assert misnamed_in("Grit ist in Raum 8, nicht Raum 7", lexicon_of(root)) == ("raum 7",)


@pytest.mark.parametrize(
    ("text", "ground", "reason"),
    [
        ("Odile trinkt ∞ Liter", "Odile trinkt viel", "not-in-quote: ∞"),
        ("Odile trinkt ∞ Liter", "Odile trinkt ∞ Liter", None),
        ("Odiles Kanne", "die Kanne von Odile", None),
    ],
)
def test_what_is_a_number_and_whose_a_name_is(root, text, ground, reason):
    assert invented(text, [ground], (), lexicon_of(root)) == reason


@pytest.mark.parametrize(
    ("text", "is_meant"), [("Odile hat ∞ Katzen", True), ("Odile hat eine Katze", False)]
)
def test_a_number_is_taken_back_where_one_stands(root, text, is_meant):
    said = "Stimmt nicht, nicht 3 Katzen"
    evidence = Evidence("memory/2026-03-02.md", 1, said, None)
    candidate = Candidate(None, "Odile", said, "context", None, evidence)

    assert may_mean(candidate, Fact(FactId("a"), text), lexicon_of(root)) == is_meant


def test_the_user_is_named_where_the_verb_is_known(root):
    lexicon = lexicon_of(root)

    assert said("Ich wohne in Kassel", lexicon) == "Der Nutzer wohnt in Kassel"
    assert said("Ich segle in Kassel", lexicon) == "Ich segle in Kassel"


@pytest.mark.parametrize(
    ("text", "kinds"), [("Grit kommt Montag", {"weekday"}), ("Grit kommt um drei Uhr", {"time"})]
)
def test_how_a_line_tells_when(root, text, kinds):
    assert day_kinds(line(text), compiled(own_tables(root).values())) == kinds


def test_what_lies_ahead_of_its_day(root):
    words = compiled(own_tables(root).values())

    assert is_ahead(line("Grit geht am Ende des Monats"), "2026-03-09", words)
    assert not is_ahead(line("Grit geht am Ende des Monats"), "2026-04-09", words)
