"""docs/cli.md: the help of every command, as it is printed."""

from collections.abc import Iterator

import pytest

from memctl.cli.app import program
from tests.helpers.running import run_here

HEAD = """# The command line

Generated from `--help`; `pytest tests/cli --rewrite` writes it anew.
"""


def commands() -> Iterator[tuple[str, ...]]:
    """The words of every command, groups before their members."""
    app = program()
    yield ()
    for command in app.registered_commands:
        yield (command.name or "",)
    for group in app.registered_groups:
        yield (group.name or "",)
        for command in group.typer_instance.registered_commands if group.typer_instance else ():
            yield (group.name or "", command.name or "")


def manual(capture: pytest.CaptureFixture[str]) -> str:
    """The whole page."""
    parts = [HEAD]
    for words in commands():
        title = " ".join(("memctl", *words))
        said = run_here(capture, (*words, "--help")).out.rstrip()
        parts.append(f"{'##' if len(words) < 2 else '###'} `{title}`\n\n```\n{said}\n```\n")
    return "\n".join(parts)
