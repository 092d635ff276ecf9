import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from memctl import errors

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "messages.md").read_text(encoding="utf-8")
LISTED = set(re.findall(r"^\| `([a-z0-9-]+)` \|", PAGE, re.MULTILINE))
MAKERS = {"Problem", "_problem", "_say", "_failed", "_warning", "Undecodable"}
"""What makes a problem: their first words are slugs."""
LEVELS = {"error", "warning", "hint"}
GROUPS = {"error", "workspace", "graph", "provider"}
"""Slugs of the branches of the tree of errors; never raised themselves."""


def slugs_of_problems() -> Iterator[str]:
    for path in sorted((ROOT / "memctl").rglob("*.py")):
        if path.parent.name == "git":
            continue  # its `_failed` speaks of git's words
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                yield from _slugs(node) if name in MAKERS else ()


def _slugs(call: ast.Call) -> Iterator[str]:
    words = (*call.args, *(k.value for k in call.keywords if k.arg == "slug"))
    said = (str(word.value) for word in words if isinstance(word, ast.Constant))
    yield from (
        w for w in said if re.fullmatch(r"[a-z]+[0-9]*(-[a-z0-9]+)*", w) and w not in LEVELS
    )


def errors_below(kind: type[errors.MemctlError]) -> Iterator[type[errors.MemctlError]]:
    for child in kind.__subclasses__():
        yield child
        yield from errors_below(child)


ERRORS = tuple(e for e in errors_below(errors.MemctlError) if e.slug not in GROUPS)


def test_every_slug_of_a_problem_is_explained():
    assert set(slugs_of_problems()) - LISTED == set()


@pytest.mark.parametrize("error", ERRORS, ids=lambda e: e.__name__)
def test_every_error_is_explained_with_its_exit_code(error):
    assert f"| `{error.slug}` | {error.exit_code} |" in PAGE


@pytest.mark.parametrize("error", ERRORS, ids=lambda e: e.__name__)
def test_every_error_stands_in_the_tree(error):
    assert f"── {error.__name__} " in errors.__doc__


def test_no_slug_is_used_twice():
    slugs = [e.slug for e in ERRORS]

    assert len(slugs) == len(set(slugs))


def test_nothing_is_explained_that_does_not_exist():
    text = "".join(p.read_text(encoding="utf-8") for p in (ROOT / "memctl").rglob("*.py"))

    assert {slug for slug in LISTED if f'"{slug}"' not in text} == set()
