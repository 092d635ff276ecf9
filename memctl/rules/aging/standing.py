"""How much a fact counts: what does harm when forgotten, who the user is, what passed once.

Read from data (standing.toml): by words, as the index reads it, and by what a fact fills.
What is vital never grows cold and is never cut for a budget; what is passing goes first.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

from memctl.graph.fact import Fact
from memctl.language.attributes import read_slots
from memctl.language.kin import read_kin
from memctl.language.lexicon import Lexicon
from memctl.language.questions import CORE, ORDINARY, STANDINGS, VITAL, standing_of, standings
from memctl.language.terms import fold
from memctl.rules.places import is_about_user

if TYPE_CHECKING:
    from memctl.language.questions import Standings

_LASTING = (VITAL, CORE)


def standing(fact: Fact, lexicon: Lexicon) -> str:
    """One of STANDINGS.

    By its words; where they leave it ordinary, by what it fills, and by whom of the user's own
    people it tells.
    """
    known, attributes = _known(lexicon)
    told = standing_of(fact.text, known)
    if told != ORDINARY:
        return told
    filled = {s.attribute for s in read_slots(fact.text, lexicon) if s.polarity == "state"}
    found = (name for name in _LASTING if not filled.isdisjoint(attributes[name]))
    is_tie = fact.category == "relationship" or tells_of_kin(fact.text, lexicon)
    return next(found, CORE if is_tie else told)


def is_vital(fact: Fact, lexicon: Lexicon) -> bool:
    """May it do harm to forget this? By its words alone, which costs little."""
    return standing_of(fact.text, _known(lexicon)[0]) == VITAL


def tells_of_kin(text: str, lexicon: Lexicon) -> bool:
    """Does it name one of the user's own people by what they are to the user?"""
    return bool(read_kin(fold(text, lexicon), lexicon)) and is_about_user(text, lexicon)


def rank(fact: Fact, lexicon: Lexicon, *, is_own: bool = True) -> int:
    """Its place among the standings: 0 for what is vital.

    Args:
        fact: Read by its words.
        lexicon: All languages.
        is_own: Is it of the user? Then what else it tells counts too, which is dearer to read.
    """
    if is_own:
        return STANDINGS.index(standing(fact, lexicon))
    return STANDINGS.index(standing_of(fact.text, _known(lexicon)[0]))


@lru_cache(maxsize=16)
def _known(lexicon: Lexicon) -> "tuple[Standings, dict[str, frozenset[str]]]":
    tables = [lexicon.table(language, "standing") for language in lexicon.languages]
    attributes = {
        name: frozenset(a for t in tables for a in t.get("attributes", {}).get(name, ()))
        for name in _LASTING
    }
    return standings(tables), attributes
