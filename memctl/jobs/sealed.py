"""Files of the cache that decide what memctl does, believed only where they were made.

Tables of language say what is a secret and what an order; a compiled expression tells the library
where to jump. So such a file bears a digest of its content, of what it rests on, and of the very
folder it was written in, which nobody knows beforehand and no one else may write in. What came
with a clone, an archive or a copy is made anew.
"""

import contextlib
import hashlib
import os
import stat
from pathlib import Path

from memctl import cachefiles
from memctl.workspace.layout import Layout
from memctl.workspace.own import make_cache, write_cache

_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def read_sealed(root: Path, name: str, rests_on: str) -> bytes:
    """What this folder's own file holds; b"" where there is none that can be believed.

    Args:
        root: The workspace.
        name: Of the file in its cache.
        rests_on: What has to be the same as when it was written.
    """
    with contextlib.suppress(OSError):
        folder = root / cachefiles.CACHE
        place = _place(folder)
        head, _, body = (cachefiles.read(str(folder / name)) or b"").partition(b"\n")
        if place is not None and head == _head(place, rests_on, body):
            return body
    return b""


def write_sealed(layout: Layout, name: str, rests_on: str, body: bytes) -> bool:
    """Put it in place whole, where others cannot write beside it.

    Returns:
        Whether it stands there: a cache that can't be written is no failure.
    """
    with contextlib.suppress(OSError):
        place = _place(make_cache(layout))
        if place is not None:
            write_cache(layout, name, _head(place, rests_on, body) + b"\n" + body)
            return True
    return False


def _place(folder: Path) -> str | None:
    """What tells this folder from any other; None where others may write in it."""
    told = folder.lstat()
    is_ours = not hasattr(os, "geteuid") or told.st_uid == os.geteuid()
    is_closed = os.name == "nt" or not told.st_mode & _OTHERS
    return f"{told.st_dev}:{told.st_ino}" if is_ours and is_closed and told.st_ino else None


def _head(place: str, rests_on: str, body: bytes) -> bytes:
    said = f"{rests_on}\0{place}\0".encode() + body
    return hashlib.blake2b(said, digest_size=16).hexdigest().encode()
