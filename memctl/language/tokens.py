"""The one analyser of recall: files and questions are cut into the same terms.

What a term is: a stem of an English word without accents, a CJK character, a pair of them,
a number without thousands marks, a date (`2026-07-06`, with `#07-06` and `#07` for every
spelling of a day and a month), an identifier whole and in parts, an emoji.
Stands on the hot path: what folds other scripts is loaded for text that is not ASCII.
"""

from memctl.language.stems import stem

VERSION = 4
"""Counts up whenever the same text gives other terms: an older index is then built anew."""

_JOINERS = frozenset("-_.'@/:+#&,’")
_MONTHS = {
    name: f"{number:02d}"
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sep sept",
            "october oct",
            "november nov",
            "december dec",
        ),
        start=1,
    )
    for name in names.split()
}
_MONTH_STEMS = {stem(name): number for name, number in _MONTHS.items()}
_ALSO_VERBS = frozenset(map(stem, ("may", "march")))
_BEFORE_MONTHS = frozenset(
    map(
        stem,
        [
            "in",
            "by",
            "since",
            "until",
            "till",
            "of",
            "from",
            "to",
            "early",
            "late",
            "mid",
            "next",
            "last",
            "this",
            "before",
            "after",
        ],
    )
)
_ENDINGS = ("'s", "'re", "'ve", "'ll", "'d", "'m")
_LONGEST_KEPT = 24
_MOST_KEPT = 200_000

_ACCENTS = dict.fromkeys(range(0x300, 0x370))

_kept: dict[str, tuple[str, ...]] = {}
"""Terms of short ASCII chunks; the vocabulary of notes is small, so most chunks are met again."""


def analyse(text: str) -> list[str]:
    """The terms of `text`, in order, repeats included.

    The same for a file and for a question, and never an error: any text has terms or none.
    A term holds no white space and no quotation mark.
    """
    if not text.isascii():
        text = folded(text)
    terms: list[str] = []
    for chunk in text.lower().split():
        known = _kept.get(chunk)
        terms += chunk_terms(chunk) if known is None else known
    if not _MONTH_STEMS.keys().isdisjoint(terms):
        terms += _named_days(terms)
    return terms


def is_month(term: str) -> bool:
    """Is it the stem of a month's name?"""
    return term in _MONTH_STEMS


def is_cjk(letter: str) -> bool:
    """Is this a Chinese, Japanese or Korean character, written without spaces between words?"""
    return (
        "\u3040" <= letter <= "\u30ff"
        or "\u3400" <= letter <= "\u9fff"
        or "\uac00" <= letter <= "\ud7af"
        or "\uf900" <= letter <= "\ufaff"
        or "\U00020000" <= letter <= "\U0003134f"
    )


def folded(text: str) -> str:
    """Full width to half, compatibility forms to plain ones, accents off, traditional to simple."""
    import unicodedata  # noqa: PLC0415 - ASCII questions answer without it

    from memctl.language.scripts import to_simplified  # noqa: PLC0415 - as above

    text = unicodedata.normalize("NFKD", text.casefold())
    # Kana lose no voice mark and Hangul no letter: both are put together again.
    text = text.translate(_ACCENTS)
    return to_simplified(unicodedata.normalize("NFKC", text))


def chunk_terms(chunk: str) -> tuple[str, ...]:
    """The terms of a run without white space."""
    if chunk.isascii() and chunk.isalpha():
        found: tuple[str, ...] = (stem(chunk),)
    elif chunk.isascii() and chunk.isdigit():
        found = (chunk,)
    else:
        found = tuple(_cut(chunk))
    if len(chunk) <= _LONGEST_KEPT and chunk.isascii() and len(_kept) < _MOST_KEPT:
        _kept[chunk] = found
    return found


def forget_terms(most: int) -> None:
    """Begin anew to remember chunks where more than so many are remembered."""
    if len(_kept) > most:
        _kept.clear()


def _cut(chunk: str) -> list[str]:
    """CJK runs, words with what joins their parts, and signs, each turned into terms."""
    terms: list[str] = []
    runs: list[str] = []
    start = 0
    kind = "s"
    for at, now in enumerate(chunk.translate(_KINDS) + "s"):
        if now == kind or (now == "j" and kind == "w"):
            continue
        if kind != "s":
            runs.append(chunk[start:at])
            _flush(runs[-1], kind, terms)
        start, kind = at, now
    return terms + _written_days(runs) if "月" in chunk else terms


class _Kinds(dict[int, str]):
    """Code point to kind: w(ord), c(jk), j(oiner), e(moji), s(eparator); filled when met."""

    def __missing__(self, code: int) -> str:
        kind = self[code] = _kind(chr(code))
        return kind


_KINDS = _Kinds()


def _kind(letter: str) -> str:
    if is_cjk(letter):
        return "c"
    if letter.isalnum():
        return "w"
    if letter in _JOINERS:
        return "j"
    return "e" if letter >= "\u2600" and not "\u3000" <= letter <= "\uffff" else "s"


def _flush(run: str, kind: str, terms: list[str]) -> None:
    if kind == "w":
        terms += _word_terms(run)
    elif kind == "e":
        terms += run
    elif kind == "c":
        terms += run
        terms += (run[at : at + 2] for at in range(len(run) - 1))


def _word_terms(word: str) -> list[str]:
    """A word, number, date or identifier: whole, then its parts."""
    word = word.strip("-_.'@/:+#&,’").replace("’", "'")
    for ending in _ENDINGS:
        word = word.removesuffix(ending)
    word = word.removesuffix("n't").replace("'", "")
    if word.isalpha():
        return [stem(word) if word.isascii() else word]
    if word.isdigit():
        return [word]
    if word.replace(",", "").replace(".", "").isdigit() and _is_number(word):
        return [word.replace(",", "")]
    if _is_day(word):
        return _day_terms(word)
    if word.isalnum() or (word.replace(".", "", 1).isalnum() and word[0].isdigit()):
        return [word, *_digit_parts(word)]
    return _compound_terms(word)


def _compound_terms(word: str) -> list[str]:
    """An identifier, a path, an address: whole and in parts; a time only whole."""
    parts = "".join(c if c.isalnum() else " " for c in word).split()
    if ":" in word and all(part.isdigit() for part in parts):
        return [word]
    whole = [word] if word else []
    return [*whole, *(t for part in parts for t in _word_terms(part))]


def _is_number(word: str) -> bool:
    """9,800 and 7.5 and 1,234.50 are numbers; 1.2.3 and 1,2 are not."""
    whole, dot, rest = word.partition(".")
    groups = whole.split(",")
    return (not dot or rest.isdigit()) and all(len(g) == 3 for g in groups[1:])  # noqa: PLR2004 - figures are grouped by thousands


def _is_day(word: str) -> bool:
    parts = word.replace("/", "-").split("-")
    return [len(p) for p in parts] == [4, 2, 2] and all(p.isdigit() for p in parts)


def _day_terms(word: str) -> list[str]:
    year, month, day = word.replace("/", "-").split("-")
    return [f"{year}-{month}-{day}", f"{year}-{month}", year, f"#{month}-{day}", f"#{month}"]


def _digit_parts(word: str) -> list[str]:
    """The number in "4h" or "40km", the letters in "proj12"; nothing for "q4"."""
    letters = word.strip("0123456789.")
    if not letters.isalpha():
        return []
    number = word.replace(letters, "")
    return [p for p in (number if word[0].isdigit() else "", letters) if len(p) > 1 or p.isdigit()]


def _written_days(runs: list[str]) -> list[str]:
    """`#07` and `#07-06` for 7月6日, `2026-07-06` too where the year stands before it."""
    found = []
    padded = ["", "", *runs, "", "", ""]
    for at, month in enumerate(runs, start=2):
        year, mark, sign, day, unit = *padded[at - 2 : at], *padded[at + 1 : at + 4]
        if not sign.startswith("月") or not _is_number_to(month, 12):
            continue
        found.append(f"#{int(month):02d}")
        if unit[:1] in ("日", "号", "號") and _is_number_to(day, 31):
            found.append(f"#{int(month):02d}-{int(day):02d}")
            if mark == "年" and year.isdigit():
                found.append(f"{year}-{int(month):02d}-{int(day):02d}")
    return found


def _is_number_to(text: str, most: int) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 2 and 1 <= int(text) <= most  # noqa: PLR2004 - two digits


def _stands_as_month(terms: list[str], at: int) -> bool:
    """Is "may" a month here, beside a number or after "in", or all there is?"""
    near = [terms[i] for i in (at - 1, at + 1) if 0 <= i < len(terms)]
    is_dated = any(t.rstrip("stndrh").isdigit() for t in near)
    return is_dated or not near or (at > 0 and terms[at - 1] in _BEFORE_MONTHS)


def _named_days(terms: list[str]) -> list[str]:
    """`#07` for "July", `#07-06` for "6 July", "July 6" and "July 6th"."""
    found = []
    for at, term in enumerate(terms):
        month = _MONTH_STEMS.get(term)
        if month is None or (term in _ALSO_VERBS and not _stands_as_month(terms, at)):
            continue
        found.append(f"#{month}")
        near = [terms[i] for i in (at - 1, at + 1) if 0 <= i < len(terms)]
        days = [t.rstrip("stndrh") for t in near]
        found += [f"#{month}-{int(day):02d}" for day in days if _is_number_to(day, 31)]
    return found
