"""What the history of a repository still holds."""

from collections.abc import Sequence
from pathlib import Path

from memctl.git.program import git


def commits_with(root: Path, words: Sequence[str]) -> tuple[str, ...]:
    """Short hashes of the commits, on any branch, that brought or took one of these words."""
    found: dict[str, None] = {}
    for word in words:
        said = git(root, "log", "--all", "--format=%h", f"-S{word}")
        if said.code == 0:
            found.update(dict.fromkeys(said.out.decode("ascii", "replace").split()))
    return tuple(found)
