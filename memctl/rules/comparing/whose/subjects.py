"""With whom a clause begins: the writer, somebody else, or what it leaves unsaid.

No sentence is parsed. A clause that begins with "I" is the writer's; one that begins with a
name, or a word for somebody who can have a home or a job of their own, is theirs.

Keys read from the data of a language (subjects.toml):
    beings     words for somebody, or an animal
    doing      what follows a name with which a clause begins, as regular expressions
    turning    of these what stands right behind any name, and seldom behind another word
    third      how one begins that a cut left of what is told of somebody
    left_out   how a clause begins that leaves its subject out
    before     what stands before a subject
    led        what stands before a being ("my big ")
    owns       what stands behind an owner
    shortened  what a verb becomes behind a name, where it loses its beginning ("'s")
    joined     words between two with whom a clause begins, beside & and +
    unnamed    who has it, where nothing tells that this is a name, with a group `who` (饺子的药)
    theirs     words for what is a third one's
    at_end     whom it is about, behind the statement, with a group `who`
    deciders   who decides on the writer's medicine without taking any
    doses      how much of a medicine
    dose_turns a clause that only says that a dose is another one now, with it in a group `dose`
    nicknames  what is called like a name, with a group `who`
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from memctl.expressions import compiled, later
from memctl.language.lexicon import Lexicon
from memctl.language.new_names import find_new_names, is_capitalised_word, is_common_word
from memctl.language.phrases import Span
from memctl.language.scripts import has_han
from memctl.language.statements import statements

Whose = Literal["me", "somebody", "perhaps", "unknown", "unsaid"]
_EDGES = " \t,，;；:：.。!！?？—–-*_“”\"'「」•→"
_NAME = r"(?P<who>(?-i:[A-ZÀ-Þ][\wß-ÿ]*(?:-[A-ZÀ-Þ]\w+)?))(?: (?-i:[A-ZÀ-Þ][\w’'-]+))*"
_LATIN = later(r"(?P<who>[A-Z][a-z]+)(?= ?[一-鿿])")
_GIVEN = later(r"[一-鿿]{2,3}")
_HAN_LABEL = later(r"[一-鿿]{2,4}\Z")
_CACHED = 4_000


@dataclass(frozen=True, slots=True)
class Subject:
    """With whom a clause begins."""

    whose: Whose
    """`perhaps` somebody's: a capitalised word alone; `unknown`: "she", who may be anybody."""
    words: str = ""
    """As they are written; "" for the writer."""
    span: Span = (0, 0)
    is_owner: bool = False
    """Does only something of theirs follow ("Mum's party")?"""


UNSAID = Subject("unsaid")


@dataclass(frozen=True, slots=True)
class _Words:
    """One language's `[subjects]`, compiled."""

    is_spaced: bool
    before: re.Pattern[str]
    being: re.Pattern[str]
    doing: re.Pattern[str]
    turning: re.Pattern[str]
    third: re.Pattern[str]
    left_out: re.Pattern[str]
    joined: re.Pattern[str]
    unnamed: re.Pattern[str]
    owns: re.Pattern[str]
    theirs: re.Pattern[str]
    at_end: re.Pattern[str]
    decides: re.Pattern[str]
    doses: re.Pattern[str]
    nicknames: tuple[re.Pattern[str], ...]
    full_name: re.Pattern[str]


@lru_cache(maxsize=_CACHED)
def read_subject(clause: str, lexicon: Lexicon, *, is_label: bool = False) -> Subject:
    """With whom a clause of a folded text begins.

    Args:
        clause: As it stands, with the blanks and marks around it.
        lexicon: All languages.
        is_label: Does a colon follow? Then a name alone is somebody.
    """
    reader, words = statements(lexicon), _words_for(clause, lexicon)
    start = len(clause) - len(clause.lstrip(_EDGES))
    while (opener := words.before.match(clause, start)) and opener.end() > start:
        start = opener.end()
        start += len(clause[start:]) - len(clause[start:].lstrip(_EDGES))
    body = clause[start:]
    if (being := words.being.match(body)) is not None:
        acts = not words.is_spaced or _acts(body, being.end(), words)
        return _of(being, start, words, "somebody" if acts else "perhaps")
    if reader.grammar.first_person.match(body) or reader.grammar.we.match(body):
        return Subject("me")
    if reader.grammar.third_person.match(body):
        return Subject("unknown")
    if words.is_spaced:
        return _by_capital(body, start, words, lexicon, is_label=is_label)
    return _by_shape(body, start, words, lexicon, is_label=is_label)


def told_at_end(text: str, lexicon: Lexicon) -> str:
    """Whom it is about, named in parentheses behind the statement ("passed (Wilf)")."""
    found = _words_for(text, lexicon).at_end.search(text)
    return found["who"] if found and not is_capitalised_word(found["who"], lexicon) else ""


def owner_of(text: str, lexicon: Lexicon) -> re.Match[str] | None:
    """Who has it with which a statement begins, named or not, as the group `who`."""
    return _words_for(text, lexicon).unnamed.match(text)


def is_cut_of_another(text: str, lexicon: Lexicon) -> bool:
    """Does it begin as nobody tells of themselves ("lives in Leeds")?"""
    return bool(_words_for(text, lexicon).third.match(text.lstrip(_EDGES)))


def is_of_theirs(text: str, lexicon: Lexicon) -> bool:
    """Does it tell of something that is his, hers or theirs?"""
    return bool(_words_for(text, lexicon).theirs.search(text))


def is_decider(subject: str, lexicon: Lexicon) -> bool:
    """Is it somebody who decides on the medicine of others?"""
    return bool(_words_for(subject, lexicon).decides.search(subject))


def has_dose(text: str, lexicon: Lexicon) -> bool:
    """Does it say how much of a medicine?"""
    return bool(_words_for(text, lexicon).doses.search(text))


@lru_cache(maxsize=8)
def dose_turns(lexicon: Lexicon) -> re.Pattern[str]:
    """A clause, from its beginning to its end, that only says that a dose is another one now."""
    tables = (lexicon.table(language, "subjects") for language in lexicon.languages)
    rows = [row for table in tables for row in table.get("dose_turns", ())]
    named = (re.sub(r"\(\?P<dose\d?>", f"(?P<d{n}>", row) for n, row in enumerate(rows))
    either = "|".join(named) or "(?!)"
    return compiled(f"(?:^|[,，。.;；:：!！] ?)(?:{either})(?=$|[,，。;；!！])", re.IGNORECASE)


def _of(match: re.Match[str], start: int, words: _Words, whose: Whose) -> Subject:
    a, b = match.span("who")
    is_owner = words.owns.match(match.string, match.end()) is not None
    return Subject(whose, match["who"], (start + a, start + b), is_owner)


def _acts(body: str, at: int, words: _Words) -> bool:
    """Does a being stand alone, own something or do something, and is no part of a word?"""
    is_owner = words.owns.match(body, at) or words.doing.match(body, at)
    is_pair = is_owner or words.joined.match(body, at)
    return bool(is_pair) or not body[at:].strip(_EDGES) or not body[at : at + 1].isspace()


def _by_capital(
    body: str, start: int, words: _Words, lexicon: Lexicon, *, is_label: bool
) -> Subject:
    """A name by its capital; what any sentence may begin with is none."""
    name = re.match(_NAME, body)
    if name is None or words.left_out.match(body):
        return UNSAID
    word = name["who"]
    is_alone = not body[name.end() :].strip(_EDGES)
    if is_capitalised_word(word, lexicon) or word.isupper():
        return UNSAID
    rest = name.end()
    while (more := words.joined.match(body, rest)) is not None:
        rest = more.end()
    does = words.owns.match(body, name.end()) or words.doing.match(body, rest)
    is_named = bool(does) or rest > name.end() or (is_alone and (is_label or " " in name.group()))
    return _of(name, start, words, "somebody" if is_named else "perhaps")


def _by_shape(body: str, start: int, words: _Words, lexicon: Lexicon, *, is_label: bool) -> Subject:
    """A name where no capitals are written: by what it is made of, or as a label."""
    latin = _LATIN.match(body)
    if latin is not None and words.doing.match(body, latin.end()):
        return _of(latin, start, words, "somebody")
    nickname = next((m for p in words.nicknames if (m := p.match(body))), None)
    if nickname is not None:
        return _of(nickname, start, words, "somebody")
    guess = next(iter(find_new_names(body, lexicon)), None)
    if guess and guess.span[0] == 0 and guess.type == "people" and (guess.acts or guess.is_plain):
        return Subject("somebody", guess.name, (start, start + guess.span[1]))
    name = _likely_name(body, words, lexicon, is_label=is_label)
    return Subject("perhaps", name, (start, start + len(name))) if name else UNSAID


def _likely_name(body: str, words: _Words, lexicon: Lexicon, *, is_label: bool) -> str:
    """What may be a name: a surname and a given one, two or three characters, a label."""
    full = words.full_name.match(body)
    chunks = (body[:n] for n in (2, 3) if words.turning.match(body, n))
    label = body.strip(_EDGES) if is_label else ""
    found = (full["who"] if full else "", *filter(_GIVEN.fullmatch, chunks), label)
    names = (n for n in found if _HAN_LABEL.match(n) and not is_common_word(n, lexicon))
    return next(names, "")


def _words_for(text: str, lexicon: Lexicon) -> _Words:
    spaced, han = _words(lexicon)
    return han if has_han(text) else spaced


@lru_cache(maxsize=16)
def _words(lexicon: Lexicon) -> tuple[_Words, _Words]:
    """Those of the languages with blanks, and of those without."""
    spaced = [n for n in lexicon.languages if lexicon.tables.get(n, {}).get("spaced", True)]
    return (
        _compiled(tuple(spaced), lexicon, is_spaced=True),
        _compiled(tuple(n for n in lexicon.languages if n not in spaced), lexicon, is_spaced=False),
    )


def _compiled(languages: tuple[str, ...], lexicon: Lexicon, *, is_spaced: bool) -> _Words:
    edge = r"(?!\w)" if is_spaced else ""
    begin = r"(?<!\w)" if is_spaced else ""

    def either(key: str) -> str:
        rows = (row for n in languages for row in lexicon.table(n, "subjects").get(key, ()))
        return "|".join(rows) or "(?!)"

    def any_case(pattern: str) -> re.Pattern[str]:
        return compiled(pattern, re.IGNORECASE)

    doing = either("doing")
    led = either("led")
    nicknames = (
        row.replace("{doing}", f"(?:{doing})")
        for n in languages
        for row in lexicon.table(n, "subjects").get("nicknames", ())
    )
    surnames = "".join(str(lexicon.table(n, "names").get("surnames", "")) for n in languages)
    return _Words(
        is_spaced,
        any_case(rf"(?:{either('before')}){edge}[ ,，:：—–-]*"),
        any_case(rf"(?:{led})?(?P<who>{either('beings')}){edge}"),
        any_case(rf"(?: |(?=['’]))(?:{either('shortened')}|{doing}){edge}" if is_spaced else doing),
        any_case(f"(?:{either('turning')})"),
        any_case(f"(?:{either('third')})"),
        any_case(f"(?:{either('left_out')})"),
        any_case(rf" ?(?:&|\+|,|{either('joined')}) (?-i:[A-ZÀ-Þ])\w+"),
        compiled(either("unnamed")),
        any_case(either("owns")),
        any_case(rf"{begin}(?:{either('theirs')}){edge}"),
        compiled(either("at_end")),
        any_case(rf"{begin}(?:{either('deciders')}){edge}"),
        any_case(either("doses")),
        tuple(any_case(row) for row in nicknames),
        any_case(rf"(?P<who>[{surnames}][一-鿿]{{1,2}}?)(?={doing})" if surnames else "(?!)"),
    )
