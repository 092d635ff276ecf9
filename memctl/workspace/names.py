"""The tables of names: which folders hold a graph or notes, which files hold facts.

Data, not code: a person adds more under [names] in memctl.toml.
"""

import re
from dataclasses import dataclass

from memctl.config.settings import Names

AREAS = "areas"
"""Its parent is a graph root; the folder itself is left out of refs."""

BESIDE_AREAS = ("projects", "resources", "archives", "archive")
"""Folders of the graph when they stand beside `areas`; part of the ref."""

ROOTS = ("life", "entities", "kg", "knowledge-graph", "knowledge_graph", "graph", "para")
"""Folders that are a graph root as a whole."""

NOTES = (
    "memory", "notes", "journal", "journals", "diary", "daily", "dailies", "daily notes",
    "daily-notes", "daily_notes", "dailynotes", "日记", "日志", "每日笔记",
)  # fmt: skip
"""Folders of notes; the first is where a new workspace has them."""

ITEMS = (
    "items.json", "items.yaml", "items.yml", "items.jsonl",
    "facts.json", "facts.yaml", "facts.yml", "facts.jsonl",
)  # fmt: skip
"""In order: where a folder holds two, the first one is the entity's."""

SUMMARY = "summary.md"
TACIT = "MEMORY.md"
REVIEW = "REVIEW.md"
STATE = "heartbeat-state.json"
OWN = ".memctl"
EVIDENCE = f"{OWN}/evidence.jsonl"
"""The ledger of what else facts were read in."""
BESIDE = (
    "AGENTS.md", "CLAUDE.md", "HEARTBEAT.md", "SOUL.md", "USER.md", ".gitattributes", ".gitignore",
)  # fmt: skip
"""Files of other programs that are read when they are there, or hold a block of ours."""

SKIPPED = (
    OWN, ".git", ".hg", ".svn", ".jj", "node_modules", "__pycache__", ".venv", "venv",
    ".tox", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".cache", ".trash", ".Trash",
    ".obsidian", ".stversions", ".dropbox.cache", "target", "dist", "build",
)  # fmt: skip

NOTE_NAME = re.compile(r"\d{4}-\d{2}-\d{2}(?!\d).*\.(?:md|markdown|txt)\Z")

CONFLICT_COPY = re.compile(
    r"(?:items|facts|summary)[\W_].*(?:conflict|冲突|衝突).*|(?:items|facts|summary) ?\(\d+\)\.\w+",
    re.IGNORECASE,
)
"""What services that sync folders make of a file that two machines changed."""

DEPTH = 4
"""How far below the workspace roots and notes are looked for."""

ENTITY_DEPTH = 8
"""How many folders below a root an entity may lie."""


@dataclass(frozen=True, slots=True)
class Table:
    """The names that hold in one workspace."""

    roots: frozenset[str]
    beside_areas: frozenset[str]
    notes: frozenset[str]
    items: tuple[str, ...]
    skipped: frozenset[str]


def is_text(name: str) -> bool:
    """Is the name of a file text? Systems take any bytes; no JSON and no index can hold them."""
    try:
        return name.isascii() or bool(name.encode())
    except UnicodeEncodeError:
        return False


def make_table(more: Names) -> Table:
    """Memctl's own names, then the workspace's."""
    return Table(
        roots=frozenset(_folded(ROOTS + more.roots)),
        beside_areas=frozenset(_folded(BESIDE_AREAS + more.beside_areas)),
        notes=frozenset(_folded(NOTES + more.notes)),
        items=tuple(dict.fromkeys(ITEMS + more.items)),
        skipped=frozenset(SKIPPED + more.skipped),
    )


def _folded(names: tuple[str, ...]) -> list[str]:
    return [name.casefold() for name in names]
