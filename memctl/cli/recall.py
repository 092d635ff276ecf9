"""`recall` for those who ask for help or make a mistake; `quick` answers all other calls."""

import inspect
import sys
from typing import Annotated, Any

import typer

from memctl.cli import quick
from memctl.cli.command import AS_JSON, WORKSPACE, Call, help_text
from memctl.cli.printing import printing

_EXAMPLE = """memctl recall "who is my manager?"
memctl recall "who is my manager?" --as-of 2025-12-31"""
_KINDS: dict[str, tuple[Any, dict[str, Any]]] = {
    "number": (int | None, {"metavar": "NUMBER", "min": 1}),
    "day": (str | None, {"metavar": "DAY"}),
    "text": (str | None, {"metavar": "TEXT"}),
    "flag": (bool, {}),
}


def add_recall(app: typer.Typer) -> None:
    """Register the command, with the options of `quick`."""
    recall.__signature__ = _signature()  # type: ignore[attr-defined]
    app.command("recall", help=help_text(recall, _EXAMPLE))(recall)


def recall(ctx: typer.Context, question: str, **said: Any) -> int:
    """Answer a question from the files, with file and line."""
    call = (ctx.obj or Call()).joined(said)
    options = {
        name: str(value) if name == "limit" and value else value for name, value in said.items()
    }
    text, code = quick.answered(
        {**options, "question": question, "workspace": call.workspace, "as_json": call.as_json}
    )
    with printing():
        sys.stdout.write(text)
    return code


def _signature() -> inspect.Signature:
    keyword = inspect.Parameter.KEYWORD_ONLY
    question = Annotated[str, typer.Argument(metavar="QUESTION", help="In English or Chinese.")]
    shared = {
        "workspace": (Annotated[str | None, WORKSPACE], None),
        "as_json": (Annotated[bool, AS_JSON], False),
    }
    options = {
        name: (
            Annotated[_KINDS[kind][0], typer.Option(*flags, help=about, **_KINDS[kind][1])],
            default,
        )
        for name, flags, kind, default, about in quick.RECALL_OPTIONS
    }
    return inspect.Signature(
        [
            inspect.Parameter("ctx", keyword, annotation=typer.Context),
            inspect.Parameter("question", keyword, annotation=question),
            *(
                inspect.Parameter(name, keyword, default=default, annotation=kind)
                for name, (kind, default) in {**options, **shared}.items()
            ),
        ]
    )
