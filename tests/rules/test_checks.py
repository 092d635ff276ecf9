from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memctl.formats.rows.items import line_of, parse_items
from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import Evidence, Fact, FactId
from memctl.graph.graph import make_graph
from memctl.rules.checks import check_graph
from memctl.rules.marks import marks_of
from tests.helpers.cases import CASES, cases
from tests.helpers.pairs import shipped

TODAY = date(2026, 3, 1)
MARKS = marks_of(shipped())


def fact(fact_id, text="a", **more):
    return Fact(FactId(fact_id), text, line=more.pop("line", 2), **more)


def retired(fact_id, by=None, text="a", **more):
    return fact(fact_id, text, status="superseded", superseded_by=by and FactId(by), **more)


def graph_of(**entities):
    refs = {name.replace("_", "/", 1): facts for name, facts in entities.items()}
    return make_graph(
        {
            EntityRef(ref): Entity(
                EntityRef(ref), ref, facts=tuple(facts), items_path=f"{ref}/items.json"
            )
            for ref, facts in refs.items()
        }
    )


def found(*facts):
    return [(p.slug, p.level) for p in check_graph(graph_of(people_mara=facts), TODAY, MARKS)]


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ([fact("m-1"), fact("m-1")], [("duplicate-row", "warning")]),
        ([fact("m-1"), fact("m-1", "b")], [("id-conflict", "error")]),
        ([fact(""), fact("", "b")], []),
        ([retired("m-1", "m-1")], [("self-supersede", "error")]),
        ([retired("m-1", "m-9")], [("missing-successor", "error")]),
        ([retired("m-1", "m-2"), retired("m-2", "m-1")], [("supersede-cycle", "error")]),
        (
            [retired("m-1", "m-2"), retired("m-2", "m-3"), retired("m-3", "m-2")],
            [("supersede-cycle", "error")],
        ),
        ([retired("m-1", "m-2"), fact("m-2")], []),
        ([fact("m-1"), fact("", "b")], [("row-without-id", "hint")]),
        ([fact("m-1", status="activ")], [("odd-status", "warning")]),
        ([fact("m-1", status="actve ")], [("odd-status", "warning")]),
        ([fact("m-1", status="inactive")], []),
        ([fact("m-1", status="已归档")], []),
        ([fact("m-1", status="archived")], []),
        ([retired("m-1")], [("superseded-without-successor", "warning")]),
        ([retired("m-1", superseded_reason="ended")], []),
        ([fact("m-1", status="retracted")], []),
        (
            [fact("m-1", superseded_by=FactId("m-2")), fact("m-2")],
            [("active-with-successor", "warning")],
        ),
        ([fact("m-1", day=date(2026, 3, 2))], [("future-date", "hint")]),
        (
            [
                fact(
                    "m-1",
                    day=date(2026, 3, 2),
                    by="rules",
                    evidence=(Evidence("memory/2026-02-01.md", 1, "from 2 March", TODAY),),
                )
            ],
            [],
        ),
        ([fact("m-1", day=TODAY)], []),
    ],
)
def test_rows_of_one_file(facts, expected):
    assert found(*facts) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Lives in Porto (superseded by m-2)",
        "~~Lives in Porto~~ see m-2",
        "住在波尔图，已被 m-2 取代",
        "[outdated] Porto",
    ],
)
def test_a_text_that_says_it_is_superseded_is_named(text):
    assert found(fact("m-1", text), fact("m-2")) == [("supersede-in-text", "warning")]


@pytest.mark.parametrize(
    "text",
    [
        "The old boiler was replaced by a heat pump",
        "Superseded plans go into the red box",
        "他取代了老王",
    ],
)
def test_a_text_about_something_replaced_is_not(text):
    assert found(fact("m-1", text), fact("m-2")) == []


def test_an_id_that_strayed_into_another_file_is_named_once():
    graph = graph_of(
        companies_hollin=[fact("hollin-1"), fact("mara-2", "b", line=9)],
        people_mara=[fact("mara-1"), fact("mara-2", "c", line=16)],
    )

    (problem,) = check_graph(graph, TODAY, MARKS)

    assert (problem.slug, problem.level) == ("id-conflict", "error")
    assert (problem.path, problem.line) == ("people/mara/items.json", 16)
    assert "companies/hollin/items.json:9" in problem.message


def test_files_that_each_count_from_one_do_not_conflict():
    graph = graph_of(
        people_mara=[fact("fact-001"), fact("fact-002", "b")], people_ivo=[fact("fact-001", "c")]
    )

    assert check_graph(graph, TODAY, MARKS) == ()


def test_references_resolve_by_ref_slug_or_name():
    related = (
        "people/mara",
        "mara",
        "Mara",
        "plans/rails.md",
        "https://example.org/x",
        "people/nobody",
    )
    graph = graph_of(people_mara=[], projects_mast=[fact("p-1", related=related)])

    (problem,) = check_graph(graph, TODAY, MARKS)

    assert problem.slug == "unresolved-reference"
    assert "'people/nobody'" in problem.message


def case_problems(ws, expected):
    """What the checks say about a case, lines found in the documents."""
    documents, entities = {}, {}
    for path in sorted(ws.rglob("items.*")):
        name = path.relative_to(ws).as_posix()
        ref = EntityRef(
            path.parent.relative_to(ws / expected["graph"]).as_posix().removeprefix("areas/")
        )
        documents[name] = parse_items(path.read_text(encoding="utf-8-sig"), name)
        entities[ref] = Entity(ref, ref, facts=documents[name].facts, items_path=name)
    return check_graph(
        make_graph(entities),
        date(2026, 11, 29),
        MARKS,
        lambda path, row, words: line_of(documents[path], row, words),
    )


OURS = {
    *("supersede-cycle", "id-conflict", "missing-successor", "self-supersede"),
    *("superseded-without-successor", "unresolved-reference"),
}


@pytest.mark.parametrize(
    ("ws", "expected"), [pytest.param(*c, id=c[1]["case"]) for c in cases("dialects")]
)
def test_cases_say_what_is_expected_and_nothing_worse(ws, expected):
    wanted = [p for p in expected["problems"] if p["slug"] in OURS]

    got = [p for p in case_problems(ws, expected) if p.level != "hint"]

    assert [(p.slug, p.path) for p in got] == [(p["slug"], p["path"]) for p in wanted]
    assert all(abs(p.line - want["line"]) <= 1 for p, want in zip(got, wanted, strict=True))


ids = st.sampled_from(["m-1", "m-2", "m-3", "m-4", ""])
rows = st.builds(
    Fact,
    id=ids.map(FactId),
    text=st.sampled_from(["a", "b", "superseded by m-1"]),
    status=st.sampled_from(["active", "superseded", "planned"]),
    superseded_by=st.none() | ids.filter(bool).map(FactId),
    related=st.sampled_from([(), ("x/y",)]),
)


@settings(max_examples=100, deadline=None)
@given(st.lists(rows))
def test_every_graph_can_be_checked_and_the_same_twice(facts):
    graph = graph_of(people_mara=facts, people_ivo=facts)

    problems = check_graph(graph, TODAY, MARKS)

    assert problems == check_graph(graph, TODAY, MARKS)
    assert all(p.path.endswith("items.json") and p.message and p.hint for p in problems)


def test_the_cases_are_there():
    assert len(list((CASES / "dialects").iterdir())) > 30
