"""Answers that were of use, kept by what was asked: the same question is asked once.

A line of JSON each, in the cache, readable by the user alone. It holds what people wrote.
"""

import contextlib
import hashlib
import json
import os
from pathlib import Path

_NAME = "answers.jsonl"
_MOST_BYTES = 20_000_000


def key_of(*parts: str) -> str:
    """One key for these parts in this order: model, version of the prompt, content."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


class KeptAnswers:
    """What was answered before; read when first asked for."""

    def __init__(self, folder: Path, *, is_dry: bool = False) -> None:
        """`folder` is the cache of the workspace; a dry one keeps new answers to itself."""
        self._path = folder / _NAME
        self._is_dry = is_dry
        self._known: dict[str, str] | None = None

    def get(self, key: str) -> str | None:
        """The answer, or None."""
        if self._known is None:
            self._known = self._read()
        return self._known.get(key)

    def put(self, key: str, text: str) -> None:
        """Keep an answer; that it can't be kept is no failure."""
        if self.get(key) == text:
            return
        if self._known is not None:
            self._known[key] = text
        if self._is_dry:
            return
        line = json.dumps({"key": key, "answer": text}, ensure_ascii=False) + "\n"
        with contextlib.suppress(OSError):
            is_full = self._path.exists() and self._path.stat().st_size > _MOST_BYTES
            append_private(self._path, line, anew=is_full)

    def _read(self) -> dict[str, str]:
        try:
            data = self._path.read_bytes()
        except OSError:
            return {}
        found: dict[str, str] = {}
        for line in data.decode("utf-8", "replace").splitlines():
            with contextlib.suppress(ValueError, RecursionError, KeyError, TypeError):
                row = json.loads(line)
                found[str(row["key"])] = str(row["answer"])
        return found


def append_private(path: Path, line: str, *, anew: bool = False) -> None:
    """One more line at the end of a file that only the user may read.

    Raises:
        OSError: It can't be written.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if anew else os.O_APPEND)
    handle = os.open(path, flags, 0o600)
    try:
        os.write(handle, line.encode("utf-8", "replace"))
    finally:
        os.close(handle)
