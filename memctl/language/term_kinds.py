"""Which terms are of a kind that decides what two statements have to do with each other.

Keys read from the data of a language (attributes.toml):
    weak_anchors    words in which two statements may meet by chance
    generic_heads   words after a name that add nothing to it
    opposites    concepts, in pairs, that exclude each other
    light_words  concepts and words that only join what is said ("uses", "suffers from")
    broad_concepts   concepts under which one has many things ("medicine")
    traits       concepts that by themselves are a whole statement
    lasting      words of what stays true of a thing that is no more ("founded")
    tasks        concepts that one hands over to somebody else
    acts_on      concept of somebody -> concepts of what they decide on (landlord: rent)
    states       kinds of which a new member is told without a word of change
    implied_ends   concept -> what it ends without naming it (retired: the job)
    loose_kinds  kinds of which one may have many: one for another only where that is said
    events_of    words that make an event of the thing before them ("launch party", 庆功宴)
"""

from functools import lru_cache

from memctl.language.lexicon import Lexicon
from memctl.language.terms import stem


@lru_cache(maxsize=16)
def weak_anchors(lexicon: Lexicon) -> frozenset[str]:
    """Ids of terms in which two statements may meet without being about one thing."""
    words = [w for lang in lexicon.languages for w in lexicon.rows(lang, "weak_anchors")]
    return frozenset({*words, *(stem(w, lexicon) for w in words)})


@lru_cache(maxsize=16)
def generic_heads(lexicon: Lexicon) -> frozenset[str]:
    """Stems of words after a name that add nothing to it ("the Acme team")."""
    words = (w for lang in lexicon.languages for w in lexicon.rows(lang, "generic_heads"))
    return frozenset(stem(w, lexicon) for w in words)


@lru_cache(maxsize=16)
def events_of(lexicon: Lexicon) -> tuple[str, ...]:
    """Words that make an event of the thing before them."""
    return tuple(w for lang in lexicon.languages for w in lexicon.rows(lang, "events_of"))


@lru_cache(maxsize=16)
def opposites(lexicon: Lexicon) -> tuple[frozenset[str], ...]:
    """Terms of which two statements that say the same never have one each."""
    found = (pair for lang in lexicon.languages for pair in lexicon.rows(lang, "opposites"))
    return tuple(frozenset(f"c:{name}" for name in pair) for pair in found)


@lru_cache(maxsize=16)
def light_words(lexicon: Lexicon) -> frozenset[str]:
    """Ids of terms that say little beside others."""
    words = [w for lang in lexicon.languages for w in lexicon.rows(lang, "light_words")]
    return frozenset({*words, *(stem(w, lexicon) for w in words)})


@lru_cache(maxsize=16)
def broad_concepts(lexicon: Lexicon) -> frozenset[str]:
    """Ids of concepts under which one has many things: one of them is not another."""
    rows = (row for lang in lexicon.languages for row in lexicon.rows(lang, "broad_concepts"))
    return frozenset(f"c:{row}" for row in rows)


@lru_cache(maxsize=16)
def traits(lexicon: Lexicon) -> frozenset[str]:
    """Ids of concepts that by themselves say all ("colour-blind", "an only child")."""
    rows = (row for lang in lexicon.languages for row in lexicon.rows(lang, "traits"))
    return frozenset(f"c:{row}" for row in rows)


@lru_cache(maxsize=16)
def tasks(lexicon: Lexicon) -> frozenset[str]:
    """Ids of concepts that one hands over to somebody else (who leads, who teaches)."""
    rows = (row for lang in lexicon.languages for row in lexicon.rows(lang, "tasks"))
    return frozenset(f"c:{row}" for row in rows)


@lru_cache(maxsize=16)
def acts_on(lexicon: Lexicon) -> dict[str, frozenset[str]]:
    """Ids of what somebody decides on for another ("my landlord raised the rent")."""
    rows = [row for lang in lexicon.languages for row in lexicon.table(lang, "acts_on").items()]
    return {f"c:{who}": frozenset(f"c:{name}" for name in names) for who, names in rows}


@lru_cache(maxsize=16)
def implied_ends(lexicon: Lexicon) -> dict[str, frozenset[str]]:
    """Ids of what ends with something else: who retired has no job, whatever it was."""
    found: dict[str, frozenset[str]] = {}
    for lang in lexicon.languages:
        for name, ends in lexicon.table(lang, "implied_ends").items():
            found[f"c:{name}"] = found.get(f"c:{name}", frozenset()) | frozenset(ends)
    return found


@lru_cache(maxsize=16)
def lasting(lexicon: Lexicon) -> tuple[str, ...]:
    """Words of what stays true when the thing is no more ("founded")."""
    return tuple(w for lang in lexicon.languages for w in lexicon.rows(lang, "lasting"))


@lru_cache(maxsize=16)
def state_kinds(lexicon: Lexicon) -> frozenset[str]:
    """Ids of kinds whose members follow one another: who is a widow is no longer married."""
    return frozenset(f"k:{k}" for lang in lexicon.languages for k in lexicon.rows(lang, "states"))


@lru_cache(maxsize=16)
def loose_kinds(lexicon: Lexicon) -> frozenset[str]:
    """Ids of kinds of which one may have many: who takes lessons in one plays another too."""
    rows = (row for lang in lexicon.languages for row in lexicon.rows(lang, "loose_kinds"))
    return frozenset(f"k:{row}" for row in rows)
