"""`recall` and `context` for who asks for help or errs; `quick` answers all other calls."""

import enum
import inspect
import sys
from typing import Annotated, Any

import typer

from memctl.cli import quick
from memctl.cli.command import AS_JSON, WORKSPACE, Call, help_text
from memctl.cli.printing import printing

_RECALL_EXAMPLE = """memctl recall "who is my manager?"
memctl recall "who is my manager?" --as-of 2025-12-31"""
_CONTEXT_EXAMPLE = """memctl context --budget 1500
memctl context "what should I give Mila?" --audience group"""
_KINDS: dict[str, tuple[Any, dict[str, Any]]] = {
    "number": (int | None, {"metavar": "NUMBER", "min": 1}),
    "day": (str | None, {"metavar": "DAY"}),
    "text": (str | None, {"metavar": "TEXT"}),
    "flag": (bool, {}),
}


def add_recall(app: typer.Typer) -> None:
    """Register both commands, with the options of `quick`."""
    recall.__signature__ = _signature("recall", str)  # type: ignore[attr-defined]
    app.command("recall", help=help_text(recall, _RECALL_EXAMPLE))(recall)
    context.__signature__ = _signature("context", str | None)  # type: ignore[attr-defined]
    app.command("context", help=help_text(context, _CONTEXT_EXAMPLE))(context)


def recall(ctx: typer.Context, question: str, **said: Any) -> int:
    """Answer a question from the files, with file and line."""
    return _answer("recall", ctx, question, said)


def context(ctx: typer.Context, question: str | None = None, **said: Any) -> int:
    """Print what an agent should read before it answers."""
    return _answer("context", ctx, question, said)


def _answer(command: str, ctx: typer.Context, question: str | None, said: dict[str, Any]) -> int:
    call = (ctx.obj or Call()).joined(said)
    options = {name: _plain(value) for name, value in said.items()}
    shared = {"question": question or "", "workspace": call.workspace, "as_json": call.as_json}
    text, code = quick.ANSWERS[command]({**options, **shared})
    with printing():
        sys.stdout.write(text)
    return code


def _plain(value: Any) -> Any:
    """An option as `quick` reads it."""
    if isinstance(value, enum.Enum):
        return value.value
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _kind(name: str, kind: str) -> tuple[Any, dict[str, Any]]:
    if kind == "choice":
        words = enum.Enum(name, {word: word for word in quick.CHOICES[name]})  # type: ignore[misc]
        return words | None, {"metavar": name.upper()}
    return _KINDS[kind]


def _signature(command: str, question_is: Any) -> inspect.Signature:
    keyword = inspect.Parameter.KEYWORD_ONLY
    asked = typer.Argument(metavar="QUESTION", help="In English or Chinese.")
    question = Annotated[question_is, asked]
    default_question = {} if question_is is str else {"default": None}
    shared = {
        "workspace": (Annotated[str | None, WORKSPACE], None),
        "as_json": (Annotated[bool, AS_JSON], False),
    }
    options = {
        name: (
            Annotated[
                _kind(name, kind)[0], typer.Option(*flags, help=about, **_kind(name, kind)[1])
            ],
            default,
        )
        for name, flags, kind, default, about in quick.OPTIONS[command]
    }
    return inspect.Signature(
        [
            inspect.Parameter("ctx", keyword, annotation=typer.Context),
            inspect.Parameter("question", keyword, annotation=question, **default_question),
            *(
                inspect.Parameter(name, keyword, default=default, annotation=kind)
                for name, (kind, default) in {**options, **shared}.items()
            ),
        ]
    )
