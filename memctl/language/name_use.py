"""Whether a known name that stands in a text is used as a name there.

"Will" asks, "will" does not; 今天真高兴 is nobody called 高兴; 隔壁家的婆婆 is another's.
"""

import re
from dataclasses import dataclass

from memctl.language.name_words import (
    COMMON_WORDS,
    GIVEN_ENDINGS,
    GIVEN_OR_WORD,
    HAN_AFTER_NAME,
    HAN_COMMON,
    HAN_COUNTED,
    HAN_ENDS,
    HAN_NO_ENDING,
    HAN_PAIRS,
    HAN_RELATIONS,
    INDEFINITE,
    MONTH_COMPANY,
    MONTH_WORDS,
    NO_SURNAME,
    NOT_A_SUBJECT,
    OWNERS_ELSE,
    OWNERS_SELF,
    PLACE_WORDS,
    RELATIONS,
    SURNAMES,
    SURNAMES_AS_WORDS,
    THING_WORDS,
)
from memctl.language.scripts import is_han

_ELSES = re.compile(r"(?:\b(?:his|her|their|your|whose|a|the)|['’]s)\s+\Z")
_CLAUSE_START = re.compile(
    r"(?:\A|[，。！？；：、,.!?;:\s（(「“…—])(?:和|跟|给|找|叫|问|对|与|让|请|是)?\Z"
)
_SENTENCE_ENDS = ".!?:\n。！？："
_NOT_AFTER_A_NAME = frozenset("的地得了起极坏着过十百千万,.!?，。！？ ")
_AFTER_NAME = re.compile(HAN_AFTER_NAME)
_SHORT = 2
_NEAR = 30


@dataclass(frozen=True, slots=True)
class Place:
    """Where a name stands: as written, and folded text on both sides."""

    written: str
    before: str
    """At most a few words."""
    after: str
    follows: str
    """The next word as written, where only a blank stands between."""
    begins_sentence: bool
    is_part: bool
    """Does a hyphen and another capital follow (Nina-Marie)?"""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a name is known."""

    words: int
    is_derived: bool
    """A first or given name that nobody entered."""
    is_thing: bool
    """Does no person bear it?"""


def place(text: str, folded: str, start: int, end: int) -> Place:
    """The surroundings of `text[start:end]`."""
    before = text[max(0, start - _NEAR) : start].rstrip(" \t\"'“‘(*_-#>")
    begins = (not before and start <= _NEAR) or before[-1:] in set(_SENTENCE_ENDS)
    is_part = text[end : end + 1] in {"-", "‐", "‑"} and text[end + 1 : end + 2].isupper()
    near = folded[max(0, start - _NEAR) : start], folded[end : end + _NEAR]
    follows = re.match(r" ([^\W\d_]+)", text[end : end + _NEAR])
    return Place(text[start:end], *near, follows[1] if follows else "", begins, is_part)


def is_meant(at: Place, name: str, manner: Manner) -> bool:
    """Is it a name here, and not a word, a month or part of an address?"""
    is_address = at.after.startswith("@") or re.search(r"[_\\]\Z|\w@\Z", at.before)
    is_other = (manner.is_thing and _is_counted(at)) or (manner.is_derived and _is_another(at))
    if at.is_part or is_address or is_other:
        return False
    if manner.words > 1:
        return True
    word = at.written.casefold()
    if name.isupper() and len(word) > 1:
        return at.written.isupper()  # PL, HR: an abbreviation keeps its capitals
    if word in RELATIONS:
        return not _ELSES.search(at.before)
    if word in COMMON_WORDS or word in MONTH_WORDS:
        return (manner.is_thing and _is_thing_after(at)) or _is_more_than_a_word(at, word)
    return not manner.is_derived or at.written[0].isupper() or len(word) > _SHORT + 1


def _is_counted(at: Place) -> bool:
    """Is it any thing of its kind: "an anchor", "a blue door"?"""
    before = re.search(r"([^\W_]+)\s+\Z", at.before)
    if at.written[0].isupper() or before is None or before[1] not in INDEFINITE:
        return False
    return not _is_thing_after(at)


def _is_thing_after(at: Place) -> bool:
    """The sparrow release: what follows says that a name stands before it."""
    after = re.match(r"\s+([^\W_]+)", at.after)
    return after is not None and after[1] in THING_WORDS


def _is_another(at: Place) -> bool:
    """Is a part of a name here a part of another name (Petra Novotná, Novak Street)?"""
    if at.follows[:1].isupper() and at.follows.casefold() not in NO_SURNAME:
        return True
    return at.follows.casefold() in PLACE_WORDS


def _is_more_than_a_word(at: Place, word: str) -> bool:
    """Does a name that is also a word stand with a capital, and not where a word would?"""
    if not at.written[0].isupper():
        return False
    before = re.search(r"([^\W_]+)[\s,]*\Z", at.before)
    after = re.match(r"[\s,]*([^\W_]+)", at.after)
    neighbours = before[1] if before else "", after[1] if after else ""
    if word in MONTH_WORDS:
        as_month = neighbours[0] in MONTH_COMPANY or any(n.isdigit() for n in neighbours)
        if as_month:
            return False
    return not (at.begins_sentence and neighbours[1] in NOT_A_SUBJECT)


def is_meant_han(at: Place, name: str, manner: Manner) -> bool:
    """Is it a name here, and not a word, part of a longer word or someone else's?"""
    if not is_han(name[0]) and re.search(r"[^\W\u3400-\u9fff]\Z", at.before):
        return False
    if name in HAN_RELATIONS:
        return not _is_someone_elses(at.before)
    if name in HAN_COMMON:
        return bool(_CLAUSE_START.search(at.before)) and at.after[:1] not in _NOT_AFTER_A_NAME
    is_counted = manner.is_thing and re.search(HAN_COUNTED, at.before)
    if is_counted or at.before[-1:] + name[0] in HAN_ENDS:
        return False
    if len(name) == _SHORT and _goes_on(at, name, manner):
        return False
    return not (manner.is_derived and _ends_with_surname(at.before))


def _goes_on(at: Place, name: str, manner: Manner) -> bool:
    """Two characters are easily part of something longer: 王磊磊, 工地的塔吊."""
    after = at.after[:1]
    if after and (after == name[-1] or name[-1] + after in HAN_PAIRS):
        return True
    if is_longer_name(name, at.after):
        return True
    # A short name of a thing is a word as well: after 某某的 it is that one's own.
    return manner.is_thing and at.before.endswith("的") and _is_someone_elses(at.before)


def _is_someone_elses(before: str) -> bool:
    """隔壁家的婆婆 is not my 婆婆."""
    if before.endswith((*OWNERS_SELF, "我们的", "公司的", "团队的", "部门的", "组里的")):
        return False
    return before.endswith(("的", "家", *OWNERS_ELSE))


def _ends_with_surname(before: str) -> bool:
    return before[-1:] in SURNAMES and before[-1:] not in SURNAMES_AS_WORDS


def is_longer_name(name: str, after: str) -> bool:
    """Is a full name of two characters only the beginning of one here (张伟 in 张伟东住在)?"""
    if len(name) != _SHORT or name[0] not in SURNAMES:
        return False
    return after[:1] in GIVEN_ENDINGS or ends_given_name(after)


def ends_given_name(after: str) -> bool:
    """Is what stands behind a name the rest of a longer one (东住在, 明搬到; never 东京, 明天)?"""
    ends = after[:1] in GIVEN_OR_WORD and after[:2] not in HAN_PAIRS | HAN_NO_ENDING
    return ends and bool(_AFTER_NAME.match(after, 1))
