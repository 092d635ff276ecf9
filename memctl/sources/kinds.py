"""The kinds of sources: how their files are called, told apart and read.

Another kind needs one more row here, and one in docs/sources.md.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memctl.graph.problem import Problem
from memctl.sources.chatgpt import is_chatgpt, parse_chatgpt
from memctl.sources.claude_ai import is_claude_ai, parse_claude_ai
from memctl.sources.claude_code import is_claude_code, parse_claude_code
from memctl.sources.codex import is_codex, parse_codex
from memctl.sources.generic import has_turns, is_generic, parse_document_turns, parse_generic
from memctl.sources.markdown_chat import is_markdown_chat, parse_markdown_chat
from memctl.sources.message import Message, Row
from memctl.sources.openclaw import is_openclaw, parse_openclaw
from memctl.sources.rows import parse_lines, parse_value

Parsed = tuple[tuple[Message, ...], list[Problem]]
_LOOK = 40
"""So many rows at the beginning of a file tell its kind."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One way in which conversations are kept."""

    name: str
    about: str
    files: re.Pattern[str]
    """Names of its files, without the ending of a compressed or rotated one."""
    homes: tuple[str, ...] = ()
    """Where its program keeps them, below the user's home."""
    moved_by: tuple[tuple[str, str], ...] = ()
    """Variables that name another home, and the folder below it."""
    of_rows: Callable[[Sequence[Row]], Iterator[Message]] | None = None
    """Reads rows that are appended: such a file can be gone on with where the last run ended."""
    of_document: Callable[[Any], Iterator[Message]] | None = None
    of_text: Callable[[str, str], Iterator[Message]] | None = None


def _files(expression: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{expression})\Z", re.IGNORECASE)


_ROWS = r"(?!.*\.trajectory\.jsonl)(?!history\.jsonl).+\.jsonl"
_EXPORT = r"(?:.*[-_ ])?conversations(?:[-_]?\d+)?\.json"

KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind(
            "openclaw",
            "OpenClaw sessions",
            _files(_ROWS + r"|openclaw-agent\.sqlite"),
            homes=(".openclaw/agents", ".clawdbot/agents", ".moltbot/agents"),
            moved_by=(("OPENCLAW_STATE_DIR", "agents"),),
            of_rows=parse_openclaw,
        ),
        Kind(
            "claude-code",
            "Claude Code sessions",
            _files(_ROWS),
            homes=(".claude/projects", ".config/claude/projects"),
            moved_by=(("CLAUDE_CONFIG_DIR", "projects"),),
            of_rows=parse_claude_code,
        ),
        Kind(
            "codex",
            "Codex sessions",
            _files(r"rollout-.+\.jsonl"),
            homes=(".codex/sessions", ".codex/archived_sessions"),
            moved_by=(("CODEX_HOME", "sessions"),),
            of_rows=parse_codex,
        ),
        Kind("chatgpt", "ChatGPT's export", _files(_EXPORT), of_document=parse_chatgpt),
        Kind("claude-ai", "Claude.ai's export", _files(_EXPORT), of_document=parse_claude_ai),
        Kind(
            "jsonl",
            "lines of {role, content, timestamp}",
            _files(r".+\.(?:jsonl|ndjson|json)"),
            of_rows=parse_generic,
            of_document=parse_document_turns,
        ),
        Kind(
            "markdown",
            "chats kept as Markdown",
            _files(r".+\.(?:md|markdown|txt)"),
            of_text=parse_markdown_chat,
        ),
    )
}
"""By name, the more particular ones first."""

_BY_ROWS = (
    ("openclaw", is_openclaw),
    ("claude-code", is_claude_code),
    ("codex", is_codex),
    ("jsonl", is_generic),
)
_BY_DOCUMENT = (("chatgpt", is_chatgpt), ("claude-ai", is_claude_ai), ("jsonl", has_turns))
_ARCHIVED = re.compile(
    r"(?:\.(?:reset|deleted|bak|old|archived?)(?:[.-][\w:.-]*)?|\.\d{1,3}|~)?(?:\.(?:gz|bz2|xz|lzma|zst))?\Z",
    re.IGNORECASE,
)


def plain_name(name: str) -> str:
    """A file's name before it was rotated, put aside or compressed."""
    return _ARCHIVED.sub("", name, count=1)


def is_file_of(kind: Kind | None, name: str) -> bool:
    """May a file of this name hold conversations of the kind, or of any when it is None?"""
    plain = plain_name(name.rpartition("/")[2])
    return any(k.files.match(plain) for k in ([kind] if kind else KINDS.values()))


def recognised(text: str, name: str) -> Kind | None:
    """The kind of a file by what it holds; None when it is no conversation."""
    plain = plain_name(name)
    if plain.endswith((".md", ".markdown", ".txt")):
        return KINDS["markdown"] if is_markdown_chat(text) else None
    if text.lstrip("\ufeff \r\n\t").startswith("[") or not plain.endswith((".jsonl", ".ndjson")):
        value = parse_value(text)
        found = next((name for name, holds in _BY_DOCUMENT if holds(value)), None)
        if found is not None:
            return KINDS[found]
    head = "\n".join(text.split("\n", _LOOK)[:_LOOK])
    rows, _ = parse_lines(head, name)
    return next((KINDS[name] for name, holds in _BY_ROWS if holds(rows)), None)


def parse_conversation(
    kind: Kind, text: str, path: str, *, first: int = 1, head: str = ""
) -> Parsed:
    """What was said in one file, and what is odd about it. Never raises.

    Args:
        kind: How it is kept.
        text: The file, or what was appended to it.
        path: Its logical path.
        first: The number of the first line of `text`.
        head: The file's first line, where `text` begins further down.
    """
    if kind.of_text is not None:
        return tuple(kind.of_text(text, path)), []
    if kind.of_document is not None:
        value = parse_value(text)
        if value is not None or kind.of_rows is None:
            return _of_document(kind.of_document, value, path)
    if kind.of_rows is None:
        return (), []
    rows, problems = parse_lines(text, path, first=first)
    above, _ = parse_lines(head, path) if head else ((), [])
    return tuple(kind.of_rows((*above, *rows))), problems


def _of_document(read: Callable[[Any], Iterator[Message]], value: Any, path: str) -> Parsed:
    if value is None:
        what = "is no JSON, or was cut off; nothing of it was read"
        hint = "Export it again, or unpack it anew."
        return (), [Problem("damaged-export", "warning", path, None, what, hint)]
    return tuple(read(value)), []
