"""Which new names become entities, and which names somebody known gets besides."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from memctl.graph.candidate import Candidate
from memctl.graph.entity import EntityRef
from memctl.graph.note import Block
from memctl.graph.plan import AddAlias, AddFact, Decide
from memctl.language.lexicon import Lexicon
from memctl.language.naming.use import UseWords, use_words
from memctl.rules.draft import Draft
from memctl.rules.filing.asked import creation_of
from memctl.rules.gate import OWN_SPEAKERS
from memctl.rules.places import Places
from memctl.rules.review import asked_questions
from memctl.rules.wording import say

Sighting = Callable[[Candidate], bool | None]
"""Was a name read elsewhere? None: it was, as a thing in small letters, and so is no name."""

_Place = tuple[str, int | None, str | None]
_UNSAID = frozenset({"code", "machine"})
_OFTEN = 2
"""Other blocks in which a name stands only where any word has a capital."""
_INSIDE = re.compile(r"[^\W_][,;)’'\"]* \Z")


def sightings(blocks: Iterable[Block], lexicon: Lexicon) -> Sighting:
    """Was a candidate's name read in another block of these, of its day or before?

    Once within a sentence, or more often where sentences begin: there any word has a capital.
    Only the user's own words count: not what an assistant echoes, nor code or a program's text,
    nor a copy of the block itself in another file of its conversation. What stands elsewhere in
    small letters behind an article ("feed the sourdough") is a word, unless it is one that people
    bear as a name; a name may be written small once ("coffee with odile").
    """
    words = use_words(lexicon)
    told: dict[object, Block] = {}
    digests: dict[_Place, set[object]] = defaultdict(set)
    for block in filter(_is_own, blocks):
        here = (block.path, block.line, block.message)
        digest = block.digest or (*here, block.text)
        told.setdefault(digest, block)
        digests[here].add(digest)

    def is_seen(candidate: Candidate) -> bool | None:
        name, read = candidate.entity_name, candidate.evidence
        texts = (block.text for block in told.values())
        if _may_be_a_word(candidate, words) and _is_a_thing(name, texts, words):
            return None
        word = re.compile(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])" if name.isascii() else name)
        same = digests.get((read.path, read.line, read.message), set())
        first = 0
        for digest, block in told.items():
            if name not in block.text or digest in same:
                continue
            if block.day is None or (read.day is not None and block.day > read.day):
                continue
            befores = [block.text[: m.start()] for m in word.finditer(block.text)]
            if not name.isascii() or any(_is_inside(b, words) for b in befores):
                return bool(befores)
            first += bool(befores)
        return first >= _OFTEN

    return is_seen


def _may_be_a_word(candidate: Candidate, words: UseWords) -> bool:
    """Is it one word, with the capital of its sentence, that nothing plainly makes a name?"""
    name = candidate.entity_name
    is_one = name.isascii() and name.isalpha() and name.istitle() and not candidate.is_plain
    return is_one and name.casefold() not in words.common


def _is_a_thing(name: str, texts: Iterable[str], words: UseWords) -> bool:
    """Does it stand in small letters behind an article, and nowhere inside a sentence as a name?"""
    word = re.compile(rf"(?<![\w/.@#-]){name}(?![\w@-]|\.\w)", re.IGNORECASE)
    small = False
    for text in texts:
        for m in word.finditer(text):
            before = text[: m.start()]
            if not m[0].islower() and _is_inside(before, words):
                return False
            small = small or (m[0].islower() and bool(words.article.search(before)))
    return small


def never_seen(_candidate: Candidate) -> bool:
    """Where there are no notes to look into."""
    return False


def _is_own(block: Block) -> bool:
    speaker = block.speaker.casefold() if block.speaker else None
    return block.kind not in _UNSAID and speaker in OWN_SPEAKERS


def _is_inside(before: str, words: UseWords) -> bool:
    return bool(_INSIDE.search(before)) and not words.article.search(before)


def is_plain_enough(
    draft: Draft, candidate: Candidate, every: Sequence[Candidate], how: str, is_seen: Sighting
) -> bool:
    """May the name become an entity now?

    Args:
        draft: With what was asked before.
        candidate: About the new name.
        every: All candidates of the run.
        how: `plain`, `twice` or `review`.
        is_seen: Was the name read in another block, be it in passing?
    """
    if how == "review":
        return False
    if (candidate.is_plain and how == "plain") or bool(is_seen(candidate)):
        return True
    seen = {
        e.quote
        for q in asked_questions(draft.decisions)
        if q.entity == candidate.entity
        for e in q.evidence
    }
    seen |= {c.evidence.quote for c in every if c.accepted and c.entity == candidate.entity}
    return len(seen | {candidate.evidence.quote}) > 1


def is_awaited(draft: Draft, candidate: Candidate) -> bool:
    """Was the name asked about, and is it the subject again, though of nothing that lasts?"""
    if candidate.accepted or not candidate.is_new or candidate.entity in draft.entities:
        return False
    return any(
        q.kind == "new-name"
        and q.entity == candidate.entity
        and all(e.quote != candidate.evidence.quote for e in q.evidence)
        for q in asked_questions(draft.decisions)
    )


def create(draft: Draft, candidate: Candidate, lexicon: Lexicon) -> None:
    """The entity, and what waited for its name to be seen again."""
    draft.change(creation_of(candidate, lexicon))
    again = say("seen_again", candidate.text, lexicon)
    for question in asked_questions(draft.decisions):
        if question.kind == "new-name" and question.entity == candidate.entity:
            waited = (c for c in question.accept if isinstance(c, AddFact))
            draft.change(*(replace(c, reason=again) for c in waited))
            draft.change(Decide(question.id, draft.today, "accepted", question.proposal))


def learn_names(draft: Draft, candidate: Candidate, places: Places) -> None:
    """Names that a note gives to somebody known, or to the user, are kept as aliases."""
    home = candidate.entity or EntityRef("")
    if not candidate.entity_names:
        return
    if home == places.me and not draft.has_folder(home):
        own = replace(candidate, entity_name=candidate.entity_names[0])
        draft.change(creation_of(own, places.lexicon))
    taken = {n for ref, e in draft.entities.items() if ref != home for n in e.names}
    for name in candidate.entity_names:
        if name not in draft.entity(home).names and name not in taken:
            draft.change(AddAlias(home, name))
    places.names.add(draft.entity(home))
