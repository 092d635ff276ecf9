"""`bench`: how well does recall answer a person's own questions?"""

from collections.abc import Iterator
from typing import Annotated

import typer

from memctl.cli.command import Call, command
from memctl.errors import EXIT_NO, EXIT_OK
from memctl.graph.benched import Benched
from memctl.jobs.bench import bench


def add_bench(app: typer.Typer) -> None:
    """Register the command."""

    @command(
        app,
        "bench",
        example="memctl bench questions.yaml\nmemctl bench questions.md -n 5 --min 90",
        show=_lines,
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


def _lines(report: Benched) -> Iterator[str]:
    shares = " · ".join(f"recall@{r.k} {r.share:g} %" for r in report.recall)
    yield f"{report.questions} questions: {shares}"
    for miss in report.misses:
        where = "not found" if miss.rank is None else f"found at {miss.rank}"
        yield f"! line {miss.line}: {miss.question}"
        yield f"  expected {'; '.join(miss.expected)}: {where}"
        yield from (f"  {n}. {text}" for n, text in enumerate(miss.found, 1))
