import pytest

from memctl.graph.entity import Entity, EntityRef
from memctl.graph.graph import make_graph
from memctl.language.lexicon import parse_lexicon
from memctl.resources import lexicon_texts
from memctl.rules.resolution.known_names import known_names
from memctl.rules.resolution.subjects import own_names, subjects

LEXICON = parse_lexicon(lexicon_texts())
PEOPLE = {
    "people/odile-varga": "Odile Varga",
    "people/ruth-amsel": "Ruth Amsel",
    "people/ruth-pohl": "Ruth Pohl",
    "people/aunt-greet": "Aunt Greet",
    "people/邵一凡": "邵一凡",
    "companies/quaymark-robotics": "Quaymark Robotics",
    "companies/松果科技": "松果科技",
    "projects/grain-tablets": "Grain Tablets",
}
KNOWN = known_names(
    make_graph({EntityRef(r): Entity(EntityRef(r), name) for r, name in PEOPLE.items()}), LEXICON
)


def refs(text: str) -> list[str | None]:
    return [s.entity for s in subjects(text, KNOWN, LEXICON) if not s.is_new]


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("Odile is back", "people/odile-varga"),
        ("Greet bakes", "people/aunt-greet"),
        ("邵老师出差", "people/邵一凡"),
        ("一凡离职了", "people/邵一凡"),
        ("Quaymark is hiring", "companies/quaymark-robotics"),
        ("松果融资了", "companies/松果科技"),
        ("the tablets are late", "projects/grain-tablets"),
        ("[[people/odile-varga]] is back", "people/odile-varga"),
        ("Ruth A. called", "people/ruth-amsel"),
    ],
)
def test_short_names_mean_the_only_one_they_fit(text, ref):
    assert refs(text) == [ref]


def test_a_name_that_fits_two_is_ambiguous():
    (subject,) = subjects("Ruth called", KNOWN, LEXICON)

    assert subject.entity is None
    assert set(subject.ambiguous) == {"people/ruth-amsel", "people/ruth-pohl"}


def test_another_surname_is_another_person():
    assert refs("Odile Brix called") == []


def test_what_is_called_like_somebody_is_not_them():
    assert refs("the neighbour's dog is also called Odile") == []


@pytest.mark.parametrize(
    ("text", "name", "others"),
    [
        ("my manager is Tomke Aldag", "Tomke Aldag", ()),
        ("new colleague: Tomke Aldag, engineer", "Tomke Aldag", ()),
        ("Bo (Tomke Aldag) came for tea", "Tomke Aldag", ("Bo",)),
        ("T = Tomke Aldag", "Tomke Aldag", ("T",)),
        ("Dr. Tomke Aldag is my new dentist", "Tomke Aldag", ("Dr. Tomke Aldag",)),
        ("新同事叫柳惜文，前端工程师", "柳惜文", ()),
        ("柳惜文（花名小鹿）牵头", "柳惜文", ("小鹿",)),
    ],
)
def test_an_introduction_names_somebody_new(text, name, others):
    new = [s for s in subjects(text, KNOWN, LEXICON) if s.is_new and s.is_plain]

    assert [(s.name, s.names) for s in new] == [(name, others)]


def test_a_bare_name_is_not_plain():
    (subject,) = subjects("Tomke moved to Kiel", KNOWN, LEXICON)

    assert subject.is_new
    assert not subject.is_plain


@pytest.mark.parametrize("text", ["Rent has gone up", "Payday moved to Friday", "The office moved"])
def test_common_words_never_become_people(text):
    assert subjects(text, KNOWN, LEXICON) == ()


def test_the_user_introduces_themselves():
    assert own_names("I'm Tomke Aldag, nurse", LEXICON) == ("Tomke Aldag",)
    assert own_names("我：柳惜文，木匠", LEXICON) == ("柳惜文",)


@pytest.mark.parametrize(
    "text",
    [
        "Payroll has moved to the second floor.",
        "Backend ported to Erlang.",
        "Go-live is 26 September.",
        "Bread goes up to 4.20 from May.",
    ],
)
def test_an_everyday_word_with_the_capital_of_its_sentence_is_nobody(text):
    assert not [s for s in subjects(text, KNOWN, LEXICON) if s.is_new]


def test_a_name_that_begins_a_sentence_is_somebody():
    assert [s.name for s in subjects("Bruno works at Quay Homes", KNOWN, LEXICON)][:1] == ["Bruno"]
