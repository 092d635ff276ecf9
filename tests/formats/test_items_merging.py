"""Two versions of an items file become one: nothing lost, nothing doubled, no byte moved."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.formats.rows.items import parse_items
from memctl.formats.rows.items_merging import merge_items
from memctl.formats.text import CannotMerge, conflict_markers

PATH = "areas/people/ana/items.json"


def row(fact_id, fact, **more):
    return {"id": fact_id, "fact": fact, "status": "active", **more}


def file(*rows):
    return "[\n" + ",\n".join("  " + json.dumps(r, ensure_ascii=False) for r in rows) + "\n]\n"


def retired(fact_id, fact, by):
    return row(fact_id, fact) | {"status": "superseded", "supersededBy": by}


FARO = row("ana-001", "Lives in Faro")
BASE = file(FARO, row("ana-002", "Works at a bakery"))


def facts(text, path=PATH):
    return {f.id: f for f in parse_items(text, path).facts}


def test_new_rows_of_both_sides_stand_one_after_the_other():
    ours = file(FARO, row("ana-002", "Works at a bakery"), row("ana-003", "Likes tea"))
    theirs = file(FARO, row("ana-002", "Works at a bakery"), row("ana-003", "Has a cat"))

    merged = merge_items(BASE, ours, theirs, PATH)

    assert merged.text == file(*json.loads(ours), row("ana-004", "Has a cat", formerId="ana-003"))
    assert merged.renumbered == (("ana-003", "ana-004"),)


def test_a_pointer_follows_the_row_that_got_another_number():
    ours = file(*json.loads(BASE), row("ana-003", "Likes tea"))
    theirs = file(
        retired("ana-001", "Lives in Faro", "ana-003"),
        row("ana-002", "Works at a bakery"),
        row("ana-003", "Lives in Braga"),
    )

    after = facts(merge_items(BASE, ours, theirs, PATH).text)

    assert after["ana-001"].superseded_by == "ana-004"
    assert after["ana-004"].text == "Lives in Braga"
    assert after["ana-003"].text == "Likes tea"


def test_opposite_retirements_stay_as_ours_and_are_told():
    ours = file(
        retired("ana-001", "Lives in Faro", "ana-003"), *json.loads(BASE)[1:], row("ana-003", "X")
    )
    theirs = file(
        retired("ana-001", "Lives in Faro", "ana-003"), *json.loads(BASE)[1:], row("ana-003", "Y")
    )

    merged = merge_items(BASE, ours, theirs, PATH)

    assert facts(merged.text)["ana-001"].superseded_by == "ana-003"
    [dispute] = merged.disputes
    assert (dispute.ours_after.text, dispute.theirs_after.text) == ("X", "Y")
    assert dispute.theirs_after.id == "ana-004"


def test_the_same_new_fact_on_both_sides_is_one_row():
    new = file(*json.loads(BASE), row("ana-003", "Likes tea"))
    other = file(*json.loads(BASE), row("ana-003", "Likes tea", mood="calm"))

    merged = merge_items(BASE, new, other, PATH)

    assert merged.text == other
    assert not merged.renumbered


def test_one_side_retires_and_the_other_rewords():
    ours = file(row("ana-001", "Lives in Faro, by the sea"), *json.loads(BASE)[1:])
    theirs = file(
        retired("ana-001", "Lives in Faro", "ana-003"), *json.loads(BASE)[1:], row("ana-003", "Y")
    )

    merged = merge_items(BASE, ours, theirs, PATH)

    assert facts(merged.text)["ana-001"].is_active
    assert [d.ours.text for d in merged.disputes] == ["Lives in Faro, by the sea"]


def test_two_wordings_of_one_row_are_left_to_the_person():
    ours = file(row("ana-001", "Lives in Lagos"), *json.loads(BASE)[1:])
    theirs = file(row("ana-001", "Lives in Braga"), *json.loads(BASE)[1:], row("ana-003", "New"))

    merged = merge_items(BASE, ours, theirs, PATH)

    lagos, faro, braga = merged.undecided
    assert [("Lagos" in lagos), ("Faro" in faro), ("Braga" in braga)] == [True] * 3
    assert lagos.replace("Lagos", "Braga") == braga
    assert "New" in lagos


def test_a_row_that_one_side_deleted_is_kept_and_told():
    short = file(FARO)
    longer = file(*json.loads(BASE), row("ana-003", "Likes tea"))

    assert merge_items(BASE, short, longer, PATH).kept == ("ana-002",)
    assert set(facts(merge_items(BASE, short, longer, PATH).text)) == set(facts(longer))
    assert set(facts(merge_items(BASE, longer, short, PATH).text)) == set(facts(longer))


def test_a_purged_value_does_not_come_back():
    purged = file(
        row("ana-001", "(purged)", digest="d") | {"status": "purged"}, row("ana-002", "W")
    )
    base = file(FARO, row("ana-002", "W"))
    touched = file(
        retired("ana-001", "Lives in Faro", "ana-003"), row("ana-002", "W"), row("ana-003", "N")
    )

    for ours, theirs in ((purged, touched), (touched, purged)):
        assert "Faro" not in merge_items(base, ours, theirs, PATH).text


def test_evidence_counts_and_days_of_both_sides_come_together():
    def version(**more):
        return file(row("ana-001", "Lives in Faro", **more))

    one, two = ({"path": "memory/a.md", "quote": "a"}, {"path": "memory/b.md", "quote": "b"})
    base = version(evidence=[], accessCount=3, lastAccessed="2026-01-01")
    ours = version(evidence=[one], accessCount=5, lastAccessed="2026-01-05")
    theirs = version(evidence=[two], accessCount=4, lastAccessed="2026-01-09")

    merged = merge_items(base, ours, theirs, PATH)

    assert json.loads(merged.text) == json.loads(
        version(evidence=[one, two], accessCount=6, lastAccessed="2026-01-09")
    )


@pytest.mark.parametrize("turn", [False, True], ids=["we were renumbered", "they were"])
def test_a_branch_that_goes_on_after_its_rows_were_renumbered_meets_them_again(turn):
    first = file(retired("ana-001", "Lives in Faro", "ana-003"), row("ana-003", "Lives in Braga"))
    other = file(FARO, row("ana-003", "Likes tea"))
    joined = merge_items(file(FARO), other, first, PATH).text
    later = file(
        retired("ana-001", "Lives in Faro", "ana-003"),
        retired("ana-003", "Lives in Braga", "ana-004"),
        row("ana-004", "Lives in Porto"),
    )

    sides = (later, joined) if turn else (joined, later)
    merged = merge_items(first, *sides, PATH)

    after = facts(merged.text)
    names = {f.text: f.id for f in after.values()}
    assert sorted(names) == ["Likes tea", "Lives in Braga", "Lives in Faro", "Lives in Porto"]
    assert names["Likes tea"] == "ana-003"
    assert after[names["Lives in Faro"]].superseded_by == names["Lives in Braga"] == "ana-004"
    assert after["ana-004"].superseded_by == names["Lives in Porto"]
    assert not merged.disputes


def test_what_stands_around_the_rows_comes_along():
    def wrapped(text, updated):
        return f'{{"updated": "{updated}", "facts": {text.rstrip()}}}\n'

    ours = wrapped(file(*json.loads(BASE), row("ana-003", "New")), "2026-01-01")
    merged = merge_items(wrapped(BASE, "2026-01-01"), ours, wrapped(BASE, "2026-02-02"), PATH)

    assert merged.text == ours.replace("2026-01-01", "2026-02-02")


YAML = """facts:
  # where
  - id: ana-001
    fact: Lives in Faro
    since: 2026-01-01  # at last
    status: active
"""


def test_yaml_keeps_comments_and_unquoted_days():
    ours = YAML + "  - id: ana-002\n    fact: Likes tea\n"
    theirs = YAML.replace("status: active", "status: superseded\n    superseded_by: ana-002")
    theirs += "  - id: ana-002\n    fact: Lives in Braga  # new\n"

    merged = merge_items(YAML, ours, theirs, "people/ana/items.yaml")

    assert merged.text == (
        YAML.replace("status: active", "status: superseded\n    superseded_by: ana-003")
        + "  - id: ana-002\n    fact: Likes tea\n"
        + "  - id: ana-003\n    fact: Lives in Braga  # new\n    former_id: ana-002\n"
    )


def test_json_lines_with_patches():
    base = '{"id":"a-1","fact":"Lives in Faro","status":"active"}\n'
    ours = base + '{"id":"a-2","fact":"Likes tea"}\n'
    theirs = base + '{"id":"a-1","status":"superseded","supersededBy":"a-2"}\n'
    theirs += '{"id":"a-2","fact":"Lives in Braga"}\n'

    merged = merge_items(base, ours, theirs, "ana/items.jsonl")

    assert merged.text == ours + (
        '{"id":"a-1","status":"superseded","supersededBy":"a-3"}\n'
        '{"id":"a-3","fact":"Lives in Braga","formerId":"a-2"}\n'
    )


def keyed(*rows, wrapper=None, says_id=False, **form):
    found = {r["id"]: r if says_id else {k: v for k, v in r.items() if k != "id"} for r in rows}
    whole = found if wrapper is None else {wrapper: found}
    return json.dumps(whole, indent=2, ensure_ascii=False, **form) + "\n"


@pytest.mark.parametrize("says_id", [False, True], ids=["by key alone", "said twice"])
@pytest.mark.parametrize("wrapper", [None, "facts"])
def test_rows_that_stand_under_their_ids_are_merged_under_them(says_id, wrapper):
    form = {"wrapper": wrapper, "says_id": says_id}
    old = (FARO, row("ana-002", "Works at a bakery"))
    ours = keyed(*old, row("ana-003", "Likes tea"), **form)
    theirs = keyed(
        retired("ana-001", "Lives in Faro", "ana-003"),
        old[1],
        row("ana-003", "Lives in Braga"),
        **form,
    )

    merged = merge_items(keyed(*old, **form), ours, theirs, PATH)

    assert merged.text == keyed(
        retired("ana-001", "Lives in Faro", "ana-004"),
        old[1],
        row("ana-003", "Likes tea"),
        row("ana-004", "Lives in Braga", formerId="ana-003"),
        **form,
    )
    assert merged.renumbered == (("ana-003", "ana-004"),)


def test_yaml_rows_under_their_ids_keep_comments():
    base = "# head\nana-001:  # where\n  fact: Lives in Faro\n  status: active\n"
    ours = base + "ana-002:\n  fact: Likes tea\n"
    theirs = base.replace("status: active", "status: superseded\n  superseded_by: ana-002")
    theirs += "ana-002:\n  fact: Lives in Braga  # new\n"

    merged = merge_items(base, ours, theirs, "people/ana/items.yaml")

    assert merged.text == (
        base.replace("status: active", "status: superseded\n  superseded_by: ana-003")
        + "ana-002:\n  fact: Likes tea\n"
        + "ana-003:\n  fact: Lives in Braga  # new\n  former_id: ana-002\n"
    )


def test_a_side_that_began_to_stand_in_an_object_is_another_form():
    with pytest.raises(CannotMerge):
        merge_items(BASE, BASE.replace("Faro", "Braga"), keyed(*json.loads(BASE)), PATH)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("[", BASE + " "),
        (file(FARO), '[{"fact": "no id"}]'),
        ("<<<<<<< a\n[]\n=======\n[]\n>>>>>>> b\n", file(FARO)),
        ('{"a": [{"id": "1", "fact": "x"}], "b": [{"id": "2", "fact": "y"}]}', file(FARO)),
    ],
    ids=["broken", "no ids", "markers", "another form"],
)
def test_versions_without_a_form_in_common_are_refused(ours, theirs):
    assert conflict_markers(BASE) == ()
    with pytest.raises(CannotMerge):
        merge_items(BASE, ours, theirs, PATH)


def test_a_file_that_both_sides_made_holds_the_rows_of_both():
    merged = merge_items("", file(row("ana-001", "Likes tea")), file(FARO), PATH)

    assert {f.text for f in facts(merged.text).values()} == {"Likes tea", "Lives in Faro"}


# Laws.

WORDS = st.sampled_from(["Likes tea", "Has a cat", "Lives in Braga", "住在里斯本", 'Says "hi"'])


@st.composite
def branches(draw):
    """A file and what a side made of it: rows added, and some of the old ones retired by them."""
    count = draw(st.integers(1, 4))
    base = [
        row(f"ana-{n:03d}", f"Fact {n}", extra=draw(st.integers(0, 3))) for n in range(1, count + 1)
    ]

    def side(name):
        rows = [dict(r) for r in base]
        for number in range(draw(st.integers(0, 3))):
            new = row(
                f"ana-{count + number + 1:03d}", f"{draw(WORDS)} {name} {number}", mood=[1, 2]
            )
            if draw(st.booleans()):
                old = draw(st.integers(0, count - 1))
                rows[old] |= {"status": "superseded", "supersededBy": new["id"]}
            rows.append(new)
        return rows

    indent = draw(st.sampled_from([None, 1, 2, 4]))
    made = [base, side("ours"), side("theirs")]
    if draw(st.booleans()):
        says_id = draw(st.booleans())
        own = lambda r: r if says_id else {k: v for k, v in r.items() if k != "id"}  # noqa: E731 - one word
        made = [{r["id"]: own(r) for r in rows} for rows in made]
    return [json.dumps(rows, indent=indent, ensure_ascii=False) + "\n" for rows in made]


@given(branches())
def test_every_fact_of_both_sides_is_there_once_and_ids_are_unique(versions):
    merged = merge_items(*versions, PATH)

    rows = parse_items(merged.text, PATH).facts
    texts = {f.text for version in versions for f in parse_items(version, PATH).facts}
    assert sorted(f.text for f in rows) == sorted(texts)
    assert len({f.id for f in rows}) == len(rows)
    assert all(f.superseded_by is None or f.superseded_by in {r.id for r in rows} for f in rows)


@given(branches())
def test_rows_that_theirs_did_not_touch_keep_every_byte(versions):
    base, ours, _ = versions

    assert merge_items(base, ours, base, PATH).text == ours
    assert merge_items(base, base, ours, PATH).text == ours
    assert merge_items(base, ours, ours, PATH).text == ours


@given(branches())
def test_a_merge_again_changes_nothing(versions):
    base, ours, theirs = versions
    merged = merge_items(base, ours, theirs, PATH).text

    assert merge_items(theirs, merged, theirs, PATH).text == merged
    assert merge_items(ours, ours, merged, PATH).text == merged
