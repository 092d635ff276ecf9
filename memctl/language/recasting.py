"""One thing said two ways round, brought to one: clefts, converses, hours and dates in words.

"It was from Ida that I got the loom" is read as "I got the loom from Ida", "half past six" as
"6:30". Only the comparison reads a statement so; what is stored and shown stays as it was said.

Keys read from the data of a language (recasts.toml):
    recasts          a list of tables, tried in their order, each once:
        from         a regular expression with named groups; `<name:part>` is a group that holds
                     one of the parts, `<part>` a part without a group
        to           what is read instead: `{name}` is a group, `{name#}` its number word in
                     digits, `{name#-1}` one less
        say, as      an example and what becomes of it, which is a test
        is_loose     does it swap who does what, or say less? Such a row only tells whether two
                     statements are one, never what took whose place
        stays        texts near to it that are left as they are, each a test too
    recast_parts     name -> the regular expression that it stands for
    recast_small     words that lose their capital where they no longer begin the sentence
    recast_numbers   word -> number ("twenty-first" = 21), beside the digits of `numbers`
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from memctl.language.lexicon import Lexicon
from memctl.language.phrases import Phrases, make_phrases
from memctl.language.terms import languages_of

_PART = re.compile(r"(?<!\?P)<(?:(\w+):)?(\w+)>")
_GROUP = re.compile(r"\(\?P<(\w+)>|<(\w+):")
_SLOT = re.compile(r"\{(\w+)(?:(#)([+-]\d+)?)?\}")
_SPACES = re.compile(r"\s{2,}")
_BEFORE_STOP = re.compile(r"\s+(?=[,.;:!?])")
_CACHED = 4_000


@dataclass(frozen=True, eq=False, slots=True)
class _Recasts:
    phrases: Phrases
    """Each pattern under what is read instead, numbered so that no two are one."""
    numbers: Mapping[str, int]
    small: frozenset[str]


@lru_cache(maxsize=_CACHED)
def recast(folded: str, lexicon: Lexicon, *, is_loose: bool = False) -> str:
    """The text (folded) as it is compared, by the rows that are strict or by the loose ones."""
    for language in languages_of(folded, lexicon):
        table = _recasts(language, lexicon, is_loose)
        for key, pattern in table.phrases.patterns(folded):
            if (match := pattern.search(folded)) is not None:
                said = _filled(key.partition(":")[2], match, table)
                folded = folded[: match.start()] + said + folded[match.end() :]
    return folded


def unmet_slots(row: Mapping[str, str]) -> frozenset[str]:
    """The groups that `to` asks for and `from` does not have."""
    named = {name for pair in _GROUP.findall(row["from"]) for name in pair}
    return frozenset(slot[0] for slot in _SLOT.findall(row["to"])) - named


def _filled(template: str, match: re.Match[str], table: _Recasts) -> str:
    def said(slot: re.Match[str]) -> str:
        word = match[slot[1]] or ""
        if not slot[2]:
            is_small = slot.start() and word.partition(" ")[0] in table.small
            return word[0].lower() + word[1:] if is_small else word
        number = table.numbers.get(word.casefold(), int(word) if word.isdecimal() else 0)
        return str(number + int(slot[3] or 0))

    return _BEFORE_STOP.sub("", _SPACES.sub(" ", _SLOT.sub(said, template))).strip()


@lru_cache(maxsize=16)
def _recasts(language: str, lexicon: Lexicon, is_loose: bool) -> _Recasts:  # noqa: FBT001 - cached
    parts = lexicon.table(language, "recast_parts")

    def whole(part: re.Match[str]) -> str:
        # A part that a workspace forgot to tell matches nothing.
        inner = parts.get(part[2], "(?!)")
        return f"(?P<{part[1]}>{inner})" if part[1] else f"(?:{inner})"

    rows = lexicon.rows(language, "recasts")
    table = {
        f"{n}:{row['to']}": [_PART.sub(whole, row["from"])]
        for n, row in enumerate(rows)
        if {"from", "to"} <= row.keys() and row.get("is_loose", False) == is_loose
    }
    digits = lexicon.table(language, "numbers").get("digits", {})
    numbers = {**digits, **lexicon.table(language, "recast_numbers")}
    small = frozenset(lexicon.rows(language, "recast_small"))
    return _Recasts(make_phrases(language, table, lexicon), numbers, small)
