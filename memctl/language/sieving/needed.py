"""What a pattern cannot do without: words of which one stands in every match.

A pattern is read from its text, as far as that is quick: of what is not understood nothing is
known, and the pattern is always tried.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from memctl.expressions import later

_MANY = 400
"""More needed words than this are no help."""
_EDGE = r"(?:\(\?-i:\(\?<!\[[^\]]*\]\)\|\(\?!\[[^\]]*\]\)\))?"
_PLAIN = later(
    r"(?:\(\?<!\[\^\\W_\]\))?"
    rf"{_EDGE}\(\?:([\w '-]+)(?:\(\?:[^()]*\)\?)?\){_EDGE}"
    r"(?:\(\?!\[\^\\W_\]\))?"
)
"""A phrase without any sign of its own between the borders of words: half of all patterns."""
_TOKEN = later(
    r"\(\?:(?:[^][\\()]|\\.|\[[^]\\]+\]|\((?:[^][\\()]|\\.|\[[^]\\]+\])*\))+\)"
    r"|\\[uUxN][0-9a-fA-F{}]+|\\\d+|\\."
    r"|\[\^?\]?(?:\\.|[^]\\])*\]"
    r"|\((?:\?(?:<?[=!]|:|P<\w+>|-?[aimsux]+:)?)?"
    r"|[*+?][?+]?|\{\d*,?\d*\}[?+]?"
    r"|[^][\\(){}|*+?^$.]+|.",
    re.DOTALL,
)
"""A group in which no deep ones stand; an escape; a class; what opens a group; a count; letters."""
_COUNT = later(r"[*+?][?+]?|\{\d*,?\d*\}[?+]?")
_ONCE = later(r"\+|\{0*[1-9]")
"""How often: once at least."""
_SET = later(r"\[(-?(?:\\[^\w\\]|[^]\\^-])*-?)\]")
"""A class that lists its characters."""
_LISTED = later(r"[^][\\(){}*+?^$.]*")
"""Plain words, one or the other."""
_ENDS = frozenset(")|")
_UNKNOWN = "(?"
"""A group of some other kind."""


class _Choice(NamedTuple):
    """What several ways to go on need."""

    words: frozenset[str]
    """One of them stands in every match; none where that is not known."""
    begins: tuple[str, ...]
    """The letters with which each way begins."""


def needed_words(pattern: str) -> frozenset[str]:
    """Words, in lower case, one of which stands in every match; none where that is not known."""
    if (plain := _PLAIN.fullmatch(pattern)) is not None:
        return frozenset({plain[1].lower()})
    tokens = _TOKEN.findall(pattern)
    return frozenset() if _UNKNOWN in tokens else _choice(tokens[::-1]).words


def _choice(tokens: list[str]) -> _Choice:
    """A group to its end; what is read is taken from the end of the list."""
    ways = [_way(tokens)]
    while tokens and tokens.pop() == "|":
        ways.append(_way(tokens))
    is_known = all(words for words, _ in ways)
    words = frozenset[str]().union(*(w for w, _ in ways)) if is_known else frozenset[str]()
    return _Choice(words, tuple(begun for _, begun in ways))


def _way(tokens: list[str]) -> tuple[frozenset[str], str]:
    """The best of what its parts need, and the letters with which it begins."""
    if len(tokens) > 1 and tokens[-2] in _ENDS and _LISTED.fullmatch(tokens[-1]):
        word = tokens.pop().lower()  # most are no more than that
        return frozenset({word}), word
    options: list[frozenset[str]] = []
    begins, run = None, ""
    for part in (*_parts(tokens), None):
        if isinstance(part, str):
            run += part
            continue
        begins = run if begins is None else begins
        if part is not None:
            options += [part.words, frozenset(run + begun for begun in part.begins)]
        options.append(frozenset({run}))
        run = ""
    useful = [words for words in options if words and "" not in words and len(words) <= _MANY]
    return min(useful, key=_cost, default=frozenset()), begins or ""


def _cost(words: frozenset[str]) -> tuple[bool, float]:
    """The fewest words, then the longest."""
    # One Chinese character tells about as much as three letters.
    shortest = min(len(w) if w.isascii() else 3 * len(w) for w in words)
    return shortest <= 1, len(words) / 4**shortest


def _parts(tokens: list[str]) -> Iterator[str | _Choice | None]:
    """Letters, groups, and None for what nothing is known of."""
    while tokens and tokens[-1] not in _ENDS:
        part = _part(tokens.pop(), tokens)
        if not tokens or not _COUNT.fullmatch(tokens[-1]):
            yield part
        elif _ONCE.match(tokens.pop()):
            yield from (part, None)
        else:
            yield from (part[:-1] if isinstance(part, str) else None, None)


def _part(token: str, tokens: list[str]) -> str | _Choice | None:
    if token[0] == "(":
        return _group(token, tokens)
    if token[0] == "[":
        listed = _SET.fullmatch(token)
        letters = listed[1].replace("\\", "").lower() if listed else ""
        return _Choice(frozenset(letters), tuple(letters)) if letters else None
    if token[0] == "\\":
        return None if len(token) > len(r"\.") or token[1].isalnum() else token[1]
    return None if token in {"^", "$", "."} else token.lower()


def _group(token: str, tokens: list[str]) -> _Choice | None:
    if token[-1] == ")":
        return _whole_group(token[len("(?:") : -1])
    if token[-1] == "!":
        _skip(tokens)
        return None
    found = _choice(tokens)
    return _Choice(found.words, ()) if token[-1] == "=" else found


def _skip(tokens: list[str]) -> None:
    """Pass over what may not stand there."""
    depth = 1
    while depth and tokens:
        sign = tokens.pop()
        depth += (sign[0] == "(" and sign[-1] != ")") - (sign == ")")


@lru_cache(maxsize=512)
def _whole_group(inside: str) -> _Choice:
    """The same list of words stands in many patterns."""
    if _LISTED.fullmatch(inside):
        words = tuple(inside.lower().split("|"))
        return _Choice(frozenset() if "" in words else frozenset(words), words)
    return _choice(_TOKEN.findall(inside)[::-1])
