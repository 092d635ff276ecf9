"""Who is named beside somebody else, and does nothing of their own in what is told.

"Bo now swims on Mondays, Ada drives him" is Bo's news: it changes nothing that Ada has.

Key read from the data of a language (roles.toml):
    purposes   patterns behind which stands what something is for ("so … can")
"""

from memctl.graph.entity import Entity
from memctl.language.lexicon import Lexicon, pattern_of
from memctl.rules.reading import Reading, read


def is_only_beside(entity: Entity, told: Entity, text: str, lexicon: Lexicon) -> bool:
    """Is a person named only behind what is told of another, and without a word of change there?

    Args:
        entity: Who is named somewhere.
        told: Of whom it is told.
        text: The statement.
        lexicon: The language of it.
    """
    if entity.type != "people" or told.type != "people" or entity.ref == told.ref:
        return False
    reading = read(text, entity.names, lexicon)
    first = reading.named[0] if reading.named else None
    if first is None or _begins(text, entity):
        return False
    return all(_is_beside(reading, start) for start, _ in reading.named)


def _begins(text: str, entity: Entity) -> bool:
    return text.casefold().startswith(tuple(name.casefold() for name in entity.names))


def _is_beside(reading: Reading, at: int) -> bool:
    """Does the name stand in a clause behind the first, which tells of no change?"""
    number = reading.clause_of(at)
    found = pattern_of("purposes", reading.lexicon).finditer(reading.text)
    if any(m.end() == at for m in found):
        return True  # what it is for has not come about
    if not number:
        return False
    start, end = reading.clauses[number]
    stances = reading.stances
    turns = (*stances.change, *stances.end, *stances.leave, *stances.now)
    return not any(start <= a < end for a, _ in turns)
