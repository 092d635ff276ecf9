"""What a new statement means for an old one, from their words alone.

No day, source or status is looked at here: that is `reconciliation`. The comparison is
conservative: a statement touches another only when they share a slot, or share an anchor
(a content word) beside a word that says that something changed or stopped. Likeness alone
never retires anything.
"""

from memctl.language.lexicon import Lexicon
from memctl.language.recasting import recast
from memctl.language.terms import fold
from memctl.rules.comparing.bystanders import is_foreign, is_left_alone
from memctl.rules.comparing.contrasts import another_of_set
from memctl.rules.comparing.disagreements import corrected, disagreeing, tells_news, told_otherwise
from memctl.rules.comparing.ends import ended
from memctl.rules.comparing.holders import another_holder, instead_of_it, only_one
from memctl.rules.comparing.learned import weighed
from memctl.rules.comparing.namings import renamed
from memctl.rules.comparing.objects import another_thing
from memctl.rules.comparing.own_objects import speaks_of_else
from memctl.rules.comparing.paraphrases import same_otherwise
from memctl.rules.comparing.possessions import tells_of_another
from memctl.rules.comparing.relations import APART, BESIDE, Relation, tell
from memctl.rules.comparing.slots import two_values
from memctl.rules.comparing.spared import spared
from memctl.rules.comparing.successors import named_anew, stopped_by_name, told_anew
from memctl.rules.comparing.updates import (
    another_amount,
    another_dose,
    another_number,
    another_state,
    change,
    now_otherwise,
)
from memctl.rules.reading import BARE_NUMBER, Reading, read

_RULES = (
    corrected,
    speaks_of_else,
    another_holder,
    instead_of_it,
    same_otherwise,
    is_foreign,
    another_dose,
    is_left_alone,
    renamed,
    named_anew,
    stopped_by_name,
    another_thing,
    told_anew,
    two_values,
    ended,
    change,
    another_number,
    another_amount,
    now_otherwise,
    another_state,
    only_one,
    disagreeing,
)

_TOUCHING = frozenset({"replaces", "ends", "disagrees", "corrects"})


def relate(
    old: str, new: str, names: tuple[str, ...], lexicon: Lexicon, *, learned: bool = True
) -> Relation:
    """How `new` stands to `old`, both said about an entity that bears `names`.

    Args:
        old: The older statement.
        new: The newer one.
        names: What the entity is called; names are no content.
        lexicon: The language of it.
        learned: Is what was learned from pairs asked as well?
    """
    found = _related(read(old, names, lexicon), read(new, names, lexicon), learned=learned)
    if found not in (APART, BESIDE) and found.kind != "disagrees":
        return found
    told = tuple(fold(text, lexicon) for text in (old, new))
    loosely = tuple(recast(text, lexicon, is_loose=True) for text in told)
    if loosely == told:
        return found
    a, b = (read(text, names, lexicon) for text in loosely)
    otherwise = _related(a, b, learned=learned)
    return otherwise if otherwise.kind == "same" else found


def _related(a: Reading, b: Reading, *, learned: bool) -> Relation:
    """The same of two statements as they are read."""
    if a.plain == b.plain:
        return tell("same", "same_words", b)
    # Most pairs share nothing; two sources may still contradict each other in one word, and
    # what is no more takes with it all that it did.
    is_told = bool((a.stances.report and b.stances.report) or b.stances.over)
    is_told |= another_dose(a, b) is not None
    if not is_told and not _have_to_do(a, b):
        return APART
    found = next((f for rule in _RULES if (f := rule(a, b)) is not None), None)
    if found is None or found.kind in {"apart", "same"}:
        found = told_otherwise(a, b, is_same=found is not None and found.kind == "same") or found
    found = weighed(found, a, b) if learned else found
    # Asked last, since most pairs are told apart by less.
    if found is not None and found.kind in _TOUCHING:
        found = spared(found, a, b) or another_of_set(a, b) or found
    if found is not None and found.kind == "same":
        return tells_of_another(a, b) or tells_news(a, b) or found
    if found is not None:
        return found
    return BESIDE if len(a.touches & b.touches) > 1 else APART


def _have_to_do(old: Reading, new: Reading) -> bool:
    """Is there anything in which the two meet?

    That each tells some number is nothing yet: it has to be the same one, or one set right.
    """
    met = old.touches & (new.touches | new.reaches)
    if old.acts & new.renews:
        return True
    if met != BARE_NUMBER:
        return bool(met)
    return bool(new.stances.correction or old.numbers & new.numbers)
