"""A fact as a statement of a summary: its own words, without what only belonged to its note.

Nothing is said anew. Openings ("Lunch with Ada:") and words that the day behind the statement
says already ("today") are left out, and the first person becomes the user where each form of
it is known; else the words stay as they are. The patterns are data (`summary.statement`).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from memctl.graph.fact import Fact
from memctl.language.dates import find_dates
from memctl.language.lexicon import Lexicon
from memctl.rules.places import begins_with_own_act

_STOPS = " .。;；!！"
_LONG_ENOUGH = 6
"""What is left of a statement has to be so long, or nothing is left out."""


@dataclass(frozen=True, eq=False, slots=True)
class Statements:
    """How one language says a fact, ready for many facts."""

    words: Mapping[str, Any]
    openings: re.Pattern[str]
    fillers: re.Pattern[str]
    day_words: re.Pattern[str]
    own_page: re.Pattern[str]
    lexicon: Lexicon

    def say(self, fact: Fact, names: Sequence[str] | None = ()) -> str:
        """What the fact says, without a full stop.

        Args:
            fact: Its words stay in their order; none is added but for the user.
            names: Those of the entity whose page it is; None on the user's own page, where
                the user need not be named.
        """
        text = _unlabelled(_tidied(fact.text), names, self.words["statement"])
        text = self._without(self.fillers, self._opened(text))
        if fact.day is not None:
            text = self._without(self.day_words, text)
        person = self.words["statement"]["person"]
        said = _in_third_person(text, person)
        if names is None:
            said = self.own_page.sub("", said, count=1)
        elif begins_with_own_act(text, self.lexicon) and any(n in text for n in names):
            # Whoever left this company is not this company, and was not named: the user.
            said = f"{person['subject']}{self.words['between']}{said[:1].lower()}{said[1:]}"
        return _capital(said)

    def dated(self, fact: Fact, names: Sequence[str] | None = ()) -> str:
        """The same with the days from which and until which it holds, unless it tells them."""
        text = self.say(fact, names)
        days = [fact.day.isoformat()] if fact.day and not self._tells(fact) else []
        if fact.valid_until and fact.valid_until.isoformat() not in fact.text:
            days.append(self.words["until"].format(day=fact.valid_until))
        return f"{text} ({self.words['days_joined'].join(days)})" if days else text

    def _opened(self, text: str) -> str:
        rest = text
        while (found := self.openings.match(rest)) is not None:
            rest = rest[found.end() :]
        return rest if len(rest) >= _LONG_ENOUGH else text

    def _without(self, pattern: re.Pattern[str], text: str) -> str:
        rest = _tidied(re.sub(r"\s+([,.;，。；])", r"\1", pattern.sub("", text)))
        rest = rest.lstrip(",，、 ")
        return rest if len(rest) >= _LONG_ENOUGH else text

    def _tells(self, fact: Fact) -> bool:
        if fact.day is None or fact.day.isoformat() in fact.text:
            return True
        is_there = str(fact.day.year) in fact.text
        return is_there and any(
            m.role == "on" and m.start == fact.day
            for m in find_dates(fact.text, fact.day, self.lexicon)
        )


@lru_cache(maxsize=32)
def _statements(lexicon: Lexicon, language: str) -> Statements:
    words = lexicon.table(language, "summary")
    said = words.get("statement", {})
    is_spaced = not words.get("script")
    return Statements(
        words,
        _any_of(said.get("openings", ())),
        _fillers(said.get("now_words", ()), said.get("leaning", ""), is_spaced=is_spaced),
        _fillers(said.get("day_words", ()), said.get("leaning", ""), is_spaced=is_spaced),
        _any_of(said.get("own_page", {}).get("drops", ()), at_start=True),
        lexicon,
    )


def statements_for(texts: Sequence[str], lexicon: Lexicon) -> Statements:
    """How the language says it in which most of the texts are written."""
    in_han = sum(any("\u3400" <= c <= "\u9fff" for c in text) for text in texts)
    script = "han" if 2 * in_han > len(texts) else ""
    spoken = [lang for lang in lexicon.languages if lexicon.table(lang, "summary")]
    found = (lang for lang in spoken if lexicon.table(lang, "summary").get("script", "") == script)
    return _statements(lexicon, next(found, spoken[0]))


def _any_of(patterns: Sequence[str], *, at_start: bool = False) -> re.Pattern[str]:
    either = "|".join(f"(?:{p})" for p in patterns) or "(?!)"
    return re.compile(rf"\A(?:{either})" if at_start else either, re.IGNORECASE)


def _fillers(patterns: Sequence[str], leaning: str, *, is_spaced: bool) -> re.Pattern[str]:
    """Words that may go: nothing leans on them, and a clause begins or ends with them."""
    either = "|".join(f"(?:{p})" for p in patterns) or "(?!)"
    free = "".join(f"(?<!{word})" for word in leaning.split("|") if word)
    if not is_spaced:
        return re.compile(f"{free}(?:{either})")
    ends = r"(?=\s*(?:[,.;!)]|\Z)),?"
    return re.compile(rf"\A(?:{either})(?!['’\w])|(?<=\s){free}(?:{either}){ends}", re.IGNORECASE)


def _unlabelled(text: str, names: Sequence[str] | None, said: Mapping[str, Any]) -> str:
    """Without the name of the page in front ("Lena: …"), by which it says whom it means."""
    labels = said["own_page"]["labels"] if names is None else names
    label, colon, rest = text.replace("：", ":", 1).partition(":")
    is_label = colon and label.strip().casefold() in {n.casefold() for n in labels}
    return rest.strip() if is_label and len(rest.strip()) >= _LONG_ENOUGH else text


def _tidied(text: str) -> str:
    return " ".join(text.split()).rstrip(_STOPS)


def _capital(text: str) -> str:
    # A brand that begins small (iPhone) is no slip of the pen.
    is_small = text[:1].islower() and not text[1:2].isupper()
    return text[:1].upper() + text[1:] if is_small else text


def _in_third_person(text: str, person: Mapping[str, Any]) -> str:
    """The statement with the user for the first person; as it is where not all of it is known."""
    if re.search(person["stays"], text, re.IGNORECASE):
        return text
    said = text
    for short, long in person["contracted"]:
        said = re.sub(short, long, said, flags=re.IGNORECASE)
    acts = re.compile(person["acts"] or "(?!)")
    said = acts.sub(lambda m: _acting(m, person), said)
    if person["acts"] and re.search(r"\bI\b", said):
        return text
    return _user_once(said, person)


def _acting(found: re.Match[str], person: Mapping[str, Any]) -> str:
    verb = found["verb"]
    if verb in person["verbs"]:
        return f"{person['subject']} {found['between']}{person['verbs'][verb]}"
    is_same = re.fullmatch(person["past"], verb)
    return f"{person['subject']} {found['between']}{verb}" if is_same else found[0]


def _user_once(said: str, person: Mapping[str, Any]) -> str:
    """Whose and whom: the user where it comes first, then only a pronoun."""
    named_at = said.casefold().find(person["subject"].casefold())

    def put(found: re.Match[str]) -> str:
        nonlocal named_at
        kind = "possessive" if found.lastgroup == "own" else "object"
        is_named = 0 <= named_at < found.start()
        named_at = min(x for x in (named_at, found.start()) if x >= 0)
        return str(person[f"again_{kind}" if is_named else kind])

    pattern = f"(?P<own>{person['own']})|(?P<whom>{person['whom']})"
    said = re.sub(pattern, put, said, flags=re.IGNORECASE)
    return re.sub(rf"(?<=[.!?] ){person['subject']}", lambda m: _capital(m[0]), said)
