"""What a word of change or end acts on: not whatever happens to stand beside it.

"Gave up the flat" is about the flat; "gave up the newspaper" is not, though it may stand in
the same flat. No sentence is parsed: what follows the cue up to the next link ("at", "from")
is its object, and its last word says what the object is.

Keys read from the data of a language (roles.toml):
    links     words behind which the object of a verb is over
    goals     endings of a cue behind which what comes instead follows
    fronts    characters that put the object before its verb
    denials   characters with which a cue begins that embraces its object (不…了)
    facets    words for a side of a thing (price, dose)
    directed  deeds with a doer before and somebody behind them, as regular expressions
    doing_words, undergoing_words   who tells it, before such a deed and behind it
    side_kinds  kinds that say how a thing is and not which (every day): none to meet in
    carriers  words that carry a thing named beside them (lessons, job)
    articles  what may stand before a thing
    undergone what stands before a word for what is done to the subject (is), gerunds words for
              what somebody does, of_what what makes a thing that of another (of the): all as
              regular expressions
    endings   characters that say nothing behind a word (了)
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from memctl.language.lexicon import Lexicon, pattern_of, words_of
from memctl.language.phrases import Span
from memctl.language.term_kinds import generic_heads
from memctl.language.terms import Term, empty_characters
from memctl.rules.comparing.anchors import BESIDE_WORDS, HAN_CHARACTER, WEEKDAYS, is_name, overlaps
from memctl.rules.reading import Reading

_POSSESSIVE = ("'", "’")


def acted_on(
    old: Reading, new: Reading, cue: Span, anchors: Sequence[Term], *, may_arrive: bool
) -> list[Term]:
    """Those of the anchors that a cue may be about.

    Args:
        old: The older statement; whom both begin with they are not about.
        new: The statement that holds the cue.
        cue: Where the word of change or end stands.
        anchors: What the old statement has too.
        may_arrive: May the object be what comes instead ("joined Acme")?
    """
    anchors = [t for t in anchors if not _is_whom_both_tell_of(old, new, t)]
    start, end = new.clauses[new.clause_of(cue[0])]
    begun = {t.id for t in old.terms if t.start == 0}
    here = [t for t in anchors if start <= t.start < end and not (t.start == 0 and t.id in begun)]
    told = _object(new, cue, end, may_arrive=may_arrive)
    if not here:
        return list(anchors)
    if not told or _arrives(new, cue) or _is_undergone(new, cue):
        return [
            t
            for t in anchors
            if t.end > cue[0]
            or not (_is_of_another(old, new, t) or (told and is_name(old, new, t)))
        ]
    if _is_known(old, new, cue, told):
        return list(anchors) if _is_whole(old, new, told[-1]) else []
    doing = pattern_of("gerunds", new.lexicon, r"\Z")
    is_doing = len(told) == 1 and doing.search(new.text, 0, told[0].end) is not None
    if is_doing or all(_is_light(new, t) for t in told):
        return [t for t in anchors if t not in here or t.start >= cue[1]]
    is_new_name = all(new.text[t.start].isupper() for t in told)
    return list(anchors) if may_arrive and is_new_name else []


def _is_whom_both_tell_of(old: Reading, new: Reading, term: Term) -> bool:
    """Do both begin with the same kin ("my sister"), of whom one has much to tell?"""
    said = new.text[term.start : term.end].casefold()
    return bool(new.doer) and new.doer == old.doer and new.doer in (term.id, said)


def _is_undergone(new: Reading, cue: Span) -> bool:
    """Is it told what becomes of the subject ("was replaced", "is off the programme")?"""
    doing = pattern_of("gerunds", new.lexicon)
    told = pattern_of("undergone", new.lexicon).match(new.text, cue[0])
    if told:
        return not doing.match(new.text, told.end())
    before = pattern_of("undergone", new.lexicon, r"\Z")
    is_doing = doing.match(new.text, cue[0], cue[1])
    return not is_doing and before.search(new.text, 0, cue[0]) is not None


def _object(new: Reading, cue: Span, end: int, *, may_arrive: bool) -> list[Term]:
    """The content words of what follows the cue, up to the next link or the clause's end.

    A cue may embrace its object ("gave … away", 不…了).
    """
    own = [t for t in new.terms if t.id[:2] not in BESIDE_WORDS and cue[0] < t.start]
    # A cue that runs on into the next clause has taken its object with it.
    is_cut, cue = cue[1] > end, (cue[0], min(cue[1], end))
    inside = [t for t in own if t.start < cue[1] and (is_cut or not overlaps(t, [cue]))]
    if not HAN_CHARACTER.search(new.text[cue[0] : cue[1]]):
        link = _links(new.lexicon).search(new.text, cue[1] - 1, end)
        stop = min(
            link.start() + 1 if link else end,
            *(a for a, b in new.named if a >= cue[1] and not (may_arrive and _owns(new, b))),
            end,
        )
        # "gave her flat away" embraces a flat, "is put off" no putting.
        is_wide = _owned(new.lexicon).search(new.text, cue[0], cue[1]) is not None
        embraced = [t for t in inside if t.end < cue[1] and is_wide]
        return embraced or [t for t in own if cue[1] <= t.start < stop]
    if new.text[cue[0]] in words_of("denials", new.lexicon):
        return inside
    # What is told to come instead is no more its object (A停了换B).
    turns = (a for a, _ in (*new.stances.swap, *new.stances.change) if cue[1] <= a < end)
    after = [t for t in own if cue[1] <= t.start < min(turns, default=end)]
    if may_arrive:
        after = [*inside, *(t for t in after if t not in inside)]
    return after or _brought_forward(new, cue)


def _owns(new: Reading, at: int) -> bool:
    """Does a name that ends here only say whose the object is ("raised Ada's rent")?"""
    return new.text[at : at + 1] in _POSSESSIVE


def _brought_forward(new: Reading, cue: Span) -> list[Term]:
    """The object before its verb (把…停了)."""
    start, _ = new.clauses[new.clause_of(cue[0])]
    at = max(
        (new.text.rfind(w, start, cue[0]) for w in words_of("fronts", new.lexicon)), default=-1
    )
    found = (t for t in new.terms if t.id[:2] not in BESIDE_WORDS)
    return [t for t in found if start <= at < t.start and t.end <= cue[0]]


def _is_known(old: Reading, new: Reading, cue: Span, told: Sequence[Term]) -> bool:
    """Is the last word that says something of the object one that the old statement has?

    Or is one known, and only a side of it meant: its price, the dose?
    """
    if _has_unread_head(new, cue, told[-1]):
        return False
    known = {t.id for t in old.terms}
    facets = words_of("facets", new.lexicon)
    if all(_word(new, t) in facets for t in told):
        return True
    for term in reversed(told):
        if term.id in known:
            return True
        if not _is_light(new, term):
            return False
    return False


def _is_of_another(old: Reading, new: Reading, term: Term) -> bool:
    """Does another word before it make another thing of it ("API limit", "upload limit")?"""
    before = _word_before(new, term)
    was = [_word_before(old, t) for t in old.terms if t.id == term.id]
    known = {t.id for t in old.terms}, {t.id for t in new.terms}
    return bool(before and before.id not in known[0]) and all(
        t and t.id not in known[1] for t in was
    )


def _word_before(reading: Reading, term: Term) -> Term | None:
    """The content word that stands right before another in letters."""
    found = (t for t in reading.terms if t.id[:2] not in BESIDE_WORDS)
    return next((t for t in found if reading.text[t.end : term.start] == " "), None)


def _is_whole(old: Reading, new: Reading, head: Term) -> bool:
    """Is the thing not that of something else ("the ink of the printer")?"""
    match = pattern_of("of_what", new.lexicon).match(new.text, head.end)
    after = next((t for t in new.terms if match and t.start == match.end()), None)
    known = {t.id for t in old.terms}
    return (
        after is None
        or after.id in known
        or _is_light(new, after)
        or new.text[after.start].isupper()
    )


def _has_unread_head(new: Reading, cue: Span, last: Term) -> bool:
    """Does a character behind the last word make another thing of it (手机壳)?"""
    if new.text[cue[0]] in words_of("denials", new.lexicon):
        return False
    end = cue[0] if last.end <= cue[0] else new.clauses[new.clause_of(cue[0])][1]
    rest = new.text[last.end : end].strip(_endings(new.lexicon))
    is_one = bool(HAN_CHARACTER.fullmatch(rest)) and rest not in empty_characters(new.lexicon)
    return is_one and rest not in words_of("carriers", new.lexicon)


def _is_light(new: Reading, term: Term) -> bool:
    """Does the word say only which side of a thing is meant, or carry one named beside it?"""
    words = (*words_of("facets", new.lexicon), *words_of("carriers", new.lexicon))
    is_light = term.id in generic_heads(new.lexicon) or term.id in WEEKDAYS
    return is_light or _word(new, term) in words


def _word(new: Reading, term: Term) -> str:
    word = new.text[term.start : term.end].casefold()
    is_plural = word.isascii() and not word.endswith(("ss", "us"))
    return word.removesuffix("s") if is_plural else word


def _arrives(new: Reading, cue: Span) -> bool:
    """Does what comes instead follow, and not what goes ("moved to", 换成)?"""
    goals = words_of("goals", new.lexicon)
    said = new.text[cue[0] : cue[1]].casefold().rstrip(_endings(new.lexicon))
    return said.endswith(goals) or new.text.casefold().startswith(goals, cue[1])


def _endings(lexicon: Lexicon) -> str:
    return " " + "".join(words_of("endings", lexicon))


@lru_cache(maxsize=8)
def _owned(lexicon: Lexicon) -> re.Pattern[str]:
    return re.compile(rf" (?:{'|'.join(words_of('articles', lexicon)) or '(?!)'}) ", re.IGNORECASE)


@lru_cache(maxsize=8)
def _links(lexicon: Lexicon) -> re.Pattern[str]:
    rows = "|".join(map(re.escape, words_of("links", lexicon))) or "(?!)"
    return re.compile(rf"\s(?:{rows})(?![\w'])", re.IGNORECASE)
