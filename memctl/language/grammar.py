"""The table `statements` of every language, compiled: small words and cues.

No rule about a language stands in this file.

`grammar`, regular expressions unless said otherwise:

- `sentence_end`, `clause_end`: where a text is cut; `unbroken`: where it is not.
- `letters`: the letters of its words, for a character class: no cue cuts a word in two.
- `first_person`, `we`, `third_person`: pronouns; `stands_for`: those a name can replace;
  `he`, `she`: those of a man and of a woman; `man`, `woman`: words that tell which one is meant;
  `he_name`, `she_name`: names that tell it too; `is_my`: what stands between a name and such a word
  behind it ("Ada is my sister"); `conjoined`: what stands between two names told of together.
- `speaker`: "I", where it is the subject of a clause.
- `beside`: words before a name that make it no subject; `companion`: those that mean company.
- `it`: a thing as the subject of a clause ("it's").
- `topicless`: how a sentence begins that says how much or when, and not what ("£9 an hour").
- `loose_heading`: headings that name no topic; `timed`: what a time stands before as its own.
- `regret`: what makes a day one on which something was not done ("should have"); `stays_for`:
  words before a stretch of time that begins when somebody `arrives`.
- `speaks_of`: how a text begins that speaks of a "him" whom it does not name ("gave him"), to the
  end of that word; `reacts`: what stands behind somebody who only likes or allows what was told.
- `aside`: a name in `who` that is only mentioned, where what stands before it lasts.
- `acts_on_it`: what somebody does for good to a thing named before, which is the group `it`.
- `alters`: what somebody does to a thing or to somebody, whose it is in the group `what`;
  where that is nobody known, a name in `who`; what is the writer's without a word, in `mine`.
- `given_name`: a name that nothing but people bear, and that is known for one wherever it stands.
- `own_heading`: headings under which somebody writes of themselves ("About me").
- `openers`: words that may stand before a subject.
- `hears`: words by which all that follows them is hearsay, and nothing of what stands before.
- `leads_it`: "who is in charge" of a thing told of before, which is left unsaid.
- `theirs`: how a clause begins with the kin of somebody told of before, whose no word says.
- `kept_from`: words before somebody who is not to hear what was told ("don't tell").
- `goes_from`: how a sentence begins that goes on from the one before it ("but").
- `elided`: how a sentence begins that leaves its subject out, the writer or whom it went on about.
- `renamed`: that somebody or something known by the name `old` is called `new` from now on.
- `naming`: words before a name given to something else; `no_surname`: what may follow a name;
  `namesake`: what stands behind a name where another one bears it ("… (not our Ada)").
- `bare`: words that say nothing by themselves, whatever day or number stands beside them.
- `reversal`: how a sentence begins that says what the one before it is not ("not Ada").
- `goes_on`: a verb that says of somebody named before what they do ("joins").
- `private`: a label by which the writer marks a quotation as words of their own ("private:").
- `treats`: what stands behind a doctor who decides on the medicine of somebody else.
- `medicates`: what stands behind a doctor who changes a medicine that is not named.
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
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from memctl.expressions import compiled
from memctl.language.clauses import Cutter
from memctl.language.cues import Cue

_SPACE = re.compile(r" (?=([?*+{)])?)")
_GIVEN = frozenset({"id", "role", "patterns", "fires", "silent"})
_OPTIONS = frozenset(f.name for f in fields(Cue)) - _GIVEN
"""What a cue may say of itself besides."""

Table = Mapping[str, Any]
"""The table `statements` of one language."""


class Grammar:
    """Small words of all languages together; each is compiled when it is first asked for."""

    def __init__(self, sources: Mapping[str, str]) -> None:
        """See `make_grammar`.

        Args:
            sources: The expression of each.
        """
        self._sources = sources

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> re.Pattern[str]:
            if name not in Grammar.__annotations__:
                raise AttributeError(name)
            self.__dict__[name] = compiled(self._sources[name], re.IGNORECASE)
            return self.__dict__[name]

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
    renamed: re.Pattern[str]
    naming: re.Pattern[str]
    no_surname: re.Pattern[str]
    namesake: re.Pattern[str]
    companion: re.Pattern[str]
    located: re.Pattern[str]
    aside: re.Pattern[str]
    speaks_of: re.Pattern[str]
    reacts: re.Pattern[str]
    it: re.Pattern[str]
    topicless: re.Pattern[str]
    loose_heading: re.Pattern[str]
    timed: re.Pattern[str]
    regret: re.Pattern[str]
    stays_for: re.Pattern[str]
    arrives: re.Pattern[str]
    openers: re.Pattern[str]
    hears: re.Pattern[str]
    leads_it: re.Pattern[str]
    theirs: re.Pattern[str]
    kept_from: re.Pattern[str]
    goes_from: re.Pattern[str]
    elided: re.Pattern[str]
    bare: re.Pattern[str]
    reversal: re.Pattern[str]
    goes_on: re.Pattern[str]
    keeps: re.Pattern[str]
    """Asks to remember what follows, behind a word of praise perhaps."""
    private: re.Pattern[str]
    treats: re.Pattern[str]
    medicates: re.Pattern[str]
    tells: re.Pattern[str]
    quoted: re.Pattern[str]
    left_out: re.Pattern[str]
    calendar: re.Pattern[str]
    monthly: re.Pattern[str]
    standing: re.Pattern[str]


def make_grammar(tables: Sequence[Table]) -> Grammar:
    """The small words of these languages."""
    return Grammar({name: _words_of(tables, name) for name in Grammar.__annotations__})


def make_cutter(tables: Sequence[Table]) -> Cutter:
    """Where sentences and clauses of these languages end."""
    return Cutter(**{f.name: _any(tables, f.name) for f in fields(Cutter)})


def make_cues(tables: Sequence[Table]) -> tuple[Cue, ...]:
    """The cues of these languages, in the order of the tables."""
    return tuple(_cue(row, table) for table in tables for row in table.get("cue", []))


def _grammar(table: Table) -> Table:
    found = table.get("grammar", {})
    return found if isinstance(found, Mapping) else {}


def _any(tables: Sequence[Table], key: str) -> re.Pattern[str]:
    parts = [str(found) for table in tables if (found := _grammar(table).get(key))]
    return compiled("|".join(f"(?:{p})" for p in parts) or "(?!)", re.IGNORECASE)


def _words_of(tables: Sequence[Table], key: str) -> str:
    """One expression for a kind of small words in all languages."""
    parts = []
    for table in tables:
        pattern = _grammar(table).get(key)
        if pattern:
            parts.append(_bounded(_expand(str(pattern), table), table))
    return _once("|".join(parts)) or "(?!)"


def _cue(row: Mapping[str, Any], table: Table) -> Cue:
    return Cue(
        id=row["id"],
        role=row["role"],
        patterns=tuple(_patterns(row, table)),
        fires=tuple(row.get("fires", ())),
        silent=tuple(row.get("silent", ())),
        **{key: value for key, value in row.items() if key in _OPTIONS},
    )


def _patterns(row: Mapping[str, Any], table: Table) -> Iterator[str]:
    """The patterns of a cue, and each of its words as one, with the endings of the language."""
    yield from (_once(_bounded(_expand(p, table), table)) for p in row.get("patterns", ()))
    endings = row.get("endings", "")
    yield from (_bounded(_spaced(word + endings), table) for word in row.get("words", ()))


def _expand(pattern: str, table: Table) -> str:
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


def _bounded(pattern: str, table: Table) -> str:
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
