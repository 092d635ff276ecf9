"""Calls the program of a scheduler, as the person would on a command line."""

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memctl.errors import SchedulerFailed

_TIMEOUT_S = 30


@dataclass(frozen=True, slots=True)
class ProgramAnswer:
    """How the program answered."""

    code: int
    out: bytes
    err: str

    @property
    def words(self) -> str:
        """What it said, on one line."""
        lines = (self.err.strip() or self.out.decode("utf-8", "replace").strip()).splitlines()
        return " ".join(line.strip() for line in lines[:3]) or f"exit {self.code}"


def find(name: str, environ: Mapping[str, str]) -> str | None:
    """The absolute path of a program; None when it is not installed."""
    return shutil.which(name, path=environ.get("PATH"))


def call(words: Sequence[str], environ: Mapping[str, str]) -> ProgramAnswer:
    """Run a program to its end.

    Raises:
        SchedulerFailed: It can't be started, or does not end.
    """
    program = find(words[0], environ) or words[0]
    try:
        done = subprocess.run(  # noqa: S603 - a fixed program with our own words
            [program, *words[1:]],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=_TIMEOUT_S,
            env=dict(environ),
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SchedulerFailed(words[0], str(error)) from error
    return ProgramAnswer(done.returncode, done.stdout, done.stderr.decode("utf-8", "replace"))


def must(words: Sequence[str], environ: Mapping[str, str]) -> ProgramAnswer:
    """Run a program that has to succeed.

    Raises:
        SchedulerFailed: It did not.
    """
    said = call(words, environ)
    if said.code:
        raise SchedulerFailed(words[0], said.words)
    return said
