"""Names that nobody knows yet, guessed from how a text introduces them.

Careful rather than complete: a common word never becomes a person, and a name without an
introduction is not *plain*: it waits until it is seen again. The words are data
(`[names]` of each language's names.toml); languages with blanks go by capitals, Chinese by
surnames and by what stands around.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from memctl.language.lexicon import Lexicon, words_of
from memctl.language.naming.firms import is_firm
from memctl.language.naming.use import ends_given_name
from memctl.language.naming.words import GIVEN_ENDINGS, GIVEN_OR_WORD, HAN_AFTER_NAME
from memctl.language.scripts import fold, foreign_names, is_latin

_CAPITAL = r"[^\W\d_a-z\u3400-\u9fff][^\W_\u3400-\u9fff]*(?:['’-][^\W\d_\u3400-\u9fff]{2,})*\.?"
_QUOTED = re.compile(r"[「《“\"]([^「」《》“”\"\n]{2,20})[」》”\"]")
_SENTENCE_START = re.compile(r"(?:\A|[.!?:;\n。！？：；•*#>-]\s*|[\"“(]\s*)\Z")
_THIRD = (GIVEN_ENDINGS | GIVEN_OR_WORD) - frozenset("晨发升和")
"""What ends a name that begins like a word; these four go on where the word ends."""
_NEAR = 60


@dataclass(frozen=True, slots=True)
class NameGuess:
    """A name in a text that may be somebody new."""

    name: str
    span: tuple[int, int]
    type: str
    """`people`, `companies` or `projects`."""
    is_plain: bool
    """Is it introduced as a name (title, relation, legal form, "called")?"""
    acts: bool = False
    """Does a predicate follow?"""
    lives: bool = False
    """Does it say what only people do (lives, 跳槽)?"""
    is_foreign: bool = False
    """Is it in letters that its sentence is not written with?"""


@dataclass(frozen=True, slots=True)
class _Cues:
    before: re.Pattern[str] | None = None
    after: re.Pattern[str] | None = None
    weak_before: re.Pattern[str] | None = None
    weak_after: re.Pattern[str] | None = None
    acts: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class _Rules:
    """One language's `[names]`, compiled."""

    table: Mapping[str, Any]
    common: frozenset[str]
    cues: Mapping[str, _Cues] = field(default_factory=dict)
    run: re.Pattern[str] = re.compile(_CAPITAL)
    """Capitalised words in a row, held together by particles (Ana van Dijk)."""
    things: frozenset[str] = frozenset()
    """Words that are nobody alone, though they may be a surname."""
    surname: re.Pattern[str] = re.compile("(?!)")
    """Where a surname in Chinese stands, in a group; one may begin within another."""

    def words(self, key: str) -> Sequence[str]:
        found = self.table.get(key, ())
        return found if isinstance(found, list) else tuple(found)


def find_new_names(text: str, lexicon: Lexicon) -> tuple[NameGuess, ...]:
    """Every guess, from left to right, the longest where they overlap.

    Known names are guessed as well: whoever knows them leaves them out.
    """
    found: list[NameGuess] = []
    for rules in _rules(lexicon):
        guess = _by_capitals if rules.table.get("spaced", True) else _by_surname
        found += guess(text, rules)
        found += _quoted_projects(text, rules)
    found += _in_other_letters(text, lexicon)
    found = [_as_firm(g, lexicon) for g in found]
    found.sort(key=lambda g: (g.span[0], -g.span[1], not g.is_plain))
    kept: list[NameGuess] = []
    for one in found:
        if not kept or one.span[0] >= kept[-1].span[1]:
            kept.append(one)
    return tuple(kept)


def _as_firm(guess: NameGuess, lexicon: Lexicon) -> NameGuess:
    is_one = guess.type == "people" and is_firm(guess.name, lexicon)
    return replace(guess, type="companies") if is_one else guess


def _in_other_letters(text: str, lexicon: Lexicon) -> Iterator[NameGuess]:
    """Ольга, or Odile in a Chinese sentence: plain where they do what only people do.

    One word in Latin letters may be a thing (a program, a brand): it needs that to be a guess.
    """
    folded = fold(text)
    for span in foreign_names(text):
        name = text[slice(*span)]
        acts = (r.cues["people"].acts for r in _rules(lexicon) if "people" in r.cues)
        lives = any(a.match(folded, span[1]) for a in acts if a)
        is_word = is_latin(name) and " " not in name
        if is_latin(name) and (not lives or is_capitalised_word(name, lexicon)):
            continue
        is_han = all("\u3400" <= c <= "\u9fff" for c in name)
        if is_han and not (lives and _is_called_so(name, lexicon)):
            continue
        plain = lives and not is_word
        yield NameGuess(name, span, "people", plain, acts=True, lives=lives, is_foreign=True)


def _is_called_so(name: str, lexicon: Lexicon) -> bool:
    """Does it begin like the name of somebody (a surname, 小, 老, 阿), and like no other word?"""
    begins = any(rules.surname.match(name) for rules in _rules(lexicon))
    is_familiar = name.startswith(words_of("name_prefixes", lexicon))
    return (begins or is_familiar) and not is_common_word(name, lexicon)


def is_common_word(word: str, lexicon: Lexicon) -> bool:
    """Does it begin like a Chinese name and is none (全家, 方便)?"""
    return any(
        fold(word)[:2] in r.common for r in _rules(lexicon) if not r.table.get("spaced", True)
    )


def is_capitalised_word(word: str, lexicon: Lexicon) -> bool:
    """Is it one everyday word with the capital of its sentence ("Payroll has moved")?"""
    folded = fold(word).casefold()
    return any(
        folded in r.common or folded in r.things
        for r in _rules(lexicon)
        if r.table.get("spaced", True)
    )


@lru_cache(maxsize=4)
def _rules(lexicon: Lexicon) -> tuple[_Rules, ...]:
    tables = [lexicon.table(language, "names") for language in lexicon.languages]
    return tuple(
        _Rules(
            t,
            frozenset(t.get("common", ())),
            {k: _cues(t[k]) for k in _TYPES if k in t},
            _run(t.get("particles", ()), t.get("titles", ())),
            frozenset(t.get("things", ())),
            _surname(t.get("compound_surnames", ()), t.get("surnames", "")),
        )
        for t in tables
        if t
    )


_TYPES = ("people", "companies", "projects")


def _run(particles: Sequence[str], titles: Sequence[str]) -> re.Pattern[str]:
    held = "|".join(map(re.escape, particles)) or "(?!)"
    # A full stop ends the name, except behind a title or an initial (Dr. Weiss, J. Park).
    stopped = "".join(rf"|(?<=\b{t.capitalize()}\.)" for t in titles if t.isascii())
    gap = rf"(?:(?<!\.)|(?<=\b[A-Z]\.){stopped})[ ]"
    return re.compile(
        rf"(?<![\w@#/.\\-]){_CAPITAL}(?:{gap}(?:(?:{held})[ ]){{0,2}}{_CAPITAL}){{0,5}}"
    )


def _surname(compound: Sequence[str], singles: str) -> re.Pattern[str]:
    names = "|".join(map(re.escape, (*compound, *singles)))
    return re.compile(f"(?=({names}))" if names else "(?!)")


def _cues(table: Mapping[str, Any]) -> _Cues:
    def joined(key: str, shape: str) -> re.Pattern[str] | None:
        rows = table.get(key, ())
        return re.compile(shape.format("|".join(rows))) if rows else None

    return _Cues(
        joined("before", r"(?:{})\Z"),
        joined("after", "(?:{})"),
        joined("weak_before", r"(?:{})\Z"),
        joined("weak_after", "(?:{})"),
        joined("acts", "(?:{})"),
    )


def _is_introduced(folded: str, span: tuple[int, int], cues: _Cues | None) -> bool:
    if cues is None:
        return False
    before = folded[max(0, span[0] - _NEAR) : span[0]]
    return bool(
        (cues.before and cues.before.search(before))
        or (cues.after and cues.after.match(folded, span[1]))
    )


# ---- languages with blanks ---------------------------------------------------------------------


def _by_capitals(text: str, rules: _Rules) -> Iterator[NameGuess]:
    folded = fold(text)
    for match in rules.run.finditer(text):
        span = _trimmed(text, match.span(), rules)
        if span is None:
            continue
        guess = _typed(text, folded, span, rules)
        if guess:
            yield guess


def _trimmed(text: str, span: tuple[int, int], rules: _Rules) -> tuple[int, int] | None:
    """The run without capitalised common words at its ends; None when nothing is left."""
    words = [
        (m.start() + span[0], m.end() + span[0]) for m in re.finditer(r"\S+", text[slice(*span)])
    ]
    lower = [text[a:b].casefold().rstrip(".") for a, b in words]
    dropped = rules.common | set(rules.words("particles"))
    if _SENTENCE_START.search(text[max(0, span[0] - 10) : span[0]]):
        dropped |= set(rules.words("openers"))
    if len(words) == 1 and lower[0] in rules.things:
        return None
    while words and lower[0] in dropped:
        words, lower = words[1:], lower[1:]
    while words and lower[-1] in dropped:
        words, lower = words[:-1], lower[:-1]
    if not words:
        return None
    end = words[-1][1]
    if text[end - 1] == "." and lower[-1] not in set(rules.words("company_ends")):
        end -= 1
    return words[0][0], end


def _typed(text: str, folded: str, span: tuple[int, int], rules: _Rules) -> NameGuess | None:
    name = text[slice(*span)]
    words = [w.rstrip(".") for w in folded[slice(*span)].split()]
    is_titled = len(words) > 1 and words[0] in rules.words("titles")
    is_place = not is_titled and words[-1] in rules.words("places")
    if len(name) < 2 or is_place:  # noqa: PLR2004 - one letter is none
        return None
    if len(words) > 1 and words[-1] in rules.words("company_ends"):
        return NameGuess(name, span, "companies", is_plain=True)
    if words[0] in rules.words("titles"):
        return NameGuess(name, span, "people", is_plain=True) if len(words) > 1 else None
    for kind in ("people", "companies", "projects"):
        if _is_introduced(folded, span, rules.cues.get(kind)):
            return NameGuess(name, span, kind, is_plain=True)
    return _unintroduced(text, folded, span, rules)


def _unintroduced(text: str, folded: str, span: tuple[int, int], rules: _Rules) -> NameGuess | None:
    """A capitalised run alone: somebody perhaps, if it acts like a person."""
    name = text[slice(*span)]
    if name.isupper() or any(c.isdigit() for c in name):
        return None
    cues = rules.cues.get("people", _Cues())
    lives = bool(cues.acts and cues.acts.match(folded, span[1]))
    acts = lives or bool(cues.weak_after and cues.weak_after.match(folded, span[1]))
    company = cues.weak_before
    met = bool(company and company.search(folded[max(0, span[0] - _NEAR) : span[0]]))
    if not acts and not met and " " not in name:
        return None  # a capital alone proves nothing
    if not acts and _SENTENCE_START.search(text[max(0, span[0] - 10) : span[0]]):
        return None  # every sentence begins with one
    return NameGuess(name, span, "people", is_plain=False, acts=acts, lives=lives)


# ---- Chinese -----------------------------------------------------------------------------------


def _by_surname(text: str, rules: _Rules) -> Iterator[NameGuess]:
    folded = fold(text)
    yield from _han_companies(text, folded, rules)
    for surname in rules.surname.finditer(folded):
        guess = _han_person(text, folded, surname.start(), len(surname[1]), rules)
        if guess:
            yield guess


def _han_person(
    text: str, folded: str, start: int, surname: int, rules: _Rules
) -> NameGuess | None:
    cues = rules.cues.get("people", _Cues())
    begins = start == 0 or folded[start - 1] in "，。！？；：、,.!?;: \n（(「“—-•*"
    introduced = bool(cues.before and cues.before.search(folded[max(0, start - _NEAR) : start]))
    if not (begins or introduced):
        return None
    if (title := _titled(folded, start + surname, rules)) is not None:
        span = start, title
        return NameGuess(text[slice(*span)], span, "people", is_plain=True)
    common = folded[start : start + 2] in rules.common
    if common and not _is_name_of_three(folded, start):
        return None
    for given in (2,) if common or ends_given_name(folded[start + surname + 1 :]) else (1, 2):
        span = start, start + surname + given
        if not _could_be_given(folded[start + surname : span[1]], given, rules):
            break
        strong = bool(cues.after and cues.after.match(folded, span[1]))
        lives = bool(cues.acts and cues.acts.match(folded, span[1]))
        weak = lives or bool(cues.weak_after and cues.weak_after.match(folded, span[1]))
        if strong or weak or (title := _titled(folded, span[1], rules)) is not None:
            plain = strong or introduced or title is not None
            name = text[slice(*span)]
            return NameGuess(name, span, "people", plain, acts=strong or weak, lives=lives)
    return None


def _is_name_of_three(folded: str, start: int) -> bool:
    """周一鸣在 is somebody's name, though 周一 is a day; 周五晨在 is not."""
    third = folded[start + 2 : start + 3]
    ends = third in _THIRD
    return ends and bool(re.match(HAN_AFTER_NAME, folded[start + 3 : start + _NEAR]))


def _titled(folded: str, at: int, rules: _Rules) -> int | None:
    """Where a title that begins here ends, or None."""
    found = [t for t in rules.words("titles") if folded.startswith(t, at)]
    longest = max(found, key=len, default="")
    if not longest or (
        len(longest) == 1 and folded[at + 1 : at + 2] in set("作程资会厂业具结部体共理长人地期公")
    ):
        return None  # 王工 is a title, 王工作 is not
    return at + len(longest)


def _could_be_given(given: str, length: int, rules: _Rules) -> bool:
    never = str(rules.table.get("never_in_names", ""))
    return len(given) == length and all("\u3400" <= c <= "\u9fff" and c not in never for c in given)


def _han_companies(text: str, folded: str, rules: _Rules) -> Iterator[NameGuess]:
    ends = "|".join(sorted(rules.words("company_ends"), key=len, reverse=True))
    if not ends:
        return
    cut = re.escape(str(rules.table.get("company_cut", "")))
    for match in re.finditer(rf"[^{cut}\W\da-z]{{2,8}}?(?:{ends})(?!们|的?人)", folded):
        span = match.span()
        before = rules.cues.get("companies", _Cues()).before
        formal = folded[slice(*span)].endswith("有限公司")
        if formal or (before and before.search(folded[: span[0]][-_NEAR:])):
            yield NameGuess(text[slice(*span)], span, "companies", is_plain=True)


def _quoted_projects(text: str, rules: _Rules) -> Iterator[NameGuess]:
    folded = fold(text)
    for match in _QUOTED.finditer(text):
        if _is_introduced(folded, match.span(), rules.cues.get("projects")):
            yield NameGuess(match[1], match.span(1), "projects", is_plain=True)
