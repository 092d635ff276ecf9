"""Schedulers that only write down what they are told, for tests."""

from pathlib import Path

_CRONTAB = """#!/bin/sh
store="{store}"
case "$1" in
  -l) test -f "$store" || {{ echo "no crontab for $(id -un)" >&2; exit 1; }}; cat "$store" ;;
  *) cat "$1" > "$store" ;;
esac
"""
_LOGGED = """#!/bin/sh
echo "$@" >> "{store}"
"""


def fake_program(folder: Path, name: str, script: str) -> Path:
    """Put a program into a folder of the search path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(script)
    path.chmod(0o755)
    return path


def fake_crontab(folder: Path) -> Path:
    """A `crontab` in `folder`; the file in which it keeps the table."""
    store = folder / "crontab.txt"
    fake_program(folder, "crontab", _CRONTAB.format(store=store))
    return store


def fake_logged(folder: Path, name: str) -> Path:
    """A program that takes everything and writes its words into the file that is returned."""
    store = folder / f"{name}.log"
    fake_program(folder, name, _LOGGED.format(store=store))
    return store
