"""What a text hides from its reader and shows to a machine."""

import base64
import binascii
import re
import unicodedata

from memctl.expressions import later

_UNSEEN = later("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff\U000e0000-\U000e007f]")
_TAGS = later("[\U000e0020-\U000e007e]{8,}")  # flags of regions have up to six
_ENCODED = later(r"(?<![\w+/])[A-Za-z0-9+/]{24,4000}={0,2}(?![\w+/])")
_MOST_ENCODED = 5
_UPRIGHT = later(r"(?:^[\u4e00-\u9fff]{1,3}[ \t]*\n[ \t]*){3,}", re.MULTILINE)
_BLANK = later(r"\s+")
_WRAPPED = later(r"(?<=[a-z,;])[ \t]*\n[ \t]*(?=[a-z])")


def unveiled(text: str) -> str:
    """The text as a machine reads it.

    Characters that nobody sees are taken out, letters spelled in them and words in base64
    follow in lines of their own, and lines that were only wrapped are joined, as is Chinese
    that stands in lines of a few characters.
    """
    spelled = ["".join(chr(ord(c) - 0xE0000) for c in run) for run in _TAGS.findall(text)]
    plain = _UPRIGHT.sub(lambda m: _BLANK.sub("", m[0]), _UNSEEN.sub("", text))
    decoded = filter(None, map(_decoded, _ENCODED.findall(plain)[:_MOST_ENCODED]))
    return _WRAPPED.sub(" ", "\n".join([plain, *spelled, *decoded]))


def _decoded(run: str) -> str | None:
    """The sentence that the run spells in base64, or None."""
    try:
        text = base64.b64decode(run + "=" * (-len(run) % 4), validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return None
    is_text = all(c.isspace() or unicodedata.category(c)[0] != "C" for c in text)
    is_sentence = " " in text or not text.isascii()
    return text if is_text and is_sentence else None
