"""How a job becomes a command: shared options, one report, one exit code.

A command is a function of a `Call` and its own arguments that returns a report. What it
prints and with which code it ends is said once, beside its name.
"""

import inspect
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Annotated, Any, TypeVar

import typer
from typer.core import TyperCommand

from memctl.cli.printing import print_at_once, print_json, print_lines, print_talk, printing
from memctl.cli.quick import BESIDE
from memctl.errors import EXIT_OK, WorkspaceNotFound
from memctl.jobs.steps import Desk, open_desk
from memctl.jobs.whereabouts import beside_here
from memctl.jobs.words import refuse_secret

Report = TypeVar("Report")

WORKSPACE = typer.Option(
    "--workspace",
    "-w",
    metavar="DIR",
    help="The workspace. Default: MEMCTL_WORKSPACE, else upward from here.",
)
AS_JSON = typer.Option("--json", help="Print one JSON object on stdout; an error as one on stderr.")
DRY_RUN = typer.Option("--dry-run", help="Show what would change; change nothing.")


def a_day(text: str) -> date:
    """A day written as YYYY-MM-DD."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is no day; write it as YYYY-MM-DD.") from None


On = Annotated[
    date | None,
    typer.Option(
        "--on", parser=a_day, metavar="DAY", help="The day from which it holds. Default: today."
    ),
]
AsOf = Annotated[
    date | None,
    typer.Option(
        "--as-of", parser=a_day, metavar="DAY", help="What memory knew at the end of that day."
    ),
]
EntityName = Annotated[
    str, typer.Argument(metavar="ENTITY", help="A ref (people/sarah), a name or an alias.")
]
FactName = Annotated[
    str, typer.Argument(metavar="ID", help="A fact's id, or ENTITY#ID where it is not unique.")
]
Text = Annotated[str, typer.Argument(metavar="TEXT", help="One sentence that stands on its own.")]


@dataclass(frozen=True, slots=True)
class Call:
    """What every command line may say, before the command or after it."""

    workspace: str | None = None
    as_json: bool = False
    dry_run: bool = False

    def desk(self, *, asks_consent: bool = False) -> Desk:
        """The workspace that this call is about, with its settings and its clock."""
        self.say_where()
        return self.same_desk(asks_consent=asks_consent)

    def say_where(self) -> None:
        """Name a workspace that nobody named and that the current folder is not in."""
        if (found := beside_here(self.workspace, dict(os.environ))) is not None:
            print_at_once(BESIDE.format(found))

    def same_desk(self, *, asks_consent: bool = False) -> Desk:
        """The desk once more, for who has been told where it is."""
        return open_desk(
            self.workspace,
            environ=os.environ,
            say=print_at_once,
            dry_run=self.dry_run,
            asks_consent=asks_consent,
        )

    def desk_or_none(self) -> Desk | None:
        """The same; None where no workspace is named and none is found."""
        try:
            return self.desk()
        except WorkspaceNotFound:
            if self.workspace:
                raise
            return None

    def joined(self, said: Mapping[str, Any]) -> "Call":
        """This call with what was said further to the right."""
        return Call(
            workspace=said.get("workspace") or self.workspace,
            as_json=bool(said.get("as_json")) or self.as_json,
            dry_run=bool(said.get("dry_run")) or self.dry_run,
        )


_SHARED: Mapping[str, tuple[Any, Any]] = {
    "workspace": (Annotated[str | None, WORKSPACE], None),
    "as_json": (Annotated[bool, AS_JSON], False),
    "dry_run": (Annotated[bool, DRY_RUN], False),
}


def shared_options(
    ctx: typer.Context,
    workspace: Annotated[str | None, WORKSPACE] = None,
    as_json: Annotated[bool, AS_JSON] = False,
    dry_run: Annotated[bool, DRY_RUN] = False,
) -> None:
    """Callback of a group: keep what stands between its name and the command's."""
    ctx.obj = (ctx.obj or Call()).joined(
        {"workspace": workspace, "as_json": as_json, "dry_run": dry_run}
    )


def group_of(app: typer.Typer, name: str, about: str) -> typer.Typer:
    """A new group of commands under `name`."""
    group = typer.Typer(help=about, callback=shared_options, rich_markup_mode=None)
    app.add_typer(group, name=name)
    return group


@dataclass(frozen=True, slots=True)
class Command:
    """A function as typer takes it: what people type, what `--help` says, what runs."""

    name: str
    help: str
    run: Callable[..., int]


def command(
    name: str,
    *,
    example: str,
    show: Callable[[Report], Iterable[str]],
    code: Callable[[Report], int] = lambda _report: EXIT_OK,
    writes: bool = False,
) -> Callable[[Callable[..., Report]], Command]:
    """Make a function of a `Call` a command; see `register`.

    Args:
        name: What people type.
        example: One or more lines that show it in use.
        show: The report as lines, for people; `--json` prints the report itself.
        code: The exit code that the report asks for.
        writes: Does it take `--dry-run`?
    """

    def made(function: Callable[..., Report]) -> Command:
        def run(ctx: typer.Context, **said: Any) -> int:
            call = (ctx.obj or Call()).joined(said)
            own = {key: value for key, value in said.items() if key not in _SHARED}
            if writes:
                _refuse_secrets(own)
            report = function(call, **own)
            _print(report, show, as_json=call.as_json)
            return code(report)

        run.__signature__ = _signature(function, writes=writes)  # type: ignore[attr-defined]
        return Command(name, help_text(function, example), run)

    return made


def register(group: typer.Typer, *commands: Command) -> None:
    """Let the program, or one of its groups, know these commands, in this order."""
    for one in commands:
        group.command(one.name, cls=_Spoken, help=one.help)(one.run)


_BULLETS = ("- ", "-\t", "-\n")
_SAID = "\x00"
"""No word of a command line can hold it: it is lent to texts that begin like an option."""


class _Spoken(TyperCommand):
    """A command that takes a line as it stands in a note: "- Mina moved" is a text, no option."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words of a call; what an option takes is its value, however it begins."""
        takers = {
            flag
            for option in self.params
            if option.param_type_name == "option" and not getattr(option, "is_flag", False)
            for flag in option.opts
        }
        words = [
            f"{_SAID}{word}" if word.startswith(_BULLETS) and before not in takers else word
            for before, word in pairwise(["", *args])
        ]
        rest = super().parse_args(ctx, words)
        ctx.params = {name: _as_said(value) for name, value in ctx.params.items()}
        return [_as_said(word) for word in rest]


def _as_said(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return type(value)(map(_as_said, value))
    return value.removeprefix(_SAID) if isinstance(value, str) else value


_THERE_ALREADY = frozenset(
    {"entity", "other", "into", "fact", "facts", "question", "questions", "only", "folder"}
)
"""Arguments that name what exists: they are looked up and written nowhere."""


def _refuse_secrets(said: Mapping[str, Any]) -> None:
    """Stop before a word of the call that holds a secret can reach a file.

    Raises:
        HoldsSecret: One of them does.
    """
    # What is taken away may well be a secret: that is why.
    known = _THERE_ALREADY | {"alias"} if said.get("remove") else _THERE_ALREADY
    for words in (value for key, value in said.items() if key not in known):
        if isinstance(words, str):
            refuse_secret(words)
        elif isinstance(words, list | tuple):
            refuse_secret(" ".join(map(str, words)))


def _print(report: Any, show: Callable[[Any], Iterable[str]], *, as_json: bool) -> None:
    """The report on stdout, all of it.

    Raises:
        OutputFailed: It could not be written; what the command did stands.
    """
    # Made first: what goes wrong in it is no failure of the output.
    lines = () if as_json else tuple(show(report))
    with printing():
        if as_json:
            print_json(report)
        else:
            print_lines(lines)
            print_talk(report)


def _signature(function: Callable[..., Any], *, writes: bool) -> inspect.Signature:
    own = list(inspect.signature(function, eval_str=True).parameters.values())[1:]
    shared = {k: v for k, v in _SHARED.items() if writes or k != "dry_run"}
    keyword = inspect.Parameter.KEYWORD_ONLY
    return inspect.Signature(
        [
            inspect.Parameter("ctx", keyword, annotation=typer.Context),
            *(p.replace(kind=keyword) for p in own),
            *(
                inspect.Parameter(k, keyword, default=d, annotation=a)
                for k, (a, d) in shared.items()
            ),
        ]
    )


def help_text(function: Callable[..., Any], example: str) -> str:
    """What `--help` says first: the function's own words and an example."""
    # \b tells the formatter to leave the lines of the paragraph as they are.
    shown = "\n".join(f"  {line}" for line in example.splitlines())
    return f"{inspect.getdoc(function) or ''}\n\n\b\nExample:\n{shown}"
