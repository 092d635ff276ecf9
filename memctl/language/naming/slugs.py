"""Slugs: the folder name of an entity, made from its name alone.

A slug is the name in plain letters: 星桥科技 is `xing-qiao-ke-ji`. Where another name has that
folder already (李娜 and 李纳, Müller and Muller), a short digest is added that depends on the
name alone, so the same name gets the same folder whatever else there is.
"""

import hashlib
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator
from types import MappingProxyType

from memctl.language.naming.spellings import same_name
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


def slugify(name: str, *, keep_han: bool = False) -> str:
    """A folder name for `name`: lower-case letters, digits and hyphens, at most 64.

    The same for every spelling that differs in case, width, normal form, blanks or
    traditional characters, and never empty. A digest of the name stands in it only where the
    letters do not tell the name: none is readable, they are too many, or Windows keeps them.

    Args:
        name: Anything.
        keep_han: Leave Chinese characters as they are, instead of reading them in pinyin.
    """
    return next(_choices(name, keep_han=keep_han))


def unique_slug(
    name: str, owners: Callable[[str], Collection[str] | None], *, keep_han: bool = False
) -> str:
    """The first choice of folder that is free, or is this name's own already.

    Args:
        name: Of the entity.
        owners: By casefolded slug the names of the entity that has the folder, else None.
        keep_han: As for `slugify`.
    """
    return next(
        slug
        for slug in _choices(name, keep_han=keep_han)
        if (others := owners(slug.casefold())) is None
        or any(name == other or same_name(name, other) for other in others)
    )


def is_slug_of(slug: str, name: str) -> bool:
    """Was the slug made from the name?"""
    return slug in {*_choices(name, keep_han=False), *_choices(name, keep_han=True)}


def _choices(name: str, *, keep_han: bool) -> Iterator[str]:
    """The plain slug, then with ever longer tails, each of which depends on the name alone."""
    key = _key(name)
    words, is_told = _words(key, keep_han=keep_han)
    slug = "-".join(words)
    if slug and is_told and slug not in _RESERVED and len(slug) <= MAX_CHARS:
        yield slug
    for length in (4 if slug and len(slug) <= MAX_CHARS else 8, 12, 24, 48):
        head = slug[: MAX_CHARS - length - 1].rstrip("-") or "entity"
        yield f"{head}-{_digest(key, length)}"


def _key(name: str) -> str:
    """What of a name counts: the digest is made of it."""
    folded = to_simplified(unicodedata.normalize("NFKC", name)).casefold()
    return re.sub(r"[\s_‐‑-]+", " ", unicodedata.normalize("NFC", folded)).strip()


def _digest(key: str, length: int) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:length]


def _words(key: str, *, keep_han: bool) -> tuple[list[str], bool]:
    """The readable words of a key, and whether every letter of it has a reading."""
    spelled = "".join(_SPELLED.get(c, c) for c in key)
    plain = re.sub(r"(?<=[a-z])['’](?=[a-z])", "", spelled)
    if has_han(plain) and not keep_han:
        plain = _romanised(plain)
    letters = unicodedata.normalize("NFKD", plain.translate(_LETTERS))
    base = "".join(c for c in letters if not unicodedata.combining(c))
    rest = re.sub(r"[a-z0-9\u3400-\u9fff]" if keep_han else r"[a-z0-9]", "", base)
    readable = r"[a-z0-9\u3400-\u9fff]+" if keep_han else r"[a-z0-9]+"
    return re.findall(readable, base), not any(map(str.isalpha, rest))


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
