"""Who or what is known by one name and, as the text says, is called otherwise from now on."""

from collections.abc import Sequence
from dataclasses import replace

from memctl.language.lexicon import Lexicon
from memctl.language.statements import group, statements
from memctl.rules.resolution.known_names import KnownNames
from memctl.rules.resolution.subject import Subject

_MARKS = "*_“”\"'「」『』《》 "


def renamed(
    text: str, found: Sequence[Subject], known: KnownNames, lexicon: Lexicon
) -> list[Subject]:
    """Those who are named, each with the new name that the text gives; the new name is nobody.

    A name that somebody else bears already is given to nobody: which of them is meant later
    could not be told.
    """
    subjects = list(found)
    reader = statements(lexicon)
    for match in reader.grammar.renamed.finditer(reader.fold(text)):
        old, new = group(match, "old"), group(match, "new")
        if old is None or new is None:
            continue
        name = text[slice(*new)].strip(_MARKS)
        bearers = [s for s in subjects if s.entity and s.is_plain and _meet(s.span, old)]
        others = set(known.bearers(name)) - {s.entity for s in bearers}
        if len({s.entity for s in bearers}) != 1 or others or not name:
            continue
        subjects = [
            replace(s, names=tuple(dict.fromkeys((*s.names, name)))) if s in bearers else s
            for s in subjects
            if s in bearers or not _meet(s.span, new)
        ]
    return subjects


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]
