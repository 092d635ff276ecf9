"""Workspaces as text: a tree of files is a dict of relative paths."""

from collections.abc import Mapping
from pathlib import Path


def write_tree(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write every file below `root`, byte for byte, and return `root`."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def read_tree(root: Path, *, ledgers: bool = False) -> dict[str, str]:
    """Every file below `root` as text, without `.git` and, unless asked, `.memctl`."""
    skip = {".git"} if ledgers else {".git", ".memctl"}
    return {
        path.relative_to(root).as_posix(): path.read_bytes().decode("utf-8", "backslashreplace")
        for path in sorted(root.rglob("*"))
        if path.is_file() and not skip & set(path.relative_to(root).parts)
    }
