"""In which order results stand, and why: docs/recall.md in code.

A score is relevance times boosts; each part is kept under its name, and `--explain` prints
them. No disk, no clock, no chance: the same documents and question give the same order.
On the hot path: no imports but `math`.
"""

import math

from memctl.index.found import Found
from memctl.index.question import Question
from memctl.index.sentences import is_question

# Relevance: BM25 (Robertson and Zaragoza 2009, §3.5).
K1 = 1.2
B = 0.6
"""Lines are short by nature, not by wordiness: length counts less than the usual 0.75."""
NAMES = 0.35
"""A term in a name, heading or day that leads to the line, against one in its text."""
HINTED = 0.2
"""A term that the question only hints at, against one that it says."""
HINTED_CURATED = 0.5
"""The same in what is kept as true, which says a thing once, in words of its own."""
SINGLE = 0.25
"""A CJK character against a pair: it is in many words."""
LIGHT = 0.3
"""A verb that stands beside what is asked for ("take" of tablets), against a word for it."""
OTHERWISE = 0.6
"""A term of the question that is met by another word for the same, in that share."""
COVERAGE = 0.5
"""How much of the relevance depends on the share of the question that is met."""

# Boosts.
ENTITY = 1.6
RECORD = 0.5
"""A note or document against what is kept as true: it has neighbours to gain from."""
UNASKED = 0.5
"""A line of the entity that is named, which says nothing of what is asked about it."""
ASIDE = 0.7
"""A line of the user's own entity that does not mention the entity that is named."""
SPEAKER = 1.7
DAY = 1.6
CURRENT = 1.15
CURATED = 1.1
IDENTITY = (1.2, 1.15, 1.1)
"""The first identity files in their order; the others gain nothing."""
DOUBT = 0.5
"""A fact that another one speaks against."""
_ALL = 0.99
"""Share of what is asked that counts as all of it."""
ASKING = 0.9
"""A line that asks something tells little."""

# What lines mean, where a person has asked for it (index/meaning.py).
MEANING = 1.0
"""What the nearest line gains, of the best relevance by words."""
NEAR, NEAREST = 1.5, 3.5
"""Standard deviations from which a line gains something, and from which all of it."""

# What stands near in the same note.
BESIDE = 0.15
ANSWERS = 0.65
TOPIC = 0.6
"""Of what a conversation says of the question together, by turn."""
TOPIC_OF_A_DAY = 0.2
"""The same of a day's lines that nobody speaks: they are about many things."""
TOPIC_K = 0.5


class Weights:
    """How much each term of the question tells, from how many documents hold it."""

    __slots__ = ("all_asked", "all_terms", "average", "curated", "leading", "of", "shares")

    def __init__(self, question: Question) -> None:
        documents, frequencies = question.documents, question.frequencies
        self.average = max(question.average, 1.0)
        self.of: dict[str, float] = {}
        across = _across_words(question)
        for term in question.terms:
            rarity = _rarity(documents, frequencies.get(term, 0))
            self.of[term] = 0.0 if term in across else rarity * _size(term, question)
        light = question.words["light"].intersection(question.terms)
        if light and not light.issuperset(question.asked):
            self.of.update((term, LIGHT * self.of[term]) for term in light)
        for term in question.hinted:
            self.of[term] = HINTED * _rarity(documents, frequencies.get(term, 0))
        gain = HINTED_CURATED / HINTED
        self.curated = self.of | {term: gain * self.of[term] for term in question.hinted}
        """The same in what is kept as true."""
        self.all_terms = sum(self.of[term] for term in question.terms) or 1.0
        self.all_asked = sum(self.of[term] for term in question.asked) or 1.0
        self.shares: dict[frozenset[str], tuple[float, float]] = {}
        """What was found out for the same terms before: few lines meet others than all others."""
        self.leading: dict[str, tuple[str, ...]] = {}
        """Of all terms that lead to a line those that are asked for; a day's lines share them."""


def _rarity(documents: int, frequency: int) -> float:
    return math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5))


def _size(term: str, question: Question) -> float:
    """How much of a word a term is; a character that has another word for it is one: 猫, a pet."""
    if len(term) > 1 or term.isascii():
        return 1.0
    within = any(term in t for t in question.terms if len(t) > 1 and t in question.means)
    return 1.0 if term in question.means and not within else SINGLE


def _across_words(question: Question) -> set[str]:
    """Pairs of characters that stand nowhere since they reach from one word into the next.

    Of 五菱总共 the pair 菱总 is no word that memory lacks: who is found by 五菱 says all of it.
    """
    pairs = [t for t in question.terms if len(t) == 2 and not t.isascii()]  # noqa: PLR2004
    words = {t for t in pairs if question.frequencies.get(t) or t in question.means}
    before, behind = {t[0] for t in words}, {t[1] for t in words}
    across = set()
    for pair in pairs:
        if pair in words:
            continue
        if pair[0] in behind or pair[1] in before:
            across.add(pair)
        else:
            behind.add(pair[1])
    return across


def relevance(found: Found, question: Question, weights: Weights) -> float:
    """BM25 of text and names, lowered by the share of the question that is not met."""
    of = weights.of if found.kind in ("note", "document") else weights.curated
    body = found.body
    norm = K1 * (1 - B + B * len(body) / weights.average)
    counts: dict[str, int] = {}
    for term in filter(of.__contains__, body):
        counts[term] = counts.get(term, 0) + 1
    total = 0.0
    for term, n in counts.items():
        total += of[term] * n * (K1 + 1) / (n + norm)
    leads = f"{found.leading} {found.above}" if found.above else found.leading
    leading = weights.leading.get(leads)
    if leading is None:
        leading = weights.leading[leads] = tuple(filter(of.__contains__, leads.split()))
    for term in leading:
        if term not in counts:
            counts[term] = 0
            total += of[term] * NAMES
    if not counts:
        return 0.0
    found.met = frozenset(counts)
    shares = weights.shares.get(found.met)
    if shares is None:
        shares = weights.shares[found.met] = _shares(found.met, question, weights)
    share, found.share = shares
    return total * (1 - COVERAGE + COVERAGE * share)


def _shares(met: frozenset[str], question: Question, weights: Weights) -> tuple[float, float]:
    """How much of the question is met by these terms, and of what it asks beyond names."""
    share = share_met(met, question.terms, question, weights)
    is_alone = question.asked is question.terms
    return share, share if is_alone else share_met(met, question.asked, question, weights)


def share_met(met: frozenset[str], asked: list[str], question: Question, weights: Weights) -> float:
    """The share of what is asked, by weight, that is met in its own or in other words."""
    of, means = weights.of, question.means
    share = 0.0
    for term in asked:
        if term in met:
            share += of[term]
        elif (term in means and not met.isdisjoint(means[term])) or (
            _is_spelled_otherwise(term, met, question)
        ):
            share += OTHERWISE * of[term]
    return share / (weights.all_terms if asked is question.terms else weights.all_asked)


def _is_spelled_otherwise(term: str, met: frozenset[str], question: Question) -> bool:
    """Are the characters of a pair that stands nowhere both there: 血型 of O型血?"""
    return len(term) == 2 and met.issuperset(term) and not question.frequencies.get(term)  # noqa: PLR2004 - a pair


def boosts(found: Found, question: Question) -> dict[str, float]:
    """Every boost that applies, by name."""
    parts: dict[str, float] = {}
    if found.entity in question.entities:
        parts["entity"] = 1 + (ENTITY - 1) * question.entities[found.entity]
    elif found.entity is not None and _is_about_another(found, question):
        found.is_elsewhere = not _may_be_of_it(found, question)
        parts |= {"aside": ASIDE} if found.entity == question.me else {}
    if question.days and not {*question.days}.isdisjoint(found.names):
        parts["day"] = DAY
    if found.current:
        parts["current"] = CURRENT
    parts |= {"doubt": DOUBT} if found.doubt else {}
    if found.kind in ("fact", "follower", "tacit"):
        parts["curated"] = CURATED
    if found.kind == "tacit":
        parts["identity"] = _identity(found.path.rpartition("/")[2], question)
    if found.kind in ("note", "document"):
        parts["record"] = RECORD
    is_unasked = question.asked is not question.terms and not found.share
    if (is_unasked or _says_a_name_alone(found, question)) and "meaning" not in found.parts:
        parts["unasked"] = UNASKED
    if found.kind == "note" and is_question(found.text):
        parts["asking"] = ASKING
    return parts


def _says_a_name_alone(found: Found, question: Question) -> bool:
    """Does a fact meet nothing but a name that no entity bears, where more is asked?

    A line of a note has neighbours that say the rest.
    """
    if found.kind not in ("fact", "summary"):
        return False
    met = found.met.intersection(question.asked) if question.proper else ()
    if not met or not question.proper.issuperset(met) or question.proper.issuperset(question.asked):
        return False
    return found.met.isdisjoint(question.hinted)


def is_of_what_is_named(found: Found, question: Question) -> bool:
    """Is it of whom or what the question names? What is not answers nothing there."""
    if not (question.named or question.proper):
        return True
    if found.entity in question.entities or any(n <= found.met for n in question.named):
        return True
    if question.proper:
        return may_be_of_what_has_no_page(found, question)
    has_person = any(ref.startswith("people/") for ref in question.entities)
    return found.share >= _ALL and not has_person


def may_be_of_what_has_no_page(found: Found, question: Question) -> bool:
    """Does it hold the name that the question asks of and no entity bears, or say much besides?"""
    if not question.proper or not question.proper.isdisjoint(found.met):
        return True
    return len(found.met.intersection(question.terms)) > 1


def _identity(file: str, question: Question) -> float:
    pairs = zip(question.identity, IDENTITY, strict=False)
    return next((boost for name, boost in pairs if name == file), 1.0)


def _is_about_another(found: Found, question: Question) -> bool:
    """Is somebody named, and neither the user nor anybody whom the line mentions?"""
    is_mentioned = any(name <= found.met for name in question.named)
    return bool(question.naming) and question.me not in question.entities and not is_mentioned


def _may_be_of_it(found: Found, question: Question) -> bool:
    """Does a line about somebody say all that is asked of a thing?

    "Tech lead is Ada" need not name the project; of two people each is asked for by name.
    """
    if found.share < _ALL or not question.entities:
        return False
    is_person = (found.entity or "").startswith("people/")
    return is_person and not any(ref.startswith("people/") for ref in question.entities)


def _is_named(speaker: str, question: Question) -> bool:
    low = question.text.casefold()
    return any(len(w) > 1 and w in low for w in speaker.casefold().split())


def score_all(candidates: list[Found], question: Question, weights: Weights) -> None:
    """Give every candidate its parts and its score."""
    _lend_headings(candidates)
    for found in candidates:
        found.parts = {"relevance": relevance(found, question, weights)}
    if question.meant:
        _look_at_meaning(candidates, question)
    _hand_on(candidates, _look_beside(candidates, weights))
    speakers = {f.speaker for f in candidates if f.speaker}
    named = {speaker for speaker in speakers if _is_named(speaker, question)}
    for found in candidates:
        factors = boosts(found, question)
        if found.speaker in named:
            factors = {"speaker": SPEAKER, **factors}
        found.score = sum(found.parts.values()) * math.prod(factors.values())
        found.parts |= factors


def _look_at_meaning(candidates: list[Found], question: Question) -> None:
    """What a line gains from meaning what is asked, whatever its words."""
    best = max((f.parts["relevance"] for f in candidates), default=0.0) or 1.0
    for found in candidates:
        near = (question.meant.get(found.id, 0.0) - NEAR) / (NEAREST - NEAR)
        if near > 0:
            found.parts["meaning"] = MEANING * best * min(near, 1.0)


def _lend_headings(candidates: list[Found]) -> None:
    """What stands above a line of a note leads to the facts that were read in it too.

    "Daily at 07:30" below "Stand-up" answers when the stand-up is.
    """
    facts = {f.id: f for f in candidates if f.kind == "fact"}
    for note in candidates:
        if note.kind == "note" and note.heading:
            for number in note.tells:
                if number in facts:
                    facts[number].above += f" {note.leading}"


def _hand_on(candidates: list[Found], gained: dict[int, float]) -> None:
    """What stands about a note line, to the facts that were read in it."""
    facts = {f.id: f for f in candidates if f.kind == "fact"}
    for note in candidates:
        for number in note.tells:
            if number in facts and gained.get(note.id):
                told = facts[number].parts.get("told", 0.0)
                facts[number].parts["told"] = max(told, RECORD * gained[note.id])


def _look_beside(candidates: list[Found], weights: Weights) -> dict[int, float]:
    """In a note, a line gains from its neighbours and from what the whole note is about.

    The evidence of "where did she go?" is often the line after the one that names the trip.
    Gives, by line, what stands about it for the facts that were read in it: cut out of the day,
    they need all of it.
    """
    notes = {f.id: f for f in candidates if f.kind == "note"}
    topics = _topics(list(notes.values()), weights)
    gained: dict[int, float] = {}
    for number, found in notes.items():
        near = 0.0
        for step in (-1, 1):
            beside = notes.get(number + step)
            if beside is None or beside.source != found.source:
                continue
            gain = beside.parts["relevance"]
            if gain:
                asked = step < 0 and is_question(beside.text)
                near += (ANSWERS if asked else BESIDE) * gain
        if near:
            found.parts["beside"] = near
        if topics[found.source]:
            by = TOPIC if found.speaker else TOPIC_OF_A_DAY
            found.parts["topic"] = by * topics[found.source]
        gained[number] = near + TOPIC * topics[found.source]
    return gained


def _topics(notes: list[Found], weights: Weights) -> dict[int, float]:
    """By note: how much its lines say of the question together, each term once and a little."""
    lines: dict[int, dict[str, int]] = {}
    for found in notes:
        counts = lines.setdefault(found.source, {})
        for term in found.met:
            counts[term] = counts.get(term, 0) + 1
    return {
        source: sum(weights.of[t] * n / (n + TOPIC_K) for t, n in counts.items())
        for source, counts in lines.items()
    }


def sort(found: list[Found], kinds: list[str]) -> None:
    """Best first; among equals by kind, then fresher first, then by place: nothing is chance."""
    places = {kind: kinds.index(kind) for kind in kinds}
    last = len(kinds)
    days = {day: _number_of(day) for day in {f.day for f in found}}
    found.sort(
        key=lambda f: (
            *(-round(f.score, 6), places.get(f.kind, last), -days[f.day]),
            *(f.path, f.line or 0, f.id),
        )
    )


def _number_of(day: str | None) -> int:
    digits = (day or "").replace("-", "")
    return int(digits) if digits.isdecimal() and digits.isascii() else 0
