"""Lines of notes of which no fact was kept: where they stand among facts, and among each other.

A fact that meets a question only by a word for something like it ("new pills" of a dose) is no
nearer than the line that says what is asked. Of two lines that say the same of it, the one that
tells since when it is otherwise comes first. Turns of a conversation are left alone: they are
about many things. On the hot path.
"""

from memctl.index.found import Found
from memctl.index.ordering import is_of_what_is_named
from memctl.index.question import Question
from memctl.index.sentences import is_question
from memctl.index.wanted import wants_several
from memctl.language.questions import asks, has_turned, words_of

_SAID = 0.6
"""Share of what is asked that a line of a note has to meet to stand above a fact."""
_MORE = 1.5
"""So many times what the fact meets."""
_MUCH_MORE = 1.5
"""The same among lines of notes."""
_BELOW = 0.999
_SINCE = 0.4
"""A newer fact that tells of a change has at least this share of an older line's score, and"""
_AS_TOLD = 0.35
"""of what it meets."""
_AS_GOOD = 0.5
"""The newer line has at least this share of the older one's score, and"""
_AS_MUCH = 0.9
"""of what it meets."""


def weigh_unkept(found: list[Found], question: Question) -> None:
    """Put what was only written down where it answers before what does not."""
    talks = _conversations(found)
    lines = (n for n in found if n.kind == "note" and n.source not in talks)
    notes = [n for n in lines if n.score > 0 and not n.tells]
    if not notes or wants_several(question):
        return
    _fullest_first(notes)
    _newest_first(notes, question)
    _changed_since(notes, found, question)
    said = [n for n in notes if n.share >= _SAID and _says_it(n, question)]
    best = max(said, key=lambda n: n.score, default=None)
    if best is None:
        return
    for fact in found:
        is_kept = fact.kind in ("fact", "summary") and fact.score >= best.score
        if is_kept and _MORE * fact.share <= best.share and not _says_it(fact, question):
            fact.parts["unsaid"] = _BELOW * best.score / fact.score
            fact.score = _BELOW * best.score


def _conversations(found: list[Found]) -> set[int]:
    """The sources in which somebody speaks every line; a label ("choir: …") stands before one."""
    lines: dict[int, list[bool]] = {}
    for note in found:
        if note.kind == "note":
            lines.setdefault(note.source, []).append(bool(note.speaker))
    return {source for source, spoken in lines.items() if len(spoken) > 1 and all(spoken)}


def _says_it(line: Found, question: Question) -> bool:
    """Does it hold a word that is asked for, of whom it is asked?"""
    is_said = any(t in line.met for t in question.asked if len(t) > 1 or t in question.means)
    return is_said and is_of_what_is_named(line, question) and not is_question(line.text)


def _fullest_first(notes: list[Found]) -> None:
    """A line that says much more of what is asked stands above one that only says it louder."""
    for full in notes:
        above = [o.score for o in notes if _MUCH_MORE * o.share <= full.share]
        near = [score for score in above if full.score < score <= full.score / _AS_GOOD]
        if near:
            full.parts["fuller"] = max(near) / full.score / _BELOW
            full.score = max(near) / _BELOW


def _newest_first(notes: list[Found], question: Question) -> None:
    """The line that tells of a change stands above the older ones that say no more than it."""
    words = question.words
    asked = frozenset(t for t in (*question.asked, *question.naming) if len(t) > 1)
    for new in notes:
        low = new.text.casefold()
        if not any(asks(kind, words_of(low), low, words) for kind in ("change", "over")):
            continue
        olds = [o for o in notes if _is_older(o, new) and o.met & asked <= new.met]
        above = [o.score for o in olds if new.score < o.score <= new.score / _AS_GOOD]
        if above and new.met & asked:
            new.parts["newer"] = max(above) / new.score / _BELOW
            new.score = max(above) / _BELOW


def _changed_since(notes: list[Found], found: list[Found], question: Question) -> None:
    """A fact that tells of a change stands above older lines of the same that were not kept.

    "From next week Zora collects them" is what holds, however much more was jotted before.
    """
    told = (f for f in found if f.kind == "fact" and f.current and f.share)
    facts = [f for f in told if f.is_change or has_turned(f.text, question.words)]
    about = frozenset(t for t in question.asked if len(t) > 1)
    for new in facts:
        above = [
            n.score
            for n in notes
            if str(n.day or "") < str(new.day or "")
            and new.score < n.score <= new.score / _SINCE
            and new.share >= _AS_TOLD * n.share
            and not about.isdisjoint(new.met & n.met)
        ]
        if above and not new.is_elsewhere and not new.is_of_other:
            new.parts["newer"] = max(above) / new.score / _BELOW
            new.score = max(above) / _BELOW


def _is_older(old: Found, new: Found) -> bool:
    return str(old.day or "") < str(new.day or "") and new.share >= _AS_MUCH * old.share
