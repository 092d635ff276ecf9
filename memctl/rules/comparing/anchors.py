"""What two statements meet in: content words, and things of which one is had at a time."""

import re
from collections.abc import Sequence
from functools import lru_cache

from memctl.expressions import compiled
from memctl.language.attributes import relation_attributes
from memctl.language.lexicon import Lexicon, pattern_of, words_of
from memctl.language.phrases import HAN, Span
from memctl.language.quantities import amounts, telling_units
from memctl.language.term_kinds import events_of, generic_heads, loose_kinds, weak_anchors
from memctl.language.terms import Term
from memctl.rules.reading import Reading

NEAR = 14
"""Most characters between a cue and the object after it."""
BARE = 2
"""Content words of a clause that says little but that something stopped."""
_WORDY = 5
"""Terms of a statement from which on one shared word is too little."""
BESIDE_WORDS = ("t:", "k:")
"""Terms that stand beside the word's own."""
WEEKDAYS = frozenset(
    f"c:{day}day" for day in ("mon", "tues", "wednes", "thurs", "fri", "satur", "sun")
)

_PAIRS = 64
"""A pair is asked about by several rules, one after the other."""
_READINGS = 512
"""A statement is compared with many others, one after the other."""
_LONG = 6
"""Letters of a word whose longer form is still the word."""
_OPINIONS = frozenset({"c:likes", "c:dislikes"})
"""Who hates buses may take one."""
HAN_CHARACTER = re.compile(f"[{HAN}]")


def cues_of(reading: Reading) -> tuple[Span, ...]:
    """Where it is said that something changed, stopped or is so by now."""
    s = reading.stances
    return (*s.change, *s.end, *s.leave, *s.now)


def covers(outer: Sequence[Span], inner: Sequence[Span]) -> bool:
    """Does every inner span lie within an outer one?"""
    return all(any(o[0] <= i[0] and i[1] <= o[1] for o in outer) for i in inner)


@lru_cache(maxsize=_PAIRS)
def anchors_of(old: Reading, new: Reading) -> tuple[Term, ...]:
    """Content words of the new statement that the old one has too, outside words of change."""
    cues = cues_of(new)
    weak = weak_anchors(old.lexicon)
    if old.is_named and new.is_named and new.stances.end:
        weak = weak - WEEKDAYS - {"c:teaches"}  # "no longer on Thursdays" is about that day
    # Of a kind the same member ("off the crutches") is an anchor like any word.
    said = _members(old)
    weakly = [t for t in new.terms if t.id in weak]
    found = [
        t
        for t in new.terms
        if (
            new.text[t.start : t.end].casefold() in said
            and not any(w.start <= t.start and t.end <= w.end for w in weakly)
            if t.id[:2] == "k:"
            else (t.id in old.touches or _is_form(t.id, _long_words(old))) and t.id not in weak
        )
        and not overlaps(t, cues)
        and not _is_part_of_name(old, new, t)
        and not _is_named_alike(old, new, t)
        and not _is_event_of(old, new, t)
        and not is_kept(new, t)
    ]
    units = {q.unit for q in old.quantities} & telling_units(old.lexicon)
    if units & amounts(old.lexicon) and _is_of_another(old, new):
        units -= amounts(old.lexicon)
    found += [Term(f"u:{q.unit}", q.start, q.end) for q in new.quantities if q.unit in units]
    return tuple(found)


def is_kept(new: Reading, term: Term) -> bool:
    """Is it told to be as it was ("the evening dose stays the same")?"""
    kept = new.stances.kept
    return bool(kept) and new.clause_of(term.start) in {new.clause_of(k[0]) for k in kept}


def _is_of_another(old: Reading, new: Reading) -> bool:
    """Does each tell an amount of a thing that the other does not name: of two medicines?"""
    was = {old.text[t.start : t.end].casefold() for t in old.terms if _is_thing(old, t)}
    counted = [q.start for q in new.quantities if q.unit in amounts(new.lexicon)]
    now = {_thing_before(new, at) for at in counted} - {""}
    then, said = old.text.casefold(), new.text.casefold()
    return bool(was and now) and not any(w in said for w in was) and not any(w in then for w in now)


def _thing_before(reading: Reading, at: int) -> str:
    """The last word before a number that says of what it is."""
    before = [t for t in reading.terms if t.end <= at and _is_thing(reading, t)]
    last = max(before, key=lambda t: t.end, default=None)
    return reading.text[last.start : last.end].casefold() if last else ""


def _is_thing(reading: Reading, term: Term) -> bool:
    """Is it a word of no known sort: no side of a thing, no change, and no surname?"""
    word = reading.text[term.start : term.end].casefold()
    sides = (*words_of("facets", reading.lexicon), *words_of("carriers", reading.lexicon))
    return (
        ":" not in term.id
        and word not in sides
        and not overlaps(term, cues_of(reading))
        and _word_before(reading, term) not in _titles(reading.lexicon)
    )


def _word_before(reading: Reading, term: Term) -> str:
    return reading.text[: term.start].casefold().rstrip(" .").rpartition(" ")[2]


@lru_cache(maxsize=8)
def _titles(lexicon: Lexicon) -> frozenset[str]:
    tables = (lexicon.table(lang, "names") for lang in lexicon.languages)
    return frozenset(title for table in tables for title in table.get("titles", ()))


@lru_cache(maxsize=_READINGS)
def _members(reading: Reading) -> frozenset[str]:
    """The words that name a member of a kind."""
    named = (t for t in reading.terms if t.id[:2] == "k:")
    return frozenset(reading.text[t.start : t.end].casefold() for t in named)


@lru_cache(maxsize=_READINGS)
def _long_words(reading: Reading) -> tuple[str, ...]:
    """Words in letters that are the same word with an ending."""
    return tuple(w for w in reading.ids if len(w) >= _LONG and w.isascii() and ":" not in w)


def _is_form(word: str, known: Sequence[str]) -> bool:
    """Is a word in letters the longer or the shorter form of a known one ("rehearsal")?"""
    if len(word) < _LONG or not word.isascii() or ":" in word:
        return False
    return any(word.startswith(k) or k.startswith(word) for k in known)


def _is_part_of_name(old: Reading, new: Reading, term: Term) -> bool:
    """Does a longer name begin here that the old statement lacks ("Leeds", "Leeds United")?"""
    if not new.text[term.start].isupper():
        return False
    match = re.match(r" ([A-Z]\w+)", new.text[term.end :])
    return match is not None and match[1] not in old.text and term.id[:2] != "c:"


def _is_named_alike(old: Reading, new: Reading, term: Term) -> bool:
    """Is it a name in the one and a plain word in the other ("Mill Row", "rowing")?"""
    if ":" in term.id or not term.id.isascii():
        return False
    said = {_is_capital(old, t) for t in old.terms if t.id == term.id}
    here = _is_capital(new, term)
    return here is not None and said == {not here}


def _is_capital(reading: Reading, term: Term) -> bool | None:
    """Is a word written like a name? A capital where a sentence begins does not tell."""
    is_capital = reading.text[term.start].isupper()
    if is_capital and re.search(r"(?:^|[.!?:;\"]\s*)\Z", reading.text[: term.start]):
        return None
    return is_capital


def _is_event_of(old: Reading, new: Reading, term: Term) -> bool:
    """Is it only the name of an event ("the launch party") of which the old one says nothing?"""
    return any(w not in old.text for w in _events_behind(new, term))


@lru_cache(maxsize=2 * _READINGS)
def _events_behind(reading: Reading, term: Term) -> tuple[str, ...]:
    """Words right behind a word that make an event of it."""
    after = reading.text[term.end :].lstrip()
    word = re.match(r"[\w'-]+", after)
    said = word[0].casefold() if word else ""
    rows = events_of(reading.lexicon)
    return tuple(w for w in rows if (w == said if w.isascii() else after.startswith(w)))


@lru_cache(maxsize=_PAIRS)
def kind_changes(old: Reading, new: Reading) -> tuple[Term, ...]:
    """Things of a kind of which one is had at a time, where the old one names another."""
    if not (_members(old) and _members(new)):
        return ()
    had: dict[str, set[str]] = {}
    for t in old.terms:
        if t.id[:2] == "k:":
            had.setdefault(t.id, set()).add(old.text[t.start : t.end].casefold())
    said = new.text.casefold()
    related = {s.attribute for s in new.slots} & relation_attributes(new.lexicon)
    if related and not any(s.attribute in related for s in old.slots):
        return ()  # the kind is somebody else's: "my new manager is Ada"
    if _OPINIONS & (old.ids | new.ids) or not (anchors_of(old, new) or is_about_it(old, ())):
        return ()
    sides = () if anchors_of(old, new) else words_of("side_kinds", new.lexicon)
    swapped = {new.clause_of(s[0]) for s in new.stances.swap}
    loose = loose_kinds(new.lexicon)
    return tuple(
        t
        for t in new.terms
        if t.id in had
        and (t.id not in loose or new.clause_of(t.start) in swapped)
        and not is_kept(new, t)
        and t.id[2:] not in sides
        and not is_left(new, t)
        and not (_is_label(new, t) and all(_is_label(old, u) for u in old.terms if u.id == t.id))
        and not _is_event_of(old, new, t)
        and all(_apart(new.text[t.start : t.end].casefold(), w, said) for w in had[t.id])
    )


def _is_label(reading: Reading, term: Term) -> bool:
    """Does the word only say what somebody is who is named behind it ("the treasurer is Ada")?"""
    return bool(pattern_of("names_it", reading.lexicon).match(reading.text, term.end))


def is_left(new: Reading, term: Term) -> bool:
    """Does it name from where somebody or something comes?"""
    return bool(pattern_of("left_behind", new.lexicon, r"\Z").search(new.text, 0, term.start))


def _apart(now: str, was: str, said: str) -> bool:
    """Are they two members of the kind ("bus", "train"), and not one in two forms?"""
    return not (now.startswith(was) or was.startswith(now)) or (was not in said and now != was)


def overlaps(term: Term, spans: Sequence[Span]) -> bool:
    """Is it a word of a cue?

    What the cue embraces ("turned Rome down") is not, nor is the thing with which it ends
    ("new address"), nor a word that names the topic by itself (戒烟).
    """
    to = 1 if term.id[:2] == "c:" else 0
    return term.id[:2] != "t:" and any(
        term.start < end and start < term.end and not (start < term.start and term.end < end + to)
        for start, end in spans
    )


def is_beside(new: Reading, cue: Span, anchors: Sequence[Term]) -> bool:
    """Is an anchor the object of the cue ("left Acme", and not "left the Acme party")?"""
    for term in anchors:
        behind, ahead = new.text[cue[1] : term.start], new.text[term.end : cue[0]]
        is_near = cue[1] <= term.start and len(behind) <= NEAR and len(behind.split()) <= BARE
        gap = 2 if re.search(rf"[{HAN}]", ahead) else 5
        is_before = term.end <= cue[0] and len(ahead) <= gap and len(ahead.split()) <= 1
        if is_before or (is_near and not _is_compound(new, term, anchors)):
            return True
    return False


def _is_compound(new: Reading, term: Term, anchors: Sequence[Term]) -> bool:
    """Is the anchor only the beginning of another thing ("the Acme party", 历史笔记)?"""
    known = {i for t in anchors for i in range(t.start, t.end)}
    heads = generic_heads(new.lexicon)
    return any(
        term.end - 1 <= t.start <= term.end + 1
        and t.end > term.end
        and not known.issuperset(range(t.start, t.end))
        and t.id not in heads
        for t in new.terms
    )


def is_another_day(old: Reading, new: Reading) -> bool:
    """Does each name a weekday, and one that the other lacks?"""
    was, now = old.ids & WEEKDAYS, new.ids & WEEKDAYS
    return bool(was - now and now - was)


def told_outright(old: Reading, new: Reading, anchors: Sequence[Term]) -> list[Term]:
    """Those of the anchors that the old statement tells of, and not in brackets or as whom.

    "Launch moved to May (Ada's leave)" tells of no leave; two things of one child are two.
    """
    asides = [m.span() for m in _asides(old.lexicon).finditer(old.text)]
    return [t for t in anchors if not (_is_aside(old, t, asides) or _is_child(new, t))]


def is_said_aside(reading: Reading, cue: Span, term: Term) -> bool:
    """Does a word of change stand in brackets and what it would be about outside of them?"""
    found = _asides(reading.lexicon).finditer(reading.text)
    brackets = (m.span() for m in found if m.group()[0] in "(（")
    return any(a < cue[0] < b and not a < term.start < b for a, b in brackets)


@lru_cache(maxsize=8)
def _asides(lexicon: Lexicon) -> re.Pattern[str]:
    """What stands in brackets, or behind a comma tells what something is for."""
    rows = "|".join(words_of("asides", lexicon)) or "(?!)"
    return compiled(rf"[(（][^()（）]*[)）]?|, (?:{rows}) [^,;.()]*")


def _is_aside(old: Reading, term: Term, asides: Sequence[Span]) -> bool:
    same = [t for t in old.terms if t.id == term.id]
    return bool(same) and all(any(meets((t.start, t.end), a) for a in asides) for t in same)


def _is_child(new: Reading, term: Term) -> bool:
    """Is it a name of two like characters, and not what is over (the cat 豆豆)?"""
    name = new.text[term.start : term.end]
    is_name = len(name) == BARE and name[0] == name[1] and bool(HAN_CHARACTER.match(name))
    ends = (*new.stances.end, *new.stances.leave)
    is_over = any(0 <= e[0] - term.end <= 1 for e in ends if e not in new.stances.change)
    return is_name and term.id == name and not is_over


def is_about_it(old: Reading, anchors: Sequence[Term]) -> bool:
    """Are the anchors a fair part of what the old statement says, and not one word of many?"""
    told = {t.id for t in old.terms if t.id[:2] not in BESIDE_WORDS}
    met = {t.id for t in anchors}
    # Chinese words overlap: each counts about twice.
    most = _WORDY * (2 if HAN_CHARACTER.search(old.text) else 1)
    return len(told) <= most or most * len(met & told) >= len(told)


def meets(one: Span, other: Span) -> bool:
    """Do two spans overlap?"""
    return one[0] < other[1] and other[0] < one[1]


def is_name(old: Reading, new: Reading, term: Term) -> bool:
    """Is the term written as a name in both? Among Chinese characters a capital always tells."""
    word = new.text[term.start : term.end]
    if term.id[1:2] == ":" or not word[0].isupper() or word.isupper():
        return False
    # Letters in a Chinese sentence are a name wherever they stand.
    is_inside = bool(HAN_CHARACTER.search(new.text)) or new.text[max(0, term.start - 1)] == " "
    return any(
        t.id == term.id and (t.start or is_inside) and old.text[t.start].isupper()
        for t in old.terms
    )
