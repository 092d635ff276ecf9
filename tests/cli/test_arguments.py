"""What every command has in common, asked of all of them as the program knows them."""

from collections.abc import Iterator
from typing import Any

import pytest
from typer.main import get_command

from memctl.cli.app import program
from memctl.cli.command import _THERE_ALREADY
from tests.helpers.trees import read_tree

SECRET = "My password is hunter2Xy!9"  # noqa: S105 - an invented one


def writing(group: Any, *path: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command that takes --dry-run, by the words that call it."""
    for name, found in group.commands.items():
        if hasattr(found, "commands"):
            yield from writing(found, *path, name)
        elif any(p.name == "dry_run" for p in found.params):
            yield (*path, name), found


def taking_text() -> Iterator[Any]:
    for words, found in writing(get_command(program())):
        own = [p for p in found.params if p.name != "workspace" and p.type.name in {"str", "text"}]
        for param in own:
            if param.name not in _THERE_ALREADY:
                argv = [*words]
                for other in own:
                    value = SECRET if other is param else "people/somebody"
                    if other is param or other.required:
                        argv += [value] if not other.opts[0].startswith("-") else []
                        argv += [other.opts[0], value] if other.opts[0].startswith("-") else []
                yield pytest.param(argv, id=f"{' '.join(words)} {param.name}")


CALLS = tuple(taking_text())


@pytest.mark.parametrize("argv", CALLS)
def test_no_word_of_a_command_that_writes_may_hold_a_secret(memctl, workspace, argv):
    before = read_tree(workspace)

    result = memctl("-w", workspace, *argv, "--json")

    assert (result.code, result.error["slug"]) == (2, "secret")
    assert "hunter2" not in result.err
    assert read_tree(workspace) == before


def test_every_option_that_is_written_down_is_among_them():
    tried = {call.id for call in CALLS}

    assert {"remember heading", "fact add category", "fact supersede source"} <= tried
    assert {"entity add kind", "entity add alias", "entity move ref", "note text"} <= tried


def test_a_name_that_holds_a_secret_can_be_taken_away(memctl, workspace):
    result = memctl("-w", workspace, "entity", "alias", "people/me", SECRET, "--remove", "--json")

    assert result.error["slug"] == "usage"
