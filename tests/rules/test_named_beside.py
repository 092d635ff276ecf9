import pytest

from memctl.graph.entity import Entity, EntityRef
from memctl.language.lexicon import parse_lexicon
from memctl.resources import lexicon_texts
from memctl.rules.comparing.whose.beside import is_only_beside

LEXICON = parse_lexicon(lexicon_texts())


def somebody(name: str) -> Entity:
    return Entity(EntityRef(f"people/{name.casefold()}"), name)


@pytest.mark.parametrize(
    ("text", "told", "named"),
    [
        ("Bo now does judo on Saturdays, Ada drives him", "Bo", "Ada"),
        ("Bo is on ward 8 so Ada can look in", "Bo", "Ada"),
        ("Bo is on ward 8 so Ada can nip up from hers", "Bo", "Ada"),
        ("Bo moved desks, Ada helped carry", "Bo", "Ada"),
        ("小禾现在周六学画画，邵一凡接送", "小禾", "邵一凡"),
        ("小禾转到第二小学，方便邵一凡接", "小禾", "邵一凡"),
    ],
)
def test_who_only_comes_in_has_no_news(text, told, named):
    assert is_only_beside(somebody(named), somebody(told), text, LEXICON)


@pytest.mark.parametrize(
    ("text", "told", "named"),
    [
        ("Bo took over the bakery from Ada", "Bo", "Ada"),
        ("Bo took over from Ada so Bo can bake", "Bo", "Ada"),
        ("Bo leads it, Ada has left", "Bo", "Ada"),
        ("Bo changed schools, Ada now works days", "Bo", "Ada"),
        ("Ada drives Bo to judo", "Bo", "Ada"),
        ("小禾接手了，邵一凡不干了", "小禾", "邵一凡"),
    ],
)
def test_who_changes_beside_has_news(text, told, named):
    assert not is_only_beside(somebody(named), somebody(told), text, LEXICON)
