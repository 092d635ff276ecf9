"""Calls git as a program: it runs the person's hooks and obeys their attributes."""

import os
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

_TIMEOUT_S = 120
_TRIES, _PAUSE_S = 20, 0.1


@dataclass(frozen=True, slots=True)
class GitAnswer:
    """How git answered."""

    code: int
    out: bytes
    err: str

    @property
    def names(self) -> tuple[str, ...]:
        """The NUL-separated paths that it printed."""
        parts = self.out.decode("utf-8", "surrogateescape").split("\0")
        return tuple(part for part in parts if part)

    @property
    def words(self) -> str:
        """What it said, on one line."""
        text = self.err.strip() or self.out.decode("utf-8", "replace").strip()
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        return " ".join(lines[:3]) or f"exit {self.code}"


def git(root: Path, *words: str, given: bytes = b"") -> GitAnswer:
    """Run one git command in `root`. Never raises; a git that holds the index is waited for."""
    for _ in range(_TRIES):
        said = _run(root, words, given)
        if said.code == 0 or "index.lock" not in said.err:
            return said
        time.sleep(_PAUSE_S)
    return said


def listed(root: Path, words: Sequence[str], paths: Sequence[str]) -> frozenset[str]:
    """The paths that a listing command names among these."""
    found: set[str] = set()
    for i in range(0, len(paths), 500):  # so many fit on a command line everywhere
        found.update(git(root, *words, "-z", "--", *paths[i : i + 500]).names)
    return frozenset(found)


def _run(root: Path, words: Sequence[str], given: bytes) -> GitAnswer:
    settings = ("core.quotepath=off", "gc.auto=0", "core.fsmonitor=false")
    options = [part for one in settings for part in ("-c", one)]
    # The one command that refuses it takes plain paths on its stdin.
    literal = () if words[0] == "check-ignore" else ("--literal-pathspecs",)
    call = ["git", "-C", str(root), *options, *literal, *words]
    try:
        ran = subprocess.run(  # noqa: S603 - the program is git, the words are ours
            call, input=given, capture_output=True, timeout=_TIMEOUT_S, env=_surroundings(),
            check=False,
        )  # fmt: skip
    except FileNotFoundError:
        return GitAnswer(127, b"", "git is not installed")
    except subprocess.TimeoutExpired:
        return GitAnswer(124, b"", f"git did not answer within {_TIMEOUT_S} s")
    except OSError as error:
        return GitAnswer(126, b"", str(error))
    return GitAnswer(ran.returncode, ran.stdout, ran.stderr.decode("utf-8", "replace"))


def _surroundings() -> dict[str, str]:
    """Ours without GIT_*: a hook or a rebase that called us must not point us elsewhere."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
    people = [f"GIT_{who}_{what}" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")]
    named = {name: os.environ[name] for name in people if name in os.environ}
    quiet = {"LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_EDITOR": "true", "GIT_ASKPASS": ""}
    return {**kept, **named, **quiet, "SSH_ASKPASS": "", "GIT_PAGER": "cat"}
