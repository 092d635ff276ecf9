"""A statement as the comparison sees it: its terms, numbers, slots and stances at hand."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from memctl.expressions import compiled, later
from memctl.language.attributes import SlotReading, read_folded_slots, relation_attributes
from memctl.language.kin import Kin, kin_before, kin_told_of
from memctl.language.lexicon import Lexicon, pattern_of, words_of
from memctl.language.naming.written import name_spans
from memctl.language.new_names import is_capitalised_word
from memctl.language.phrases import HAN, Span
from memctl.language.quantities import Quantity, read_quantities
from memctl.language.recasting import recast
from memctl.language.scripts import begins_with_foreign_name
from memctl.language.stances import Stances, clauses, read_scopes, read_stances
from memctl.language.statements import group, statements
from memctl.language.term_kinds import implied_ends
from memctl.language.terms import Term, empty_characters, fold, read_terms, sounds

_HAN_RUN = later(rf"[{HAN}]+")
_LATIN_NAME = later(r"(?<![\w])[A-Z][a-z]{2,}")
_BESIDE = ("t:", "k:")
"""Terms that stand beside the word's own."""
_QUOTED = later(r"[\"“「『][^\"”」』]{6,}[\"”」』]")
_CAPITAL = later(r"[A-Z][\w-]+")
_PLAIN = later(r"[\W_]+")
_CACHED = 15_000
"""Statements at hand: with some kilobytes each, as much of a memory as a year of notes touches."""
_NEAR = 1024
"""Texts of an entity or two, each of which is held against the others."""
BARE_NUMBER = frozenset({"u:"})
"""What a statement touches that tells a number without a unit."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A statement about an entity."""

    text: str
    """Folded, and in the order in which most say it (`recasting`)."""
    plain: str
    """Folded, without case, space and punctuation."""
    terms: tuple[Term, ...]
    """Without the names of the entity."""
    ids: frozenset[str]
    """Ids of the terms, and numbers as `q:8.5`."""
    quantities: tuple[Quantity, ...]
    numbers: frozenset[str]
    slots: tuple[SlotReading, ...]
    stances: Stances
    scopes: Mapping[str, frozenset[str]]
    kin: frozenset[tuple[str, str]]
    """Whose it is, with the name given: the sister Eve in "Ada's sister Eve"."""
    doer: str
    """Of `kin` the one with whom the statement begins ("my flatmate gave away her dog")."""
    named: tuple[Span, ...]
    """Where it names the entity."""
    is_named: bool
    """Does it name the entity?"""
    head: str
    """The name with which it begins when the entity itself is not named; else ""."""
    issue: str
    """The number right behind the entity's name: the 2 of "Otter 2"."""
    characters: frozenset[str]
    """The Chinese characters that carry content, without those of the names."""
    clauses: tuple[Span, ...]
    negated: tuple[int, ...]
    """Numbers of the clauses that hold an odd number of negations."""
    is_quoted: bool
    touches: frozenset[str]
    """What another statement must have one of to have to do with this one at all."""
    reaches: frozenset[str]
    """What it may end besides, without naming it."""
    acts: frozenset[str]
    """Verbs whose object may be exchanged (用), and things that one character names (烟)."""
    renews: frozenset[str]
    """Of these those of which another object, a change or an end is told (改用, 把烟戒了)."""
    lexicon: Lexicon

    def clause_of(self, at: int) -> int:
        """The number of the clause in which this place lies."""
        return max((i for i, (start, _) in enumerate(self.clauses) if start <= at), default=0)


def _said(terms: Sequence[Term]) -> Iterator[str]:
    """The ids of what is said, once: not those of words within a phrase that is a term itself."""
    free = 0
    for term in sorted(terms, key=lambda t: (t.start, -t.end)):
        if term.id[:2] not in _BESIDE and (term.end > free or term.id[:2] == "c:"):
            yield term.id
        if term.id[:2] == "c:":
            free = max(free, term.end)


@lru_cache(maxsize=_CACHED)
def read(text: str, names: tuple[str, ...], lexicon: Lexicon) -> Reading:
    """A statement about an entity that bears these names."""
    folded = recast(fold(text, lexicon), lexicon)
    named = tuple(name_spans(folded, names, lexicon))
    quantities, terms = _content(folded, named, lexicon)
    numbers = _numbers(quantities)
    stances = _outside(read_stances(folded, lexicon), terms, named)
    slots = _slots(folded, named, lexicon)
    titles = kin_before(folded, named, lexicon)
    taken = [*named, *titles, *(s.span for s in slots)]
    done = _done_to_me(folded, lexicon)
    told = kin_told_of(folded, taken, terms, stances.report, lexicon)
    others = [kin for kin in told if kin.span[0] >= done]
    parts, ends = clauses(folded, lexicon), implied_ends(lexicon)
    has_head = not (_is_led(folded, named, parts, lexicon) or done or _begins_with_change(stances))
    acts, renews = _acts(folded, stances, lexicon)
    return Reading(
        text=folded,
        plain=plain(folded, lexicon),
        terms=terms,
        ids=frozenset({*_said(terms), *(f"q:{n}" for n in numbers)}),
        quantities=quantities,
        numbers=numbers,
        slots=slots,
        stances=stances,
        scopes=read_scopes(_without(folded, titles), lexicon),
        kin=frozenset((kin.word, kin.name) for kin in others),
        doer=_doer(_without(folded, named), others, lexicon),
        named=named,
        is_named=bool(named),
        head=_head(folded, terms, lexicon) if has_head else "",
        issue=_issue(quantities, named),
        characters=_characters(folded, named, lexicon),
        clauses=parts,
        negated=_negated(parts, stances.negation, terms),
        is_quoted=any(len(m.group()) > 0.5 * len(folded) for m in _QUOTED.finditer(folded)),
        touches=_touched(terms, slots, quantities),
        reaches=frozenset(reached for t in terms for reached in ends.get(t.id, ())),
        acts=acts,
        renews=renews,
        lexicon=lexicon,
    )


def _content(
    folded: str, named: Sequence[Span], lexicon: Lexicon
) -> tuple[tuple[Quantity, ...], tuple[Term, ...]]:
    """Numbers and words outside of the names, and no plain word within a number."""
    quantities, terms = read_quantities(folded, lexicon), read_terms(folded, lexicon)
    if named:
        quantities = tuple(q for q in quantities if not _inside((q.start, q.end), named))
        terms = tuple(t for t in terms if not _touches(t, named))
    if quantities:
        counted = [(q.start, q.end + _ending(folded[q.end :], lexicon)) for q in quantities]
        bare = [(q.start, q.end) for q in quantities if not q.unit]
        # Beside the id of a plain word no colon stands.
        terms = tuple(
            t for t in terms if t.id[1:2] == ":" or not _touches(t, counted) or _holds(t, bare)
        )
    return quantities, terms


def _numbers(quantities: Sequence[Quantity]) -> frozenset[str]:
    """What is compared of them, each with how often it stood before."""
    values = [q.plain for q in quantities]
    return frozenset(f"{v}#{values[:i].count(v)}" for i, v in enumerate(values))


def _slots(folded: str, named: Sequence[Span], lexicon: Lexicon) -> tuple[SlotReading, ...]:
    """Those that are told of the entity."""
    # A slot filled by the entity itself ("led by Ada", at Ada) may be filled many times.
    relations = relation_attributes(lexicon)
    return tuple(
        s
        for s in read_folded_slots(folded, lexicon)
        if not (s.attribute in relations and any(_meets(s.span, n) for n in named))
        and not _is_of_another(folded, s.span, lexicon)
    )


def _touched(
    terms: Sequence[Term], slots: Sequence[SlotReading], quantities: Sequence[Quantity]
) -> frozenset[str]:
    attributes, units = {s.attribute for s in slots}, {q.unit for q in quantities}
    return frozenset(
        {*(t.id for t in terms), *(f"a:{a}" for a in attributes), *(f"u:{u}" for u in units)}
    )


def _acts(folded: str, stances: Stances, lexicon: Lexicon) -> tuple[frozenset[str], frozenset[str]]:
    """`acts` and `renews` of the statement."""
    things = _singles("single_things", "b", folded, lexicon)
    is_turned = stances.change or stances.end or stances.leave
    renewed = {f"v:{verb}" for _, verb in renewals(folded, lexicon) if verb}
    acts = things | _singles("turned", "v", folded, lexicon)
    return acts, things | renewed if is_turned else frozenset(renewed)


def _doer(nameless: str, others: Sequence[Kin], lexicon: Lexicon) -> str:
    """Of the others the one with whom the statement begins."""
    led = _led(lexicon)
    return next((kin.word for kin in others if led.fullmatch(nameless, 0, kin.span[0])), "")


@lru_cache(maxsize=8)
def _led(lexicon: Lexicon) -> re.Pattern[str]:
    """What may stand before somebody with whom a statement begins."""
    rows = "|".join(words_of("led_by", lexicon))
    return compiled(rf"\s*(?:{rows})", re.IGNORECASE)


def _singles(key: str, mark: str, folded: str, lexicon: Lexicon) -> frozenset[str]:
    """Words of one character that stand in a text; pairs of characters do not hold them."""
    return frozenset(f"{mark}:{c}" for c in words_of(key, lexicon) if c in folded)


def renewals(folded: str, lexicon: Lexicon) -> Iterator[tuple[Span, str]]:
    """Where it is said that another one came, with the verb whose object it is, if it is one's."""
    for match in pattern_of("renewals", lexicon).finditer(folded):
        yield match.span(), next((v for v in match.groups() if v), "")


def plain(text: str, lexicon: Lexicon) -> str:
    """The words as written, without case, space and punctuation."""
    return _PLAIN.sub("", fold(text, lexicon)).casefold()


def forget_readings() -> None:
    """Let go of what statements said: for who goes through all entities, one after the other."""
    read.cache_clear()


def _outside(stances: Stances, terms: Sequence[Term], names: Sequence[Span]) -> Stances:
    """Stances that are no part of a longer concept: the "left" of "left back" leaves nothing.

    Nor begin or end within a name: in 予安家 nobody settles (安家).
    """
    spans = [(t.start, t.end) for t in terms if t.id.startswith(("c:", "t:"))]
    if not spans and not names:
        return stances

    def kept(found: Sequence[Span]) -> tuple[Span, ...]:
        return tuple(
            (a, b)
            for a, b in found
            if not any(s <= a and b <= e and b - a < e - s for s, e in spans)
            and not any(s < a < e or s < b < e for s, e in names)
        )

    said = {n: found for n in Stances.__dataclass_fields__ if (found := getattr(stances, n))}
    free = {name: kept(found) for name, found in said.items()}
    # "Ada: we go at nine", of Ada: a label, and nobody who reports it.
    told = free.get("report", ())
    free["report"] = tuple((a, b) for a, b in told if (a, b - 1) not in names)
    free = {name: found for name, found in free.items() if found}
    return stances if free == said else Stances(**free)


def _without(folded: str, spans: Sequence[Span]) -> str:
    for start, end in spans:
        folded = folded[:start] + " " * (end - start) + folded[end:]
    return folded


def _is_of_another(folded: str, span: Span, lexicon: Lexicon) -> bool:
    """Does the slot stand in what is told of somebody named before ("an intern who …")?"""
    start = next((a for a, b in clauses(folded, lexicon) if a <= span[0] < b), 0)
    before = folded[start : span[0]].casefold().split()
    return not _relatives(lexicon).isdisjoint(before[2:])


@lru_cache(maxsize=16)
def _relatives(lexicon: Lexicon) -> frozenset[str]:
    return frozenset(w for lang in lexicon.languages for w in lexicon.rows(lang, "relatives"))


def _issue(quantities: Sequence[Quantity], taken: Sequence[Span]) -> str:
    ends = {end + gap for _, end in taken for gap in (0, 1)}
    return next((q.value for q in quantities if q.start in ends and not q.unit), "")


def _characters(folded: str, taken: Sequence[Span], lexicon: Lexicon) -> frozenset[str]:
    hidden = {i for start, end in taken for i in range(start, end)}
    empty = empty_characters(lexicon)
    return frozenset(
        c
        for i, c in enumerate(folded)
        if c not in empty and i not in hidden and "\u3400" <= c <= "\u9fff"
    )


def _ending(behind: str, lexicon: Lexicon) -> int:
    """How much of what stands behind a number belongs to it: the "th" of "28th"."""
    found = (w for w in words_of("ordinals", lexicon) if behind.startswith(w))
    return len(next(found, ""))


def _done_to_me(folded: str, lexicon: Lexicon) -> int:
    """Where somebody changes a thing of the writer's ("Dr Ade raised my dose"); else 0."""
    grammar = statements(lexicon).grammar
    mine = (grammar.first_person, grammar.we)
    if not any(p.search(folded) for p in mine):
        return 0
    match = grammar.alters.search(folded)
    span = group(match, "what") if match else None
    is_mine = span and any(p.match(folded, span[0]) for p in mine)
    return match.start() if match and is_mine else 0


def _is_led(folded: str, named: Sequence[Span], parts: Sequence[Span], lexicon: Lexicon) -> bool:
    """Does it tell of whom it names, or only come to them behind somebody else ("Sam …, Jo …")?"""
    if not named or named[0][0] < parts[0][1]:
        return bool(named)
    first = _CAPITAL.match(folded)
    is_plain = first is None or is_capitalised_word(first[0], lexicon)
    return is_plain or folded[: named[0][0]].rstrip().endswith(("(", "（"))


def _begins_with_change(stances: Stances) -> bool:
    """Is the first word what is done ("Switched dentists: …"), and no name?"""
    return any(start == 0 for start, _ in (*stances.change, *stances.end, *stances.leave))


def _head(folded: str, terms: Sequence[Term], lexicon: Lexicon) -> str:
    if not folded[:1].isascii() and (begun := begins_with_foreign_name(folded)):
        return begun
    match = _subject(lexicon, "beings", r"[\w-]").match(folded)
    if match is None:
        match = _subject(lexicon, "doings", "[a-z]").match(folded)
        if match is None or is_capitalised_word(match[1], lexicon):
            return ""
    if not terms or terms[0].start or terms[0].id.startswith("c:"):
        return ""
    return match[1]


@lru_cache(maxsize=8)
def _subject(lexicon: Lexicon, verbs: str, letters: str) -> re.Pattern[str]:
    """A name of such letters, and what somebody is or does (`beings`, `doings` in roles.toml)."""
    rows = "|".join(words_of(verbs, lexicon)) or "(?!)"
    aside = "|".join(words_of("before_deeds", lexicon)) or "(?!)"
    return compiled(rf"([A-Z]{letters}+)(?: [A-Z][\w-]+)? (?:(?:{aside}) )?(?:{rows})(?![\w'])")


def _negated(
    parts: Sequence[Span], negations: Sequence[Span], terms: Sequence[Term]
) -> tuple[int, ...]:
    """A negation inside a concept ("isn't a fan of") belongs to the concept."""
    free = [
        n for n in negations if not any(t.start <= n[0] < t.end for t in terms if t.id[:2] == "c:")
    ]
    counts = [sum(start <= n[0] < end for n in free) for start, end in parts]
    return tuple(i for i, count in enumerate(counts) if count % 2)


def _holds(term: Term, spans: Sequence[Span]) -> bool:
    """Does the word begin with letters and hold the number: the 4 of "S4"?"""
    return any(term.start < start and end <= term.end for start, end in spans)


def _touches(term: Term, spans: Sequence[Span]) -> bool:
    return any(term.start < end and start < term.end for start, end in spans)


def _meets(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _inside(span: Span, spans: Sequence[Span]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in spans)


def is_same_value(a: SlotReading, b: SlotReading) -> bool:
    """Do two readings of one attribute name the same value, also across scripts?"""
    return a.key <= b.key or b.key <= a.key or bool(_spelled_alike(a.value, b.value))


def names_shared(a: Reading, b: Reading) -> int:
    """How many names are written in letters here and in characters there."""
    return _spelled_alike(a.text, b.text) + _spelled_alike(b.text, a.text)


def _spelled_alike(latin: str, han: str) -> int:
    names = _latin_names(latin)
    if not names or not _HAN_RUN.search(han):
        return 0
    names -= _latin_names(han)
    if not names:
        return 0
    heard = sounds("".join(_HAN_RUN.findall(han)))
    return sum(name.casefold() in heard for name in names)


@lru_cache(maxsize=_NEAR)
def _latin_names(text: str) -> frozenset[str]:
    return frozenset(_LATIN_NAME.findall(text))
