"""Who speaks, and what a line asks: small readings that need no grammar. On the hot path."""

_LONGEST_NAME = 30
_MOST_WORDS = 3


def speaker_of(text: str) -> str | None:
    """The name before the colon of "Nora: we moved" or "**诺拉**：搬家了", or None."""
    head, colon, rest = text[: _LONGEST_NAME + 8].partition(":")
    if not colon:
        head, colon, rest = head.partition("：")
    name = head.strip("*_ ")
    if not colon or not rest.strip() or not name or len(name) > _LONGEST_NAME:
        return None
    words = name.split()
    plain = all(w.replace("-", "").replace("'", "").replace(".", "").isalpha() for w in words)
    named = name[0].isupper() or not name[0].isascii()
    return name if plain and named and len(words) <= _MOST_WORDS else None


def without_label(text: str) -> str:
    """A row as its source says it, without the name of its page before a colon."""
    head, colon, rest = text.partition("：" if "：" in text[:_LONGEST_NAME] else ": ")
    return rest if colon and len(head) <= _LONGEST_NAME and rest else text


def is_question(text: str) -> bool:
    """Does the text end by asking?"""
    return text.rstrip(" )*_\"'”’")[-1:] in ("?", "？")


def sentences_of(text: str, *, ends: str = ".!?", full: str = "。！？；") -> list[str]:
    """A text cut behind its full stops; a point within a word or a number is none."""
    found, begin = [], 0
    for at, char in enumerate(text):
        if char in full or (char in ends and text[at + 1 : at + 2] in (" ", "")):
            found.append(text[begin : at + 1].strip())
            begin = at + 1
    return [part for part in (*found, text[begin:].strip()) if part]


def clauses_of(text: str) -> list[str]:
    """The same, cut behind commas and colons too."""
    return sentences_of(text, ends=",;.!?:", full="，。；！？")
