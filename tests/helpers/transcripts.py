"""Sessions that a person could have typed, played in this process.

```
# A comment.
$ write memory/2026-03-02.md
| - 10:00 a line of the file
$ today 2026-03-02
$ memctl heartbeat
what it printed
! what it said on stderr
[exit 2]
```

The `|` lines below `memctl` are what it reads on stdin. Besides it there are a few words for
the world around it: `write FILE` (the `|` lines below it; with `--encoding E`), `cat FILE`,
`remove FILE`, `git …`, `today DAY`, and two that make the disk fail for one command:
`full-disk memctl …` and `read-only memctl …`.
"""

import errno
import io
import os
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.helpers.git import git
from tests.helpers.running import run_here


@dataclass(frozen=True, slots=True)
class Step:
    """A line of a transcript, or a command with what is to follow it."""

    line: str
    given: tuple[str, ...] = ()
    """The `|` lines: what the command is given, not what it prints."""
    printed: tuple[str, ...] = ()

    @property
    def is_command(self) -> bool:
        """Is there something to run?"""
        return self.line.startswith("$ ")


def parse_transcript(text: str) -> Iterator[Step]:
    """The steps of a transcript; empty lines and comments are steps that do nothing."""
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        line, at = lines[at], at + 1
        if not line.startswith("$ "):
            yield Step(line)
            continue
        end = at
        while end < len(lines) and lines[end] and not lines[end].startswith(("$ ", "# ")):
            end += 1
        body = lines[at:end]
        given = tuple(b for b in body if b.startswith("|"))
        yield Step(line, given, tuple(body[len(given) :]))
        at = end


@dataclass(frozen=True, slots=True)
class Player:
    """Plays transcripts in one folder."""

    root: Path
    capture: pytest.CaptureFixture[str]
    monkeypatch: pytest.MonkeyPatch

    def played(self, text: str) -> str:
        """The transcript as it comes out now."""
        lines: list[str] = []
        for step in parse_transcript(text):
            lines += [step.line, *step.given]
            if step.is_command:
                lines += self._run(shlex.split(step.line[2:]), step.given)
        return "\n".join(lines) + "\n"

    def _run(self, words: Sequence[str], given: Sequence[str]) -> Iterator[str]:
        match words:
            case ["memctl", *argv]:
                self._say(given)
                yield from self._memctl(argv)
            case ["full-disk", "memctl", *argv]:
                yield from self._failing(errno.ENOSPC, argv)
            case ["read-only", "memctl", *argv]:
                yield from self._failing(errno.EROFS, argv)
            case ["today", day]:
                self.monkeypatch.setenv("MEMCTL_TODAY", day)
            case ["write", name, *options]:
                self._write(name, given, options[-1] if options else "utf-8")
            case ["remove", name]:
                (self.root / name).unlink()
            case ["git", *argv]:
                yield from git(self.root, *argv).splitlines()
            case ["cat", name]:
                yield from self._shown(self._path(name).read_text(encoding="utf-8"), "")
            case _:
                raise ValueError(f"a transcript cannot run {words}")

    def _write(self, name: str, given: Sequence[str], encoding: str) -> None:
        path = self._path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        text = "".join(line.removeprefix("|").removeprefix(" ") + "\n" for line in given)
        path.write_bytes(text.encode(encoding))

    def _path(self, name: str) -> Path:
        return self.root / Path(name).expanduser()

    def _say(self, given: Sequence[str]) -> None:
        """What the next command reads on its stdin; `~/` is the home of the test."""
        text = "".join(line.removeprefix("|").removeprefix(" ") + "\n" for line in given)
        said = text.replace('"~/', f'"{Path.home()}/').encode()
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(said)))

    def _memctl(self, argv: Sequence[str]) -> Iterator[str]:
        result = run_here(self.capture, argv)
        yield from self._shown(result.out, "")
        yield from self._shown(result.err, "! ")
        if result.code:
            yield f"[exit {result.code}]"

    def _shown(self, text: str, mark: str) -> Iterator[str]:
        for name, short in (
            (str(self.root), "/life"),
            (str(Path.home()), "~"),
            (sys.executable, "/usr/bin/python3"),
        ):
            text = text.replace(name, short)
        for line in text.splitlines():
            # An empty line would end the step.
            yield f"{mark}{line}".rstrip() or "."

    def _failing(self, number: int, argv: Sequence[str]) -> Iterator[str]:
        with self.monkeypatch.context() as broken:
            for call in ("fsync", "fdatasync"):
                broken.setattr(os, call, _raising(number))
            yield from self._memctl(argv)


def _raising(number: int) -> Callable[..., None]:
    def call(*_args: object, **_options: object) -> None:
        raise OSError(number, os.strerror(number))

    return call
