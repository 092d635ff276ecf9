"""Whose folder is whose: in the graph, and among the new names of one run."""

from datetime import date

from memctl.graph.entity import Entity, EntityRef
from memctl.graph.graph import make_graph
from memctl.graph.plan import AddFact, CreateEntity
from memctl.rules.ingest import plan_ingest
from memctl.rules.naming import Folders, is_namesake
from tests.helpers.pairs import candidate, shipped

LEXICON = shipped()
ZHANG = Entity(EntityRef("people/zhang-li"), "张莉")


def created(*read, graph=None, **how):
    plan = plan_ingest(graph or make_graph(), read, LEXICON, today=date(2026, 2, 1), **how)
    return {c.name: c.entity for c in plan.changes if isinstance(c, CreateEntity)}, plan


def new(ref, name, text, **how):
    return candidate(ref, text, "2026-01-05", is_new=True, entity_name=name, **how)


def test_a_new_name_gets_a_plain_folder():
    assert Folders().ref_for("星桥科技", "companies") == "companies/xing-qiao-ke-ji"


def test_another_name_keeps_its_folder_and_the_new_one_gets_a_tail():
    ref = Folders([ZHANG]).ref_for("张力", "people")

    assert ref.startswith("people/zhang-li-")
    assert Folders([ZHANG]).ref_for("張莉", "people") == ZHANG.ref
    assert Folders([ZHANG]).ref_for("张力", "projects") == "projects/zhang-li"


def test_folders_that_differ_in_case_only_are_one():
    folders = Folders([Entity(EntityRef("people/Ada"), "Ada")])

    assert folders.ref_for("ada", "people") == "people/Ada"
    assert folders.ref_for("Adà", "people").startswith("people/ada-")


def test_a_folder_that_a_person_named_is_a_name():
    sarah = Entity(EntityRef("people/sarah"), "Sarah Chen")

    assert is_namesake("Sarah", sarah)
    assert Folders([sarah]).ref_for("Sarah", "people") == "people/sarah"
    assert not is_namesake("Zhang Li", ZHANG)


def test_a_type_with_chinese_folders_gets_chinese_ones():
    folders = Folders([Entity(EntityRef("people/王磊"), "王磊")])

    assert folders.ref_for("張偉", "people") == "people/张伟"
    assert folders.ref_for("Ada Moyo", "people") == "people/ada-moyo"
    assert folders.ref_for("星桥科技", "companies") == "companies/xing-qiao-ke-ji"


def test_two_new_names_of_one_run_never_meet_in_one_folder():
    both, plan = created(
        new("people/zhang-li", "张莉", "张莉住在青岛"),
        new("people/zhang-li", "章丽", "章丽住在成都"),
        new("people/zhang-li", "章丽", "章丽喜欢游泳"),
    )

    assert both["张莉"] == "people/zhang-li"
    assert both["章丽"].startswith("people/zhang-li-")
    facts = [(c.entity, c.fact.text[:2]) for c in plan.changes if isinstance(c, AddFact)]
    assert dict(facts) == {v: k for k, v in both.items()}


def test_a_new_name_never_lands_in_a_folder_of_the_graph():
    graph = make_graph({ZHANG.ref: ZHANG})

    made, plan = created(new("people/zhang-li", "章丽", "章丽住在成都"), graph=graph)

    assert list(made) == ["章丽"]
    assert all(c.entity != ZHANG.ref for c in plan.changes if isinstance(c, AddFact))


def test_names_that_wait_are_not_taken_for_one_another():
    first, plan = created(new("people/zhang-li", "张莉", "张莉住在青岛", is_plain=False))
    decisions = plan.changes
    second, _ = created(
        new("people/zhang-li", "章丽", "章丽住在成都", is_plain=False), decisions=decisions
    )

    assert first == second == {}


def test_a_folder_that_the_text_spells_out_is_used():
    read = new("people/anna", "Anna Bell", "[[people/anna|Anna Bell]] lives in Porto")

    assert created(read)[0] == {"Anna Bell": "people/anna"}


def test_one_who_is_called_otherwise_in_another_line_is_one_person():
    known, plan = created(
        new("people/shao-zong", "邵总", "晚晴砍了，邵总一句话"),
        new("people/shao-yi-fan", "邵一凡", "邵总（邵一凡）是船厂老板", entity_names=("邵总",)),
    )

    assert known == {"邵一凡": "people/shao-yi-fan"}
    assert {c.entity for c in plan.changes if isinstance(c, AddFact)} == {"people/shao-yi-fan"}


def test_a_name_that_two_are_called_by_is_left_to_itself():
    known, _ = created(
        new("people/bo", "Bo", "Bo moved to Hull"),
        new("people/rabea-holm", "Rabea Holm", "Rabea runs the mill", entity_names=("Bo",)),
        new("people/bodo-aldag", "Bodo Aldag", "Bodo bakes", entity_names=("Bo",)),
    )

    assert known["Bo"] == "people/bo"
