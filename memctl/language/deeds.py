"""What an assistant says that it has done, among all else that it says.

Table `deeds` of each language: `leads`, words after which a colon or a dash states what was
done ("Booked: …"); `done`, words inside a sentence that say that something is so now ("has been
moved to"). What an assistant asks, offers, plans, explains or repeats is no deed.
"""

import re
from functools import lru_cache

from memctl.language.lexicon import Lexicon
from memctl.language.phrases import Span
from memctl.language.statements import statements

_QUESTION = re.compile(r"[?？]\W*\Z")


def deeds(text: str, lexicon: Lexicon) -> tuple[Span, ...]:
    """The stretches of an assistant's turn that state what was done, without their leads."""
    found: list[Span] = []
    for sentence in statements(lexicon).cutter.sentences(text):
        words = text[sentence.start : sentence.end]
        lead = _compiled(lexicon, "leads").match(words)
        if _QUESTION.search(words):
            continue
        if lead or _compiled(lexicon, "done").search(words):
            found.append((sentence.start + (lead.end() if lead else 0), sentence.end))
    return tuple(found)


def only_deeds(text: str, lexicon: Lexicon) -> str:
    """The text with all but the deeds made blank, each word in its place."""
    blank = list(re.sub(r"[^\n]", " ", text))
    for start, end in deeds(text, lexicon):
        blank[start:end] = text[start:end]
    return "".join(blank)


@lru_cache(maxsize=8)
def _compiled(lexicon: Lexicon, key: str) -> re.Pattern[str]:
    rows = [p for lang in lexicon.languages for p in lexicon.table(lang, "deeds").get(key, ())]
    words = "|".join(rows) or "(?!)"
    if key == "leads":
        words = rf"\W*(?:{words})\s*(?:[:：]|\s[–—-]{{1,2}}\s)\s*"
    return re.compile(words, re.IGNORECASE)
