"""How much of a budget of tokens a text takes. On the hot path: nothing is imported.

A Chinese, Japanese or Korean character, and an emoji, counts as one token, every other
character as 0.27: a little more than the tokenizers of current models take, so that a budget
holds for all of them.
"""

_WIDE, _OTHER = 100, 27
"""Hundredths of a token; whole numbers, since a sum of fractions would depend on its order."""
_FIRST_WIDE = 0x2E80
"""From here on stand the scripts of which a character is a token, and emoji beyond them."""


def weight(text: str) -> int:
    """Hundredths of tokens; the weight of two texts together is the sum of both."""
    wide = 0 if text.isascii() else sum(ord(c) >= _FIRST_WIDE for c in text)
    return wide * _WIDE + (len(text) - wide) * _OTHER


def tokens(text: str) -> int:
    """How many tokens a text counts as, rounded up."""
    return -(-weight(text) // 100)
