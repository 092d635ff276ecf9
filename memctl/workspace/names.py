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

_SUFFIX = r"\.(?:md|markdown|txt)\Z"
_NOTE = re.compile(
    r"(?:.*/)?(?:(?P<y>\d{4})(?:(?P<sep>[-_.])(?P<m>\d{1,2})(?P=sep)(?P<d>\d{1,2})"
    r"|年(?P<m2>\d{1,2})月(?P<d2>\d{1,2})日)"
    r"|(?P<y3>(?:19|20)\d\d)(?P<m3>[01]\d)(?P<d3>[0-3]\d))(?!\d)[^/\n]*" + _SUFFIX,
    re.IGNORECASE,
)
_NOTE_BY_FOLDERS = re.compile(
    r"(?:.*/)?(?P<y>\d{4})/(?P<m>\d{1,2})/(?P<d>\d{1,2})" + _SUFFIX, re.IGNORECASE
)


def note_day(path: str) -> str | None:
    """The day in the name of a note, with zeros (`2026-01-05`); None: it is none.

    It may be a day that no calendar has: what stands there is meant for one all the same.
    """
    found = _NOTE.match(path) or _NOTE_BY_FOLDERS.match(path)
    if found is None:
        return None
    parts = [v for k, v in found.groupdict().items() if v and k != "sep"]
    return "-".join(part.zfill(2) for part in parts)


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
