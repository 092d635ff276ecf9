"""A fact as a statement of a summary: its own words, without what only belonged to its note.

Nothing is said anew. Openings ("Lunch with Ada:") and words that the day behind the statement
says already ("today") are left out, and the first person becomes the user where each form of
it is known; else the words stay as they are. The patterns are data (`summary.statement`).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any

from memctl.expressions import later
from memctl.graph.fact import Fact
from memctl.language.dates import find_dates
from memctl.language.lexicon import Lexicon
from memctl.language.terms import spoken_in
from memctl.rules.places import begins_with_own_act

_STOPS = " .。;；!！"
_HAN = later("[\u3400-\u9fff]")
_BEFORE_A_STOP = later(r"\s+([,.;，。；])")
_LONG_ENOUGH = 8
"""Bytes that have to be left of a statement, or nothing is left out."""


@dataclass(frozen=True, eq=False, slots=True)
class Statements:
    """How one language says a fact, ready for many facts."""

    words: Mapping[str, Any]
    openings: re.Pattern[str]
    taken_up: re.Pattern[str]
    """A pronoun at the beginning that takes up a name of the opening."""
    fillers: re.Pattern[str]
    day_words: re.Pattern[str]
    moods: re.Pattern[str]
    """What a line ends with that tells how somebody felt, and nothing else."""
    own_page: re.Pattern[str]
    defines: re.Pattern[str]
    """What says what an entity is, behind its name."""
    person: "_Person"
    lexicon: Lexicon

    def say(self, fact: Fact, names: Sequence[str] | None = ()) -> str:
        """What the fact says, without a full stop.

        Args:
            fact: Its words stay in their order; none is added but for the user.
            names: Those of the entity whose page it is; None on the user's own page, where
                the user need not be named.
        """
        text = _unlabelled(_tidied(fact.text), names, self.words["statement"])
        text = self._without(self.fillers, self._opened(text, names or ()))
        text = self._without(self.moods, text)
        if fact.day is not None:
            text = self._without(self.day_words, text)
        said = self.person.third(text)
        if names is None:
            said = self.own_page.sub("", said, count=1)
        elif any(n in text for n in names) and self._begins_with_own_act(text, names):
            # Whoever left this company is not this company, and was not named: the user.
            subject = self.person.words["subject"]
            said = f"{subject}{self.words['between']}{said[:1].lower()}{said[1:]}"
        return _capital(said)

    def dated(self, fact: Fact, names: Sequence[str] | None = (), today: date | None = None) -> str:
        """The same with the days from which and until which it holds, unless it tells them.

        What is announced for a day after `today` says that it holds from then on.
        """
        text = self.say(fact, names)
        days = [fact.day.isoformat()] if fact.day and not self._tells(fact) else []
        if days and today is not None and fact.day is not None and fact.day > today:
            days = [self.words["from"].format(day=fact.day)]
        if fact.valid_until and fact.valid_until.isoformat() not in fact.text:
            days.append(self.words["until"].format(day=fact.valid_until))
        return f"{text} ({self.words['days_joined'].join(days)})" if days else text

    def _begins_with_own_act(self, text: str, names: Sequence[str]) -> bool:
        is_subject = any(text.startswith(n) for n in names)
        return not is_subject and begins_with_own_act(text, self.lexicon)

    def _opened(self, text: str, names: Sequence[str]) -> str:
        """Without openings; whom one named and a pronoun takes up is named in its place."""
        rest = text
        while (found := self.openings.match(rest)) is not None:
            rest = rest[found.end() :]
        if not _is_long(rest):
            return text
        opening = text[: len(text) - len(rest)]
        name = next((n for n in names if n in opening), None)
        return rest if name is None else self.taken_up.sub(lambda m: name + m["gap"], rest)

    def _without(self, pattern: re.Pattern[str], text: str) -> str:
        if not pattern.search(text):
            return text
        rest = _tidied(_BEFORE_A_STOP.sub(r"\1", pattern.sub("", text))).lstrip(",，、 ")
        return rest if _is_long(rest) else text

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
    said = words["statement"]
    is_spaced = not words.get("script")
    return Statements(
        words,
        _any_of(said["openings"]),
        re.compile(rf"\A(?:{said['pronouns']})", re.IGNORECASE),
        _fillers(said, "now_words", is_spaced=is_spaced),
        _fillers(said, "day_words", is_spaced=is_spaced),
        _moods(lexicon.table(language, "moods")),
        _any_of(said["own_page"]["drops"], at_start=True),
        re.compile(rf"\s*(?:{said['defines']})"),
        _person(said["person"]),
        lexicon,
    )


def statements_for(texts: Sequence[str], lexicon: Lexicon) -> Statements:
    """How the language says it in which most of the texts are written."""
    in_han = sum(_HAN.search(text) is not None for text in texts)
    script = "han" if 2 * in_han > len(texts) else ""
    spoken = [lang for lang in lexicon.languages if lexicon.table(lang, "summary")]
    found = [lang for lang in spoken if lexicon.table(lang, "summary").get("script", "") == script]
    return _statements(lexicon, spoken_in(texts, found or spoken, lexicon))


def _moods(said: Mapping[str, Any]) -> re.Pattern[str]:
    either = said.get("ends", "(?!)")
    return re.compile(
        rf"(?:\s*[,.;:!?—–，。；：！？]\s*(?:{either}))+[\s!.~！。…]*\Z", re.IGNORECASE
    )


def _any_of(patterns: Sequence[str], *, at_start: bool = False) -> re.Pattern[str]:
    either = "|".join(f"(?:{p})" for p in patterns) or "(?!)"
    return re.compile(rf"\A(?:{either})" if at_start else either, re.IGNORECASE)


def _fillers(said: Mapping[str, Any], key: str, *, is_spaced: bool) -> re.Pattern[str]:
    """Words that may go: nothing leans on them, and a clause begins or ends with them."""
    either = "|".join(f"(?:{p})" for p in said[key])
    free = "".join(f"(?<!{word})" for word in said["leaning"])
    carried = "|".join(said["carried"])
    if not is_spaced:
        return re.compile(f"{free}(?:{either})")
    begins = rf"\A(?:{either})(?!['’\w]|\s+(?:{carried})\b),?"
    ends = r"(?=\s*(?:[,.;!)]|\Z))"
    return re.compile(rf"{begins}|(?<=\s){free}(?:{either}){ends}", re.IGNORECASE)


def _unlabelled(text: str, names: Sequence[str] | None, words: Mapping[str, Any]) -> str:
    """Without the name of the page in front ("Lena: …"), by which it says whom it means."""
    labels = words["own_page"]["labels"] if names is None else names
    label, colon, rest = text.replace("：", ":", 1).partition(":")
    # "Project Kestrel: …" on the page of Kestrel.
    said = {label.strip().casefold(), label.strip().casefold().partition(" ")[2]}
    is_label = colon and not said.isdisjoint(map(str.casefold, labels))
    return rest.strip() if is_label and _is_long(rest.strip()) else text


def _is_long(text: str) -> bool:
    return len(text.encode("utf-8", "replace")) >= _LONG_ENOUGH


def _tidied(text: str) -> str:
    return " ".join(text.split()).rstrip(_STOPS)


def _capital(text: str) -> str:
    # A brand that begins small (iPhone) is no slip of the pen.
    is_small = text[:1].islower() and not text[1:2].isupper()
    return text[:1].upper() + text[1:] if is_small else text


@dataclass(frozen=True, eq=False, slots=True)
class _Person:
    """From the first person to the user, in one language."""

    words: Mapping[str, Any]
    first: re.Pattern[str]
    left: re.Pattern[str]
    """The first person as what does something, which `acts` has to have put away."""
    stays: re.Pattern[str]
    contracted: Sequence[tuple[re.Pattern[str], str]]
    acts: re.Pattern[str] | None
    past: re.Pattern[str]
    whose: re.Pattern[str]
    begins: re.Pattern[str]

    def third(self, text: str) -> str:
        """The text with the user for the first person; as it is where not all of it is known."""
        if not self.first.search(text) or self.stays.search(text):
            return text
        said = text
        for short, long in self.contracted:
            said = short.sub(long, said)
        if self.acts is not None:
            said = self.acts.sub(self._acting, said)
            if self.left.search(said):
                return text
        return self._user_once(said)

    def _acting(self, found: re.Match[str]) -> str:
        verb, subject = found["verb"], self.words["subject"]
        if verb in self.words["verbs"]:
            return f"{subject} {found['between']}{self.words['verbs'][verb]}"
        return f"{subject} {found['between']}{verb}" if self.past.fullmatch(verb) else found[0]

    def _user_once(self, said: str) -> str:
        """Whose and whom: the user where it comes first, then only a pronoun."""
        named_at = said.casefold().find(self.words["subject"])

        def put(found: re.Match[str]) -> str:
            nonlocal named_at
            kind = "possessive" if found.lastgroup == "own" else "object"
            is_named = 0 <= named_at < found.start()
            named_at = min(x for x in (named_at, found.start()) if x >= 0)
            return str(self.words[f"again_{kind}" if is_named else kind])

        return self.begins.sub(lambda m: _capital(m[0]), self.whose.sub(put, said))


def _person(words: Mapping[str, Any]) -> _Person:
    any_case = re.IGNORECASE
    whose = f"(?P<own>{words['own']})|(?P<whom>{words['whom']})"
    return _Person(
        words,
        re.compile("|".join((*words.get("alone", ()), words["own"], words["whom"])), any_case),
        re.compile(words.get("left", "(?!)")),
        re.compile(words["stays"], any_case),
        [(re.compile(short, any_case), long) for short, long in words["contracted"]],
        re.compile(words["acts"]) if words["acts"] else None,
        re.compile(words["past"]),
        re.compile(whose, any_case),
        re.compile(rf"(?<=[.!?] ){words['subject']}"),
    )
