"""How files changed from commit to commit, within bounds that a long history does not move."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from memctl.git.program import git
from memctl.git.repository import blobs

MOST_CHANGES = 2000
_MODIFIED = "M"
_COMMIT = "\x01"
"""No path begins with it."""


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file before and after one commit, or after the last commit and now."""

    path: str
    """Relative to the folder that was asked about."""
    commit: str | None
    """None: changed since the last commit."""
    day: date | None
    """The day of the commit."""
    before: bytes
    after: bytes | None
    """None: as it stands on the disk."""


@dataclass(frozen=True, slots=True)
class _Pair:
    path: str
    commit: str | None
    day: date | None
    before: str
    after: str | None


def changes_of(root: Path, names: frozenset[str], commits: int) -> tuple[FileChange, ...]:
    """How files of these names changed below `root`, newest first.

    Args:
        root: A folder in the repository.
        names: Last parts of paths.
        commits: How many commits to look back over.
    """
    pairs = [*_since_head(root), *_in_log(root, commits)]
    pairs = [p for p in pairs if p.path.rpartition("/")[2] in names][:MOST_CHANGES]
    wanted = dict.fromkeys(b for p in pairs for b in (p.before, p.after) if b)
    held = dict(zip(wanted, blobs(root, list(wanted)), strict=True))
    return tuple(
        FileChange(p.path, p.commit, p.day, before, held[p.after] if p.after else None)
        for p in pairs
        if (before := held[p.before]) is not None
    )


def _since_head(root: Path) -> Iterator[_Pair]:
    said = git(root, "diff-index", "--raw", "--no-abbrev", "--relative", "-z", "HEAD")
    yield from _raw(said.out.decode("utf-8", "surrogateescape").split("\0"), None, None)


def _in_log(root: Path, commits: int) -> Iterator[_Pair]:
    # Without a pathspec: git would walk the whole history to find so many commits of one path.
    shown = ("--raw", "--no-abbrev", "--no-renames", "--relative", "-z")
    said = git(root, "log", f"--max-count={commits}", "--format=%x01%H %cs", *shown)
    commit: str | None = None
    day: date | None = None
    parts = said.out.decode("utf-8", "surrogateescape").split("\0")
    waiting: list[str] = []
    for part in parts:
        bare = part.lstrip("\n")
        if bare.startswith(_COMMIT):
            yield from _raw(waiting, commit, day)
            commit, _, when = bare.removeprefix(_COMMIT).partition(" ")
            day, waiting = date.fromisoformat(when[:10]), []
        else:
            waiting.append(bare)
    yield from _raw(waiting, commit, day)


def _raw(parts: Sequence[str], commit: str | None, day: date | None) -> Iterator[_Pair]:
    """Pairs of `:modes before after STATUS`, path."""
    found = [part for part in parts if part]
    for head, path in zip(found[::2], found[1::2], strict=False):
        _, _, before, after, status = head.split(" ")
        if status == _MODIFIED:
            yield _Pair(path, commit, day, before, after if after.strip("0") else None)
