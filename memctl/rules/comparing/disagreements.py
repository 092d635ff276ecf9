"""What was never true, and what two sources tell differently."""

from memctl.language.lexicon import Lexicon
from memctl.rules.comparing.anchors import anchors_of, is_name
from memctl.rules.comparing.bystanders import is_unsure
from memctl.rules.comparing.paraphrases import is_swap
from memctl.rules.comparing.relations import Relation, tell
from memctl.rules.comparing.slots import differing, slot_pairs
from memctl.rules.reading import Reading, read


def corrected(old: Reading, new: Reading) -> Relation | None:
    """What is told as wrong was never true."""
    if not new.stances.correction or is_unsure(new):
        return None
    is_elsewhere = bool(old.slots and new.slots) and not slot_pairs(old, new)
    anchors = [t for t in anchors_of(old, new) if not is_name(old, new, t)]
    if differing(old, new) or (anchors and not is_elsewhere):
        return tell("corrects", "wrong", new)
    return None


def says_more(old: str, new: str, lexicon: Lexicon) -> bool:
    """Does the old statement fill a slot of which the correction says nothing?"""
    a, b = read(old, (), lexicon), read(new, (), lexicon)
    return not {s.attribute for s in a.slots} <= {s.attribute for s in b.slots}


def disagreeing(old: Reading, new: Reading) -> Relation | None:
    """Two sources, or one sentence with another part: they clash when told of one day."""
    units = {q.unit for q in old.quantities if q.unit} & {q.unit for q in new.quantities}
    is_counted = (units or (old.is_named and new.is_named)) and old.numbers and new.numbers
    is_reported = bool(old.stances.report and new.stances.report)
    if is_reported and (_shares_words(old, new) or (is_counted and old.numbers != new.numbers)):
        return tell("disagrees", "sources", new)
    anchors = anchors_of(old, new)
    if anchors and (old.stances.report or new.stances.report or is_swap(old, new)):
        return tell("disagrees", "sources", new)
    return None


def _shares_words(old: Reading, new: Reading) -> bool:
    """Do both hold the same three Chinese characters in a row, names included?"""
    runs = {old.text[i : i + 3] for i in range(len(old.text) - 2)}
    threes = (new.text[i : i + 3] for i in range(len(new.text) - 2))
    return any(three in runs and all("\u3400" <= c <= "\u9fff" for c in three) for three in threes)
