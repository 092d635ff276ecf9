"""Where the older fact of a topic stands, when a change of it names nobody.

"Stand-up moved to nine, Ada's new rule" may be stored at Ada; that it moved again is read
without her. And a name that was misheard stands at somebody who bears it alone.

Key read from the data of a language (roles.toml):
    names_at_end   how a clause ends with a name, where names are written like other words
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from memctl.expressions import later
from memctl.graph.candidate import Candidate
from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import Fact
from memctl.language.lexicon import Lexicon, words_of
from memctl.language.statements import statements
from memctl.rules.comparing.values import counted_otherwise
from memctl.rules.places import LATELY, Places, Rows, fills_personal
from memctl.rules.reading import Reading, read

_TOPIC = later(r"[A-Za-z]\w{2,}|[一-鿿]{2}")
_NAME = r"[^\W\d_一-鿿][\w’'-]*\Z"
_ENDS = frozenset(".,;:!?。，；：！？—–-")
_FEW = 2
"""Rows of somebody who is known by one remark."""


def misnamed(places: Places, candidate: Candidate) -> Iterator[tuple[EntityRef, Rows]]:
    """Rows read lately by which somebody got the name that the candidate says is wrong."""
    wrong, day = misnamed_in(candidate.text, places.lexicon), candidate.day
    if not wrong or day is None or not (candidate.is_new or candidate.kind == "correction"):
        return
    for ref, entity in sorted(places.entities.items()):
        active = tuple(f for f in entity.facts if f.is_active)
        rows = tuple(
            f
            for f in active
            if f.day is not None
            and 0 <= (day - f.day).days <= LATELY
            and any(_word_at(w, f.text.casefold()) >= 0 for w in wrong)
        )
        # Somebody of whom more is known is no slip of the ear.
        if rows and rows == active[: len(rows)] and len(active) <= _FEW:
            yield ref, rows


def on_topic(places: Places, candidate: Candidate) -> Iterator[tuple[EntityRef, Rows]]:
    """Rows that begin with the same topic, at entities that the candidate does not name.

    "Stand-up moved to nine, Ada's new rule" may be stored at Ada; that it moved again is
    read without her. A name that is too little known to be an entity is a topic too.
    """
    home = candidate.entity or EntityRef("")
    is_name = home != places.me and home not in places.entities
    named = {*candidate.related, *places.names.named_in(candidate.text)} - {home, places.me}
    topic = candidate.entity_name if is_name else topic_of(candidate.text, places.lexicon)
    if not topic or named or not (is_name or home == places.me):
        return
    for ref, entity in sorted(places.entities.items()):
        rows = tuple(f for f in entity.facts if f.is_active and _leads(topic, f, entity))
        if is_name and ref == places.me:
            # What somebody does in their life is no news of the user's who names them.
            rows = tuple(f for f in rows if not fills_personal(f.text, places.lexicon))
        if rows and ref != home:
            yield ref, rows


def bargained(places: Places, candidate: Candidate) -> Iterator[tuple[EntityRef, Rows]]:
    """Rows read in the line right above, where the candidate only tells what came of it.

    "They want it in September" / "no way, settled on the end of October": the clause that says
    it names nothing but the value, which is of a kind that the line above tells too.
    """
    new, here = read(candidate.text, (), places.lexicon), candidate.evidence
    if candidate.entity != places.me or here.line is None or not _is_only_outcome(new):
        return
    for ref, entity in sorted(places.entities.items()):
        rows = tuple(
            f
            for f in entity.facts
            if f.is_active and _is_right_above(f, candidate) and _is_answered(f, new, candidate)
        )
        if rows:
            yield ref, rows


def _is_right_above(fact: Fact, candidate: Candidate) -> bool:
    """Was it read in the line above; or in this very line, when it was filed there before?"""
    here = candidate.evidence
    lines = {(here.line or 0) - 1} | ({here.line} if fact.text == candidate.text else set())
    return any(e.path == here.path and e.line in lines for e in fact.evidence)


def _is_answered(fact: Fact, new: Reading, candidate: Candidate) -> bool:
    is_filed = fact.text == candidate.text
    return is_filed or counted_otherwise(read(fact.text, (), new.lexicon), new)


def _is_only_outcome(new: Reading) -> bool:
    """Does a clause say what was agreed, a number or day, and of what not a word?"""
    edges = words_of("edges_of_time", new.lexicon)
    for cue in new.stances.bargain:
        at = new.clause_of(cue[0])
        said = [(q.start, q.end) for q in new.quantities if new.clause_of(q.start) == at]
        others = (
            t
            for t in new.terms
            if new.clause_of(t.start) == at
            and t.id not in edges
            and not any(t.start < end and start < t.end for start, end in (*said, cue))
        )
        if said and not any(others):
            return True
    return False


def _leads(topic: str, fact: Fact, entity: Entity) -> bool:
    """Does the row speak of the topic before it names whom it stands at?"""
    low = fact.text.casefold()
    # A row that bears the name of its page in front is told of what follows.
    low = next((low.removeprefix(label) for label in _labels(entity) if low.startswith(label)), low)
    at = _word_at(topic.casefold(), low)
    own = [low.find(name.casefold()) for name in entity.names if len(name) > 1]
    return at >= 0 and all(place < 0 or place > at for place in own)


def _labels(entity: Entity) -> Iterator[str]:
    return (f"{name.casefold()}{colon}" for name in entity.names for colon in (": ", "："))


def _word_at(word: str, text: str) -> int:
    if not word.isascii():
        return text.find(word)
    match = re.search(rf"(?<![a-z0-9]){re.escape(word)}(?![a-z0-9])", text)
    return match.start() if match else -1


@lru_cache(maxsize=10_000)
def misnamed_in(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """The names that it takes back, casefolded ("Miss Holm, not Helm")."""
    reader = statements(lexicon)
    folded = reader.fold(text)
    found = (m for m in reader.grammar.reversal.finditer(folded) if m.start())
    ended = (m for m in found if folded[: m.start()].rstrip()[-1:] in _ENDS)
    names = (_name_at_end(lexicon).search(m.group()) for m in ended)
    return tuple(name.group().casefold() for name in names if name is not None)


@lru_cache(maxsize=8)
def _name_at_end(lexicon: Lexicon) -> re.Pattern[str]:
    return re.compile("|".join((_NAME, *words_of("names_at_end", lexicon))))


@lru_cache(maxsize=10_000)
def topic_of(text: str, lexicon: Lexicon) -> str:
    """The first word that says something: what a statement without a name is about."""
    reader = statements(lexicon)
    found = _TOPIC.search(reader.grammar.bare.sub(" ", reader.fold(text)))
    return found.group() if found else ""
