"""Names that nobody knows, by surname and by what stands around: for Chinese."""

import re
from collections.abc import Iterator

from memctl.language.naming.introductions import NEAR, Cues, NameGuess, Rules
from memctl.language.naming.use import ends_given_name
from memctl.language.scripts import fold


def by_surname(text: str, rules: Rules) -> Iterator[NameGuess]:
    """Firms first, then people, each from left to right; guesses may overlap."""
    folded = fold(text)
    yield from _han_companies(text, folded, rules)
    for surname in rules.surname.finditer(folded):
        guess = _han_person(text, folded, surname.start(), len(surname[1]), rules)
        if guess:
            yield guess


def _han_person(text: str, folded: str, start: int, surname: int, rules: Rules) -> NameGuess | None:
    cues = rules.cues.get("people", Cues())
    begins = start == 0 or folded[start - 1] in "，。！？；：、,.!?;: \n（(「“—-•*"
    introduced = bool(cues.before and cues.before.search(folded[max(0, start - NEAR) : start]))
    if not (begins or introduced):
        return None
    if (title := _titled(folded, start + surname, rules)) is not None:
        if folded[start - 1 : start] in {"「", "“"}:
            return None  # who is spoken to in somebody's message may be the writer
        span = start, title
        return NameGuess(text[slice(*span)], span, "people", is_plain=True)
    common = folded[start : start + 2] in rules.common
    if common and not _is_name_of_three(folded, start, rules):
        return None
    is_long = common or ends_given_name(folded[start + surname + 1 :], rules.use)
    for given in (2,) if is_long else (1, 2):
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


def _is_name_of_three(folded: str, start: int, rules: Rules) -> bool:
    """周一鸣在 is somebody's name, though 周一 is a day; 周五晨在 is not."""
    ends = folded[start + 2 : start + 3] in rules.use.third
    return ends and bool(rules.use.after_name.match(folded[start + 3 : start + NEAR]))


def _titled(folded: str, at: int, rules: Rules) -> int | None:
    """Where a title that begins here ends, or None."""
    found = [t for t in rules.words("titles") if folded.startswith(t, at)]
    longest = max(found, key=len, default="")
    follows = set(rules.words("not_after_title"))
    if not longest or (len(longest) == 1 and folded[at + 1 : at + 2] in follows):
        return None  # 王工 is a title, 王工作 is not
    return at + len(longest)


def _could_be_given(given: str, length: int, rules: Rules) -> bool:
    never = str(rules.table.get("never_in_names", ""))
    return len(given) == length and all("\u3400" <= c <= "\u9fff" and c not in never for c in given)


def _han_companies(text: str, folded: str, rules: Rules) -> Iterator[NameGuess]:
    ends = "|".join(sorted(rules.words("company_ends"), key=len, reverse=True))
    if not ends:
        return
    cut = re.escape(str(rules.table.get("company_cut", "")))
    never_before = "|".join(rules.words("not_after_company")) or "(?!)"
    legal_ends = tuple(rules.words("legal_ends"))
    for match in re.finditer(rf"[^{cut}\W\da-z]{{2,8}}?(?:{ends})(?!{never_before})", folded):
        span = match.span()
        before = rules.cues.get("companies", Cues()).before
        formal = folded[slice(*span)].endswith(legal_ends)
        if formal or (before and before.search(folded[: span[0]][-NEAR:])):
            yield NameGuess(text[slice(*span)], span, "companies", is_plain=True)
