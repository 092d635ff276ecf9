"""Whether two spellings are one name. Nobody's words are read here, and no lexicon is needed."""

import re
import unicodedata

from memctl.language.naming.words import (
    DEGREES,
    HAN_LEGAL_FORMS,
    HAN_TITLES,
    LEGAL_FORMS,
    PARTICLES,
    SAME_FORMS,
    SURNAMES,
    TITLES,
)
from memctl.language.scripts import has_han, to_simplified

QUOTES = "\"'“”‘’「」『』《》〈〉【】[]<>`*"
"""Marks around a name that are none of it."""


def same_name(a: str, b: str) -> bool:
    """Do the two spellings alone prove one name?

    True across case, width, normal form, quotation marks, hyphens, "Rao, Sunil", titles,
    legal forms and traditional characters. Nicknames, initials, other accents and near names
    are no proof.
    """
    left, right = _spelling(a), _spelling(b)
    if not left or not right:
        return False
    if left == right:
        return True
    bare_left, bare_right = _bare(left), _bare(right)
    if bare_left in {right, bare_right} and _is_full(bare_left):
        return True
    # One bare word: a title may be left out, but not exchanged (Mr Hollis, Mrs Hollis).
    return bare_left == right or left == bare_right


def _spelling(name: str) -> str:
    """Case, width, quotes, order and script folded; words divided by single blanks."""
    text = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", name)).strip()
    text = to_simplified(_without_gloss(text.strip(QUOTES + " "))).casefold()
    if (
        found := re.fullmatch(rf"((?:(?:{PARTICLES}) )*[^\W\d]+), ([^\W\d][^,]*)", text)
    ) and not _is_form(found[2]):
        text = f"{found[2]} {found[1]}"
    text = re.sub(r"[\s‐‑–·_-]+", " ", re.sub("[’‘`]", "'", text)).strip()
    text = re.sub(r"\b(?:[^\W\d_]\. ?){2,}", _joined_initials, text)
    text = re.sub(r" ?& ?", "&", text)
    # A blank beside a Chinese character divides nothing: 陈 伟, 星火 2.
    text = re.sub(r"(?<=[\u3400-\u9fff]) | (?=[\u3400-\u9fff])", "", text)
    head, blank, last = text.rpartition(" ")
    form = last.rstrip(".")
    form = SAME_FORMS.get(form, form)
    return f"{head}{blank}{form}" if head and form in LEGAL_FORMS else text


def _joined_initials(found: re.Match[str]) -> str:
    """J.P. and J. P. are JP."""
    return re.sub("[. ]", "", found[0]) + (" " if found[0].endswith(" ") else "")


def _without_gloss(text: str) -> str:
    """林薇（Vivian） is 林薇: a name in brackets in the other script is the same name again."""
    found = re.fullmatch(r"([^()]+)\(([^()]+)\)", text)
    if found and has_han(found[1]) != has_han(found[2]):
        return found[1].strip()
    return text


def _is_form(text: str) -> bool:
    return text.replace(".", "").strip() in LEGAL_FORMS | DEGREES


def _bare(name: str) -> str:
    """Without titles and legal forms, as long as something is left."""
    if has_han(name):
        return _bare_han(name)
    words = [w for w in name.replace(",", " ").replace("&", " & ").split() if w != "&"]
    while len(words) > 1 and words[0].rstrip(".") in TITLES:
        words = words[1:]
    while len(words) > 1 and words[-1].replace(".", "") in LEGAL_FORMS | DEGREES:
        words = words[:-1]
    return " ".join(words)


def _bare_han(name: str) -> str:
    for form in HAN_LEGAL_FORMS:
        if name.endswith(form) and len(name) - len(form) >= 2:  # noqa: PLR2004 - a name is left
            return name.removesuffix(form)
    for title in HAN_TITLES:
        # 沈老师 is not 沈: with one character left the title is part of the name.
        rest = name.removesuffix(title)
        if rest != name and len(rest) in {2, 3} and rest[0] in SURNAMES:
            return rest
    return name


def _is_full(name: str) -> bool:
    return has_han(name) or " " in name
