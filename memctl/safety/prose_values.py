"""Whether a word that stands where a secret would stand is one."""

import re

from memctl.expressions import later

_PLACEHOLDER = later(
    r"[<\[{(%$].*|[x*•.…_#?-]+|\W+|your[-_ ]?.*|.*(?:placeholder|redacted|[-_]here|<[^>]*>|\{\{).*"
    r"|(?:process\.env|os\.environ|getenv|env\.|vault:|secrets?\.).*|none|null|true|false|nil|undefined"
    r"|n/a|tbd|todo|\[secret.*",
    re.IGNORECASE | re.DOTALL,
)
_WEAK = frozenset({"", "-", "–", "—", "now", "to"})


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# What "the password is …" says of a password without telling it.
_PREDICATES = _words(
    """
    wrong right correct incorrect expired required missing lost gone weak strong short long
    empty blank unknown safe unsafe secret private shared new old same different fine ok
    okay good bad invalid valid needed wanted optional mandatory forgotten changed reset
    stored saved written kept hidden locked blocked encrypted hashed leaked compromised
    policy manager protected rotation field prompt screen reminder rules rule page box hint
    mail link case hard easy set used sent
    """
)
_FUNCTION_WORDS = _words(
    """
    too not on in at with from for the a an my your his her our their its it that this what
    which who where when why how to of by and or but if only still now never always also
    just very somewhere here there under behind inside below above please ask see check use
    try call tell don't do does did has have had been being will would should must can could
    may might is was are be no yes all any some one two three four five six i you we he she
    they me him us them about again back over out up down off as so then than because due
    per via without until after before since while between through during against around
    near beside
    """
)
_UNIT_AFTER = later(
    r"\s{0,2}(?:年|位|天|次|月|点|个|分|秒|小时|号|字符|characters|chars|days|times|digits|%)"
)
_KEY_MIN = 16
_MIN = 4
_LOGIN_MIN = 6


def looks_secret(value: str, kind: str, *, link: str | None = None, rest: str = "") -> bool:
    """Is `value` a secret rather than a placeholder or plain words?

    Args:
        value: The word where a secret would stand, without quotes.
        kind: Of the rule that found it.
        link: What joins it to the word for a secret ("is", ":", 是); None where the value's
            own shape is proof.
        rest: What follows it.
    """
    if not value or _PLACEHOLDER.fullmatch(value):
        return False
    if link is None:
        return True
    return _says_a_value(value, kind, link.strip().casefold(), rest)


def _says_a_value(value: str, kind: str, link: str, rest: str) -> bool:
    if kind in {"key", "bare-key"}:
        return _is_key(value, _KEY_MIN if kind == "bare-key" or not link else 8)
    if kind == "passphrase":
        return not _FUNCTION_WORDS & set(re.split(r"[ -]", value.casefold()))
    if kind == "login":
        return len(value) >= _LOGIN_MIN and _is_mixed_word(value) and not value.startswith("/")
    if kind == "code":
        return _is_code(value, rest)
    return _is_password(value, link, rest)


def _is_key(value: str, enough: int) -> bool:
    if value.startswith(("http://", "https://", "/", "~", "./")):
        return False
    has_figure, has_letter = any(c.isdigit() for c in value), any(c.isalpha() for c in value)
    if re.fullmatch(r"[A-Z2-7]{16,}", value) or re.fullmatch(
        r"[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){3,7}", value
    ):
        return True
    return len(value) >= enough and has_letter and (has_figure or len(value) >= 2 * _KEY_MIN)


def _is_mixed_word(value: str) -> bool:
    return any(c.isdigit() for c in value) and any(c.isalpha() for c in value)


def _is_code(value: str, rest: str) -> bool:
    if _UNIT_AFTER.match(rest) or not any(
        c.isdigit() or c in "零〇一二三四五六七八九幺" for c in value
    ):
        return False
    return not re.fullmatch(r"(?:19|20)\d\d", value) or not rest.lstrip().startswith(("-", "/"))


def _is_password(value: str, link: str, rest: str) -> bool:
    word = value.casefold().strip(".,;!?")
    if word in _PREDICATES | _FUNCTION_WORDS or _UNIT_AFTER.match(rest) or len(value) < _MIN:
        return False
    if re.fullmatch(r"[零〇一二三四五六七八九幺]{4,}", value):
        return True
    if value.startswith(("http://", "https://", "/", "~/")):
        return False
    mixed = bool(re.search(r"\d", value)) or bool(re.search(r"[^\w'’.-]", value))
    mixed = mixed or bool(re.search(r"[a-z][A-Z]|\w[_.-]\w", value))
    if link in _WEAK:
        return mixed and not re.fullmatch(r"\d{1,3}|[\w]+[-][a-z]+", value)
    ends = re.match(r"\s*(?:[,.;，。；、!?)\]]|$|\n|\(|（|-|–|—)", rest) is not None
    if mixed:
        return True
    # A plain word is a password only where the clause ends with it.
    return ends and not word.endswith(("ed", "ing", "ble"))
