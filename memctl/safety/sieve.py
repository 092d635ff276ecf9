"""Which of many texts can hold a secret at all: the others need no closer look.

Looking for secrets takes ten times as long as reading a text, and hardly any text holds one.
Whatever `find_secrets` finds leaves a trace in one of its words: the beginning of a provider's
key, a word such as "password" or 密码, a dozen figures. The lines and words of a large memory
repeat, so each is looked at once. Errs to one side only: a text that is passed over holds no
secret.
"""

import re
from collections.abc import Iterable, Sequence

from memctl.expressions import later
from memctl.language.lexicon import Lexicon
from memctl.safety.token_rules import TOKEN_RULES

_FIGURES = b"0123456789"
_KEPT = bytes(range(0x21, 0x7F)).replace(b'"', b"")
_FOLDED = bytes(48 if b in _FIGURES else b if b in _KEPT else 32 for b in range(256))
"""Figures are all alike; what is not ASCII, quotes and white space stand between words."""
_IN_LINES = _FOLDED[:10] + b"\n" + _FOLDED[11:]
"""The same, with the lines left apart."""
_ASCII = bytes(range(128))
_SHORT = 12
_LONG = 500
"""Bytes of a text that may say a line more than once."""
_MOST_VALUES = 10_000

_LOOSE = frozenset(("gh", "gl", "NR", "SK", "pat", "-us", "EAA", "SEC", "."))
"""Hints that many words hold: there the whole expression has to fit."""
_IN_WORDS = frozenset(("=", "--", "login", "machine", "http", "://", "asic", "PRIVATE KEY"))
"""Hints that many texts hold; such a secret is always beside one of these words:"""
_WORDS = later(
    rb"(?<![a-z])(?:pass|pwd|pw(?![a-z])|kennwort|contrase|wachtwoord|senha|code|combo|combination"
    rb"|otp|puk|cv[vc]|csc|log(?:in)?(?![a-z])|sign(?:in)?(?![a-z])|creds|wi-?fi|wi(?![a-z])|ssid"
    rb"|(?:sk|ak)(?![a-z])|licen[cs]e|seed|ssn|social|recovery|mnemonic|wallet"
    rb"|(?:ppsn?|ni|sin|dni|nie|nif|nir|tax)(?![a-z])|nino|insurance)"
    rb"|insee|vitale|bsn|burgerserv|sofi|steuer|idnr|contribuinte|rijksreg|registre|insz|niss"
    rb"|national|pesel|cpf|tfn|personnummer"
    rb"|key|pin|passw|passphr|secret|token|credential|private|bearer|authorization"
    rb"|[?&;](?:auth|sig)|\A(?:-u|--user)(?:=|\Z)|0(?:-?0){11}"
)
_LOGIN = later(rb"://[^\s\"]*@")
_SPACED = later(rb"0(?:[ -]?0){11}")
_WIDE = later("[密码碼令账賬帐帳钥鑰鈅０-９Ａ-Ｚａ-ｚ\u212a户戶列助恢パ]")
_WIDE_WORDS = later(
    "[密码碼令账賬帐帳钥鑰鈅０-９Ａ-Ｚａ-ｚ\u212a]|[户戶]名|列[号號]|助[记記]|恢[复復複]短|パス"
)
"""What most texts without ASCII lack altogether is looked for first."""


class Sieve:
    """Remembers which words of the texts seen so far point to no secret.

    Args:
        lexicon: The words that point to one.
        more: Pieces of words, in small letters, that are to be told as well.
    """

    def __init__(self, lexicon: Lexicon, more: Iterable[bytes] = ()) -> None:
        # Words that a language adds are not in the table above.
        tables = [lexicon.table(language, "secrets") for language in lexicon.languages]
        self._knows_all = not any(t.get("words") or t.get("codes") for t in tables)
        self._more = re.compile(b"|".join(map(re.escape, more)) or rb"(?!)")
        self._plain: set[bytes] = set()
        self._values: set[str | None] = {None}

    def lets_pass(self, columns: Iterable[Sequence[str | None]], said: str = "") -> bool:
        """Does none of these values point to a secret, nor what is said beside them?

        Values that repeat, such as days, are known by themselves and cost least. False where a
        value is no text, too: then the whole text has to be looked at.
        """
        try:
            fresh = [column for column in columns if not self._values.issuperset(column)]
            text = "\n".join((said, *map("\n".join, fresh)))  # type: ignore[arg-type]  # see below
        except TypeError:  # there is something else among the texts
            return False
        data = text.encode(errors="replace")
        if self._may_hold(data, data.translate(_IN_LINES)):  # hardly a value is there twice
            return False
        if len(self._values) < _MOST_VALUES:
            short = (v for column in fresh for v in column if v is not None and len(v) <= _SHORT)
            self._values.update(short)
        return True

    def may_hold_secret(self, data: bytes) -> bool:
        """Is a closer look needed at this text (UTF-8)?"""
        folded = data.translate(_IN_LINES)
        if len(folded) > _LONG:
            folded = b"\n".join(set(folded.split(b"\n")))
        return self._may_hold(data, folded)

    def _may_hold(self, data: bytes, folded: bytes) -> bool:
        return (
            not self._knows_all
            or not self._are_plain(folded.split())
            or (b"://" in folded and _LOGIN.search(data) is not None)
            or (b"0 0" in folded and _SPACED.search(folded) is not None)
            or (not data.isascii() and _is_odd_wide(data))
        )

    def _are_plain(self, words: list[bytes]) -> bool:
        """Does none of these words point to a secret?"""
        if self._plain.issuperset(words):
            return True
        fresh = set(words) - self._plain
        odd = {word for word in fresh if _is_odd(word) or self._more.search(word.lower())}
        self._plain |= fresh - odd
        return not odd


def _is_odd(word: bytes) -> bool:
    return _WORDS.search(word.lower()) is not None or _TOKENS.search(word) is not None


def _is_odd_wide(data: bytes) -> bool:
    wide = data.translate(None, _ASCII).decode("utf-8", "replace")
    return (
        _WIDE.search(wide) is not None
        and _WIDE_WORDS.search(data.decode("utf-8", "replace")) is not None
    )


def _traces() -> bytes:
    """What the words of keys and tokens hold, figures folded."""
    found: list[bytes] = []
    for _, hints, expression in TOKEN_RULES:
        if hints in _LOOSE:
            found.append(b"(?:" + expression.encode() + b")")
        else:
            strong = [h for h in hints.split() if not {h, hints} & _IN_WORDS]
            found += [re.escape(hint.encode().translate(_FOLDED)) for hint in strong]
    return b"|".join(found)


_TOKENS = later(_traces())
