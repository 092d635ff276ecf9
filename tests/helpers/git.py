"""A git repository around a workspace in a test."""

import subprocess
from pathlib import Path


def git(root: Path, *words: str) -> str:
    """Run git in `root`; what it printed."""
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True)
    return done.stdout


def versioned(root: Path) -> Path:
    """The folder under git, with one commit of everything in it."""
    git(root, "init", "-q", "-b", "main")
    git(root, "config", "user.email", "someone@example.org")
    git(root, "config", "user.name", "Someone")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "as it was")
    return root


def committed(root: Path, revision: str = "HEAD") -> list[str]:
    """The paths that a commit changed."""
    return git(root, "show", "--name-only", "--format=", revision).split()
