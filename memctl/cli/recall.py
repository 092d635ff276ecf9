"""`recall` and `context` for who asks for help or errs, else `quick` answers; and `bench`."""

import enum
import inspect
import sys
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from memctl.cli import quick
from memctl.cli.command import AS_JSON, WORKSPACE, Call, command, help_text, register
from memctl.cli.printing import printing
from memctl.errors import EXIT_NO, EXIT_OK
from memctl.graph.benched import Benched
from memctl.jobs.bench import bench

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


def recall(ctx: typer.Context, question: str, **said: Any) -> int:
    """Answer a question from the files, with file and line."""
    return _answer("recall", ctx, question, said)


def context(ctx: typer.Context, question: str | None = None, **said: Any) -> int:
    """Print what an agent should read before it answers."""
    return _answer("context", ctx, question, said)


def _answer(name: str, ctx: typer.Context, question: str | None, said: dict[str, Any]) -> int:
    call = (ctx.obj or Call()).joined(said)
    options = {name: _plain(value) for name, value in said.items()}
    shared = {"question": question or "", "workspace": call.workspace, "as_json": call.as_json}
    text, code = quick.answer(name, {**options, **shared})
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


def _signature(name_of: str, question_is: Any) -> inspect.Signature:
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
        for name, flags, kind, default, about in quick.OPTIONS[name_of]
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


def _bench_lines(report: Benched) -> Iterator[str]:
    shares = " · ".join(f"recall@{r.k} {r.share:g} %" for r in report.recall)
    yield f"{report.questions} questions: {shares}"
    for miss in report.misses:
        where = "not found" if miss.rank is None else f"found at {miss.rank}"
        yield f"! line {miss.line}: {miss.question}"
        yield f"  expected {'; '.join(miss.expected)}: {where}"
        yield from (f"  {n}. {text}" for n, text in enumerate(miss.found, 1))


@command(
    "bench",
    example="memctl bench questions.yaml\nmemctl bench questions.md -n 5 --min 90",
    show=_bench_lines,
    code=lambda report: EXIT_OK if report.is_enough else EXIT_NO,
)
def _bench(
    call: Call,
    questions: Annotated[
        str, typer.Argument(metavar="QUESTIONS", help="A .json, .yaml, .toml or .md file.")
    ],
    limit: Annotated[
        int, typer.Option("-n", "--limit", metavar="NUMBER", min=1, help="Results that count.")
    ] = 10,
    least: Annotated[
        float | None,
        typer.Option("--min", metavar="PERCENT", min=0, max=100, help="Fail below this share."),
    ] = None,
) -> Benched:
    """Measure recall with your own questions and answers."""
    return bench(call.desk(), questions, limit=limit, least=least)


def add_recall(app: typer.Typer) -> None:
    """Register the commands; the first two with the options of `quick`."""
    recall.__signature__ = _signature("recall", str)  # type: ignore[attr-defined]
    app.command("recall", help=help_text(recall, _RECALL_EXAMPLE))(recall)
    context.__signature__ = _signature("context", str | None)  # type: ignore[attr-defined]
    app.command("context", help=help_text(context, _CONTEXT_EXAMPLE))(context)
    register(app, _bench)
