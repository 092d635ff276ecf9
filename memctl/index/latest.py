"""Of several answers to a question about one thing, the latest is current.

A newer fact that tells of a change and meets what is asked puts an older one of the same
entity in doubt, for this question; one of another entity does when it meets all that the older
one meets. So does a newer one that fills the same slot of the user
(two managers at two entities). Both stay in the result, the older one below, not as current.
Nothing is retired here. On the hot path.
"""

from memctl.index.found import Found
from memctl.index.ordering import DOUBT, Weights, is_of_what_is_named, share_met
from memctl.index.overtaking import Asked, Rivals, may_be_overtaken
from memctl.index.question import Question
from memctl.index.request import Request
from memctl.index.sentences import is_question, sentences_of, without_label
from memctl.index.values import is_value, tells
from memctl.index.wanted import asks_of_mine, kinds_wanted, wants_one, wants_whether
from memctl.index.whose import may_be_mine
from memctl.language.questions import asks, has_turned, words_of
from memctl.language.tokens import analyse

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs as much as the whole look-up
    from collections.abc import Collection

_AS_MUCH = 0.8
"""What holds has to meet this part of what that meets which is announced."""
_BELOW = 0.9
_LITTLE = 0.1
"""Share of what is asked up to which a line says nothing of it."""
_BESIDE = 0.999
_TOLD = 0.9
"""A note has to meet this share of what is asked to speak against a fact."""
_TOLD_ANEW = 0.6
"""The same for a sentence of a note that tells of a change."""
_MOST_FACTS = 4
"""So many of the best facts are held against the sentences of notes."""
_GAP = 4
"""So many characters lie between two sentences at most."""
_BEGINNING = 16
"""Characters by which a sentence is known again in a fact."""


def mark_overtaken(found: list[Found], question: Question, request: Request) -> None:
    """Put in doubt what a later answer overtook."""
    facts = [f for f in found if f.kind == "fact" and f.current and f.day]
    asked = Asked(question, facts, request.as_of or request.today)
    rivals = Rivals([f for f in facts if not f.is_of_other], asked)
    olds = [f for f in facts if may_be_overtaken(f, asked)] if rivals.all else []
    lines = summaries(found) if olds else []
    for old in sorted(olds, key=lambda f: str(f.day)):
        new = next((n for n in rivals.to(old) if rivals.overtake(n, old)), None)
        if new is not None:
            _take_over(new, old)
            doubt_lines(lines, old)


def mark_coming(found: list[Found], question: Question, request: Request) -> None:
    """What is announced for a later day stands below what holds until then, and in doubt.

    Above it where it is asked what will be.
    """
    day = request.as_of or request.today
    facts = [f for f in found if f.kind == "fact" and f.current and f.day and f.share]
    coming = [f for f in facts if str(f.day)[:10] > day]
    if not coming:
        return
    is_asked = asks("coming", words_of(question.text), question.text, question.words)
    present = [f for f in facts if str(f.day)[:10] <= day and not f.is_of_other]
    for late in coming:
        now = max(present, key=lambda f: (f.share, f.score), default=None)
        if now is not None and _is_near(now, late):
            late.parts["coming"] = _placed(now.score, late.score, is_asked=is_asked)
            late.score *= late.parts["coming"]
            if not is_asked:
                late.current = False
                late.doubt = now.fact if now.entity == late.entity else f"{now.entity}#{now.fact}"
                doubt_lines(summaries(found), late)


def _placed(now: float, late: float, *, is_asked: bool) -> float:
    """The factor that puts what is announced below what holds, or above it."""
    place = now / (late or 1.0)
    return max(1.0, place / _BELOW) if is_asked else min(1.0, _BELOW * place)


def _is_near(now: Found, late: Found) -> bool:
    """Do both say as much of what is asked, in some of the same words?"""
    is_as_much = _AS_MUCH * late.share <= now.share <= late.share / _TOLD_ANEW
    return is_as_much and not now.met.isdisjoint(late.met)


def mark_outspoken(found: list[Found], question: Question, weights: Weights) -> None:
    """A later note that says all that is asked, and of which nothing was kept, leaves doubt."""
    if not wants_one(question):
        return
    _mark_told_since(found, question, weights)
    notes = [n for n in found if n.kind == "note" and not n.tells and n.day and len(n.met) > 1]
    kinds = kinds_wanted(question)
    most = max((n.share for n in notes), default=0.0)
    for fact in found:
        least = max(fact.share, _TOLD)
        is_told = fact.current and fact.kind in ("fact", "summary")
        if least <= most and is_told and is_of_what_is_named(fact, question):
            told = (n for n in notes if str(n.day) > str(fact.day or "") and n.share >= least)
            later = (n for n in told if _says_otherwise(n, fact, kinds, question))
            note = next(later, None)
            if note is not None:
                fact.current = False
                fact.doubt = f"{note.path}:{note.line}"


def _mark_told_since(found: list[Found], question: Question, weights: Weights) -> None:
    """A later sentence of a note that tells of a change in what is asked leaves doubt.

    Unlike a whole note it need not say all of it; nothing of it was kept either.
    """
    notes = [n for n in found if n.share and n.kind == "note" and n.day and not n.speaker]
    if not notes:
        return
    facts = [f for f in found if f.share and f.current and f.kind == "fact" and f.day]
    facts = [f for f in facts if is_of_what_is_named(f, question)]
    best = sorted((f for f in facts if not f.is_elsewhere), key=lambda f: -f.score)[:_MOST_FACTS]
    texts = {f.id: f.text for f in found if f.kind == "fact"}
    for note in sorted(notes, key=lambda n: str(n.day), reverse=True):
        older = [f for f in best if f.current and str(note.day) > str(f.day)]
        kept = [texts[number] for number in note.tells if number in texts]
        for sentence in sentences_of(note.text) if older else ():
            if any(sentence[:_BEGINNING] in k or k[-_BEGINNING:] in sentence for k in kept):
                continue
            for fact in older:
                if _tells_turn(sentence, fact, question) or (
                    note.share >= _TOLD_ANEW and _is_changed(sentence, fact, question, weights)
                ):
                    fact.current = False
                    fact.doubt = f"{note.path}:{note.line}"
                    doubt_lines(summaries(found), fact)
                    _go_on(note, sentence, fact, found)


def _go_on(note: Found, sentence: str, old: Found, found: list[Found]) -> None:
    """What was read in the next breath of the note stands where the doubted one stood.

    "Bridge has found me a new partner. Pearl Snook, eighty, ruthless."
    """
    end = note.text.find(sentence) + len(sentence)
    for fact in (f for f in found if f.id in note.tells and f.kind == "fact" and f.current):
        own = without_label(fact.text)
        if 0 <= note.text.find(own[:_BEGINNING], end) - end <= _GAP and fact.score < old.score:
            fact.parts["takes over"] = _BELOW * old.score / (fact.score or 1.0)
            fact.score, fact.share = _BELOW * old.score, max(fact.share, old.share)
            fact.is_elsewhere = False


def _is_changed(sentence: str, fact: Found, question: Question, weights: Weights) -> bool:
    """Does a sentence tell that what the fact says of the question is no longer so?"""
    words = question.words
    if is_question(sentence) or not asks("change", words_of(sentence), sentence, words):
        return False
    if asks_of_mine(question) and not may_be_mine(sentence, fact, question):
        return False
    terms = frozenset(analyse(sentence))
    met = terms.intersection(question.asked)
    if len(met) < 2 or not _is_common(met & fact.met, question):  # noqa: PLR2004 - one word is in too many lines
        return False
    of_others = question.named and question.me not in question.entities
    if of_others and not any(name <= terms for name in question.named):
        return False
    kinds = [k for k in kinds_wanted(question) if tells(k, fact.text, words)]
    if kinds and not any(tells(kind, sentence, words) for kind in kinds):
        return False
    share = share_met(terms, question.asked, question, weights)
    return share >= max(_TOLD_ANEW, _TOLD * fact.share)


def _tells_turn(sentence: str, fact: Found, question: Question) -> bool:
    """Does it tell that it is otherwise with the thing that is asked about and the fact names?

    "Magnesium stopped" after "magnesium 200 mg before bed". Of somebody else's it tells nothing.
    """
    words = question.words
    terms = {*analyse(sentence)}
    things = fact.met.intersection(question.asked) - words["light"] - {*question.means}
    same = {t for t in things - {*question.days} if len(t) > 1 and t not in words["day_words"]}
    if not same & terms or is_question(sentence):
        return False
    low = f" {' '.join(words_of(sentence))} "
    if same <= terms and has_turned(sentence, words):
        return may_be_mine(sentence, fact, question) or fact.entity != question.me
    more = {t for t in terms & {*fact.body} - same if len(t) > 1 and t not in words["weak"]}
    return bool(more) and any(f" {w} " in low for w in words["again"])


def _is_common(terms: "Collection[str]", question: Question) -> bool:
    """Do two lines share a word? A character of one (猫 of 猫粮) is part of too many."""
    return any(
        len(t) > 1 or t.isascii() or not any(t in pair and pair != t for pair in question.terms)
        for t in terms
    )


def _says_otherwise(note: Found, fact: Found, kinds: list[str], question: Question) -> bool:
    """Does it speak of what the fact tells, and of another value where a value is asked for?"""
    common = note.met.intersection(fact.met, (*question.asked, *question.hinted))
    if not _is_common(common, question):
        return False
    if asks_of_mine(question) and not may_be_mine(note.text, fact, question):
        return False
    words = question.words
    if not kinds or not any(tells(kind, fact.text, words) for kind in kinds):
        return True
    return any(tells(kind, note.text, words) for kind in kinds) and {*note.body}.isdisjoint(
        t for t in fact.body if is_value(t, words)
    )


def _take_over(new: Found, old: Found) -> None:
    """The older one is doubted, and the newer one stands where it stood."""
    old.current = False
    old.doubt = new.fact if new.entity == old.entity else f"{new.entity}#{new.fact}"
    if old.score > new.score > 0:
        new.parts["takes over"] = old.score / new.score
        new.score = old.score
        new.share = max(new.share, old.share)
    old.parts["doubt"] = DOUBT
    old.score *= DOUBT


def put_doubters_above(found: list[Found]) -> None:
    """What is perhaps no longer so stands below what speaks against it, where that was found."""
    places = {place: f for f in found if f.score > 0 for place in _places(f)}
    for old in found:
        new = places.get(old.doubt_place) if old.doubt and old.kind == "fact" else None
        if new is not None and not new.doubt and new.share and new.score <= old.score:
            new.parts["takes over"] = old.score / new.score / _BESIDE
            new.score = old.score / _BESIDE
            new.share = max(new.share, old.share)
    holding = [f for f in found if f.kind == "fact" and f.current and not f.is_elsewhere]
    for old in (f for f in found if f.doubt and f.kind == "fact" and not f.current):
        above = [f.score for f in holding if f.share >= max(old.share, _TOLD_ANEW)]
        if above and old.score >= max(above):
            old.parts["below what holds"] = _BESIDE * max(above) / old.score
            old.score = _BESIDE * max(above)


def _places(found: Found) -> tuple[str, ...]:
    if found.kind == "fact":
        return (f"{found.entity}#{found.fact}",)
    return (f"{found.path}:{found.line}",) if found.kind == "note" else ()


def put_turns_above(found: list[Found], question: Question) -> None:
    """Whether somebody still does it is answered by what became of them, where nothing says more.

    "Ivo left the choir" above "Ivo is the new bass" for "is Ivo still in the choir?".
    """
    if not (wants_whether(question) and question.naming):
        return
    named = [f for f in found if f.score > 0 and any(n <= f.met for n in question.named)]
    turned = [
        f
        for f in named
        if (f.kind == "note" or f.current)
        and not is_question(f.text)
        and has_turned(f.text, question.words)
    ]
    for new in turned:
        olds = (f for f in named if str(f.day or "") < str(new.day or ""))
        above = [
            f.score for f in olds if f.share <= max(new.share, _LITTLE) and f.score > new.score
        ]
        if above and not new.is_of_other:
            new.parts["newer"] = max(above) / new.score / _BESIDE
            new.score = max(above) / _BESIDE


def summaries(found: list[Found]) -> list[Found]:
    """The lines of summaries."""
    return [f for f in found if f.kind == "summary"]


def doubt_lines(lines: list[Found], old: Found) -> None:
    """A line of a summary that states the older one is no more current than it."""
    for line in lines:
        if line.entity == old.entity and old.fact in line.rests.split():
            line.current = False
            line.doubt = old.doubt
