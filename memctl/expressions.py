"""Regular expressions, taken up as they were compiled before where that is known.

A note of one line meets seven hundred of the expressions that the tables of language hold. To
compile these takes most of a second, to take up what was compiled six thousandths: so a job may
keep what this process compiled, and put it back.

may use: –
pure: yes
"""

import re
import sys
from array import array
from functools import cache
from hashlib import blake2b
from typing import Any, AnyStr, NamedTuple, cast

_WORD = "I"
FORM = "/".join((sys.version, sys.byteorder, str(array(_WORD).itemsize)))
"""What is compiled holds for one version of Python on one kind of machine."""


class Code(NamedTuple):
    """An expression as the library compiled it."""

    flags: int
    groups: int
    names: dict[str, int]
    """Groups by their names."""
    words: bytes
    """The code: words of 32 bits, in the order of bytes of this machine."""


before: dict[str, Code] = {}
"""By `key`: what was compiled before, as far as a job has put it here, and what was since."""


def compiled(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """What `re.compile` gives.

    Raises:
        re.error: It is no expression.
    """
    try:
        return _compiled(source, int(flags))
    # The library's own parts, which may look otherwise in another Python.
    except (
        ArithmeticError,
        AttributeError,
        ImportError,
        LookupError,
        RuntimeError,
        TypeError,
        ValueError,
    ):
        return re.compile(source, flags)


def later(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """An expression that is compiled when it is first asked for anything."""
    return cast("re.Pattern[AnyStr]", _Later(source, flags))


class _Later:
    """Stands for an expression until it is needed; what was asked for once is at hand from then."""

    def __init__(self, source: str | bytes, flags: int) -> None:
        self._asked = (source, flags)
        self.pattern = source

    def __getattr__(self, name: str) -> Any:
        found = getattr(_once(*self._asked), name)
        self.__dict__[name] = found
        return found


@cache
def _once(source: AnyStr, flags: int) -> re.Pattern[AnyStr]:
    return compiled(source, flags)


def _compiled(source: AnyStr, flags: int) -> re.Pattern[AnyStr]:
    named = _key(source, flags)
    if (code := before.get(named)) is None:
        code = before[named] = _code(source, flags)
    return _taken_up(source, code)


def _key(source: str | bytes, flags: int) -> str:
    said = source if isinstance(source, bytes) else source.encode("utf-8", "surrogatepass")
    kind = type(source).__name__
    return blake2b(f"{kind}:{flags}:".encode() + said, digest_size=16).hexdigest()


def _code(source: str | bytes, flags: int) -> Code:
    from re import _compiler, _parser  # type: ignore[attr-defined]  # noqa: PLC0415 - may be absent

    tree = _parser.parse(source, flags)
    words = array(_WORD, _compiler._code(tree, flags))  # noqa: SLF001 - what `re.compile` calls
    state = tree.state
    return Code(flags | state.flags, state.groups - 1, dict(state.groupdict), words.tobytes())


def _taken_up(source: AnyStr, code: Code) -> re.Pattern[AnyStr]:
    """The pattern of a code; the library looks whether that code is sound.

    Raises:
        RuntimeError: It is not.
    """
    import _sre  # type: ignore[import-not-found]  # noqa: PLC0415 - may be absent

    words = array(_WORD)
    words.frombytes(code.words)
    by_number: list[str | None] = [None] * (code.groups + 1)
    for name, number in code.names.items():
        by_number[number] = name
    rest = (code.groups, dict(code.names), tuple(by_number))
    return cast("re.Pattern[AnyStr]", _sre.compile(source, code.flags, words.tolist(), *rest))
