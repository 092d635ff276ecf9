"""Answers that were of use, kept by what was asked: the same question is asked once.

A line of JSON each, in the cache, readable by the user alone. It holds what people wrote.
"""

import contextlib
import hashlib
import json
from collections.abc import Callable
from pathlib import Path

from memctl import cachefiles

_NAME = "answers.jsonl"


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

    @property
    def is_empty(self) -> bool:
        """Was nothing answered before?"""
        if self._known is None:
            self._known = self._read()
        return not self._known

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
            add_line(self._path, line)

    def _read(self) -> dict[str, str]:
        data = cachefiles.read(str(self._path)) or b""
        found: dict[str, str] = {}
        for line in data.decode("utf-8", "replace").split("\n"):
            with contextlib.suppress(ValueError, RecursionError, KeyError, TypeError):
                row = json.loads(line)
                found[str(row["key"])] = str(row["answer"])
        return found


def add_line(path: Path, line: str, shorten: Callable[[bytes], bytes] | None = None) -> None:
    """One more line of a file in the cache, whose folder is made.

    Raises:
        OSError: It can't be written.
    """
    cachefiles.make(str(path.parent))
    cachefiles.add(str(path), line, shorten)
