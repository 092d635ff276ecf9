"""Names that nobody knows, by their capitals: for languages with blanks between words."""

import re
from collections.abc import Iterator

from memctl.language.naming.introductions import NEAR, Cues, NameGuess, Rules, is_introduced
from memctl.language.scripts import fold

_SENTENCE_START = re.compile(r"(?:\A|[.!?:;\n。！？：；•*#>-]\s*|[\"“(]\s*)\Z")


def by_capitals(text: str, rules: Rules) -> Iterator[NameGuess]:
    """Somebody or something for each run of capitals that is no common word, left to right."""
    folded = fold(text)
    for match in rules.run.finditer(text):
        span = _trimmed(text, match.span(), rules)
        if span is None:
            continue
        guess = _typed(text, folded, span, rules)
        if guess:
            yield guess


def _trimmed(text: str, span: tuple[int, int], rules: Rules) -> tuple[int, int] | None:
    """The run without capitalised common words at its ends; None when nothing is left."""
    words = [
        (m.start() + span[0], m.end() + span[0]) for m in re.finditer(r"\S+", text[slice(*span)])
    ]
    lower = [text[a:b].casefold().rstrip(".") for a, b in words]
    dropped = [rules.common, rules.words("particles")]  # no union: thousands, for each run anew
    if _SENTENCE_START.search(text[max(0, span[0] - 10) : span[0]]):
        dropped.append(rules.words("openers"))
    if len(words) == 1 and lower[0] in rules.things:
        return None
    while words and any(lower[0] in some for some in dropped):
        words, lower = words[1:], lower[1:]
    while words and any(lower[-1] in some for some in dropped):
        words, lower = words[:-1], lower[:-1]
    if not words:
        return None
    end = words[-1][1]
    if text[end - 1] == "." and lower[-1] not in rules.words("company_ends"):
        end -= 1
    return words[0][0], end


def _typed(text: str, folded: str, span: tuple[int, int], rules: Rules) -> NameGuess | None:
    name = text[slice(*span)]
    words = [w.rstrip(".") for w in folded[slice(*span)].split()]
    is_titled = len(words) > 1 and words[0] in rules.words("titles")
    is_saint = len(words) > 1 and words[0] in rules.words("saints")
    is_place = is_saint or (not is_titled and words[-1] in rules.words("places"))
    if len(name) < 2 or is_place:  # noqa: PLR2004 - one letter is none
        return None
    if len(words) > 1 and words[-1] in rules.words("company_ends"):
        return NameGuess(name, span, "companies", is_plain=True)
    if words[0] in rules.words("titles"):
        return NameGuess(name, span, "people", is_plain=True) if len(words) > 1 else None
    for kind in ("people", "companies", "projects"):
        if is_introduced(folded, span, rules.cues.get(kind)):
            return NameGuess(name, span, kind, is_plain=True)
    return _unintroduced(text, folded, span, rules)


def _unintroduced(text: str, folded: str, span: tuple[int, int], rules: Rules) -> NameGuess | None:
    """A capitalised run alone: somebody perhaps, if it acts like a person."""
    name = text[slice(*span)]
    if name.isupper() or any(c.isdigit() for c in name):
        return None
    cues = rules.cues.get("people", Cues())
    lives = bool(cues.acts and cues.acts.match(folded, span[1]))
    acts = lives or bool(cues.weak_after and cues.weak_after.match(folded, span[1]))
    company = cues.weak_before
    met = bool(company and company.search(folded[max(0, span[0] - NEAR) : span[0]]))
    if not acts and not met and " " not in name:
        return None  # a capital alone proves nothing
    if not acts and _SENTENCE_START.search(text[max(0, span[0] - 10) : span[0]]):
        return None  # every sentence begins with one
    return NameGuess(name, span, "people", is_plain=False, acts=acts, lives=lives)
