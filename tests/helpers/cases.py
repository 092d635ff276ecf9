"""Whole invented workspaces with what a reader must find in them (tests/cases)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

CASES = Path(__file__).parent.parent / "cases"


def cases(group: str) -> Iterator[tuple[Path, dict[str, Any]]]:
    """(workspace, expectations) of every case of a group, in the order of their names."""
    for path in sorted((CASES / group).glob("*/expect.json")):
        yield path.parent / "ws", json.loads(path.read_text(encoding="utf-8"))


def each(group: str, key: str) -> list[Any]:
    """One pytest parameter (workspace, row) for each row under `key` of every case."""
    return [
        pytest.param(ws, row, id=f"{expected['case']}-{number}")
        for ws, expected in cases(group)
        for number, row in enumerate(_rows(expected.get(key, [])))
    ]


def read_case_text(path: Path) -> str:
    """The text of a case's file as every room gets it, UTF-16 included."""
    data = path.read_bytes()
    is_utf16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    return data.decode("utf-16" if is_utf16 else "utf-8-sig")


def _rows(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
