"""Every command that writes, each on a small workspace of its own.

The commands are taken from the program itself: one that is not here fails a test.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from typer.main import get_command

from memctl.cli.app import program
from tests.helpers.git import versioned
from tests.helpers.schedulers import fake_crontab
from tests.helpers.trees import write_tree

TODAY = "2026-02-01"
_SARAH = """[
  {
    "id": "sarah-001",
    "fact": "Sarah lives in Faro",
    "category": "status",
    "timestamp": "2025-06-15",
    "source": "daily-note",
    "status": "active"
  },
  {
    "id": "sarah-002",
    "fact": "Sarah was staying in Evora for one week",
    "category": "context",
    "timestamp": "2025-11-02",
    "source": "daily-note",
    "status": "active",
    "validUntil": "2025-11-09"
  },
  {
    "id": "sarah-003",
    "fact": "Sarah plays the viola",
    "category": "preference",
    "timestamp": "2025-08-20",
    "source": "manual",
    "status": "active"
  }
]
"""
_ACME = """- id: acme-001
  fact: "Acme builds sundials"  # since ever
  timestamp: 2025-01-04
  status: active
"""
FILES: Mapping[str, str] = {
    "areas/people/sarah/items.json": _SARAH,
    "areas/people/sarah/summary.md": "# Sarah\n\nMy own words.\n",
    "areas/companies/acme/items.yaml": _ACME,
    "areas/companies/acme/summary.md": "# Acme\n",
    "MEMORY.md": "# How I work\n\n## Preferences\n\n- Short answers\n",
    "memory/2026-01-30.md": (
        "# 2026-01-30\n\n- 09:00 Sarah moved to Porto\n"
        "- 10:30 Sarah does not play the viola any more\n- 11:00 I prefer meetings after 10:30\n"
    ),
    ".memctl/.gitignore": "cache/\n",
    "memory/heartbeat-state.json": '{"lastExtractedTimestamp": 1700000000, "other": 1}\n',
}
_POINTS = """[
  {"id": "ana-001", "fact": "Ana lives in Faro", "status": "active", "supersededBy": "ana-002"},
  {"id": "ana-002", "fact": "Ana lives in Braga", "status": "active"}
]
"""
"""A row that names its successor and does not say that it is replaced."""
_CHAT = '{"role": "user", "timestamp": "2026-01-29T10:00:00Z", "content": "Sarah rows"}\n'
_SOURCES = '[[sources]]\npath = "talks"\nkind = "jsonl"\nname = "talks"\n'
_OTHER = "areas/people/sarah-chen/items.json"
_THEIRS = _SARAH.replace("viola", "cello")


@dataclass(frozen=True, slots=True)
class Scene:
    """One command line, and what stands there before it."""

    words: tuple[str, ...]
    """`{life}` and `{base}` stand for folders, `{question}` for the first question."""
    files: Mapping[str, str] = field(default_factory=dict)
    """Beside `FILES`; relative to the folder that holds workspace and home."""
    before: tuple[tuple[str, ...], ...] = ()
    """Command lines that went before it."""
    is_bare: bool = False
    """Without `FILES`."""
    is_versioned: bool = False
    stdin: str = ""
    is_whole: bool = True
    """Is it done or not done at all? Else each of its files is, and called again it ends well."""
    code: int = 0


_READ = (("heartbeat",),)
_TWO = {f"life/{_OTHER}": _SARAH.replace("sarah-0", "chen-0").replace("Sarah", "Sarah Chen")}
_SAID_TWICE = {
    f"life/memory/2026-01-{day}.md": "- I prefer short emails over long calls\n" for day in (20, 27)
}
_CLAUDE = {"home/.claude/settings.json": '{"model": "x", "hooks": {}}\n'}

SCENES: Mapping[str, Scene] = {
    "init": Scene(("init", "{life}"), is_bare=True),
    "note": Scene(("note", "Watered the fig tree")),
    "remember": Scene(("remember", "sarah", "Sarah keeps bees")),
    "heartbeat": Scene(("heartbeat",)),
    "heartbeat (conversations)": Scene(
        ("heartbeat",), {"life/memctl.toml": _SOURCES, "life/talks/1.jsonl": _CHAT}
    ),
    "weekly": Scene(("weekly",)),
    "undo": Scene(("undo",), before=(("fact", "add", "sarah", "Sarah rows"),)),
    "dream": Scene(("dream",), _SAID_TWICE),
    "check": Scene(
        ("check", "--fix", "--yes"),
        {"life/areas/people/ana/items.json": _POINTS},
    ),
    "import": Scene(("import", "{base}/chat.jsonl"), {"chat.jsonl": _CHAT}),
    "review apply": Scene(("review", "apply", "{question}"), before=_READ),
    "review reject": Scene(("review", "reject", "{question}"), before=_READ),
    "review edit": Scene(("review", "edit", "{question}", "I meet after 11"), before=_READ),
    "entity add": Scene(("entity", "add", "Ines Valdo", "--type", "people")),
    "entity alias": Scene(("entity", "alias", "sarah", "Sal")),
    "entity rename": Scene(("entity", "rename", "sarah", "Sarah Valdo")),
    "entity move": Scene(("entity", "move", "people/sarah", "friends/sarah")),
    "entity merge": Scene(("entity", "merge", "people/sarah-chen", "people/sarah"), _TWO),
    "entity never-merge": Scene(
        ("entity", "never-merge", "people/sarah-chen", "people/sarah"), _TWO
    ),
    "fact add": Scene(("fact", "add", "sarah", "Sarah rows")),
    "fact add (git)": Scene(("fact", "add", "sarah", "Sarah rows"), is_versioned=True),
    "fact supersede": Scene(("fact", "supersede", "acme-001", "Acme builds moondials")),
    "fact retract": Scene(("fact", "retract", "sarah-003")),
    "fact restore": Scene(
        ("fact", "restore", "sarah-003"), before=(("fact", "retract", "sarah-003"),)
    ),
    "fact confirm": Scene(("fact", "confirm", "sarah-003")),
    "fact move": Scene(("fact", "move", "sarah-003", "--to", "acme")),
    "fact move (git)": Scene(
        ("fact", "move", "sarah-001", "sarah-003", "sarah-004", "--to", "acme"),
        before=_READ,
        is_versioned=True,
    ),
    "fact purge": Scene(("fact", "purge", "sarah-003", "--yes"), before=(("recall", "viola"),)),
    "sources detect": Scene(
        ("sources", "detect", "--add"), {"home/.claude/projects/x/1.jsonl": _CHAT}
    ),
    "sources allow": Scene(
        ("sources", "allow", "{base}/talks"), {"talks/1.jsonl": _CHAT}, is_whole=False
    ),
    "git setup": Scene(("git", "setup"), is_versioned=True, is_whole=False),
    "git merge-driver": Scene(
        ("git", "merge-driver", "items", "{base}/base", "{base}/ours", "{base}/theirs", "x.json"),
        {"base": _SARAH, "ours": _SARAH.replace("Faro", "Olhao"), "theirs": _THEIRS},
    ),
    "schedule install": Scene(("schedule", "install", "--with", "cron"), is_whole=False),
    "schedule remove": Scene(
        ("schedule", "remove"),
        before=(("schedule", "install", "--with", "cron"),),
        is_whole=False,
    ),
    "schedule run": Scene(("schedule", "run"), before=(("weekly",),)),
    "hook install": Scene(("hook", "install", "claude-code"), _CLAUDE, is_whole=False),
    "hook uninstall": Scene(
        ("hook", "uninstall", "claude-code"),
        _CLAUDE,
        before=(("hook", "install", "claude-code"),),
        is_whole=False,
    ),
    "hook run": Scene(
        ("hook", "run", "session-end", "--host", "claude-code"),
        {"chat.jsonl": _CHAT},
        stdin='{"session_id": "s1", "transcript_path": "{base}/chat.jsonl"}',
    ),
    "recall": Scene(("recall", "where does Sarah live?")),
    "context": Scene(("context", "Sarah")),
    "demo": Scene(("demo", "--to", "{base}/shown"), is_whole=False),
}
"""By the words of the command, and what is particular about it."""

SAME_ROAD: Mapping[str, str] = {
    "watch": "heartbeat",
    "mcp": "remember",
    "review view": "review apply",
}
"""Commands that go on until they are ended, and the one whose writes they make."""

READS: Mapping[str, tuple[str, ...]] = {
    "bench": ("{base}/questions.md",),
    "conflicts": (),
    "cost": (),
    "entity list": (),
    "entity show": ("sarah",),
    "explain": ("Sarah moved to Porto",),
    "export": ("--all", "--audience", "group"),
    "fact list": (),
    "fact show": ("sarah-001",),
    "history": ("sarah",),
    "hook status": ("openclaw",),
    "profile": (),
    "review list": (),
    "review show": ("{question}",),
    "schedule show": (),
    "schedule status": (),
    "sources list": (),
    "stale": (),
    "status": (),
    "why": ("sarah-001",),
}
"""Commands that change no file but those of the cache, with the rest of their words."""


def every_command(group: Any = None, *path: str) -> Iterator[str]:
    """The words of every command of the program."""
    top: Any = group or get_command(program())
    for name, found in top.commands.items():
        if hasattr(found, "commands"):
            yield from every_command(found, *path, name)
        else:
            yield " ".join((*path, name))


def lay_out(scene: Scene, base: Path) -> None:
    """The folders that a scene begins with, without what goes before it."""
    own = {} if scene.is_bare else {f"life/{name}": text for name, text in FILES.items()}
    write_tree(base, {**own, **scene.files, "home/.config/none": ""})
    (base / "life").mkdir(exist_ok=True)
    fake_crontab(base / "bin")
    if scene.is_versioned:
        versioned(base / "life")


def environment_of(base: Path) -> dict[str, str]:
    """The environment in which it runs."""
    path = f"{base / 'bin'}{os.pathsep}{os.environ['PATH']}"
    home = str(base / "home")
    own = {"HOME": home, "XDG_CONFIG_HOME": f"{home}/.config", "XDG_RUNTIME_DIR": "", "PATH": path}
    return {**own, "MEMCTL_TODAY": TODAY, "NO_COLOR": "1"}
