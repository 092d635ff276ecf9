"""Control characters: none gets into a fact, and none reaches a terminal as it is.

Imports nothing: recall comes through here.
"""

_KEPT = "\t\n"
_ALL = (*range(0x20), *range(0x7F, 0xA0))
_SHOWN = {code: f"\\x{code:02x}" for code in _ALL if chr(code) not in _KEPT}
_IN_JSON = {code: f"\\u{code:04x}" for code in range(0x7F, 0xA0)}
"""What JSON's own rules let stand."""

# A whole order to a terminal: its colour, its title; else any one of them.
_ORDER = r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b\]|\x9d)[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)"
_ONE = r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]"


def without_controls(text: str) -> str:
    """The text as it reads: orders to a terminal left out, other controls as spaces.

    Tabs and line ends stay, and so does the number of lines.
    """
    import re  # noqa: PLC0415 - costs as much as starting Python

    if not re.search(_ONE, text):
        return text
    return re.sub(_ONE, " ", re.sub(_ORDER, "", text))


def harmless(text: str) -> str:
    """The text for a terminal: a control is shown as its number and does nothing."""
    return text if text.isprintable() else text.translate(_SHOWN)


def harmless_json(text: str) -> str:
    """The same for JSON, which means what it meant."""
    return text if text.isascii() and "\x7f" not in text else text.translate(_IN_JSON)
