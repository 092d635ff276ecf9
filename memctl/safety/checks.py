"""Check digits: whether a run of figures is a bank card or a Chinese identity number."""

import re
from datetime import date

# Networks by first figures: Visa, Mastercard, Amex, Diners, Discover, JCB, UnionPay, Mir.
_NETWORK = re.compile(
    r"(?:4\d{12}(?:\d{3}(?:\d{3})?)?|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}"
    r"|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|6(?:011|5\d\d)\d{12}|35\d{14}|62\d{14,17}|220[0-4]\d{12}"
    r"|9558\d{15}|60\d{17})\Z"
)
_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_CHECK = "10X98765432"


def is_card_number(text: str) -> bool:
    """A number of a card network with a right check digit (Luhn), blanks and hyphens ignored."""
    figures = re.sub(r"[ -]", "", text)
    return bool(_NETWORK.match(figures)) and len(set(figures)) > 1 and _luhn(figures)


def _luhn(figures: str) -> bool:
    total = 0
    for i, char in enumerate(reversed(figures)):
        value = int(char) * (1 + i % 2)
        total += value - 9 if value > 9 else value  # noqa: PLR2004 - sum of its two figures
    return total % 10 == 0


def is_chinese_id(text: str) -> bool:
    """18 figures with a real birthday and a right check digit (GB 11643, ISO 7064 mod 11-2)."""
    if not re.fullmatch(r"[1-9]\d{16}[\dXx]", text):
        return False
    try:
        date(int(text[6:10]), int(text[10:12]), int(text[12:14]))
    except ValueError:
        return False
    total = sum(int(c) * w for c, w in zip(text[:17], _WEIGHTS, strict=True))
    return _CHECK[total % 11] == text[17].upper()
