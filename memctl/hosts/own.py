"""The words that start this memctl from anywhere: no PATH is needed to find it."""

import os
import sys
from pathlib import Path

_MAIN = "from memctl.__main__ import main; raise SystemExit(main())"


def own_command() -> tuple[str, ...]:
    """As a person would write it: the program beside this Python, else the module."""
    beside = Path(sys.executable).parent / ("memctl.exe" if os.name == "nt" else "memctl")
    if beside.is_file():
        return (str(beside),)
    return (sys.executable, "-P", "-m", "memctl")


def quick_command() -> tuple[str, ...]:
    """As it starts soonest: an installed script and `-m` import more than they need to."""
    return (sys.executable, "-P", "-c", _MAIN)
