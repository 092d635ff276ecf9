"""Who may be told: marks of a person, kept by every job and honoured by every answer."""

import json

import pytest

from tests.helpers.trees import write_tree

EVE = '[{"id": "eve-001", "fact": "Eve sings", "visibility": "group"}]\n'
ADA = '[{"id": "ada-001", "fact": "Ada lives in Porto", "timestamp": "2026-01-02"%s}]\n'


def summary(name, mark):
    head = f"visibility: {mark}\n" if mark else ""
    return f"---\nname: {name}\n{head}---\n# {name}\n"


@pytest.fixture
def life(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMCTL_TODAY", "2026-02-01")

    def make(of_entity, of_fact):
        mark = f', "visibility": "{of_fact}"' if of_fact else ""
        return write_tree(
            tmp_path,
            {
                "areas/people/ada/items.json": ADA % mark,
                "areas/people/ada/summary.md": summary("Ada", of_entity),
                "areas/people/eve/summary.md": summary("Eve", "group"),
            },
        )

    return make


def rows(root, ref):
    return json.loads((root / "areas" / ref / "items.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("of_entity", "of_fact", "told"),
    [
        ("group", None, ["private", "shared", "group"]),
        (None, "shared", ["private", "shared"]),
        ("group", "private", ["private"]),
        ("[group", None, ["private"]),
    ],
)
def test_recall_tells_each_audience_what_it_may_be_told(memctl, life, of_entity, of_fact, told):
    root = life(of_entity, of_fact)

    answers = {
        audience: memctl("-w", root, "recall", "where does Ada live?", "--audience", audience).code
        for audience in ("private", "shared", "group")
    }

    assert [audience for audience, code in answers.items() if code == 0] == told


def test_a_fact_is_added_with_its_mark_and_shown_with_it(memctl, life):
    root = life("shared", None)

    memctl("-w", root, "fact", "add", "people/ada", "Ada sings", "--visibility", "private")

    assert rows(root, "people/ada")[1]["visibility"] == "private"
    shown = memctl("-w", root, "entity", "show", "people/ada").out
    assert "  visibility: shared" in shown
    assert "Ada sings  [visibility: private]" in shown


def test_a_mark_that_nobody_knows_is_refused(memctl, life):
    result = memctl("-w", life(None, None), "fact", "add", "Ada", "x", "--visibility", "all")

    assert (result.code, "private, shared, group" in result.err) == (2, True)


def test_what_replaces_a_fact_is_told_to_the_same_people(memctl, life):
    root = life("group", "private")
    write_tree(root, {"memory/2026-01-20.md": "# 2026-01-20\n\n- Ada now lives in Faro.\n"})

    memctl("-w", root, "heartbeat")

    old, new = rows(root, "people/ada")
    assert (old["status"], new["visibility"]) == ("superseded", "private")


@pytest.mark.parametrize("own", [None, "group"])
@pytest.mark.parametrize("known", [None, "[]\n", EVE], ids=["no file", "no rows", "rows"])
def test_a_private_row_stays_private_where_it_is_merged_into(memctl, life, own, known):
    page = {"areas/people/eve/items.json": known} if known else {}
    root = write_tree(life("private", own), page)

    memctl("-w", root, "entity", "merge", "people/ada", "people/eve")

    assert rows(root, "people/eve")[-1]["visibility"] == "private"
    told = memctl("-w", root, "recall", "who lives in Porto?", "--audience", "group")
    assert told.code == 1


@pytest.mark.parametrize(
    ("mark", "kept"), [("private", "private"), ("nobody", "private"), ("group", "group")]
)
def test_what_is_read_in_a_marked_note_bears_its_mark(memctl, life, mark, kept):
    root = life(None, None)
    note = (
        f"---\nvisibility: {mark}\n---\n# 2026-01-20\n\n- Eve works at Arco Maps as a surveyor.\n"
    )
    write_tree(root, {"memory/2026-01-20.md": note})

    memctl("-w", root, "heartbeat")

    assert [row["visibility"] for row in rows(root, "people/eve")] == [kept]
    told = memctl("-w", root, "recall", "where does Eve work?", "--audience", "group")
    assert told.code == (0 if kept == "group" else 1)


@pytest.mark.parametrize("long", [0, 400])
def test_a_note_that_names_somebody_hidden_is_told_to_nobody_else_however_long(memctl, life, long):
    root = life("private", None)
    words = " ".join(f"word{number}" for number in range(long))
    write_tree(root, {"memory/2026-01-05.md": f"# 2026-01-05\n\n- The tram was late {words} Ada\n"})

    for words in (("recall", "late tram"), ("context",)):
        assert "late" in memctl("-w", root, *words).out
        assert "late" not in memctl("-w", root, *words, "--audience", "group").out


def test_somebody_of_whom_all_is_hidden_is_hidden(memctl, life):
    root = life(None, "private")
    write_tree(root, {"memory/2026-01-05.md": "# 2026-01-05\n\n- Waited for Ada at the tram\n"})

    for words in (("recall", "who waited at the tram"), ("context",)):
        assert "tram" in memctl("-w", root, *words).out
        assert "tram" not in memctl("-w", root, *words, "--audience", "group").out


def test_what_replaced_a_fact_is_told_to_nobody_who_may_not_know_whom_it_names(memctl, tmp_path):
    rows = [
        {"id": "kim-1", "fact": "The childminder is Ruth", "timestamp": "2026-01-02",
         "status": "superseded", "supersededBy": "kim-2", "visibility": "group"},
        {"id": "kim-2", "fact": "Tom collects the twins", "timestamp": "2026-01-09",
         "status": "active", "visibility": "group"},
    ]  # fmt: skip
    write_tree(
        tmp_path,
        {
            "areas/people/kim/items.json": json.dumps(rows),
            "areas/people/kim/summary.md": summary("Kim", "group"),
            "areas/people/tom/summary.md": summary("Tom", "private"),
        },
    )
    asked = ("-w", tmp_path, "recall", "Who is the childminder?", "--audience")

    own, others = memctl(*asked, "private"), memctl(*asked, "group")

    assert "Tom" in own.out
    assert "Tom" not in others.out


def test_what_a_note_says_is_not_for_others_is_told_to_the_user_alone(
    memctl, tmp_path, monkeypatch
):
    monkeypatch.setenv("MEMCTL_TODAY", "2026-01-05")
    note = (
        "# 2026-01-05\n\n- Wanda Orme is my colleague, she works at Halden\n"
        "- Wanda Orme is expecting a baby in June. Not for the office yet.\n"
        "- Piet lost the blue kite\n  - (keep that between us)\n"
    )
    root = write_tree(tmp_path / "life", {"memory/2026-01-05.md": note, "areas/.keep": ""})
    memctl("-w", root, "heartbeat")

    def told(question, audience):
        out = memctl("-w", root, "recall", question, "--audience", audience, "--json").json
        return " ".join(r["text"] for r in out["results"])

    assert "baby" in told("When is the baby due?", "private")
    assert "kite" in told("Piet kite", "private")
    for audience in ("shared", "group"):
        assert "baby" not in told("When is the baby due?", audience)
        assert "kite" not in told("Piet kite", audience)
        assert "Halden" in told("Where does Wanda work?", audience)


def test_what_is_to_be_remembered_and_not_told_is_private(memctl, tmp_path, monkeypatch):
    monkeypatch.setenv("MEMCTL_TODAY", "2026-01-05")
    root = write_tree(tmp_path / "life", {"areas/people/ada/items.json": "[]"})
    memctl("-w", root, "remember", "people/ada", "Ada moves to Lyon, don't tell anyone")
    memctl("-w", root, "fact", "add", "people/ada", "Ada resigned, not announced yet")

    assert [row["visibility"] for row in rows(root, "people/ada")] == ["private", "private"]
