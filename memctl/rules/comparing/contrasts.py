"""Two of those that one has side by side: the desktop's system is not the laptop's.

What becomes of one of them leaves the others alone. The old statement tells of the one, the
new one of the other, and neither of what the other tells of. Where the new one names it as
what came instead ("switched to the desktop"), it is no other thing but a new value.

Keys read from the data of a language (contrasts.toml):
    contrasts   family -> its members, each the ways it is called with `|` between them
    unlike      the same for what is never the same, though one may follow the other
    labels      rows: what tells which of several by a number, a letter or a side, as regular
                expressions whose group is the label
                days_of: a day before what there is on it ("Saturday's"), as regular expressions
    contrasting towards: behind these stands what comes, not what goes; over: what one goes over
                to; articles: what stands before a thing and is no part of it
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from memctl.expressions import compiled
from memctl.language.lexicon import Lexicon, words_of
from memctl.language.phrases import Span
from memctl.language.sieving.sieve import Sieve, make_sieve
from memctl.rules.comparing.anchors import BESIDE_WORDS, HAN_CHARACTER, WEEKDAYS, cues_of, meets
from memctl.rules.comparing.relations import Relation, tell
from memctl.rules.comparing.slots import slot_pairs
from memctl.rules.reading import Reading

_CACHED = 2_000
_LABEL = "label "
_UNLIKE = ":unlike"


def another_of_set(old: Reading, new: Reading) -> Relation | None:
    """Is what the new statement tells of another of a set than that of the old one?"""
    return tell("apart", "another_of_kind", new) if is_another_of_set(old, new) else None


def is_another_of_set(old: Reading, new: Reading) -> bool:
    """Does each name a member of one family, and neither that of the other?

    Or does the new one tell of one day ("Saturday's alarm") where the old one tells of none?
    """
    if _is_of_one_day(old, new):
        return True
    for family in _apart(old, new):
        if family.endswith(_UNLIKE):
            continue
        spans = [span for found in members(new)[family].values() for span in found]
        is_value = family.startswith(_LABEL) and _fills_slot(old, new, spans)
        if not is_value and not all(_is_value(old, new, span) for span in spans):
            return True
    return False


def tells_another_of_set(old: Reading, new: Reading) -> bool:
    """Is another member of a family told, be it of what something changed or what came?"""
    return next(_apart(old, new), None) is not None


def _apart(old: Reading, new: Reading) -> Iterator[str]:
    was, now = members(old), members(new)
    return (f for f in was.keys() & now.keys() if was[f].keys().isdisjoint(now[f]))


def _is_of_one_day(old: Reading, new: Reading) -> bool:
    """Does something of one weekday change, and is of no day told before?"""
    if not (new.ids & WEEKDAYS) or old.ids & WEEKDAYS:
        return False
    found = (m for p in _days_of(new.lexicon) for m in p.finditer(new.text))
    return any(not _is_value(old, new, m.span()) for m in found)


@lru_cache(maxsize=_CACHED)
def members(reading: Reading) -> Mapping[str, Mapping[str, list[Span]]]:
    """Which members of which families a statement names, and where."""
    found: dict[str, dict[str, list[Span]]] = {}
    for family, member, span in _named(reading):
        if not any(a < span[1] and span[0] < b for a, b in reading.named):
            found.setdefault(family, {}).setdefault(member, []).append(span)
    return found


def _named(reading: Reading) -> Iterator[tuple[str, str, Span]]:
    families, sieve = _families(reading.lexicon)
    for number in sieve.candidates(reading.text.lower()):
        family, source = families[number]
        for match in _compiled(source).finditer(reading.text):
            yield family, match.lastgroup or "", match.span()
    for n, pattern in enumerate(_labels(reading.lexicon)):
        for match in pattern.finditer(reading.text):
            yield f"{_LABEL}{n}", match[1].casefold(), match.span()


def _is_value(old: Reading, new: Reading, span: Span) -> bool:
    """Does it name what came, or nothing that changed, and not of what something changed?"""
    at, s = new.clause_of(span[0]), new.stances
    cues = [c for c in (*s.change, *s.end, *s.leave) if new.clause_of(c[0]) == at]
    if not (cues or any(new.clause_of(c[0]) == at for c in s.now)):
        return bool(s.report) or not _begins(new, span)
    is_han = HAN_CHARACTER.match(new.text, span[0])
    if is_han and any(span[1] <= c[0] for c in cues):
        return False
    if _is_framed_alike(old, new, span):
        return True
    stops = (*s.end, *s.leave)
    if any(c in stops and c[0] <= span[0] and not _goes_over(new, c, span) for c in cues):
        return False
    if any(c[0] <= span[0] and _arrives(new, c, span) for c in cues):
        return True
    return not any(c[0] <= span[0] for c in cues) and any(
        c[0] < span[0] and new.clause_of(c[0]) == at for c in s.now
    )


def _fills_slot(old: Reading, new: Reading, spans: Sequence[Span]) -> bool:
    """Is it a value of what both tell ("is in Year 4", "first day of Year 5")?"""
    return any(meets(b.span, span) for _, b in slot_pairs(old, new) for span in spans)


def _begins(new: Reading, span: Span) -> bool:
    """Is it what a statement begins with, beside the name and a word?"""
    if any(c[0] < span[0] for c in cues_of(new)):
        return False
    own = (t for t in new.terms if t.end <= span[0] and t.id[:2] not in BESIDE_WORDS)
    return sum(1 for _ in own) <= 1


def _is_framed_alike(old: Reading, new: Reading, span: Span) -> bool:
    """Do both say the same before it, beside the name: "drives a car", "drives a van"?"""
    start, _ = new.clauses[new.clause_of(span[0])]
    named = max((b for _, b in new.named if start <= b <= span[0]), default=start)
    owned = "".join(words_of("joined_by", new.lexicon))
    before = new.text[named : span[0]].strip(owned).casefold()
    return bool(_either("articles", new.lexicon).sub("", before)) and before in old.text.casefold()


def _goes_over(new: Reading, cue: Span, span: Span) -> bool:
    """Did somebody leave one for it ("has gone over to teaching physics")?"""
    return _either("over", new.lexicon).search(new.text, cue[0], span[0]) is not None


def _arrives(new: Reading, cue: Span, span: Span) -> bool:
    """Is it what came with a change, and not what was exchanged, or of what is told what came?"""
    towards = _either("towards", new.lexicon)
    if towards.search(new.text, cue[0], span[0]):
        return True
    if any(a < cue[1] and cue[0] < b for a, b in new.stances.exchange):
        return False
    end = new.clauses[new.clause_of(span[0])][1]
    return not towards.search(new.text, span[1], end)


@lru_cache(maxsize=8)
def _families(lexicon: Lexicon) -> tuple[tuple[tuple[str, str], ...], Sieve]:
    """Each family with an expression that has a group for each member, and what they need."""
    rows: dict[str, dict[str, list[str]]] = {}
    for language in lexicon.languages:
        for table, mark in (("contrasts", ""), ("unlike", _UNLIKE)):
            for family, found in lexicon.table(language, table).items():
                named = {f"{language}{n}": [row] for n, row in enumerate(found)}
                rows[f"{language}:{family}{mark}"] = named
    families = tuple((family, _one_of(found)) for family, found in rows.items())
    return families, make_sieve([source for _, source in families])


def _one_of(found: Mapping[str, list[str]]) -> str:
    return "|".join(f"(?P<{key}>{_whole('|'.join(rows))})" for key, rows in found.items())


@lru_cache(maxsize=512)
def _compiled(source: str) -> re.Pattern[str]:
    return compiled(source, re.IGNORECASE)


def _whole(row: str) -> str:
    """A word in letters stands for itself, or for several of it."""
    return f"(?:{row})" if HAN_CHARACTER.search(row) else rf"\b(?:{row})(?:e?s)?\b"


@lru_cache(maxsize=8)
def _labels(lexicon: Lexicon) -> tuple[re.Pattern[str], ...]:
    return _expressions("rows", lexicon)


@lru_cache(maxsize=8)
def _days_of(lexicon: Lexicon) -> tuple[re.Pattern[str], ...]:
    return _expressions("days_of", lexicon)


@lru_cache(maxsize=16)
def _either(key: str, lexicon: Lexicon) -> re.Pattern[str]:
    tables = (lexicon.table(language, "contrasting") for language in lexicon.languages)
    rows = [row for table in tables for row in table.get(key, ())]
    return compiled("|".join(rows) or "(?!)")


def _expressions(key: str, lexicon: Lexicon) -> tuple[re.Pattern[str], ...]:
    tables = (lexicon.table(language, "labels") for language in lexicon.languages)
    rows = (row for table in tables for row in table.get(key, ()))
    return tuple(compiled(row, re.IGNORECASE) for row in rows)
