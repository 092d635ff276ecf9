"""Numbers by which a state knows a person: a word that names the number, figures that fit it.

Without the word beside it a run of figures is a phone, an order or an amount, however well its
check digit fits; so both have to be there. The rules are those that each state publishes.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from memctl.expressions import later

_NEAR = 40
"""So many characters after the word the number begins, or before it the number ends."""
_MARKS = later(r"[\s./+-]")


@dataclass(frozen=True, slots=True)
class _Kind:
    """One state's number."""

    words: re.Pattern[str]
    shape: re.Pattern[str]
    fits: Callable[[str], bool]
    """Takes the number without marks, in capitals."""


def find_national_ids(text: str) -> Iterator[tuple[int, int]]:
    """The spans of such numbers in the text, kind by kind."""
    if _ANY.search(text) is None:
        return
    for kind in _KINDS:
        spans = [m.span() for m in kind.words.finditer(text)]
        for found in kind.shape.finditer(text) if spans else ():
            start, end = found.span()
            is_named = any(
                b <= start <= b + _NEAR or end <= a <= end + _NEAR // 2 for a, b in spans
            )
            if is_named and kind.fits(_MARKS.sub("", found.group()).upper()):
                yield start, end


def _weighed(figures: str, weights: Sequence[int]) -> int:
    return sum(int(c) * w for c, w in zip(figures, weights, strict=False))


def _luhn(figures: str) -> bool:
    twice = (int(c) * (1 + i % 2) for i, c in enumerate(reversed(figures)))
    return sum(n - 9 if n > 9 else n for n in twice) % 10 == 0  # noqa: PLR2004 - its two figures


def _irish(text: str) -> bool:
    more = ord(text[8]) - 64 if len(text) > 8 and text[8] != "W" else 0  # noqa: PLR2004 - a second letter
    rest = (_weighed(text[:7], range(8, 1, -1)) + 9 * more) % 23
    return "WABCDEFGHIJKLMNOPQRSTUV"[rest] == text[7]


def _spanish(text: str) -> bool:
    figures = {"X": "0", "Y": "1", "Z": "2"}.get(text[0], text[0]) + text[1:-1]
    return "TRWAGMYFPDXBNJZSQVHLCKE"[int(figures) % 23] == text[-1]


def _dutch(text: str) -> bool:
    return (_weighed(text, range(9, 1, -1)) - int(text[8])) % 11 == 0


def _french(text: str) -> bool:
    figures = text.replace("2A", "19").replace("2B", "18")
    return 97 - int(figures[:13]) % 97 == int(figures[13:])


def _german(text: str) -> bool:
    check = 10
    for figure in text[:10]:
        check = (((int(figure) + check) % 10 or 10) * 2) % 11
    return (11 - check) % 10 == int(text[10])


def _belgian(text: str) -> bool:
    key = int(text[9:])
    return any(97 - int(born + text[:9]) % 97 == key for born in ("", "2"))


def _polish(text: str) -> bool:
    return _weighed(text, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1)) % 10 == 0


def _brazilian(text: str) -> bool:
    first, second = (_weighed(text[:n], range(n + 1, 1, -1)) * 10 % 11 % 10 for n in (9, 10))
    return text[9:] == f"{first}{second}"


def _australian(text: str) -> bool:
    return _weighed(text, (1, 4, 3, 7, 5, 8, 6, 9, 10)) % 11 == 0


def _portuguese(text: str) -> bool:
    return (11 - _weighed(text[:8], range(9, 1, -1)) % 11) % 11 % 10 == int(text[8])


def _british(text: str) -> bool:
    return text[:2] not in {"BG", "GB", "KN", "NK", "NT", "TN", "ZZ"}


def _swedish(text: str) -> bool:
    return _luhn(text[-10:])


def _kind(words: str, shape: str, fits: Callable[[str], bool]) -> _Kind:
    return _Kind(
        later(rf"(?<![^\W\d_])(?:{words})(?![^\W\d_])", re.IGNORECASE),
        later(rf"(?<![\w.-])(?:{shape})(?![\w-]|\.\d)", re.IGNORECASE),
        fits,
    )


_KINDS = (
    _kind("ppsn?", r"\d{7}[ -]?[a-w][a-iw]?", _irish),
    _kind(
        "national insurance|nino|ni (?:number|no)",
        r"[a-ceghj-prstw-z][a-ceghj-nprstw-z](?: ?\d{2}){3} ?[a-d]",
        _british,
    ),
    _kind("dni|nie|nif", r"(?:\d{2}\.?\d{3}\.?\d{3}|[xyz][ -]?\d{7})[ -]?[a-z]", _spanish),
    _kind("nif|contribuinte", r"[1-35689]\d{2}[ .]?\d{3}[ .]?\d{3}", _portuguese),
    _kind("bsn|burgerservicenummer|sofi-?nummer", r"\d{4}[ .]?\d{2}[ .]?\d{3}", _dutch),
    _kind(
        "nir|insee|sociale|vitale|social security",
        r"[12] ?\d{2} ?\d{2} ?(?:\d{2}|2[ab]) ?\d{3} ?\d{3} ?\d{2}",
        _french,
    ),
    _kind(
        r"steuer-?id(?:entifikationsnummer|nr\.?|-nr\.?|-nummer)?|idnr\.?|german tax id",
        r"[1-9]\d ?\d{3} ?\d{3} ?\d{3}",
        _german,
    ),
    _kind(
        "rijksregister(?:nummer)?|registre national|insz|niss|national (?:register )?number",
        r"\d{2}\.?\d{2}\.?\d{2}[ -]?\d{3}[ .]?\d{2}",
        _belgian,
    ),
    _kind("pesel", r"\d{11}", _polish),
    _kind("cpf", r"\d{3}\.?\d{3}\.?\d{3}-?\d{2}", _brazilian),
    _kind("sin (?:number|no)|social insurance", r"\d{3}[ -]?\d{3}[ -]?\d{3}", _luhn),
    _kind("tfn|tax file number", r"\d{3} ?\d{3} ?\d{3}", _australian),
    _kind("personnummer", r"(?:19|20)?\d{6}[-+ ]?\d{4}", _swedish),
)
_ANY = later("|".join(kind.words.pattern for kind in _KINDS), re.IGNORECASE)
