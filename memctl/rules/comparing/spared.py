"""What a change leaves alone, though a rule says that it touches it.

Asked last, of the few pairs that any rule connects: what is not claimed, or of something of the
owner's; one of several that a row lists; one remark that meets a row of many statements.

Keys read from the data of a language (roles.toml):
    listing   what stands between two of several, as regular expressions
    delays    words for what only comes later than was told
    awaiting  what begins a part that tells for what somebody waits, as regular expressions
"""

from collections.abc import Sequence

from memctl.language.lexicon import pattern_of
from memctl.language.quantities import amounts
from memctl.language.stances import read_teller
from memctl.language.terms import Term
from memctl.rules.comparing.anchors import BESIDE_WORDS, anchors_of, is_about_it, meets
from memctl.rules.comparing.bystanders import doubted
from memctl.rules.comparing.namings import NAMING, RENAMES
from memctl.rules.comparing.possessions import tells_of_its_own, was_wrong_of_else
from memctl.rules.comparing.relations import Relation, tell
from memctl.rules.comparing.slots import slot_pairs
from memctl.rules.reading import Reading

_CROWD = 4
"""Clauses from which on a row tells so much that one word shared with it is chance."""


def spared(found: Relation, old: Reading, new: Reading) -> Relation | None:
    """Why the older statement stands all the same; None: it is touched as was found.

    Of two sources each says what it says.
    """
    if found.kind == "disagrees" and (new.stances.report or read_teller(new.text, new.lexicon)[0]):
        return None
    if found.kind == "corrects":
        is_else = was_wrong_of_else(old, new)
        return tell("apart", "another_of_kind", new) if is_else else tells_of_its_own(old, new)
    if found.kind != "disagrees" and (
        _goes_on(old, new)
        or _is_kept(old, new)
        or _is_renamed(old, new)
        or _is_only_where(old, new)
    ):
        return tell("apart", "another_of_kind", new)
    return doubted(new) or tells_of_its_own(old, new)


def _is_kept(old: Reading, new: Reading) -> bool:
    """Is an amount told to stay as it is, without being told again ("T4 normal, keep the dose")?"""
    units = amounts(old.lexicon)
    was, now = (any(q.unit in units for q in r.quantities) for r in (old, new))
    return bool(new.stances.kept) and was and not now


def _is_renamed(old: Reading, new: Reading) -> bool:
    """Is all that changed a name, of which the older one tells nothing?"""
    names = [(t.start, t.end) for t in new.terms if t.id == RENAMES]
    cues = (*new.stances.change, *new.stances.end, *new.stances.leave)
    is_only = bool(names) and all(any(meets(c, n) for n in names) for c in cues)
    return is_only and NAMING.isdisjoint(old.ids) and not slot_pairs(old, new)


def _is_only_where(old: Reading, new: Reading) -> bool:
    """Is what the older one begins with only the place of something else ("runs on staging")?"""
    anchors = [t for t in anchors_of(old, new) if t.id[:2] not in BESIDE_WORDS]
    if not anchors or slot_pairs(old, new) or old.is_named or new.is_named:
        return False
    begun = {t.id for t in old.terms if not old.text[: t.start].strip() or _is_article(old, t)}
    where = pattern_of("where", new.lexicon, r"\Z")
    is_place = all(t.id in begun and where.search(new.text, 0, t.start) for t in anchors)
    first = min((t for t in new.terms if t.id[:2] not in BESIDE_WORDS), default=None)
    return is_place and first is not None and first.id not in old.ids and new.text[0].isascii()


def _is_article(reading: Reading, term: Term) -> bool:
    """Stands an article before it, and nothing else?"""
    articles = pattern_of("articles", reading.lexicon)
    return articles.fullmatch(reading.text[: term.start].rstrip()) is not None


def _goes_on(old: Reading, new: Reading) -> bool:
    """Do the two meet in so little of the older one that the rest of it cannot be over?"""
    anchors = anchors_of(old, new)
    if not anchors or slot_pairs(old, new):
        return False
    if len(old.clauses) >= _CROWD and not is_about_it(old, anchors):
        return True
    said = {t.id for t in anchors if t.id[:2] not in BESIDE_WORDS}
    met = {t.start for t in old.terms if t.id in said}
    if len(met) == 1 and pattern_of("listing", old.lexicon).search(old.text):
        return True
    late = _delayed(new, anchors)
    return late is not None and _is_awaited(old, late)


def _delayed(new: Reading, anchors: Sequence[Term]) -> Term | None:
    """What only comes later, where nothing else is told to change: the last word before that."""
    delays = [m.span() for m in pattern_of("delays", new.lexicon).finditer(new.text)]
    cues = (*new.stances.change, *new.stances.end, *new.stances.leave)
    if not delays or not all(any(a < c[1] and c[0] < b for a, b in delays) for c in cues):
        return None
    return max((t for t in anchors if t.end <= delays[0][0]), key=lambda t: t.end, default=None)


def _is_awaited(old: Reading, term: Term) -> bool:
    """Does the older one name it as what somebody waits for?"""
    waits = [m.span() for m in pattern_of("awaiting", old.lexicon).finditer(old.text)]
    return any(t.id == term.id and any(a <= t.start < b for a, b in waits) for t in old.terms)
