"""How a summary begins: what the entity is, or was to the user, and how things stand now."""

from collections.abc import Sequence
from dataclasses import replace

from memctl.graph.asking import Sentence
from memctl.graph.fact import Fact, FactId
from memctl.graph.history import retired_on
from memctl.language.attributes import relation_attributes
from memctl.language.questions import CORE, ORDINARY, PASSING, VITAL
from memctl.language.stances import read_stances
from memctl.language.terms import fold
from memctl.rules.places import is_about_user
from memctl.rules.resolution.subjects import own_names
from memctl.rules.snapshot.page import Line, Page

_RELATIONS = ("manager", "employer")
"""What somebody was to the user is told in a phrase of its own."""
_STANDING = ("employer", "role", "home", "project-status", "status", "deadline")
"""Attributes that say how things stand with somebody or something."""
_PLACES = (CORE, VITAL, ORDINARY, PASSING)
"""What somebody lives on is told before what does harm when forgotten, which stands below it."""
_LONGEST = 240
"""Characters up to which a second sentence joins the first."""


def first_line(
    page: Page, now: Sequence[Fact], past: Sequence[Fact], told: Sequence[Sentence] = ()
) -> tuple[Line, list[Fact]]:
    """The first line, and the current facts that it does not tell.

    Args:
        page: Whose summary it is.
        now: The current facts, the most important first.
        past: Those that held once, in file order.
        told: Sentences that stand for the facts they rest on.
    """
    was = None if page.is_own else _former(page, now, past)
    if told:
        return _in_sentences(now, told, was)
    if was is None:
        if not now:
            return Line(page.word("nothing")), []
        lead = _lead(page, now)
        line = Line(_sentence(page, lead), (lead.id,))
    else:
        line = was
    rest = [f for f in now if f.id not in line.facts]
    return _continued(page, line, rest)


def _continued(page: Page, line: Line, rest: list[Fact]) -> tuple[Line, list[Fact]]:
    """The line with a second sentence that says how things stand, where there is room."""
    certain = [f for f in rest if f.id not in page.doubted]
    wanted = [f for f in certain if _is_standing(page, f)]
    # What does harm when forgotten has a heading of its own on the own page.
    is_free = [f for f in wanted if not (page.is_own and page.counts(f) == VITAL)]
    second = min(is_free, key=lambda f: _standing(page, f), default=None)
    if second is None:
        return line, rest
    text = f"{line.text}{page.word('between')}{_sentence(page, second)}"
    if len(text) > _LONGEST:
        return line, rest
    return Line(text, (*line.facts, second.id)), [f for f in rest if f is not second]


def _is_standing(page: Page, fact: Fact) -> bool:
    """Does it say how things stand, of whom the page is about, and no scene of one day?"""
    if page.counts(fact) == PASSING or fact.id in page.others or _corrects(page, fact):
        return False
    if not page.is_own and fact.category == "status":
        return True
    is_worth_it = page.is_own or page.entity.type == "projects"
    if is_worth_it and not page.fills(fact).isdisjoint(_STANDING):
        return True
    return page.is_own and page.counts(replace(fact, category=None)) == CORE


def _corrects(page: Page, fact: Fact) -> bool:
    return bool(read_stances(fold(fact.text, page.lexicon), page.lexicon).correction)


def _lead(page: Page, now: Sequence[Fact]) -> Fact:
    certain = [f for f in now if f.id not in page.doubted] or now
    return min(certain, key=lambda f: _lead_rank(page, f))


def _lead_rank(page: Page, fact: Fact) -> tuple[int, ...]:
    """What the user does comes first on the own page; elsewhere what the entity is.

    Then whatever somebody lives on, and what passed in a day last.
    """
    place = _PLACES.index(page.counts(fact))
    # What a correction says is wrong tells a reader nothing by itself.
    has_passed = _PLACES[place] == PASSING or _corrects(page, fact)
    if page.is_own:
        # The category of a note's line is a guess: here its words have to say who the user is.
        place = _PLACES.index(page.counts(replace(fact, category=None)))
        is_named = any(own_names(fact.text, page.lexicon))
        stands = _standing(page, fact)[0]
        return (fact.id in page.others, has_passed, not is_named, place, stands)
    is_person = page.entity.type == "people"
    is_tie = fact.category == "relationship" and is_about_user(fact.text, page.lexicon)
    if is_tie or (is_person and _is_relation(page, fact)):
        return (has_passed, 0, place)
    if _defines(page, fact):
        return (has_passed, 1, place)
    # A project has no home and no name-day: how it stands decides.
    return (has_passed, 2, place if is_person else 0)


def _standing(page: Page, fact: Fact) -> tuple[int, int]:
    day = -fact.day.toordinal() if fact.day else 0
    if not page.is_own:
        return (0, day)
    fills = page.fills(fact)
    return (next((n for n, name in enumerate(_STANDING) if name in fills), len(_STANDING)), day)


def _defines(page: Page, fact: Fact) -> bool:
    """Does it say what the entity is or makes, right behind the name?"""
    name = next((n for n in page.names or () if fact.text.startswith(n)), None)
    return name is not None and bool(page.says.defines.match(fact.text, len(name)))


def _former(page: Page, now: Sequence[Fact], past: Sequence[Fact]) -> Line | None:
    """The last relation to the user that ended, unless one of its kind holds now."""
    for fact in reversed(past):
        attribute = next((a for a in _RELATIONS if a in _to_user(page, fact)), None)
        if attribute is None:
            continue
        others = (f for f in now if f.id != fact.superseded_by)
        if any(attribute in _to_user(page, f) for f in others):
            return None
        words = page.word("former")
        at = next((words["at"].format(name=n) for n in page.scopes(fact)), "")
        day = retired_on(page.entity.facts, fact)
        after = [f.id for f in now if f.id == fact.superseded_by]
        return Line(words[attribute].format(at=at, day=day), (fact.id, *after))
    return None


def _is_relation(page: Page, fact: Fact) -> bool:
    return not _to_user(page, fact).isdisjoint(relation_attributes(page.lexicon))


def _to_user(page: Page, fact: Fact) -> frozenset[str]:
    is_mine = is_about_user(fact.text, page.lexicon)
    return page.fills(fact) if is_mine else frozenset()


def _in_sentences(
    now: Sequence[Fact], told: Sequence[Sentence], was: Line | None
) -> tuple[Line, list[Fact]]:
    """The sentences, behind what somebody was to the user, and the facts that neither tells."""
    before = [was] if was is not None else []
    text = " ".join((*(line.text for line in before), *(s.text for s in told)))
    ids = (*(i for line in before for i in line.facts), *(FactId(i) for s in told for i in s.facts))
    used = tuple(dict.fromkeys(ids))
    return Line(text, used), [f for f in now if f.id not in used]


def _sentence(page: Page, fact: Fact) -> str:
    return f"{page.statement(fact)}{page.word('full_stop')}"
