import pytest

from memctl import resources
from memctl.language.lexicon import parse_lexicon
from memctl.language.naming.firms import is_firm

LEXICON = parse_lexicon(resources.lexicon_texts())


@pytest.mark.parametrize(
    "name",
    ["Hargreave Motors", "Odo & Sons", "Quaymark Ltd.", "Nether Pane Vets", "瑞云物业", "速达快递"],
)
def test_a_name_that_ends_like_a_firms_is_a_firms(name):
    assert is_firm(name, LEXICON)


@pytest.mark.parametrize("name", ["Odile Varga", "Ben & Odile", "Motors", "Rosa Bakker", "李建设"])
def test_somebodys_name_is_no_firms(name):
    assert not is_firm(name, LEXICON)
