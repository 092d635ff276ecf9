"""Slugs: the folder name of an entity, made from its name alone.

Two names share a slug only where spelling proves them the same (case, width, blanks,
hyphens, script variant). Where letters are lost on the way to ASCII, a short digest of the
name is added, so that 李娜 and 李纳, or Müller and Muller, do not meet in one folder.
"""

import hashlib
import re
import unicodedata
from collections.abc import Collection
from types import MappingProxyType

from memctl.language.scripts import has_han, is_han, to_simplified

MAX_CHARS = 64

# Names that Windows keeps for devices, whatever their extension.
_RESERVED = frozenset(
    {"con", "prn", "aux", "nul"} | {f"{d}{n}" for d in ("com", "lpt") for n in range(10)}
)
_SPELLED = MappingProxyType(
    {"+": " plus ", "#": " sharp ", "&": " and ", "@": " at ", "%": " percent "}
)
_LETTERS = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
# A surname is read in its own way only as a surname.
_SURNAMES = MappingProxyType(
    {
        "曾": "zeng", "单": "shan", "解": "xie", "仇": "qiu", "区": "ou", "翟": "zhai",
        "查": "zha", "朴": "piao", "缪": "miao", "盖": "ge", "覃": "qin", "冼": "xian",
        "召": "shao", "种": "chong", "乜": "nie", "黑": "he", "折": "she", "令狐": "ling hu",
        "万俟": "mo qi", "尉迟": "yu chi", "长孙": "zhang sun", "澹台": "tan tai",
        "宿": "su", "逄": "pang", "员": "yun", "秘": "bi", "任": "ren", "华": "hua",
        "燕": "yan", "纪": "ji", "宁": "ning", "应": "ying", "葛": "ge", "尹": "yin",
        "都": "du", "洗": "xian", "那": "na", "哈": "ha", "柏": "bai", "牟": "mou",
        "不": "bu", "石": "shi", "薄": "bo", "郗": "xi", "晁": "chao", "乐": "yue",
    }
)  # fmt: skip
# 乐 begins more given names (lè) than it is a surname (yuè), so only before two characters.
_RARELY_SURNAMES = frozenset("乐都那哈不石应黑种秘员华洗")


def slugify(name: str) -> str:
    """A folder name for `name`: lower-case ASCII letters, digits and hyphens, at most 64.

    The same for every spelling that differs in case, width, normal form, blanks or
    traditional characters. Never empty: a name without a readable letter gives
    `entity-DIGEST`.
    """
    key = _key(name)
    words, is_whole = _ascii(key)
    slug = "-".join(words)
    if not re.search(r"[a-z0-9]", slug):
        return f"entity-{_digest(key, 8)}"
    if is_whole and slug not in _RESERVED and len(slug) <= MAX_CHARS:
        return slug
    tail = _digest(key, 4 if len(slug) <= MAX_CHARS else 8)
    return f"{slug[: MAX_CHARS - len(tail) - 1].rstrip('-')}-{tail}"


def unique_slug(name: str, taken: Collection[str]) -> str:
    """`slugify(name)`, or the first of `-2`, `-3`, … that is not taken."""
    slug = slugify(name)
    if slug not in taken:
        return slug
    number = 2
    while f"{slug}-{number}" in taken:
        number += 1
    return f"{slug}-{number}"


def _key(name: str) -> str:
    """What of a name counts: the digest is made of it."""
    folded = to_simplified(unicodedata.normalize("NFKC", name)).casefold()
    return re.sub(r"[\s_‐‑-]+", " ", unicodedata.normalize("NFC", folded)).strip()


def _digest(key: str, length: int) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:length]


def _ascii(key: str) -> tuple[list[str], bool]:
    """The words of a key in ASCII, and whether they tell everything that the key tells."""
    spelled = "".join(_SPELLED.get(c, c) for c in key)
    # Only an apostrophe within a word is no loss: ../x, x. and x are three names.
    plain = re.sub(r"(?<=[a-z])['’](?=[a-z])", "", spelled)
    is_whole = re.fullmatch(r"[a-z0-9 ]*", plain) is not None
    if has_han(plain):
        plain = _romanised(plain)
    letters = unicodedata.normalize("NFKD", plain.translate(_LETTERS))
    base = "".join(c for c in letters if not unicodedata.combining(c))
    return re.findall(r"[a-z0-9]+", base), is_whole


def _romanised(text: str) -> str:
    """Chinese characters as pinyin syllables; the rest unchanged."""
    runs = re.findall(r"[\u3400-\u9fff]+|[^\u3400-\u9fff]+", text)
    whole = len(runs) == 1
    return " ".join(_pinyin(r, as_name=whole) if is_han(r[0]) else r for r in runs)


def _pinyin(run: str, *, as_name: bool) -> str:
    from pypinyin import lazy_pinyin  # noqa: PLC0415 - loads for a third of a second
    from pypinyin.constants import PHRASES_DICT  # noqa: PLC0415 - as above

    if as_name and len(run) in {2, 3, 4} and run not in PHRASES_DICT:
        for length in (2, 1):
            surname = run[:length]
            if surname in _SURNAMES and _is_surname_of(surname, run):
                rest = lazy_pinyin(run[length:], errors="ignore")
                return " ".join([_SURNAMES[surname], *rest])
    return " ".join(lazy_pinyin(run, errors="ignore"))


def _is_surname_of(surname: str, run: str) -> bool:
    given = len(run) - len(surname)
    if len(surname) == 1 and surname in _RARELY_SURNAMES:
        return given == 2  # noqa: PLR2004 - 乐然 is a given name, 乐嘉怡 bears a surname
    return given in {1, 2}
