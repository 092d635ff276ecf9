"""`memctl` and `python -m memctl`: the hot path goes straight to cli.quick, the rest to typer.

may use: cli
pure: no
"""

import os
import sys

from memctl import __version__

_BEFORE = {"-w": 2, "--workspace": 2, "--json": 1, "--dry-run": 1}
_MADE = 20_000
"""So many values are made before anybody looks for rings among them: commands make many and
throw few away."""


def main(argv: list[str] | None = None) -> int:
    """Run one command line; its exit status. Never raises."""
    args = list(sys.argv[1:] if argv is None else argv)
    if sys.stdout is None or sys.stderr is None:
        _open_closed()
    if args == ["--version"]:
        print(f"memctl {__version__}")  # noqa: T201 - a command prints
        return 0
    at = _command_at(args)
    if at < len(args) and args[at] in ("recall", "context") and "--dry-run" not in args[:at]:
        from memctl.cli.quick import main as quick  # noqa: PLC0415 - only what is asked for

        return quick(args[at], [*args[:at], *args[at + 1 :]])
    if args[at : at + 2] == ["hook", "run"] and not {"--help", "-h"} & set(args):
        from memctl.cli.quick_hook import main as hook  # noqa: PLC0415 - only what is asked for

        return hook([*args[:at], *args[at + 2 :]])
    if args[at : at + 1] == ["heartbeat"]:
        from memctl.cli.quick_still import main as still  # noqa: PLC0415 - only what is asked for

        code = still(args[:at], args[at + 1 :])
        if code is not None:
            return code
    import gc  # noqa: PLC0415 - nothing above has any use for it

    gc.set_threshold(_MADE)
    from memctl.cli.app import main as full  # noqa: PLC0415 - typer takes as long as Python

    return full(args, at=at)


def _open_closed() -> None:
    """Streams that the caller closed take what is printed, and drop it."""
    handle = os.open(os.devnull, os.O_RDWR)
    # No file of ours may get a number under which somebody else prints.
    while handle <= 2:  # noqa: PLR2004 - the three standard streams
        handle = os.open(os.devnull, os.O_RDWR)
    nowhere = os.fdopen(handle, "w", encoding="utf-8")
    sys.stdout, sys.stderr = sys.stdout or nowhere, sys.stderr or nowhere


def _command_at(args: list[str]) -> int:
    """Where the command stands: after what may be said before it."""
    at = 0
    while at < len(args) and args[at].partition("=")[0] in _BEFORE:
        word = args[at]
        at += 1 if "=" in word else _BEFORE[word]
    return at


if __name__ == "__main__":
    sys.exit(main())
