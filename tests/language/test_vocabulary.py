"""Every class of words in the pattern data is at hand where its words are said."""

import pytest

from memctl.language.stances import read_stances
from memctl.language.terms import fold, read_terms
from memctl.rules.comparing.anchors import kind_changes
from memctl.rules.reading import read
from tests.helpers.pairs import shipped

TURNS = [
    ("change", "The rent was turned up to 900"),
    ("change", "The fee rises to 40"),
    ("change", "The shop is under new management"),
    ("change", "Blue Fern made Otis its head gardener"),
    ("change", "Tilda passed her driving test"),
    ("change", "The talk slid back by a week"),
    ("change", "Tilda was transferred to the night team"),
    ("change", "Tilda was given locker 12"),
    ("change", "Tilda landed a teaching job at the abbey"),
    ("change", "Blue Fern threw its lot in with the growers"),
    ("change", "Tilda enrolled at the art school"),
    ("change", "Tilda had twins"),
    ("change", "The course was held over until June"),
    ("change", "Tilda came out of retirement"),
    ("change", "Tilda is smoking again"),
    ("change", "Tilda took out a family membership"),
    ("change", "Blue Door went paid"),
    ("change", "小柯的药加成了三片"),
    ("change", "业主加租"),
    ("change", "店铺易手"),
    ("change", "小柯学会了游泳"),
    ("change", "小柯拿到驾照"),
    ("change", "队里组长另有其人"),
    ("change", "小柯被调去二队"),
    ("change", "小柯领了证"),
    ("change", "小柯迁户口，落了户"),
    ("change", "演出押后"),
    ("change", "小柯返聘"),
    ("change", "小柯办了年卡"),
    ("end", "Tilda chucked in the choir"),
    ("end", "The old van went for scrap"),
    ("end", "The quiz nights are a thing of the past"),
    ("end", "Otis lost his seat"),
    ("end", "Tilda handed over the keys"),
    ("end", "The bus route was cut"),
    ("end", "The quarrel is resolved"),
    ("leave", "The piano found a buyer"),
    ("end", "Tilda jacked it in"),
    ("end", "The boss gave Otis the boot"),
    ("end", "Tilda and Otis are not an item"),
    ("end", "The old dog popped his clogs"),
    ("end", "The ankle is right as rain"),
    ("end", "Tilda went off coffee"),
    ("end", "Blue Fern ceased trading"),
    ("end", "The server was decommissioned"),
    ("end", "Tilda is mortgage-free"),
    ("end", "Tilda is off insulin altogether"),
    ("end", "小柯退了学"),
    ("end", "这份工小柯唔做喇"),
    ("end", "规定废止"),
    ("end", "小柯被革职"),
    ("end", "官司结案"),
    ("end", "旧相机束之高阁"),
    ("end", "小柯从球队退出"),
    ("end", "小柯把证给注销了"),
    ("end", "小柯打了退堂鼓"),
    ("end", "小柯和小陶闹掰"),
    ("end", "小柯没在那家续保"),
    ("end", "合作不了了之"),
    ("exception", "Tilda covered a lesson"),
    ("exception", "Tilda sat in for Otis"),
    ("exception", "小柯代一节课"),
    ("attempt", "Tilda put in for the job"),
    ("attempt", "小柯没租到房"),
    ("swap", "Tilda gave up judo for golf"),
    ("swap", "小柯改学长笛"),
    ("negation", "Tilda steers clear of nuts"),
    ("negation", "小柯碰不得花生"),
]


def words_of(table):
    """(class, word, a text that says it) for every word of every language."""
    lexicon = shipped()
    return [
        (name, word, word if lexicon.tables[language].get("spaced") else f"是{word}")
        for language in lexicon.languages
        for name, words in lexicon.table(language, table).items()
        for word in words
    ]


def ids_of(text):
    return {t.id for t in read_terms(fold(text, shipped()), shipped())}


def test_every_word_is_read_as_its_concept():
    lost = [(n, word) for n, word, text in words_of("concepts") if f"c:{n}" not in ids_of(text)]

    assert lost == []


def test_every_member_of_a_kind_is_read_as_one():
    lost = [word for _, word, text in words_of("kinds") if not any("k:" in i for i in ids_of(text))]

    assert lost == []


def test_what_a_list_of_kinds_names_is_a_kind():
    kinds = {name for name, *_ in words_of("kinds")}
    lexicon = shipped()

    listed = {
        row
        for language in lexicon.languages
        for key in ("states", "loose_kinds")
        for row in lexicon.rows(language, key)
    }

    assert listed - kinds == set()


@pytest.mark.parametrize(("stance", "text"), TURNS, ids=[text for _, text in TURNS])
def test_an_idiom_is_read_as_the_turn_that_it_tells(stance, text):
    assert getattr(read_stances(fold(text, shipped()), shipped()), stance)


@pytest.mark.parametrize(
    ("new", "is_changed"),
    [
        ("Tilda took her violin exam", False),
        ("Tilda gave up the piano for the violin", True),
    ],
)
def test_of_what_one_may_have_many_only_one_for_another_is_a_change(new, is_changed):
    old, now = (read(text, ("Tilda",), shipped()) for text in ("Tilda plays the piano", new))

    assert bool(kind_changes(old, now)) is is_changed
