"""Files as bytes: what they hold, how they are told apart, and whether they are files at all."""

import errno
import hashlib
import os
import stat
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, overload

ABSENT = ""
"""The fingerprint of a file that is not there."""

UNREADABLE = "unreadable"
"""The fingerprint of a file that is there and can't be read: nothing can match it."""

_QUICK = 1
"""How hard bytes are packed: rows of JSON become a fifth, faster than they are parsed."""

_MORE = 1 << 16
"""Read at a time of a file that grows while it is read; room for more would have to be made."""
_TO_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""A FIFO in a file's place would make a plain open wait for a writer for ever."""


class Stamp(NamedTuple):
    """What tells without reading whether a file is the same: it serves caches only."""

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int


def fingerprint(data: bytes) -> str:
    """SHA-256 of the bytes: what guards a write."""
    return hashlib.sha256(data).hexdigest()


def fingerprint_of(data: bytes | None) -> str:
    """The fingerprint of a file that may not be there."""
    return ABSENT if data is None else fingerprint(data)


def stamp_of(path: str | Path) -> Stamp | None:
    """The stamp of a file, or None when there is none."""
    try:
        return _stamp(os.stat(path))
    except OSError:
        return None


def read_stamped(path: str) -> tuple[bytes | None, Stamp | None]:
    """Bytes and stamp of a regular file, from one opening; (None, None) when there is none.

    A file that is there but can't be read gives (None, stamp).
    """
    try:
        data, found = _read_regular(path)
    except OSError:
        return None, stamp_of(path)
    return data, _stamp(found)


def read_bytes(path: str | Path) -> bytes | None:
    """The bytes of a regular file, or None when there is none.

    Raises:
        OSError: It is there and can't be read.
    """
    try:
        return _read_regular(path)[0]
    except (FileNotFoundError, NotADirectoryError):
        return None


def _read_regular(path: str | Path) -> tuple[bytes, os.stat_result]:
    """The bytes, and what was known of the file before they were read.

    Written without a file object, which takes as long as all the rest.
    """
    handle = os.open(path, _TO_READ)
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, "not a regular file", path)
        data = os.read(handle, found.st_size + 1)
        if len(data) == found.st_size:
            return data, found  # there was room for more
        while more := os.read(handle, _MORE):
            data += more
    finally:
        os.close(handle)
    return data, found


def _stamp(found: os.stat_result) -> Stamp:
    return Stamp(found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)


@dataclass(frozen=True, slots=True)
class Packed:
    """The bytes of a file. Equal bytes are packed alike."""

    data: bytes

    @property
    def unpacked(self) -> bytes:
        """The bytes as they were."""
        return zlib.decompress(self.data)


@overload
def pack(data: bytes) -> Packed: ...
@overload
def pack(data: bytes | None) -> Packed | None: ...
def pack(data: bytes | None) -> Packed | None:
    """The bytes, packed; None stays None."""
    return None if data is None else Packed(zlib.compress(data, _QUICK))


def unpack(packed: Packed | None) -> bytes | None:
    """The bytes again."""
    return None if packed is None else packed.unpacked


class PackedFiles(Mapping[str, bytes | None]):
    """Files by name with what they hold; None where there is none. Each is unpacked when asked."""

    def __init__(self, files: Mapping[str, Packed | None] | None = None) -> None:
        """Of these."""
        self._files = files or {}

    def and_then(self, more: Mapping[str, bytes | None]) -> "PackedFiles":
        """These, and others in place of those of the same name."""
        packed = {name: pack(data) for name, data in more.items()}
        return PackedFiles({**self._files, **packed})

    def __getitem__(self, name: str) -> bytes | None:
        """What the file holds."""
        return unpack(self._files[name])

    def __iter__(self) -> Iterator[str]:
        """Their names."""
        return iter(self._files)

    def __len__(self) -> int:
        """How many they are."""
        return len(self._files)
