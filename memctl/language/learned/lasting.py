"""How much a sentence reads like a fact that lasts, or like how one works: learned weights.

Cues say what is known to last. Where no cue knows the words, this judges by many small signs
at once: words and pairs of them, who is spoken of, how long it is. Tables `durability` and
`working` of each language, written by benchmarks/lasting.py and benchmarks/working.py:

- `weights`: a text, a line a sign: `WEIGHT SIGN`.
- `bias`: where the sum begins; `least`: the sum from which a sentence lasts; `firm`: that from
  which no noise beside it counts.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from memctl.expressions import later
from memctl.language.grammar import Grammar
from memctl.language.lexicon import Lexicon
from memctl.language.scripts import has_han
from memctl.language.statements import statements
from memctl.language.terms import fold, stem

_TOKEN = later(
    r"(?P<han>[\u3400-\u9fff]+)|(?P<number>\d+(?:[.,:]\d+)*)"
    r"|(?P<word>[^\W\d_\u3400-\u9fff]+(?:['’-][^\W\d_\u3400-\u9fff]+)*)|[£$€¥%!?：:,;()—–\"“]"
)
_NAME, _LETTERS, _NUMBER, _TIME = "*N", "*A", "*#", "*T"
"""A word with a capital, one in capitals only, a number, a time."""
_LONGEST_GRAM = 3
_LENGTHS = (2, 4, 6, 9, 13, 20)
_HAN_A_WORD = 1.7
_PERSONS = ("first_person", "we", "third_person")
_TOLD = 4
"""Signs that are named as the reason."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The sum, and what it rests on."""

    score: float
    """0 or more where the sentence lasts."""
    is_firm: bool
    signs: tuple[str, ...]
    """The strongest of those that speak for it, the first of them the strongest."""


@dataclass(frozen=True, slots=True)
class _Weights:
    of: Mapping[str, float]
    bias: float
    least: float
    firm: float


def judge(text: str, lexicon: Lexicon, table: str = "durability") -> Judgement | None:
    """What the weights of its language say of a sentence; None where none knows its words.

    Args:
        text: The sentence.
        lexicon: Holds the weights.
        table: `durability`: does it last? `working`: does it say how one works?
    """
    found = frozenset(signs(text, lexicon))
    known = [(sum(s in w.of for s in found), w) for w in _weights(lexicon, table)]
    count, weights = max(known, key=lambda each: each[0], default=(0, None))
    if not count or weights is None:
        return None
    told = sorted(((weights.of.get(s, 0.0), s) for s in found), reverse=True)
    total = weights.bias + sum(weight for weight, _ in told)
    reasons = tuple(s for weight, s in told[:_TOLD] if weight > 0)
    return Judgement(round(total - weights.least, 3), total >= weights.firm, reasons)


@lru_cache(maxsize=8)
def _weights(lexicon: Lexicon, table: str) -> tuple[_Weights, ...]:
    tables = (lexicon.table(language, table) for language in lexicon.languages)
    return tuple(
        _Weights(_parsed(t["weights"]), float(t["bias"]), float(t["least"]), float(t["firm"]))
        for t in tables
        if t
    )


def _parsed(lines: str) -> Mapping[str, float]:
    pairs = (line.split(" ", 1) for line in lines.splitlines() if line)
    return {sign: float(weight) for weight, sign in pairs}


def signs(text: str, lexicon: Lexicon) -> Iterator[str]:
    """The signs of a sentence; those of what somebody else's mouth said are none."""
    reader = statements(lexicon)
    folded = reader.grammar.quoted.sub(" ", fold(reader.fold(text), lexicon))
    tokens = _tokens(folded, lexicon)
    yield from _words(tokens)
    yield from _persons(folded, reader.grammar)
    length = sum(_length(token) for token in tokens)
    yield from (f"length {n}" for n in _LENGTHS if length >= n)


def _tokens(folded: str, lexicon: Lexicon) -> list[str]:
    """Its words as stems, with names and numbers as what they are."""
    found: list[str] = []
    for match in _TOKEN.finditer(folded):
        token = match.group()
        if match["number"]:
            token = _TIME if ":" in token else _NUMBER
        elif match["word"]:
            token = _word(token, lexicon, is_first=not found)
        found.append(token)
    if found[1:2] == [_NAME] and found[0].isalpha() and folded.lstrip()[:1].isupper():
        found[0] = _NAME
    return found


def _word(token: str, lexicon: Lexicon, *, is_first: bool) -> str:
    is_capital = token[0].isupper() and not is_first and token[:2].rstrip("'’") != "I"
    if is_capital and token.isupper() and len(token) > 1:
        return _LETTERS
    return _NAME if is_capital else stem(token.lower(), lexicon)


def _words(tokens: list[str]) -> Iterator[str]:
    """Words and pairs of neighbours; of Chinese up to three characters in a row."""
    row = ["^", *tokens, "$"]
    for before, token in zip(row, [*row[1:], ""], strict=True):
        if has_han(before):
            run = f"^{before}" if before == row[1] else before
            sizes = range(1, _LONGEST_GRAM + 1)
            yield from (run[i : i + n] for n in sizes for i in range(len(run) - n + 1))
        elif before not in {"^", "$"}:
            yield before
        if token and not (has_han(before) and has_han(token)):
            # Where Chinese meets letters or a number, only the character at the border counts.
            left = before[-1] if has_han(before) else before
            yield f"{left} {token[0] if has_han(token) else token}"


def _persons(folded: str, grammar: Grammar) -> Iterator[str]:
    for name in _PERSONS:
        words: re.Pattern[str] = getattr(grammar, name)
        if words.match(folded):
            yield f"begins {name}"
        if words.search(folded):
            yield f"says {name}"
    if grammar.elided.match(folded):
        yield "begins elided"


def _length(token: str) -> float:
    """Words in it: a name or number is one, so is a character and a bit."""
    if has_han(token):
        return len(token) / _HAN_A_WORD
    return float(token[0].isalpha() or token[0] == "*")
