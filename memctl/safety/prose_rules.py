"""Secrets in prose: a word such as "password" or 密码, a link such as "is" or 改成, a value.

The words are held here and not in pattern data because nothing may switch them off; a
lexicon adds those of further languages (`[secrets] words, codes, links`).
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_WORDS = (
    "pass ?word", "passwd", "pass ?phrase", "pass ?code", "pwd", "pw", "pass", "passwort", "kennwort",
    "mot de passe", "contraseña", "wachtwoord", "senha",
)  # fmt: skip
_HAN_WORDS = ("密码", "密碼", "口令", "通行码", "通行碼", "密语", "パスワード")
_CODES = (
    "pin(?: ?code| ?number)?", "(?:door|gate|alarm|entry|access|security|unlock|lock|safe|key ?safe|"
    "lockbox|garage|building|voicemail|screen|verification|one[- ]time|otp|2fa|mfa|backup|recovery)"
    " (?:code|pin|combination|combo|codes)", "combination", "cvv2?", "cvc2?", "otp",
)  # fmt: skip
_HAN_CODES = (
    "pin ?码?", "门禁码", "门锁码", "开门码", "解锁码", "验证码", "驗證碼", "动态码", "安全码", "提取码",
    "恢复码", "备用码", "取款码", "cvv码?", "门禁密码",
)  # fmt: skip
_LINKS = (
    "is now", "is still", "is currently", "is", "was", "are", "=", ":", "：", "->", "→", "–", "—", "-",
    "has been (?:changed|set|reset) to", "(?:changed|set|reset|updated)(?: it)? to", "now", "will be",
    "ist", "lautet",
)  # fmt: skip
_HAN_LINKS = (
    "就是", "还是", "仍是", "现在是", "都是", "是", "为", "設為", "设为", "设成", "设的", "改成了?", "改为",
    "改到", "换成了?", "換成", "改回", "用的?是?", "叫", "：", ":", "=", "→", "->",
)  # fmt: skip

_KEY_WORDS = (
    "(?:api|access|secret|private|account|service|license|licence|product|encryption|signing|webhook|"
    "session|auth|user|master|recovery|app|client|consumer|subscription)[ _-]?(?:key|token|secret)",
    "(?:auth|access|bearer|bot|refresh|api|personal access|deploy|ci|id|csrf)[ _-]?token", "token", "secret",
    "credentials?", "api[ _-]?密钥", "密钥", "密鑰", "私钥", "私鑰", "令牌", "sk", "ak", "secretid", "app ?secret",
    "激活码", "序列号", "key",
)  # fmt: skip

_VALUE = r"[!-~]{3,200}"
_QUOTED = r"\"[^\"\n]{3,100}\"|'[^'\n]{3,100}'|“[^”\n]{3,100}”|「[^」\n]{3,100}」|`[^`\n]{3,100}`|‘[^’\n]{3,100}’"
_PHRASE = r"[a-z0-9]{2,20}(?:[ -][a-z0-9]{2,20}){2,9}(?=\s{0,3}(?:[.,;!?)\n]|$))"
_HAN_FIGURES = r"[零〇一二三四五六七八九幺]{4,20}"


@dataclass(frozen=True, slots=True)
class ProseRule:
    """A cue with its link, and how sure the value must look."""

    kind: str
    expression: re.Pattern[str]


def prose_rules(
    words: Iterable[str] = (), codes: Iterable[str] = (), links: Iterable[str] = ()
) -> tuple[ProseRule, ...]:
    """The rules, with further words of another language."""
    en = _either([*_WORDS, *words])
    link = _either([*_LINKS, *links])
    code = _either([*_CODES, *codes])
    about = r"(?: (?:for|to|of|on|at|in|là)[^\n:=.!?;–—]{1,40}?)?"
    value = f"(?P<v>{_QUOTED}|{_VALUE})"
    han = _either(_HAN_WORDS)
    han_link = _either(_HAN_LINKS)
    gap = r"[^，。；、！？,;!?\n!-~]{0,8}?"
    return (
        ProseRule("password", _rx(rf"\b(?:{en})s?\b{about}\s{{0,3}}(?P<l>{link})\s{{0,3}}{value}")),
        ProseRule("password", _rx(rf"\b(?:{en})\b{about}(?P<l>\s{{1,3}}){value}")),
        ProseRule("passphrase", _rx(rf"\bpass ?phrases?\b{about}\s{{0,3}}(?P<l>{link})\s{{0,3}}(?P<v>{_PHRASE})")),
        ProseRule(
            "password",
            _rx(rf"(?:{han}){gap}\s{{0,2}}(?P<l>{han_link})\s{{0,3}}(?:[:：]\s{{0,2}})?(?P<v>{_QUOTED}|{_HAN_FIGURES}|{_VALUE})"),
        ),
        ProseRule("password", _rx(rf"(?:{han})(?P<l>\s{{0,3}})(?P<v>{_QUOTED}|{_VALUE})")),
        ProseRule("code", _rx(rf"\b(?:{code})\b{about}\s{{0,3}}(?P<l>{link}|\s)\s{{0,3}}(?P<v>#?\d[\d -]{{2,11}}\d\#?|(?=[A-Z]{{0,11}}\d)[A-Z0-9]{{4,12}}(?![A-Z]))")),
        ProseRule(
            "code",
            _rx(rf"(?:{_either(_HAN_CODES)}){gap}\s{{0,2}}(?P<l>{han_link}|\s|)\s{{0,3}}(?:[:：]\s{{0,2}})?(?P<v>#?\d{{3,10}}#?|[A-Za-z0-9]{{4,16}}|{_HAN_FIGURES})"),
        ),
        ProseRule(
            "key",
            _rx(rf"(?<![A-Za-z])(?:[A-Za-z0-9]{{1,30}}[_-]){{0,4}}(?:{_either(_KEY_WORDS)})(?:[_-][A-Za-z0-9]{{1,20}})?[\"']?(?P<l>\s{{0,3}}(?:{han_link}|is now|is|was)\s{{0,3}}|\s{{1,3}}){value}"),
        ),
        ProseRule(
            "key",
            _rx(rf"(?<![A-Za-z0-9])[A-Za-z0-9_.-]{{0,40}}(?:password|passwd|secret|token|api_?key|access_?key|private_?key|credentials?|appsecret|secretkey|accesskey|pwd)[A-Za-z0-9_]{{0,20}}[\"']?(?P<l>\s{{0,3}}[:=]\s{{0,3}}){value}"),
        ),
    )


def _either(words: Sequence[str]) -> str:
    return "|".join(words)


def _rx(expression: str) -> re.Pattern[str]:
    return re.compile(expression, re.IGNORECASE)
