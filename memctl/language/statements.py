"""What a sentence claims: cues that make it durable, and cues that make it junk.

Table `statements` of each language. No rule about a language stands in this file.

`grammar`, regular expressions unless said otherwise:

- `sentence_end`, `clause_end`: where a text is cut; `unbroken`: where it is not.
- `letters`: the letters of its words, for a character class: no cue cuts a word in two.
- `first_person`, `we`, `third_person`: pronouns; `stands_for`: those a name can replace;
  `he`, `she`: those of a man and of a woman; `man`, `woman`: words that tell which one is meant;
  `he_name`, `she_name`: names that tell it too; `is_my`: what stands between a name and such a word
  behind it ("Ada is my sister"); `conjoined`: what stands between two names told of together.
- `speaker`: "I", where it is the subject of a clause.
- `beside`: words before a name that make it no subject; `companion`: those that mean company.
- `acts_on_it`: what somebody does for good to a thing named before, which is the group `it`.
- `alters`: what somebody does to a thing or to somebody, whose it is in the group `what`;
  where that is nobody known, a name in `who`; what is the writer's without a word, in `mine`.
- `given_name`: a name that nothing but people bear, and that is known for one wherever it stands.
- `own_heading`: headings under which somebody writes of themselves ("About me").
- `openers`: words that may stand before a subject.
- `elided`: how a sentence begins that leaves its subject out, the writer or whom it went on about.
- `naming`: words before a name given to something else; `no_surname`: what may follow a name.
- `bare`: words that say nothing by themselves, whatever day or number stands beside them.
- `reversal`: how a sentence begins that says what the one before it is not ("not Ada").
- `goes_on`: a verb that says of somebody named before what they do ("joins").
- `private`: a label by which the writer marks a quotation as words of their own ("private:").
- `treats`: what stands behind a doctor who decides on the medicine of somebody else.
- `tells`: what stands between who says something and whom it is about ("told me that").
- `quoted`: what somebody else's mouth or pen said, word by word: nothing in it is stated.
- `calendar`: a day named by its date, as no weekday and no "in a week" is.
- `monthly`: a day of any month; `standing`: words of what comes round on such a day.
- `not_until`: words before a day that is a goal and no end, `goal`: such words that are part
  of the date; `expires`: words that make a
  coming day an end.

`kinds`, lists of words: `plain` (left out of the name of an organisation for short), `telling`
(enough to name it), `before` (stand in front of a name).

`words`: named lists, put into patterns as `{name}`.

`cue`, a list:

- `id`, `patterns` (a space is any white space), `fires` and `silent` (examples, tested).
- `words`: plain words, beside `patterns` or in their place; `endings`, a pattern: what may follow.
- `role`: `durable`; `junk`; `machine` (no statement at all); `intro` (has the group `name`, and
  `alias` where a nickname is given; `type`, `plain`, and `owner` for the user's own name).
- `weight`: added for `durable` and `intro`, taken off for `junk`.
- `category`, `kind`: of the candidate that rests on it; of `junk`, `doubt`: it claims nothing;
  `hearsay`: nor does it, but what the writer says beside it of themselves stands.
- `needs = "subject"`: all such cues together count for one where nobody is named; `"name"`: also
  where only a verb without a subject shows that it is about the writer.
- `reach = "clause"`: of `junk`: noise, which says nothing against the clauses beside it; of
  `durable`: firm, which no noise outweighs and no doubt in another clause touches.
- `about = "me"`: it is about the writer, although another name is its subject.
- `scope`: `sentence`; `block`: refuses the whole block; `predicate`: right behind a known name;
  `clause`: nothing durable is read in that clause, the others of the sentence still count;
  `own`: only in the first block under a heading about oneself.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from memctl.language.clauses import Cutter
from memctl.language.cues import DURABLE, INTRO, JUNK, MACHINE, Cue, Hit, Reading
from memctl.language.lexicon import Lexicon
from memctl.language.scripts import to_simplified
from memctl.language.sieving.sieve import Sieve, make_sieve

_UNCLAIMED = frozenset({"doubt", "hearsay"})
_SPACE = re.compile(r" (?=([?*+{)])?)")

_SMALL_WORDS = (
    "first_person",
    "speaker",
    "we",
    "third_person",
    "stands_for",
    "he",
    "she",
    "man",
    "woman",
    "he_name",
    "she_name",
    "is_my",
    "conjoined",
    "own_heading",
    "given_name",
    "acts_on_it",
    "alters",
    "ails",
    "doctor",
    "beside",
    "companion",
    "located",
    "openers",
    "elided",
    "bare",
    "reversal",
    "goes_on",
    "private",
    "treats",
    "tells",
    "quoted",
    "keeps",
    "left_out",
    "not_until",
    "expires",
    "goal",
    "naming",
    "no_surname",
    "calendar",
    "monthly",
    "standing",
)


@dataclass(frozen=True, slots=True)
class Grammar:
    """Small words of all languages together."""

    first_person: re.Pattern[str]
    speaker: re.Pattern[str]
    we: re.Pattern[str]
    third_person: re.Pattern[str]
    stands_for: re.Pattern[str]
    he: re.Pattern[str]
    she: re.Pattern[str]
    man: re.Pattern[str]
    woman: re.Pattern[str]
    he_name: re.Pattern[str]
    she_name: re.Pattern[str]
    is_my: re.Pattern[str]
    conjoined: re.Pattern[str]
    own_heading: re.Pattern[str]
    given_name: re.Pattern[str]
    acts_on_it: re.Pattern[str]
    alters: re.Pattern[str]
    ails: re.Pattern[str]
    doctor: re.Pattern[str]
    beside: re.Pattern[str]
    not_until: re.Pattern[str]
    expires: re.Pattern[str]
    goal: re.Pattern[str]
    naming: re.Pattern[str]
    no_surname: re.Pattern[str]
    companion: re.Pattern[str]
    located: re.Pattern[str]
    openers: re.Pattern[str]
    elided: re.Pattern[str]
    bare: re.Pattern[str]
    reversal: re.Pattern[str]
    goes_on: re.Pattern[str]
    keeps: re.Pattern[str]
    """Asks to remember what follows, behind a word of praise perhaps."""
    private: re.Pattern[str]
    treats: re.Pattern[str]
    tells: re.Pattern[str]
    quoted: re.Pattern[str]
    left_out: re.Pattern[str]
    calendar: re.Pattern[str]
    monthly: re.Pattern[str]
    standing: re.Pattern[str]


@dataclass(frozen=True, eq=False, slots=True)
class Statements:
    """The compiled tables of a lexicon. Compared by identity."""

    cutter: Cutter
    grammar: Grammar
    cues: tuple[Cue, ...]
    numbered: tuple[tuple[int, str], ...]
    """All patterns in order, each with the number of its cue."""
    sieve: Sieve

    def fold(self, text: str) -> str:
        """`text` as cues read it: simplified characters, same length, case kept."""
        return to_simplified(text)

    # The same stretch is asked about by each who may join, cut or judge it.
    @lru_cache(maxsize=64)  # noqa: B019 - it lives as long as its lexicon
    def read(self, text: str) -> Reading:
        """Durable and junk cues of one sentence or clause."""
        return Reading(tuple(self._hits(text, "sentence", DURABLE, JUNK)))

    def stands_alone(self, text: str) -> bool:
        """Does it name something, not only a day, a number and words that point elsewhere?"""
        return any(c.isalpha() for c in self.grammar.bare.sub(" ", self.fold(text)))

    def objection_to_block(self, text: str) -> Cue | None:
        """What makes a whole block no statement at all: a log, a command, a joke, hearsay."""
        hit = next(self._hits(text, "block", MACHINE, JUNK), None)
        return hit.cue if hit else None

    # Asked only of what would retire something.
    @lru_cache(maxsize=64)  # noqa: B019 - it lives as long as its lexicon
    def is_doubted(self, text: str) -> bool:
        """Is it asked, guessed, wished, heard, made up or a condition: not claimed at all?"""
        scopes = ("sentence", "block")
        return any(hit.cue.kind in _UNCLAIMED for s in scopes for hit in self._hits(text, s, JUNK))

    def read_predicate(self, text: str) -> Reading:
        """Cues in what is said right behind the name of somebody known."""
        return Reading(tuple(self._hits(text, "predicate", DURABLE)))

    # Each stretch of a block asks what the whole of it introduces.
    @lru_cache(maxsize=64)  # noqa: B019 - it lives as long as its lexicon
    def introductions(self, text: str, *, is_own: bool = False) -> tuple[Hit, ...]:
        """Names that the text introduces; the writer's too where it begins what is told of them."""
        folded = self.fold(text)
        cues = list(self._candidates(folded, "sentence", INTRO))
        if is_own:
            cues += self._candidates(folded, "own", INTRO)
        return tuple(Hit(cue, match) for cue, some in cues for match in cue.find(folded, some))

    def _hits(self, text: str, scope: str, *roles: str) -> Iterator[Hit]:
        folded = self.fold(text)
        against = list(self._passing(folded)) if DURABLE in roles else []
        silent = [self.cutter.around(folded, hit.match.start()) for hit in against]
        quoted = [m.span() for m in self.grammar.quoted.finditer(folded)]
        for cue, some in self._candidates(folded, scope, *roles):
            found = cue.find(folded, some)
            if cue.role == DURABLE:
                spans = quoted if cue.is_firm else [*silent, *quoted]
                found = (m for m in found if _is_in_none(m, spans))
            match = next(found, None)
            if match:
                yield Hit(cue, match)
        yield from against

    def _passing(self, folded: str) -> Iterator[Hit]:
        """What makes single clauses pass away."""
        for cue, some in self._candidates(folded, "clause", JUNK):
            yield from (Hit(cue, match) for match in cue.find(folded, some))

    def _candidates(
        self, folded: str, scope: str, *roles: str
    ) -> Iterator[tuple[Cue, Sequence[str]]]:
        """The cues that may fire, each with those of its patterns that may match."""
        groups = self._groups(folded.lower())
        for role in roles:
            yield from groups.get((scope, role), ())

    # A stretch is read several times over: for what lasts, for names, behind a name.
    @lru_cache(maxsize=64)  # noqa: B019 - it lives as long as its lexicon
    def _groups(self, lowered: str) -> Mapping[tuple[str, str], Sequence[tuple[Cue, list[str]]]]:
        """What may match, by scope and role of the cue."""
        groups: dict[tuple[str, str], dict[int, list[str]]] = {}
        for number in self.sieve.candidates(lowered):
            owner, pattern = self.numbered[number]
            cue = self.cues[owner]
            groups.setdefault((cue.scope, cue.role), {}).setdefault(owner, []).append(pattern)
        return {k: [(self.cues[i], some) for i, some in v.items()] for k, v in groups.items()}


def _is_in_none(match: re.Match[str], spans: Sequence[tuple[int, int]]) -> bool:
    return not any(start <= match.start() < end for start, end in spans)


@lru_cache(maxsize=8)
def statements(lexicon: Lexicon) -> Statements:
    """The tables of this lexicon, compiled once."""
    tables = [lexicon.table(language, "statements") for language in lexicon.languages]
    tables = [t for t in tables if t]
    grammars = [_grammar(t) for t in tables]
    cues = tuple(cue for table in tables for cue in _cues(table))
    numbered = tuple((i, pattern) for i, cue in enumerate(cues) for pattern in cue.patterns)
    return Statements(
        cutter=Cutter(
            sentence_end=_any(grammars, "sentence_end"),
            clause_end=_any(grammars, "clause_end"),
            unbroken=_any(grammars, "unbroken"),
        ),
        grammar=Grammar(**{key: _words_of(tables, key) for key in _SMALL_WORDS}),
        cues=cues,
        numbered=numbered,
        sieve=make_sieve([pattern for _, pattern in numbered]),
    )


def _grammar(table: Mapping[str, Any]) -> Mapping[str, Any]:
    found = table.get("grammar", {})
    return found if isinstance(found, Mapping) else {}


def _any(grammars: list[Mapping[str, Any]], key: str) -> re.Pattern[str]:
    parts = [str(g[key]) for g in grammars if g.get(key)]
    return re.compile("|".join(f"(?:{p})" for p in parts) or "(?!)", re.IGNORECASE)


def _words_of(tables: list[Mapping[str, Any]], key: str) -> re.Pattern[str]:
    """One pattern for a kind of small words in all languages."""
    parts = []
    for table in tables:
        pattern = _grammar(table).get(key)
        if pattern:
            parts.append(_bounded(_expand(str(pattern), table), table))
    return re.compile(_once("|".join(parts)) or "(?!)", re.IGNORECASE)


def _cues(table: Mapping[str, Any]) -> Iterator[Cue]:
    for row in table.get("cue", []):
        extra = {
            k: row[k]
            for k in (
                "weight",
                "category",
                "kind",
                "scope",
                "type",
                "plain",
                "owner",
                "needs",
                "reach",
                "about",
            )
            if k in row
        }
        yield Cue(
            id=row["id"],
            role=row["role"],
            patterns=tuple(_patterns(row, table)),
            fires=tuple(row.get("fires", ())),
            silent=tuple(row.get("silent", ())),
            **extra,
        )


def _patterns(row: Mapping[str, Any], table: Mapping[str, Any]) -> Iterator[str]:
    """The patterns of a cue, and each of its words as one, with the endings of the language."""
    yield from (_once(_bounded(_expand(p, table), table)) for p in row.get("patterns", ()))
    endings = row.get("endings", "")
    yield from (_bounded(_spaced(word + endings), table) for word in row.get("words", ()))


def _expand(pattern: str, table: Mapping[str, Any]) -> str:
    """Named word lists put in, spaces made wide."""
    words = table.get("words", {})

    def listed(match: re.Match[str]) -> str:
        found = words[match[1]]
        return found if isinstance(found, str) else "(?:" + "|".join(found) + ")"

    while (out := re.sub(r"\{([a-z_]+)\}", listed, pattern)) != pattern:
        pattern = out
    return _spaced(pattern)


def _spaced(pattern: str) -> str:
    return _SPACE.sub(lambda m: r"\s" if m[1] else r"\s+", pattern)


def _bounded(pattern: str, table: Mapping[str, Any]) -> str:
    letters = _grammar(table).get("letters", "")
    if not letters:
        return f"(?:{pattern})"
    # Only where a letter would touch a letter is there a word to be cut in two.
    edge = f"(?-i:(?<![{letters}])|(?![{letters}]))"
    return f"{edge}(?:{pattern}){edge}"


def _once(pattern: str) -> str:
    """A group name may stand in several alternatives: the later ones get a number."""
    seen: dict[str, int] = {}

    def numbered(match: re.Match[str]) -> str:
        seen[match[1]] = seen.get(match[1], 0) + 1
        count = seen[match[1]]
        return f"(?P<{match[1]}>" if count == 1 else f"(?P<{match[1]}_{count}>"

    return re.sub(r"\(\?P<([a-z]+)>", numbered, pattern)


def group(match: re.Match[str], name: str) -> tuple[int, int] | None:
    """Span of the group `name` in whichever alternative matched."""
    for key in match.re.groupindex:
        if key == name or key.startswith(f"{name}_"):
            span = match.span(key)
            if span != (-1, -1):
                return span
    return None
