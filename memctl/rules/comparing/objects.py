"""Another thing of the same sort: the bathroom's renovation is not the kitchen's.

A word of change or end is about what stands before it, or about its object. Where that is
told apart by a word which the old statement does not know ("garage rent" beside "rent"), or
where both begin with something of their own, nothing is retired: a miss is a pity, a wrong
retirement is a fault.

Key read from the data of a language (roles.toml):
    plain_qualifiers   words before a thing that make no other thing of it ("new", "monthly")
    belongs            words behind a thing before what tells which one it is ("in")
    causers            words behind who has something changed (让)
    relative_clauses   what stands between a thing and the verb of a clause that tells which
                       one it is ("the garage I rent"), as regular expressions
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from memctl.expressions import later
from memctl.language.lexicon import Lexicon, pattern_of, words_of
from memctl.language.phrases import HAN, Span
from memctl.language.term_kinds import generic_heads
from memctl.language.terms import Term, empty_characters
from memctl.rules.comparing.anchors import (
    BESIDE_WORDS,
    HAN_CHARACTER,
    WEEKDAYS,
    anchors_of,
    is_left,
    meets,
)
from memctl.rules.comparing.relations import Relation, tell
from memctl.rules.comparing.slots import slot_pairs
from memctl.rules.reading import Reading

_OWNING = 3
"""Characters between an owner and a thing."""
_HAN_BEFORE = later(rf"[{HAN}]+\Z")
_NAMED_THING = later(
    rf"([{HAN}]{{2}}|\b[a-z]+ ?)[“\"「『《]([^“”\"「」『』《》]{{1,12}})[”\"」』》]"
)
"""A thing and its name in quotation marks."""
_CACHED = 1024
"""Words of the few statements that are held against many others, one after the other."""
_NAME_BEFORE = later(rf"[a-z][\w.+-]*|[{HAN}]{{2,6}}")
_WORD = 2
"""Characters of a Chinese word."""
_PHRASE = 6
"""Most characters of a thing that is called by a Chinese phrase."""


def another_thing(old: Reading, new: Reading) -> Relation | None:
    """Is what changes or stops another thing than the old statement tells of?"""
    cues = (*new.stances.change, *new.stances.end, *new.stances.leave)
    if not cues:
        return None
    topic = _topic(old, new)
    told = list(_told(old, new, cues, topic))
    if told:
        is_other = all(_is_told_apart(old, new, term, cues, topic) for term in told)
    else:
        is_other = not slot_pairs(old, new) and (
            _begins_otherwise(old, new, cues, topic)
            or _begins_at_another(old, new, cues, topic)
            or _begins_with_its_owner(old, new, cues, topic)
            or _is_led_by_other_names(old, new)
        )
    if is_other or _is_one_day_of_several(old, new) or _bears_another_name(old, new):
        return tell("apart", "another_of_kind", new)
    return None


def qualifiers(old: Reading, new: Reading) -> tuple[bool, bool]:
    """(Is a thing that both tell of called the same, is each told apart by a word of its own)?"""
    if old.ids.isdisjoint(new.ids):
        return False, False
    topic = _topic(old, new)
    same = apart = False
    for term in new.terms:
        if term.id[:2] in BESIDE_WORDS or term.id in WEEKDAYS:
            continue
        was = [t for t in old.terms if t.id == term.id]
        if not was:
            continue
        now = _qualifier(new, term, (), topic) or _owner_of(new, term)
        then = [q for t in was if (q := _qualifier(old, t, (), topic) or _owner_of(old, t))]
        if now is not None:
            same |= _is_known(old, new, now)
            others = bool(then) and all(not _is_known(new, old, q) for q in then)
            apart |= others and not _is_known(old, new, now)
    return same, apart


def _topic(old: Reading, new: Reading) -> int:
    """Where the words end with which both begin: what both are about, and no thing in it."""
    pairs = enumerate(zip(old.text, new.text, strict=False))
    end = next((i for i, (a, b) in pairs if a != b), min(len(old.text), len(new.text)))
    is_cut = new.text[end - 1 : end].isascii() and new.text[end - 1 : end + 1].isalpha()
    return new.text.rfind(" ", 0, end) + 1 if is_cut else end


def _told(old: Reading, new: Reading, cues: Sequence[Span], topic: int) -> Iterator[Term]:
    """The things that both tell of, where a word of change or end may be about them."""
    known = {t.id for t in old.terms}
    for term in new.terms:
        if term.id not in known or term.id[:2] in BESIDE_WORDS or term.start < topic:
            continue
        if term.id in WEEKDAYS or any(meets((term.start, term.end), c) for c in cues):
            continue
        at = new.clause_of(term.start)
        before = (c for c in cues if new.clause_of(c[0]) == at and term.end <= c[0])
        ends = (c for c in (*new.stances.end, *new.stances.leave) if new.clause_of(c[0]) == at)
        if (any(before) or any(ends)) and not is_left(new, term):
            yield term


def _is_told_apart(
    old: Reading, new: Reading, term: Term, cues: Sequence[Span], topic: int
) -> bool:
    """Does a word beside it make another thing of it, of which the old statement knows nothing?"""
    said = _qualifier(new, term, cues, topic)
    if said is not None and not _is_known(old, new, said):
        return True
    if term.end <= min(cues)[0] and _is_of_another(old, new, term):
        return True
    behind = _owner(new, term, cues)
    if behind is None or _is_known(old, new, behind):
        return False
    # What the old one tells of may be the same, unless it has a word of its own beside it.
    same = [t for t in old.terms if t.id == term.id]
    was = [_owner_of(old, t) or _qualifier(old, t, (), topic) for t in same]
    return all(w is not None and not _is_known(new, old, w) for w in was)


def _is_of_another(old: Reading, new: Reading, term: Term) -> bool:
    """Does it only say whose a thing is, or which ("the library's fête", "the garage I rent")?

    That thing is what changes, and the old statement does not know it. What the same of the kin
    has is what both tell of.
    """
    said = new.text[term.start : term.end].casefold()
    if any(said.startswith(word) or term.id == word for word, _ in old.kin & new.kin):
        return False
    owned = pattern_of("owning", new.lexicon).search(new.text, term.start, term.end + _OWNING)
    if owned:
        thing = next((t for t in new.terms if t.start == owned.end()), None)
    else:
        led = _relative(new.lexicon).search(new.text, 0, term.start)
        thing = next((t for t in new.terms if led and t.end == led.start()), None)
    return thing is not None and not (
        _is_plain(new, thing) or _is_known(old, new, (thing.start, thing.end))
    )


def _owner(reading: Reading, term: Term, cues: Sequence[Span]) -> Span | None:
    """The word behind a thing that tells which one it is ("the flat in Ghent")."""
    beside = (t for t in reading.terms if t.id[:2] not in BESIDE_WORDS)
    own = [t for t in beside if not any(meets((t.start, t.end), c) for c in cues)]
    end = term.end
    while following := next((t for t in own if t.start == end + 1), None):
        end = following.end
    link = _belongs(reading.lexicon).match(reading.text, end)
    word = next((t for t in own if link and t.start == link.end()), None)
    return None if word is None or word.id in WEEKDAYS else (word.start, word.end)


@lru_cache(maxsize=_CACHED)
def _owner_of(reading: Reading, term: Term) -> Span | None:
    """The same whatever changes: a statement is held against many others."""
    return _owner(reading, term, ())


@lru_cache(maxsize=_CACHED)
def _right_before(reading: Reading, term: Term) -> tuple[Term, ...]:
    """The words that end with one space before a word."""
    return tuple(
        t
        for t in reading.terms
        if reading.text[t.end : term.start] == " " and t.id[:2] not in BESIDE_WORDS
    )


def _qualifier(reading: Reading, term: Term, cues: Sequence[Span], topic: int) -> Span | None:
    """The word right before a thing that tells which one it is."""
    if HAN_CHARACTER.match(reading.text, term.start):
        return _han_qualifier(reading, term.start, cues, topic)
    word = next((t for t in _right_before(reading, term) if t.start >= topic), None)
    if (
        word is None
        or _is_plain(reading, word)
        or any(meets((word.start, word.end), c) for c in cues)
    ):
        return None
    return word.start, word.end


def _han_qualifier(reading: Reading, at: int, cues: Sequence[Span], topic: int) -> Span | None:
    empty, denials = empty_characters(reading.lexicon), words_of("denials", reading.lexicon)
    denied = [c for c in cues if reading.text.startswith(denials, c[0])]
    while at > topic and (reading.text[at - 1] in empty or any(a <= at - 1 < b for a, b in denied)):
        at -= 1
        if reading.text[at] in words_of("fronts", reading.lexicon):
            return None  # before 把 stands who changes it
    run = _HAN_BEFORE.search(reading.text, topic, at)
    if run is None:
        return None
    start = max(run.start(), at - _WORD)
    while start < at and reading.text[start] in empty:
        start += 1
    word = reading.text[start:at]
    if at - start < 1 or word in _plain(reading.lexicon):
        return None
    return None if any(meets((start, at), c) for c in cues) else (start, at)


def _is_known(old: Reading, new: Reading, span: Span) -> bool:
    word = new.text[slice(*span)].casefold()
    if word in old.text.casefold() or (HAN_CHARACTER.match(word) and old.characters >= set(word)):
        return True
    said = {t.id for t in new.terms if meets((t.start, t.end), span)}
    return bool(said & {t.id for t in old.terms})


def _begins_otherwise(old: Reading, new: Reading, cues: Sequence[Span], topic: int) -> bool:
    """Does another Chinese word stand between what both begin with and the change?

    In English it may be who changed it ("the GP raised the dose").
    """
    cue = min(cues)
    run = _HAN_BEFORE.search(new.text, topic, cue[0])
    if topic < _WORD or run is None or run.start() != topic or len(run[0]) > _PHRASE:
        return False
    said = [c for c in run[0] if c not in empty_characters(new.lexicon)]
    is_caused = run[0].endswith(words_of("causers", new.lexicon))
    return len(said) >= _WORD and not is_caused and old.characters.isdisjoint(said)


def _begins_at_another(old: Reading, new: Reading, cues: Sequence[Span], topic: int) -> bool:
    """Do both begin with a thing, each with another word behind it ("the contract with …")?"""
    at = new.clause_of(topic)
    things = [t for t in new.terms if t.id[:2] not in BESIDE_WORDS and t.end < topic]
    owners = {_owner(new, t, cues) for t in things}, {_owner_of(old, t) for t in things}
    (now, was) = (next((o for o in found if o and o[0] == topic), None) for found in owners)
    if now is None or was is None or not any(new.clause_of(c[0]) == at for c in cues):
        return False
    return not (_is_known(old, new, now) or _is_known(new, old, was))


def _begins_with_its_owner(old: Reading, new: Reading, cues: Sequence[Span], topic: int) -> bool:
    """Do both begin with a thing of which something changes ("the bakery's ovens")?"""
    begun = [t for t in new.terms if t.start < topic and t.id[:2] not in BESIDE_WORDS]
    return any(t.end <= min(cues)[0] and _is_of_another(old, new, t) for t in begun)


def _is_led_by_other_names(old: Reading, new: Reading) -> bool:
    """Do the words that both share follow another name in each ("Quay 续费", "Otter 续费")?"""
    shared = [t for t in anchors_of(old, new) if HAN_CHARACTER.match(new.text, t.start)]
    return bool(shared) and all(_follows_others(old, new, t) for t in shared)


def _follows_others(old: Reading, new: Reading, term: Term) -> bool:
    now = _leading_name(new, term)
    was = [_leading_name(old, t) for t in old.terms if t.id == term.id]
    is_latin = any(name.isascii() for name in (now, *was))
    then, said = old.text.casefold(), new.text.casefold()
    return (
        is_latin and bool(now and was) and now not in then and all(w and w not in said for w in was)
    )


def _leading_name(reading: Reading, term: Term) -> str:
    """The name right before a Chinese word with which its clause begins."""
    start, _ = reading.clauses[reading.clause_of(term.start)]
    before = reading.text[start : term.start].strip(" ,，;；:：").casefold()
    plain = [w for w in _plain(reading.lexicon) if before.endswith(w) and before != w]
    found = _NAME_BEFORE.fullmatch(before.removesuffix(max(plain, key=len, default="")).rstrip())
    return found[0] if found else ""


def _bears_another_name(old: Reading, new: Reading) -> bool:
    """Do both tell of a thing of one sort by its name, and of different names (客户“青叶”)?"""
    was, now = (dict(_NAMED_THING.findall(r.text)) for r in (old, new))
    return any(
        now[sort] != name and name not in new.text and now[sort] not in old.text
        for sort, name in was.items()
        if sort in now
    )


def _is_one_day_of_several(old: Reading, new: Reading) -> bool:
    """Does it stop on one of several days only ("dropped the gym on Thursdays")?"""
    days, left = old.ids & WEEKDAYS, new.ids & WEEKDAYS
    return bool(new.stances.end and left) and left < days


def _is_plain(reading: Reading, term: Term) -> bool:
    word = reading.text[term.start : term.end].casefold()
    return word in _plain(reading.lexicon) or term.id in generic_heads(reading.lexicon) | WEEKDAYS


@lru_cache(maxsize=8)
def _plain(lexicon: Lexicon) -> frozenset[str]:
    keys = ("plain_qualifiers", "facets", "carriers")
    return frozenset(word for key in keys for word in words_of(key, lexicon))


@lru_cache(maxsize=8)
def _belongs(lexicon: Lexicon) -> re.Pattern[str]:
    rows = "|".join(map(re.escape, words_of("belongs", lexicon))) or "(?!)"
    articles = "|".join(words_of("articles", lexicon)) or "(?!)"
    return re.compile(rf" (?:{rows}) (?:(?:{articles}) )?", re.IGNORECASE)


@lru_cache(maxsize=8)
def _relative(lexicon: Lexicon) -> re.Pattern[str]:
    return re.compile(rf" (?:{'|'.join(words_of('relative_clauses', lexicon)) or '(?!)'}) \Z")
