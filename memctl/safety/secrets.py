"""Secrets in a text: found, named by kind, and masked. Nothing that is found may be written.

Four ways: shapes that show by themselves (token_rules.py), figures with a check digit
(checks.py), those that a state's word stands beside (national_ids.py), and values that a word
such as "password" or 密码 points at (prose_rules.py).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from memctl.expressions import compiled, later
from memctl.language.lexicon import Lexicon
from memctl.language.scripts import fold, fold_marks
from memctl.safety.checks import is_card_number, is_chinese_id
from memctl.safety.national_ids import find_national_ids
from memctl.safety.prose_rules import ProseRules, prose_rules
from memctl.safety.prose_values import looks_secret
from memctl.safety.token_rules import TOKEN_RULES

_CARD = later(r"(?<![\d.-])\d(?:[ -]?\d){11,18}(?![\d-]|\.\d)")
_CHINESE_ID = later(r"(?<![\dA-Za-z])[1-9]\d{16}[\dXx](?![\dA-Za-z])")
_OTHER_NUMBER = later(
    r"(?:订单|单号|运单|快递|流水|发票|编号|工单|order|invoice|tracking|ref|isbn|imei|serial|batch|ticket|id)"
    r"[^\d\n]{0,8}\Z",
    re.IGNORECASE,
)
_SEED = later(
    r"(?:seed phrase|recovery phrase|mnemonic|secret phrase|wallet words|助记词|恢复短语)"
    r"[^\n:：]{0,30}[:：\s][^\na-z]{0,10}(?P<v>[a-z]{3,8}(?:[\s,]{1,3}[a-z]{3,8}){11,23})(?![a-z])"
)
_PLAIN_KINDS = MappingProxyType({"bare-key": "key", "login": "password"})
# Google shows an app password in four groups.
_APP_PASSWORD = later(
    r"app[ -]?passwords?(?: is)?[:\s]{1,3}(?P<v>[a-z]{4}(?: [a-z]{4}){3})(?![a-z])"
)
_MASKED = later(r"\[secret: [a-z-]{2,40}\]")
_SSN = later(r"(?:\bssn|social security)\b[^\d\n]{0,20}(?P<v>\d{3}-?\d{2}-?\d{4})(?!\d)")

_PHRASES = (("seed-phrase", _SEED), ("social-security-number", _SSN), ("password", _APP_PASSWORD))


@dataclass(frozen=True, slots=True)
class Secret:
    """A value that must not be written."""

    kind: str
    start: int
    end: int


def find_secrets(text: str, lexicon: Lexicon | None = None) -> tuple[Secret, ...]:
    """Every secret value in the text, from left to right, without overlaps.

    Args:
        text: Anything, of any length; time grows with its length only.
        lexicon: Adds the words for passwords of further languages; English and Chinese are
            always read.
    """
    found = sorted(_all(text, lexicon), key=lambda s: (s.start, -s.end))
    masked = [m.span() for m in _MASKED.finditer(text)]
    kept: list[Secret] = []
    for secret in found:
        if any(a < secret.end and secret.start < b for a, b in masked):
            continue  # what was masked before is no secret any more
        if kept and secret.start < kept[-1].end:
            last = kept[-1]
            kept[-1] = Secret(last.kind, last.start, max(last.end, secret.end))
        else:
            kept.append(secret)
    return tuple(kept)


def mask(text: str, lexicon: Lexicon | None = None) -> str:
    """The text with every secret replaced by `[secret: KIND]`; none is found in it again."""
    # A mask can bring two words together that give away a third: each round leaves less.
    while found := find_secrets(text, lexicon):
        out, at = [], 0
        for secret in found:
            out += [text[at : secret.start], f"[secret: {secret.kind}]"]
            at = secret.end
        text = "".join([*out, text[at:]])
    return text


def _all(text: str, lexicon: Lexicon | None) -> Iterator[Secret]:
    yield from _by_shape(text)
    yield from _by_figures(text)
    yield from _in_prose(text, lexicon)


def _by_shape(text: str) -> Iterator[Secret]:
    for kind, hints, expression in _shapes():
        if not any(hint in text for hint in hints):
            continue
        for match in expression.finditer(text):
            span = _unquoted(text, *match.span("v" if "v" in expression.groupindex else 0))
            if kind == "key-block" or looks_secret(text[slice(*span)], kind):
                yield Secret(kind, *span)


def _by_figures(text: str) -> Iterator[Secret]:
    for match in _CHINESE_ID.finditer(text):
        if is_chinese_id(match.group()):
            yield Secret("chinese-id", *match.span())
    for span in find_national_ids(text):
        yield Secret("national-id", *span)
    for match in _CARD.finditer(text):
        before = text[max(0, match.start() - 20) : match.start()]
        if is_card_number(match.group()) and not _OTHER_NUMBER.search(before):
            yield Secret("bank-card", *match.span())


def _in_prose(text: str, lexicon: Lexicon | None) -> Iterator[Secret]:
    folded, rules = fold_marks(fold(text)), _prose(lexicon)
    for cue in rules.cue.finditer(folded):
        for kind, tail in rules.tails[cue.lastgroup or ""]:
            match = tail.match(folded, cue.end())
            if match is None:
                continue
            span = _unquoted(text, *match.span("v"))
            rest = text[span[1] : span[1] + 60]
            if looks_secret(text[slice(*span)], kind, link=match["l"], rest=rest):
                yield Secret(_PLAIN_KINDS.get(kind, kind), *span)
                break
    for kind, expression in _PHRASES:
        for match in expression.finditer(folded):
            yield Secret(kind, *match.span("v"))


def _unquoted(text: str, start: int, end: int) -> tuple[int, int]:
    """The value without quotes around it and punctuation after it."""
    if end - start > 2 and text[start] in "\"'`“‘「" and text[end - 1] in "\"'`”’」":  # noqa: PLR2004 - two marks and what they hold
        return start + 1, end - 1
    while start < end and text[start] in "\"'`(":
        start += 1
    while end > start and text[end - 1] in "\"'`,;:.)":
        end -= 1
    return start, end


@lru_cache(maxsize=1)
def _shapes() -> tuple[tuple[str, tuple[str, ...], re.Pattern[str]], ...]:
    return tuple((kind, tuple(hints.split()), compiled(e)) for kind, hints, e in TOKEN_RULES)


@lru_cache(maxsize=4)
def _prose(lexicon: Lexicon | None) -> ProseRules:
    tables = [] if lexicon is None else [lexicon.table(k, "secrets") for k in lexicon.languages]
    words, codes, links = (
        [word for table in tables for word in table.get(key, ())]
        for key in ("words", "codes", "links")
    )
    return prose_rules(words, codes, links)
