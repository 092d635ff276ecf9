"""The words of questions as data: `[asking]` and `[standing]` of each language, compiled.

What comes out are plain values that a cache can keep, so that a question costs no reading of
tables. A language more is a folder more; nothing here knows which there are. A word of a
script that writes no spaces is looked for anywhere, any other one as a whole word.
"""

from memctl.language.tokens import analyse, is_cjk

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs as much as a whole recall
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    Words = dict[str, Any]
    Standings = tuple[tuple[str, dict[str, tuple[str, ...]], tuple[str, ...]], ...]

EDGES = "?!.,;:()\"'“”？！，。"
_PARTED = (
    *("weak", "oneself", "when", "number", "several", "whether"),
    *(
        "where",
        "moving",
        "change",
        "over",
        "turned",
        "again",
        "others",
        "mine",
        "ours",
        "they",
        "with",
        "coming",
    ),
    *("version", "naming", "placed"),
)
"""Lists of words, kept in two: whole words, and those looked for anywhere."""
VITAL, CORE, ORDINARY, PASSING = "vital", "core", "ordinary", "passing"
STANDINGS = (VITAL, CORE, ORDINARY, PASSING)
"""How much a statement counts, the most first (standing.toml)."""
_WHOLE = (
    *("orders", "order_words", "day_words", "day_marks", "day_signs", "week_signs"),
    *("days_spelled", "units", "money_signs", "how_many", "unsaid", "placed_before", "other_kin"),
    *("weekdays", "hour_signs", "articles", "verb_ends", "owner_signs", "name_links"),
)


def compiled(texts: "Iterable[str]") -> "Words":
    """The tables of all languages as one, of nothing but texts, numbers, tuples and dicts."""
    import tomllib  # noqa: PLC0415 - who only asks has no use for it

    whole = [tomllib.loads(text) for text in texts]
    tables = [table.get("asking", {}) for table in whole]
    words: Words = {key: _joined(tables, key) for key in _WHOLE}
    for key in _PARTED:
        found = _joined(tables, key)
        words[key] = frozenset(w for w in found if not is_cjk(w[0]))
        # The longest first: what is left of a longer word would be taken for a shorter one.
        words[f"{key} within"] = tuple(
            sorted((w for w in found if is_cjk(w[0])), key=len, reverse=True)
        )
    days = words["day_words"]
    words["day_words"] = frozenset((*days, *(t for w in days for t in analyse(w) if t[0] != "#")))
    words["weekdays"] = frozenset(words["weekdays"])
    words["several_begins"] = tuple(tuple(w.split()) for w in _joined(tables, "several_begins"))
    words["plurals"] = tuple(_plural(row) for table in tables for row in table.get("plurals", ()))
    for span in ("week", "month", "year"):
        words[f"later {span}"] = _joined([t.get("later", {}) for t in tables], span)
    heads = [row.split() for row in _rows(tables, "heads")]
    words["heads"] = {head: tuple(others) for head, *others in heads}
    words["said"] = tuple(pair for table in tables for pair in table.get("said", {}).items())
    words["light"] = frozenset(t for w in _joined(tables, "light") for t in analyse(w))
    words["numerals"] = "".join(table.get("numerals", "") for table in tables)
    words |= _hints([row.split() for row in _rows(tables, "hints")])
    words["standing"] = standings([table.get("standing", {}) for table in whole])
    return words


def _joined(tables: "Sequence[Mapping[str, Any]]", key: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for table in tables for word in table.get(key, ())))


def _rows(tables: "Sequence[Mapping[str, Any]]", key: str) -> "Iterable[str]":
    rows: dict[str, str] = {}
    for table in tables:
        for name, row in table.get(key, {}).items():
            rows[name] = f"{rows.get(name, '')} {row}"
    return rows.values()


def _plural(row: "Mapping[str, Any]") -> tuple[frozenset[str], str, str, frozenset[str]]:
    singular = frozenset(row.get("singular", ()))
    return frozenset(row["after"]), row["ending"], row.get("never", ""), singular


def _hints(rows: "Sequence[Sequence[str]]") -> "Words":
    """By word the meanings it leads to, with its terms; by meaning the terms of its answers."""
    whole: dict[str, list[tuple[int, tuple[str, ...]]]] = {}
    within: list[tuple[str, int, tuple[str, ...]]] = []
    answers = []
    for number, row in enumerate(rows):
        for word in dict.fromkeys(w.strip("[]") for w in row if w[0] != "+"):
            # A character of a longer word means nothing of it: 公 is no 老公.
            terms = tuple(t for t in analyse(word) if len(word) == 1 or len(t) > 1)
            if is_cjk(word[0]):
                within.append((word, number, terms))
            else:
                whole.setdefault(word, []).append((number, terms))
        said = (word.lstrip("+") for word in row if word[0] != "[")
        found = (t for word in said for t in analyse(word) if len(word) == 1 or len(t) > 1)
        answers.append(tuple(dict.fromkeys(found)))
    return {
        "hints": {word: tuple(found) for word, found in whole.items()},
        "hints within": tuple(within),
        "answers": tuple(answers),
    }


def standings(tables: "Sequence[Mapping[str, Any]]") -> "Standings":
    """The phrases of each standing but the ordinary one, in the order of STANDINGS.

    By the first word of each where words stand apart, with the phrase between blanks; the
    others as they are.
    """
    found = []
    for name in (VITAL, CORE, PASSING):
        whole: dict[str, tuple[str, ...]] = {}
        phrases = _joined(tables, name)
        for phrase in (_plainly(p) for p in phrases if not is_cjk(p[0])):
            whole[phrase[0]] = (*whole.get(phrase[0], ()), f" {' '.join(phrase)} ")
        found.append((name, whole, tuple(p for p in phrases if is_cjk(p[0]))))
    return tuple(found)


def standing_of(text: str, known: "Standings") -> str:
    """How much a statement counts, by its words: one of STANDINGS."""
    said = _plainly(text)
    plain = f" {' '.join(said)} "
    is_spaced = text.isascii()
    for name, whole, within in known:
        firsts = whole.keys() & said
        if any(phrase in plain for first in firsts for phrase in whole[first]):
            return name
        if not is_spaced and any(phrase in text for phrase in within):
            return name
    return ORDINARY


def _plainly(text: str) -> list[str]:
    """Its words in one spelling: "50mg" counts something in mg, a hyphen parts as a blank does."""
    low = text.casefold().replace("’", "'").replace("-", " ")
    return [w.strip(EDGES).removesuffix("'s").lstrip("0123456789.,") for w in low.split()]


def words_of(text: str) -> list[str]:
    """The words of a text in lower case, without the marks around them."""
    return [word.strip(EDGES) for word in text.casefold().split()]


def asks(kind: str, said: "Iterable[str]", low: str, words: "Words") -> bool:
    """Is one of the words of this kind among the words said, or anywhere in the text?"""
    return not words[kind].isdisjoint(said) or any(w in low for w in words[f"{kind} within"])


def has_turned(text: str, words: "Words") -> bool:
    """Does a text say that it turned out otherwise with something: stopped, home again, 迁到?"""
    low = f" {' '.join(words_of(text))} "
    if any(f" {word} " in low for word in words["turned"]):
        return True
    return not low.isascii() and any(word in low for word in words["turned within"])


def may_order(text: str, words: "Words") -> bool:
    """Can a line give orders to an assistant? Errs to one side only."""
    low = text.casefold()
    if any(word in low for word in words["orders"]):
        return True
    if not set(_plain_words(low)).isdisjoint(words["order_words"]):
        return True
    # Who writes with letters that only look like ours has something to hide.
    return not low.isascii() and any(_is_odd(c) for c in low)


def _plain_words(text: str) -> list[str]:
    return "".join(c if "a" <= c <= "z" else " " for c in text).split()


def _is_odd(char: str) -> bool:
    code = ord(char)
    return not (
        code < 0x250  # noqa: PLR2004 - Latin
        or 0x3000 <= code <= 0x9FFF  # noqa: PLR2004 - Chinese with its punctuation
        or char in "–—‘’“”…·•→（），：；？！％"
    )
