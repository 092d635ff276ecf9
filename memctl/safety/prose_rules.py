"""Secrets in prose: a word such as "password" or 密码, a link such as "is" or 改成, a value.

The words are held here and not in pattern data because nothing may switch them off, and because
they count where no lexicon is at hand (an error line of a model, a prompt); a lexicon adds those
of further languages (`[secrets] words, codes, links`). Everything is
matched in folded text: lower case, half width (marks too), simplified.

A cue is found first, by one alternation of plain words; what follows it is matched from its
end only. So time grows with the text alone.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from memctl.expressions import compiled

_WORDS = (
    "pass ?words?", "passwds?", "pass ?phrases?", "pass ?codes?", "pwd", "pw", "passwort",
    "kennwort", "mot de passe", "contraseña", "wachtwoord", "senha",
)  # fmt: skip
_HAN_WORDS = ("密码", "口令", "通行码", "密语", "授权码", "パスワード")
_LOCKED = (
    "door", "gate", "alarm", "entry", "access", "security", "unlock", "lock", "safe", "locker",
    "lockbox", "garage", "building", "voicemail", "screen", "verification", "one[- ]time", "otp",
    "2fa", "mfa", "backup", "recovery",
)  # fmt: skip
_CODES = ("pin(?: ?code| ?number)?", "combination", "combo", "otp", "puk(?: ?code)?")
_HAN_CODES = (
    "pin ?码?", "门禁码", "门锁码", "开门码", "解锁码", "验证码", "动态码", "提取码", "恢复码",
    "备用码", "取款码",
)  # fmt: skip
_CARD_CODES = ("cvv2?", "cvc2?", "csc", "安全码", "cvv码?")
_ACCOUNTS = (
    "log ?in", "sign ?in", "credentials?", "creds", "wi-?fi", "ssid", "账号", "帐号", "账户",
    "用户名",
)  # fmt: skip
_KEYS = (
    "secret(?:key|id)?", "token", "credentials?",
    "(?:api|access|private|account|app|client|wpa2?|wi-?fi|network)[ _-]?key",
    "密钥", "私钥", "令牌", "秘钥", "激活码", "序列号", "密匙",
)  # fmt: skip
_BARE_KEYS = ("key", "sk", "ak", "license", "licence", "seed")
_LINKS = (
    "is now", "is still", "is currently", "is", "was", "are", "now", "will be", "to", "ist",
    "lautet", "(?:has been |was |is |were )?(?:changed|set|reset|updated)(?: it)? to",
)  # fmt: skip
_MARKS = ("=", ":", "->", "→", "–", "—", "-", "['’]s")
_HAN_LINKS = (
    "就是", "还是", "仍是", "现在是", "都是", "是", "为", "设为", "设成", "改成了?", "改为", "改到",
    "换成了?", "改回", "用的?是?", "叫", ":", "=", "→", "->",
)  # fmt: skip

_STRONG_LINKS = "[:=]|->|→"
_QUOTED = "|".join(
    f"{a}[^{b}\\n]{{3,100}}{b}" for a, b in ('""', "''", "“”", "「」", "``", "‘’", "『』")
)
_VALUE = rf"(?P<v>{_QUOTED}|[!-~]{{3,200}})"
_BARE_VALUE = rf"(?P<v>{_QUOTED}|(?![:=(\[{{<])[!-~]{{3,200}})"
_HAN_VALUE = r"[\u4e00-\u9fff]{1,6}\d{2,20}"
_FIGURES_IN_WORDS = r"[零〇一二三四五六七八九幺]{4,20}"
_PHRASE = r"(?P<v>[a-z0-9]{2,20}(?:[ -][a-z0-9]{2,20}){2,9})(?=\s{0,3}(?:[.,;!?)\n]|$))"
_ABOUT = r"(?: (?:for|to|of|on|at|in|fürs?|vom|pour)[^\n:=.!?;–—]{1,40}?)?"
_HAN_GAP = r"[^，。；、！？,;!?\n!-~]{0,8}?"
_SUFFIX = r"(?:[_-][a-z0-9]{1,20}){0,3}[\"']?"


@dataclass(frozen=True, slots=True)
class ProseRules:
    """A cue, named by the group that matches, and what may follow it."""

    cue: re.Pattern[str]
    tails: Mapping[str, Sequence[tuple[str, re.Pattern[str]]]]
    """By cue: (kind, expression with the groups `l` for the link and `v` for the value)."""


def prose_rules(
    words: Sequence[str] = (), codes: Sequence[str] = (), links: Sequence[str] = ()
) -> ProseRules:
    """The rules, with further words of other languages."""
    locked = f"(?:{_either(_LOCKED)}) (?:code|pin|combination|combo)s?"
    cues = {
        "password": _word([*_WORDS, *words]),
        "han_password": _either(_HAN_WORDS),
        "code": rf"{_word([*_CODES, locked, *codes])}(?!码)",
        "han_code": _either(_HAN_CODES),
        "pass": _word(["pass"]),
        "card_code": rf"(?<![a-z])(?:{_either(_CARD_CODES)})",
        "key": rf"(?:{_either(_KEYS)})(?![a-z])",
        "bare_key": _word(_BARE_KEYS),
        "account": _word(_ACCOUNTS),
        "glued": r"(?:password|passwd|passphrase)(?![a-z])",
    }
    tails = {
        **_latin_tails(_either([_word([*_LINKS, *links]), *_MARKS])),
        **_han_tails(),
        **_key_tails(),
    }
    return ProseRules(
        compiled("|".join(f"(?P<{name}>{cue})" for name, cue in cues.items())),
        MappingProxyType(
            {n: [(kind, compiled(tail)) for kind, tail in rows] for n, rows in tails.items()}
        ),
    )


_Tails = dict[str, list[tuple[str, str]]]


def _latin_tails(link: str) -> _Tails:
    any_link = rf"\s{{0,3}}(?P<l>{link}|{_either(_HAN_LINKS)})\s{{0,3}}"
    user = r"\s{0,3}[:=是]\s{0,3}[^\s/|,]{2,40}\s{0,2}(?P<l>[/|])\s{0,2}"
    group = r"(?=[a-z-]{0,20}\d)[a-z0-9]{3,12}(?:-[a-z0-9]{3,12}){1,5}"
    code = (
        rf"(?P<v>#?\d[\d -]{{2,11}}\d#?(?![a-z])|{group}(?:[\s,]{{1,2}}{group}){{0,15}}"
        r"|(?=[a-z]{0,11}\d)[a-z0-9]{4,12}(?![a-z]))"
    )
    return {
        "password": [
            ("passphrase", f"{_ABOUT}{any_link}{_PHRASE}"),
            ("password", f"{_SUFFIX}{_ABOUT}{any_link}{_VALUE}"),
            ("password", rf"{_ABOUT}(?P<l>\s{{1,3}}){_BARE_VALUE}"),
        ],
        "pass": [("password", rf"\s{{0,3}}(?P<l>{_STRONG_LINKS})\s{{0,3}}{_VALUE}")],
        "code": [
            ("code", f"{_ABOUT}{any_link}{code}"),
            ("code", rf"{_ABOUT}(?P<l>\s{{1,3}}){code}"),
        ],
        "card_code": [("code", r"(?P<l>[^\d\n]{0,8})(?P<v>\d{3,4})(?!\d)")],
        "account": [("login", user + _BARE_VALUE)],
    }


def _han_tails() -> _Tails:
    link = _either(_HAN_LINKS)
    again = r"\s{0,3}(?::\s{0,2})?"  # 密码是：…
    value = rf"(?P<v>{_QUOTED}|{_FIGURES_IN_WORDS}|{_HAN_VALUE}|[!-~]{{3,200}})"
    code = rf"(?P<v>#?\d{{3,10}}#?|(?=[a-z]{{0,15}}\d)[a-z0-9]{{4,16}}|{_FIGURES_IN_WORDS})"
    return {
        "han_password": [
            ("password", rf"{_HAN_GAP}\s{{0,2}}(?P<l>{link})了?{again}{value}"),
            ("password", rf"(?P<l>\s{{0,3}}){_BARE_VALUE}"),
        ],
        "han_code": [("code", rf"{_HAN_GAP}\s{{0,2}}(?P<l>{link}|\s|){again}{code}")],
    }


def _key_tails() -> _Tails:
    link = rf"(?P<l>\s{{0,3}}(?:{_either(_HAN_LINKS)}|is now|is|was)\s{{0,3}}|\s{{1,3}})"
    return {
        "key": [("key", f"{_SUFFIX}{link}{_VALUE}")],
        "bare_key": [("bare-key", f"{_SUFFIX}{link}{_VALUE}")],
        "glued": [("key", rf"{_SUFFIX}(?P<l>\s{{0,3}}[:=]\s{{0,3}}){_VALUE}")],
    }


def _word(words: Sequence[str]) -> str:
    return f"(?<![a-z])(?:{_either(words)})(?![a-z])"


def _either(words: Sequence[str]) -> str:
    return "|".join(words)
