"""What is told of something of somebody's, or of a part of it, is not told of themselves.

"Acme's dye works employs 40" says nothing of how many Acme employs, and "Ada's manager is on
leave" nothing of whose manager Ada is. A statement that begins with whose a thing is leaves
alone what the older one tells of the owner, unless the thing is one of which that tells as well.

Keys read from the data of a language (possessions.toml):
    owning   how a statement begins with an owner and a thing, as regular expressions with the
             groups `who` and, right before the thing, `what`
    mistaken how a statement owns up to a mistake, with the group `what`: of what it was
    behind   what stands behind a thing of two words, as regular expressions
    labels   words for what a statement tells of the owner itself ("title", 职位): no other thing
    skipped  words before a thing that make no other thing of it, beside `plain_qualifiers`
    doing    what is no thing, but what somebody is doing or has done ("Ada's moved"), as regular
             expressions
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from memctl.expressions import compiled
from memctl.language.lexicon import Lexicon, words_of
from memctl.language.phrases import Span
from memctl.language.statements import statements
from memctl.language.terms import empty_characters
from memctl.rules.comparing.anchors import (
    BESIDE_WORDS,
    HAN_CHARACTER,
    anchors_of,
    meets,
)
from memctl.rules.comparing.relations import Relation, tell
from memctl.rules.comparing.slots import slot_pairs
from memctl.rules.comparing.whose.subjects import read_subject
from memctl.rules.reading import Reading

_READINGS = 1024
_STEM = 4
"""First letters by which a word is known again."""
_LED = 2
"""Characters that may stand before an owner in Chinese (我, 我的)."""
_ENDS = " .。!！"
_WORDS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class _Owned:
    """A thing with which a statement begins, and whose it is."""

    who: Span
    what: Span


def tells_of_its_own(old: Reading, new: Reading) -> Relation | None:
    """Is the newer one told of a thing of whom, or of what, the older one is told?"""
    found = _owned(new)
    if found is None:
        return None
    if _is_strangers(old, new, found):
        return tell("apart", "somebody_else", new)
    if not (_is_owner(old, new, found) and _is_all_said_there(old, new, found)):
        return None
    return None if _is_told_of(old, new, found) else tell("apart", "another_of_kind", new)


def _is_strangers(old: Reading, new: Reading, found: _Owned) -> bool:
    """Is it somebody's by name whom the older one, which says whose it is, does not know?"""
    grammar = statements(new.lexicon).grammar
    word = new.text[slice(*found.who)]
    is_mine = grammar.first_person.match(old.text) or grammar.we.match(old.text)
    if new.is_named or not (is_mine or old.is_named) or word.casefold() in old.text.casefold():
        return False
    subject = read_subject(new.text, new.lexicon)
    is_somebody = subject.whose in {"somebody", "perhaps"} and subject.words.endswith(word)
    return is_somebody and _is_told_of(old, new, found) and bool([*_words(new, found.what)])


def was_wrong_of_else(old: Reading, new: Reading) -> bool:
    """Does a correction name of what it was wrong, and does the older one tell nothing of that?"""
    found = (p.search(new.text) for p in _patterns("mistaken", new.lexicon))
    spans = [m.span("what") for m in found if m is not None]
    words = [span for what in spans for _, span in _words(new, what)]
    return bool(words) and not any(_is_known(old, new, span) for span in words)


def tells_of_another(old: Reading, new: Reading) -> Relation | None:
    """Is the newer one told of somebody of theirs: her cousin, or the manager of the manager?

    Then it is not the same in other words, however many of the words are.
    """
    found = _owned(new)
    if found is None or any(meets(found.who, span) for span in new.named):
        return None
    if _is_value(old, new, found):
        return tell("apart", "somebody_else", new)
    if not _is_owner(old, new, found):
        return None
    behind = read_subject(new.text[found.what[0] :], new.lexicon)
    is_being = behind.whose == "somebody" and not _is_told_of(old, new, found)
    return tell("apart", "somebody_else", new) if is_being else None


def _is_value(old: Reading, new: Reading, found: _Owned) -> bool:
    """Is whose it is only what the older one tells last ("my manager is Delia")?"""
    word, told = new.text[slice(*found.who)].casefold(), old.text.casefold().rstrip(_ENDS)
    is_last = told.endswith(word) and not (told.startswith(word) or new.is_named)
    return is_last and any(_is_known(old, new, span) for _, span in _words(new, found.what))


@lru_cache(maxsize=_READINGS)
def _owned(reading: Reading) -> _Owned | None:
    for pattern in _patterns("owning", reading.lexicon):
        if (match := pattern.match(reading.text)) is not None:
            return _Owned(match.span("who"), match.span("what"))
    return None


def _is_owner(old: Reading, new: Reading, found: _Owned) -> bool:
    """Is it the entity, or somebody or something of which the older statement speaks?"""
    if any(meets(found.who, span) for span in new.named):
        is_han = HAN_CHARACTER.search(new.text[slice(*found.who)])
        return any(found.who[1] == b or (found.who[0] == a and not is_han) for a, b in new.named)
    word, told = new.text[slice(*found.who)].casefold(), old.text.casefold()
    if told.rstrip(_ENDS).endswith(word):
        return True
    if not word.isascii():
        return 0 <= told.find(word) <= _LED
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", told) is not None


def _is_all_said_there(old: Reading, new: Reading, found: _Owned) -> bool:
    """Do the two meet in the clause of the thing only?"""
    here = new.clause_of(found.what[0])
    met = {new.clause_of(t.start) for t in anchors_of(old, new)}
    met |= {new.clause_of(b.span[0]) for _, b in slot_pairs(old, new)}
    return met <= {here}


def _is_told_of(old: Reading, new: Reading, found: _Owned) -> bool:
    """Does the older one tell of that thing too, or is it only what a value is called?"""
    words = list(_words(new, found.what))
    if not words:
        return True
    labels = _labels(new.lexicon)
    if any(word in labels for word, _ in words):
        return True
    # A verb that follows ("her carer lives in Troon") is no word of the thing.
    is_phrase = bool(_either("behind", new.lexicon).match(new.text, found.what[1]))
    return any(_is_known(old, new, span) for _, span in words[: 2 if is_phrase else 1])


def _words(new: Reading, what: Span) -> Iterator[tuple[str, Span]]:
    """The words of the thing, without those that make no other one of it."""
    skipped, doing = _skipped(new.lexicon), _either("doing", new.lexicon)
    for match in _WORDS.finditer(new.text, *what):
        word = match.group().casefold()
        if word not in skipped and not doing.fullmatch(word):
            yield word, match.span()


def _is_known(old: Reading, new: Reading, span: Span) -> bool:
    word = new.text[slice(*span)].casefold()
    if HAN_CHARACTER.match(word):
        said = {c for c in word if c not in empty_characters(new.lexicon)}
        return bool(said & old.characters)
    told = {
        t.id for t in new.terms if meets((t.start, t.end), span) and t.id[:2] not in BESIDE_WORDS
    }
    return bool(told & old.ids) or word[:_STEM] in old.text.casefold()


@lru_cache(maxsize=8)
def _patterns(key: str, lexicon: Lexicon) -> tuple[re.Pattern[str], ...]:
    return tuple(compiled(row, re.IGNORECASE) for row in _rows(key, lexicon))


@lru_cache(maxsize=8)
def _labels(lexicon: Lexicon) -> frozenset[str]:
    return frozenset(_rows("labels", lexicon))


@lru_cache(maxsize=8)
def _either(key: str, lexicon: Lexicon) -> re.Pattern[str]:
    return compiled("|".join(_rows(key, lexicon)) or "(?!)")


@lru_cache(maxsize=8)
def _skipped(lexicon: Lexicon) -> frozenset[str]:
    keys = ("plain_qualifiers", "facets", "carriers")
    return frozenset((*_rows("skipped", lexicon), *(w for k in keys for w in words_of(k, lexicon))))


def _rows(key: str, lexicon: Lexicon) -> Iterator[str]:
    for language in lexicon.languages:
        yield from lexicon.table(language, "possessions").get(key, ())
