"""A notice on the person's desktop, where there is one; never worth failing for."""

import contextlib
import shutil
import subprocess
import sys

_TIMEOUT_S = 5
_SCRIPT = """on run argv
display notification (item 2 of argv) with title (item 1 of argv)
end run"""


def notify(title: str, text: str) -> bool:
    """Show a notice; False where nothing can."""
    if sys.platform == "darwin":
        words = ["osascript", "-e", _SCRIPT, title, text]
    else:
        words = ["notify-send", "--app-name=memctl", "--", title, text]
    program = shutil.which(words[0])
    if program is None:
        return False
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        done = subprocess.run(  # noqa: S603 - a fixed program; the text is an argument of its own
            [program, *words[1:]], capture_output=True, check=False, timeout=_TIMEOUT_S
        )
        return done.returncode == 0
    return False
