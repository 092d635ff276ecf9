"""Who is known by a surname and a title: another surname, or another title, is another person."""

import pytest

from memctl.graph.entity import Entity, EntityRef
from memctl.graph.graph import make_graph
from memctl.rules.resolution.known_names import known_names
from memctl.rules.resolution.subjects import subjects
from tests.helpers.pairs import shipped
from tests.rules.filing.test_whose import ME, kept


def named(text, *known):
    refs = {EntityRef(f"people/{n}"): n for n in known}
    graph = make_graph({ref: Entity(ref, n) for ref, n in refs.items()})
    found = subjects(text, known_names(graph, shipped()), shipped())
    return {s.name: s.is_new for s in found}


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("定了邵阿姨，下周开始", "温阿姨"),
        ("教练是邵教练", "温教练"),
        ("财务找温总签字", "温老师"),
        ("温医生休假", "温阿姨"),
        ("老温说改期", "温师傅"),
        ("小姐姐送的", "邵姐"),
    ],
)
def test_another_surname_or_title_is_another_person(text, known):
    assert known not in named(text, known)
    assert False not in named(text, known).values()


def test_a_full_name_is_still_meant_by_surname_and_title():
    assert named("温老师涨价了", "温知秋") == {"温老师": False}


@pytest.mark.parametrize(
    "lines",
    [
        ("房东温阿姨，电话13900000001", "保姆是邵阿姨，电话13900000002"),
        ("钢琴老师是温老师，电话13900000001", "班主任是邵老师，电话13900000002"),
        (
            "The landlady is Mrs Quill, phone 07700 900111",
            "The nanny is Ms Varga, phone 07700 900112",
        ),
    ],
)
def test_the_number_stands_at_whoever_is_named_before_it(lines):
    found = kept(*lines)
    assert ME not in found
    first, second = (line[-6:] for line in lines)
    homes = {n: r for r, texts in found.items() for t in texts for n in (first, second) if n in t}
    assert len(set(homes.values())) == 2


def test_a_child_is_known_by_either_name():
    assert named("朵朵大名邵知秋，现在一年级") == {"邵知秋": True}


def test_who_stands_for_whom_is_an_alias():
    assert set(named("小邵 = 邵一凡，后端", "邵一凡").values()) == {False}


def test_a_verb_and_a_short_name_are_no_friend():
    assert named("初稿发小高了") == {}
