"""No word of a language stands in the rooms that read: each is in a table that others can add to.

What may stay, and why, is told in docs/languages.md.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent.parent / "memctl"
ROOMS = ("graph", "language", "safety", "rules", "index")
STAYS = frozenset(
    [
        # Scripts, the analyser, and what goes with a name into any language.
        *("language/scripts.py", "language/tokens.py", "language/stems.py"),
        *("language/term_text.py", "language/naming/words.py", "language/naming/slugs.py"),
        # Secrets are found whatever the tables say.
        *("safety/prose_rules.py", "safety/prose_values.py", "safety/secrets.py"),
        *("safety/sieve.py", "safety/national_ids.py", "safety/token_rules.py"),
    ]
)
_RANGE = re.compile("[㐀一豈\U00020000]-[鿿龥\ufaff\U0003134f]|[㐀鿿]")
"""The borders of a script, which are no words."""
_HAN = re.compile("[\u3400-\u9fff]")
_EITHER = re.compile(r"(?<![\\A-Za-z])[a-z]{2,}\|[a-z]{2,}")
"""One English word or another."""


def modules() -> Iterator[str]:
    for room in ROOMS:
        for path in sorted((PACKAGE / room).rglob("*.py")):
            name = path.relative_to(PACKAGE).as_posix()
            if name not in STAYS:
                yield name


def texts(name: str) -> Iterator[tuple[int, str]]:
    """The constants of a module that are no docstrings, with their lines."""
    tree = ast.parse((PACKAGE / name).read_text(encoding="utf-8"))
    lists = (node.body for node in ast.walk(tree) if isinstance(getattr(node, "body", 0), list))
    told = {id(line.value) for body in lists for line in body if isinstance(line, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.lineno, node.value


@pytest.mark.parametrize("name", [*modules()])
def test_no_word_of_a_language_stands_in_a_module(name):
    found = [
        f"memctl/{name}:{line}: {text[:60]!r}"
        for line, text in texts(name)
        if _HAN.search(_RANGE.sub("", text)) or _EITHER.search(text)
    ]

    assert found == []
