"""Whose illness or medicine it is, where the statement names nobody; and what a cut may lose."""

from datetime import date

import pytest

from memctl.graph.graph import make_graph
from memctl.graph.note import Block
from memctl.rules.extraction import extract, told_above
from tests.helpers.pairs import shipped
from tests.rules.filing.test_whose import ME

DAY = date(2026, 3, 2)


def homes(*paragraphs, kind="paragraph"):
    """Each kept text with the ref it is filed at."""
    graph, before, last, found = make_graph(), {}, None, {}
    for number, text in enumerate(paragraphs):
        block = Block("memory/2026-03-02.md", 1 + 2 * number, text, DAY, kind=kind)
        if last is not None:
            before[block] = last
        last = block
        above = told_above(block, before, graph, shipped())
        for c in extract(block, graph, shipped(), me=ME, before=above):
            if c.accepted:
                found[c.text] = c.entity
    return found


def home_of(words, found):
    return next((ref for text, ref in found.items() if words in text), None)


@pytest.mark.parametrize(
    ("paragraphs", "words", "ref"),
    [
        (
            ("外婆昨晚发烧住院。舅舅照顾。", "头孢先减半 250mg，医生说肝指标偏高。"),
            "头孢",
            "people/wai-po",
        ),
        (("妈头晕，去了医院。", "今天好多了。", "替米沙坦减到 20mg。"), "替米沙坦", "people/ma"),
        (("妈头晕去了医院。爸照顾。布洛芬每天三次，一次一片。",), "布洛芬", "people/ma"),
        (("带年糕去宠物医院抽血。肌酐偏高，怀疑肾病早期，邵医生。",), "肌酐", "people/nian-gao"),
        (
            ("Mum was dizzy and broke her wrist. Dad looks after her.", "Ramipril 2.5 mg for now."),
            "Ramipril",
            "people/mum",
        ),
    ],
)
def test_it_goes_on_about_the_patient_named_last(paragraphs, words, ref):
    assert home_of(words, homes(*paragraphs)) == ref


def test_what_the_writer_has_is_the_writers():
    found = homes("我昨天去复查。", "氨氯地平加到 10mg，每天一次。")
    assert home_of("氨氯地平", found) == ME


def test_a_bullet_does_not_go_on_about_the_one_above():
    found = homes("妈复诊，换了药。", "血压 130/85，医生让每天吃替米沙坦 40mg", kind="bullet")
    assert home_of("130/85", found) == ME


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("相亲局（知秋拉的）认识了孟川，做室内设计的，37，离异没孩子", "people/meng-chuan"),
        ("Met Bo Varga (Odile Quill dragged me along), an architect, divorced", "people/bo-varga"),
        ("妈发语音：爸答应少抽，一天半包", "people/ba"),
    ],
)
def test_what_follows_somebody_met_is_told_of_them(text, ref):
    assert set(homes(text, kind="bullet").values()) == {ref}


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("妹妹知秋高考成绩出来了！！总分 631，第一志愿应该没问题", "631"),
        ("知秋早产！女儿，33周，4斤1两，名字还没定", "33周"),
        ("妈生日农历五月初六，今年是阳历 6月20 —— 记得订花", "五月初六"),
        ("My sister's results are in! 391 in the first round, she should be fine now.", "391"),
    ],
)
def test_a_fact_keeps_the_number_that_it_announces(text, number):
    assert any(number in kept for kept in homes(text, kind="bullet"))
