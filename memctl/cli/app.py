"""The whole command line but the hot path: its groups, and the one place where errors end."""

import errno
import os
import sys
import traceback
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any

import typer
from typer.main import get_command

from memctl import __version__
from memctl.cli.checking import add_checking
from memctl.cli.command import AS_JSON, DRY_RUN, WORKSPACE, Call
from memctl.cli.entity import add_entity
from memctl.cli.fact import add_fact
from memctl.cli.git import add_git
from memctl.cli.keeping import add_keeping
from memctl.cli.mcp import add_mcp
from memctl.cli.printing import print_error
from memctl.cli.recall import add_recall
from memctl.cli.review import add_review
from memctl.cli.schedule import add_schedule
from memctl.cli.setup import add_setup
from memctl.cli.sources import add_sources
from memctl.cli.tracing import add_tracing
from memctl.cli.writing import add_writing
from memctl.errors import (
    EXIT_BUG,
    EXIT_INTERRUPTED,
    EXIT_OK,
    CannotWrite,
    MemctlError,
    OutputFailed,
    UsageError,
)

# typer carries its own copy of click from 0.27 on: its exceptions are reached through typer,
# never through `import click`.
_UsageError, _ClickException = typer.BadParameter.__mro__[1:3]
_DISK_SAYS_NO = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line; return its exit status, never raise."""
    args = list(sys.argv[1:] if argv is None else argv) or ["--help"]
    try:
        code = _command().main(args, prog_name="memctl", standalone_mode=False)
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):
        # typer turns a broken pipe into SystemExit, and nothing else here.
        _let_go_of_stdout()
        return EXIT_OK
    except KeyboardInterrupt:
        code = EXIT_INTERRUPTED
    except Exception as error:
        return _ended_by(error, as_json="--json" in args)
    if code == EXIT_INTERRUPTED:
        print("memctl: interrupted", file=sys.stderr)
    return code if isinstance(code, int) else EXIT_OK


@lru_cache(maxsize=1)
def _command() -> Any:
    return get_command(program())


def program() -> typer.Typer:
    """Every command, in the order in which a reader meets them in the help."""
    app = typer.Typer(
        name="memctl",
        help="Long-term memory in plain files, kept true over time.",
        callback=_before_any_command,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["--help", "-h"]},
    )
    add_setup(app)
    add_writing(app)
    add_recall(app)
    add_keeping(app)
    add_review(app)
    add_entity(app)
    add_fact(app)
    add_tracing(app)
    add_checking(app)
    add_sources(app)
    add_git(app)
    add_schedule(app)
    add_mcp(app)
    return app


def _print_version(*, asked: bool) -> None:
    if asked:
        print(f"memctl {__version__}")
        raise typer.Exit


def _before_any_command(
    ctx: typer.Context,
    workspace: Annotated[str | None, WORKSPACE] = None,
    as_json: Annotated[bool, AS_JSON] = False,
    dry_run: Annotated[bool, DRY_RUN] = False,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Print the version.",
            is_eager=True,
            callback=lambda asked: _print_version(asked=asked),
        ),
    ] = False,
) -> None:
    del version
    ctx.obj = Call(workspace=workspace, as_json=as_json, dry_run=dry_run)


def _ended_by(error: Exception, *, as_json: bool) -> int:
    """Tell what ended the command; its exit code."""
    known = _as_memctl_error(error)
    if known is None:
        traceback.print_exception(error)
        print("memctl: this is a bug; please report the lines above.", file=sys.stderr)
        return EXIT_BUG
    print_error(known, as_json=as_json)
    if isinstance(known, OutputFailed):
        _let_go_of_stdout()
    return known.exit_code


def _as_memctl_error(error: Exception) -> MemctlError | None:
    """The same failure in our words; None when it is a bug."""
    if isinstance(error, MemctlError):
        return error
    if isinstance(error, _ClickException):
        return _misuse(error)
    if isinstance(error, OSError) and error.errno in _DISK_SAYS_NO:
        return CannotWrite(str(error.filename or "to the disk"), error.strerror or str(error))
    return None


def _misuse(error: Exception) -> UsageError:
    message = error.format_message() if hasattr(error, "format_message") else str(error)
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "memctl"
    return UsageError(message, hint=f"See: {path} --help")


def _let_go_of_stdout() -> None:
    # Nobody can read it. Without this the interpreter would complain when it flushes at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
