"""The words that start this memctl from anywhere: no PATH is needed to find it."""

import os
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path

from memctl.hosts.programs import find

_MAIN = "from memctl.__main__ import main; raise SystemExit(main())"


def own_command() -> tuple[str, ...]:
    """As a person would write it: the program beside this Python, else the module."""
    beside = Path(sys.executable).parent / ("memctl.exe" if os.name == "nt" else "memctl")
    if beside.is_file():
        return (str(beside),)
    return (sys.executable, "-P", "-m", "memctl")


def typed_command(environ: Mapping[str, str], here: Path) -> str:
    """As a person types it in this folder: by name where a shell finds it, else by its place."""
    if find("memctl", environ):
        return "memctl"
    program, *words = own_command()
    near = Path(program).relative_to(here) if Path(program).is_relative_to(here) else program
    return shlex.join([str(near), *words])


def quick_command() -> tuple[str, ...]:
    """As it starts soonest: an installed script and `-m` import more than they need to."""
    return (sys.executable, "-P", "-c", _MAIN)
