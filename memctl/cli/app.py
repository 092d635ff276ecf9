"""The whole command line but the hot path: its groups, and the one place where errors end."""

import errno
import os
import sys
import traceback
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from types import MappingProxyType
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from memctl import __version__
from memctl.cli.command import AS_JSON, DRY_RUN, WORKSPACE, Call
from memctl.cli.printing import print_error
from memctl.errors import (
    EXIT_BUG,
    EXIT_INTERRUPTED,
    EXIT_OK,
    CannotWrite,
    HereIsGone,
    MemctlError,
    OutputFailed,
    UsageError,
)
from memctl.graph.controls import harmless

PAGES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "setup": ("init", "demo"),
        "writing": ("note", "remember"),
        "recall": ("recall", "context", "bench"),
        "keeping": ("heartbeat", "weekly", "undo"),
        "asking": ("dream", "cost"),
        "review": ("review",),
        "entity": ("entity",),
        "fact": ("fact",),
        "tracing": ("why", "history", "explain", "profile", "stale", "conflicts"),
        "export": ("export",),
        "checking": ("check", "status"),
        "sources": ("sources", "import"),
        "git": ("git",),
        "schedule": ("schedule",),
        "watch": ("watch",),
        "mcp": ("mcp",),
        "hook": ("hook",),
    }
)
"""The modules of this folder that hold commands, with the first words that they answer to."""

SECTIONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "Write": ("note", "remember", "fact", "entity", "import"),
        "Ask": ("recall", "context", "profile", "why", "history", "explain", "export"),
        "Keep true": ("heartbeat", "weekly", "review", "stale", "conflicts", "dream", "undo"),
        "Look after": ("status", "check", "bench", "cost", "watch"),
        "Set up": ("init", "demo", "schedule", "hook", "mcp", "sources", "git"),
    }
)
"""Where a reader of the help finds each command."""

# typer carries its own copy of click from 0.27 on: its exceptions are reached through typer,
# never through `import click`.
_UsageError, _ClickException = typer.BadParameter.__mro__[1:3]
_SHOWN = 60
"""Characters of a name that is too long."""
_DISK_SAYS_NO = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM}


class _Program(TyperGroup):
    """The program, whose help tells what each command is for."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands by section: thirty in one list are nobody's to read."""
        del ctx
        widest = max(map(len, self.commands))
        for title, words in SECTIONS.items():
            known = [(word, self.commands[word]) for word in words if word in self.commands]
            short = [
                (f"{word:{widest}}", c.get_short_help_str(formatter.width)) for word, c in known
            ]
            if short:
                with formatter.section(title):
                    formatter.write_dl(short)


def main(argv: Sequence[str] | None = None, *, at: int = 0) -> int:
    """Run one command line; return its exit status, never raise.

    Args:
        argv: Its words; None takes those of the process.
        at: Where its command stands, after what may be said before it.
    """
    args = list(sys.argv[1:] if argv is None else argv) or ["--help"]
    if args[0] == "help":
        args = [*args[1:], "--help"]
    try:
        command = _command(next(iter(args[at:]), ""))
        code = command.main(args, prog_name="memctl", standalone_mode=False)
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


@lru_cache(maxsize=2)
def _command(word: str) -> Any:
    is_known = any(word in words for words in PAGES.values())
    return get_command(program(word if is_known else None))


def program(word: str | None = None) -> typer.Typer:
    """Every command, in the order in which a reader meets them in the help.

    Args:
        word: Only the page on which this command stands: the others need not be loaded.
    """
    app = typer.Typer(
        name="memctl",
        cls=_Program,
        help="Long-term memory in plain files, kept true over time.",
        callback=_before_any_command,
        add_completion=False,
        epilog="MEMCTL_TODAY=YYYY-MM-DD lets a command work as on that day.",
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["--help", "-h"]},
    )
    for page, words in PAGES.items():
        if word is None or word in words:
            getattr(import_module(f"memctl.cli.{page}"), f"add_{page}")(app)
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
        print(harmless("".join(traceback.format_exception(error))), end="", file=sys.stderr)
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
    if isinstance(error, FileNotFoundError) and _is_here_gone():
        return HereIsGone()
    if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:
        shown = f"{str(error.filename)[:_SHOWN]}…"
        return UsageError(f"No file can have so long a name: {shown}", hint="Say a shorter one.")
    if isinstance(error, OSError) and error.errno in _DISK_SAYS_NO:
        return CannotWrite(str(error.filename or "to the disk"), error.strerror or str(error))
    return None


def _is_here_gone() -> bool:
    try:
        os.getcwd()  # noqa: PTH109 - Path.cwd() is the same call
    except FileNotFoundError:
        return True
    return False


def _misuse(error: Exception) -> UsageError:
    message = error.format_message() if hasattr(error, "format_message") else str(error)
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "memctl"
    word = getattr(error, "option_name", "")
    if word[:1] == "-" and not word[1:2].isalpha() and word[1:2] != "-":
        return UsageError(message, hint=f"A text that begins so stands behind --: {path} … -- TEXT")
    return UsageError(message, hint=f"See: {path} --help")


def _let_go_of_stdout() -> None:
    # Nobody can read it. Without this the interpreter would complain when it flushes at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
