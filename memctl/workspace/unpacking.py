"""Bytes that another program has packed: gzip, bzip2, xz, and zstd where a library is there."""

import bz2
import errno
import gzip
import io
import lzma
import zlib
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import IO, Any

ZSTD = ".zst"
MOST_BYTES = 2**29
"""So much of a file is read, unpacked; programs that keep conversations stay far below."""
_CHUNK = 2**20
_RATIO = 200
"""So many times its packed size is what a conversation unpacks to at the most; text comes to 30."""
_HARMLESS = 2**24
"""Below this the ratio says nothing: few bytes may well repeat."""

_Unpacking = gzip.GzipFile | bz2.BZ2File | lzma.LZMAFile
_UNPACKED: dict[str, Callable[[IO[bytes]], _Unpacking]] = {
    ".gz": lambda file: gzip.GzipFile(fileobj=file),
    ".bz2": bz2.BZ2File,
    ".xz": lzma.LZMAFile,
    ".lzma": lzma.LZMAFile,
    ZSTD: lambda file: _zstd().ZstdFile(file),
}
ENDINGS = frozenset(_UNPACKED)
_BROKEN_OFF: tuple[type[Exception], ...] = (EOFError, OSError, zlib.error, lzma.LZMAError)
"""What unpacking says of a file that is cut off, or still being written."""


class UnpacksTooFar(OSError):
    """A few bytes that unpack to a flood, as nobody's conversations do."""

    def __init__(self) -> None:
        super().__init__(errno.EFBIG, "unpacks to far more than it is packed")


def unpacked(file: IO[bytes], ending: str) -> bytes:
    """What can be unpacked of a file: one that is being written ends too early.

    Raises:
        UnpacksTooFar: It is given up as soon as that shows, not when memory is full.
        NotImplementedError: Nothing here unpacks it; says what to install.
    """
    source, found = _UNPACKED[ending](file), io.BytesIO()
    for chunk in _chunks(source):
        found.write(chunk)
        if found.tell() > most_of(file.tell()):
            raise UnpacksTooFar
    return found.getvalue()


def _chunks(source: _Unpacking) -> Iterator[bytes]:
    try:
        while chunk := source.read1(_CHUNK):
            yield chunk
    except _broken_off():
        return


def most_of(packed: int) -> int:
    """To how many bytes so many packed ones may unpack."""
    return min(MOST_BYTES, max(_HARMLESS, _RATIO * packed))


def unpacked_text(data: object) -> str | None:
    """The text that is packed in one value of a database; None where it cannot be read here."""
    if not isinstance(data, bytes):
        return None
    try:
        source = _zstd().ZstdDecompressor()
        whole = source.decompress(data, most_of(len(data)))
        return bytes(whole).decode("utf-8") if source.eof else None
    except (NotImplementedError, UnicodeDecodeError):
        return None
    except _broken_off():
        return None


def can_unpack_zstd() -> bool:
    """Is there a library for it?"""
    return _library() is not None


def _zstd() -> Any:
    library = _library()
    if library is None:
        raise NotImplementedError("zstd needs Python 3.14, or: pip install 'memctl-life[zstd]'")
    return library


def _broken_off() -> tuple[type[Exception], ...]:
    library = _library()
    return _BROKEN_OFF if library is None else (*_BROKEN_OFF, library.ZstdError)


def _library() -> Any:
    """Python's own from 3.14 on, else the same under the name of its backport."""
    for name in ("compression.zstd", "backports.zstd"):
        try:
            return import_module(name)
        except ImportError:
            continue
    return None
