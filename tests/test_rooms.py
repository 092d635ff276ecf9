"""The doors: each room says what it may use and whether it is pure; the code is held to it."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "memctl"
ROOMS = tuple(sorted(p.parent.name for p in PACKAGE.glob("*/__init__.py")))
MOST_MODULES = 26
HALLS = ("errors", "config", "resources", "schema", "cachefiles", "gate", "expressions")
"""Modules beside the rooms; their docstrings are doors too."""

# What a pure room may not reach: disk, clock, network, processes, chance.
IMPURE_MODULES = frozenset(
    [
        "asyncio",
        "fcntl",
        "glob",
        "http",
        "io",
        "logging",
        "msvcrt",
        "multiprocessing",
        "os",
        "pathlib",
        "random",
        "secrets",
        "shutil",
        "signal",
        "socket",
        "sqlite3",
        "subprocess",
        "tempfile",
        "threading",
        "time",
        "urllib",
    ]
)
IMPURE_CALLS = frozenset({"open", "input", "print", "exec", "eval"})
IMPURE_ATTRIBUTES = frozenset({"now", "today", "utcnow", "uuid4", "uuid1"})


def door_of(name: str) -> tuple[frozenset[str], bool]:
    """(what it may use, is it pure), read from the docstring."""
    path = PACKAGE / name / "__init__.py" if name in ROOMS else PACKAGE / f"{name}.py"
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    found = re.search(
        r"may use:(?P<uses>.*?)^pure: (?P<pure>yes|no)", text, re.DOTALL | re.MULTILINE
    )
    assert found, f"{path}: no door (`may use:` and `pure:`) in the docstring"
    uses = (u.strip() for u in found["uses"].replace("\n", " ").split(","))
    return frozenset(u for u in uses if u not in {"", "–", "-", "nothing"}), found["pure"] == "yes"


def modules_of(name: str) -> list[Path]:
    if name in ROOMS:
        return sorted((PACKAGE / name).rglob("*.py"))
    return [PACKAGE / f"{name}.py"]


def imports_of(path: Path) -> Iterator[tuple[int, str]]:
    """(line, dotted name) of every import, inside functions too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import"
            yield node.lineno, node.module or ""


def room_of(dotted: str) -> str | None:
    """The room or hall that `memctl.x.y` leads to; None for other packages."""
    head, *rest = dotted.split(".")
    return rest[0] if head == "memctl" and rest else None


def strays(name: str) -> Iterator[str]:
    uses, pure = door_of(name)
    for path in modules_of(name):
        where = path.relative_to(PACKAGE.parent)
        for line, dotted in imports_of(path):
            top = dotted.split(".")[0]
            room = room_of(dotted)
            if top == "memctl":
                if room not in {None, name} and room not in uses:
                    yield f"{where}:{line}: {name} may not use {room}"
            elif top in sys.stdlib_module_names:
                if pure and top in IMPURE_MODULES:
                    yield f"{where}:{line}: {name} is pure and may not use {top}"
            elif top not in uses:
                yield f"{where}:{line}: {name} may not use {top}"


def impure_acts(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
            yield f"{path.relative_to(PACKAGE.parent)}:{node.lineno}: {node.func.id}()"
        if isinstance(node.func, ast.Attribute) and node.func.attr in IMPURE_ATTRIBUTES:
            yield f"{path.relative_to(PACKAGE.parent)}:{node.lineno}: .{node.func.attr}()"


@pytest.mark.parametrize("name", [*ROOMS, *(h for h in HALLS if (PACKAGE / f"{h}.py").exists())])
def test_a_room_uses_only_what_its_door_says(name):
    assert list(strays(name)) == []


@pytest.mark.parametrize("name", [room for room in ROOMS if door_of(room)[1]])
def test_a_pure_room_touches_nothing_outside(name):
    assert [act for path in modules_of(name) for act in impure_acts(path)] == []


def test_the_doors_form_no_ring():
    waiting = {name: {u for u in door_of(name)[0] if u in ROOMS} for name in ROOMS}
    while free := [name for name, uses in waiting.items() if not uses & waiting.keys()]:
        for name in free:
            del waiting[name]

    assert waiting == {}


def test_a_stray_import_is_seen_inside_a_function(tmp_path):
    path = tmp_path / "module.py"
    path.write_text("def f():\n    import memctl.jobs.weekly\n")

    assert list(imports_of(path)) == [(2, "memctl.jobs.weekly")]


def test_folders_stay_small_enough_to_know():
    """Of jobs there may be many: a file a job is what that room promises."""
    folders = {p.parent for p in PACKAGE.rglob("*.py")} - {PACKAGE / "jobs"}
    counts = {p.relative_to(PACKAGE).as_posix(): len(list(p.glob("*.py"))) for p in folders}

    assert {name: count for name, count in counts.items() if count > MOST_MODULES} == {}
