"""From what stands in a file or a variable to the setting that it means, by the setting's key."""

import os
import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any

from memctl.config.settings import IMPORT, SOURCE_KINDS, WEEKDAYS, AllowedSource, Settings, Source

Reader = Callable[[Any], Any]
"""Turns what stands in the file into the setting, or raises ValueError saying what is expected."""


def _text(value: Any) -> str:
    if isinstance(value, str) and value.strip():
        return value.strip()
    raise ValueError("expected a text")


def _texts(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        value = [part for part in value.split(os.pathsep) if part]
    if isinstance(value, list) and all(isinstance(v, str) and v.strip() for v in value):
        return tuple(v.strip() for v in value)
    raise ValueError("expected a list of texts")


def _sources(value: Any) -> tuple[Source, ...]:
    if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
        raise ValueError("expected tables [[sources]] with path, kind and name")
    found = tuple(map(_source, value))
    names = [source.name for source in found]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise ValueError(f"two sources are called {twice}; give each a name of its own")
    return found


def _source(row: dict[str, Any]) -> Source:
    if odd := sorted(row.keys() - {"path", "kind", "name", "since"}):
        raise ValueError(f"a source has no {odd[0]}; expected path, kind, name, since")
    kind = _choice(*SOURCE_KINDS)(row["kind"]) if "kind" in row else None
    path = _text(row.get("path"))
    name = row.get("name") or kind or Path(path).name
    if not isinstance(name, str) or not re.fullmatch(r"\w[\w.-]{0,60}", name) or name == IMPORT:
        raise ValueError(f"a source cannot be called {name!r}; expected name = letters and digits")
    since = row.get("since")
    if since is not None and (not isinstance(since, date) or isinstance(since, datetime)):
        raise ValueError("expected since = 2026-01-31")
    return Source(path, name, kind, since)


def _allowed(value: Any) -> tuple[AllowedSource, ...]:
    what = "expected tables [[allowed_sources]] with workspace and path, and write = true or none"
    if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
        raise ValueError(what)
    known = {"workspace", "path"}
    if any(row.keys() | {"write"} != known | {"write"} for row in value):
        raise ValueError(what)
    if any(not isinstance(row.get("write", False), bool) for row in value):
        raise ValueError(what)
    return tuple(
        AllowedSource(_text(row["workspace"]), _text(row["path"]), row.get("write", False))
        for row in value
    )


def _choice(*known: str) -> Reader:
    def read(value: Any) -> str:
        if value in known:
            return str(value)
        raise ValueError("expected one of " + ", ".join(known))

    return read


def _order(value: Any) -> tuple[str, ...]:
    known = Settings().recall_order
    given = _texts(value)
    if set(given) <= set(known) and len(set(given)) == len(given):
        return (*given, *(k for k in known if k not in given))
    raise ValueError("expected kinds out of " + ", ".join(known) + ", each once")


def _files(value: Any) -> tuple[str, ...]:
    """Names of files of the workspace's own folder."""
    given = _texts(value)
    if all(n.endswith(".md") and not {"/", "\\", "\0"} & set(n) for n in given):
        return tuple(dict.fromkeys(given))
    raise ValueError("expected names of Markdown files beside MEMORY.md, such as USER.md")


def _switch(value: Any) -> bool:
    words = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.casefold() in words:
        return words[value.casefold()]
    raise ValueError("expected true or false")


def _number(low: float, high: float, *, whole: bool = False) -> Reader:
    kind = "a whole number" if whole else "a number"

    def read(value: Any) -> float:
        if isinstance(value, str):
            try:
                value = float(value) if not whole else int(value)
            except ValueError:
                value = None
        is_kind = isinstance(value, int if whole else int | float) and not isinstance(value, bool)
        if is_kind and low <= value <= high:
            return int(value) if whole else float(value)
        raise ValueError(f"expected {kind} from {low:g} to {high:g}")

    return read


def _zone(value: Any) -> str:
    from zoneinfo import ZoneInfo  # noqa: PLC0415 - only a workspace with a zone pays for it

    name = _text(value)
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise ValueError("expected an IANA time zone such as Europe/Lisbon") from None
    return name


def _weekly(value: Any) -> str:
    """A day of the week and a time: `sun 03:00`."""
    found = re.fullmatch(r"([a-z]{3})[a-z]* +([01]?\d|2[0-3]):([0-5]\d)", _text(value).lower())
    if found and found[1] in WEEKDAYS:
        return f"{found[1]} {int(found[2]):02}:{found[3]}"
    raise ValueError('expected a day of the week and a time, such as "sun 03:00"')


def _ref(value: Any) -> str:
    ref = _text(value).strip("/").removeprefix("areas/")
    if ref and not any(part in {"", ".", ".."} for part in ref.split("/")):
        return ref
    raise ValueError("expected an entity ref such as people/me")


SETTINGS: Mapping[str, tuple[str, Reader]] = {
    "paths.graph": ("paths.graph", _texts),
    "paths.notes": ("paths.notes", _text),
    "paths.tacit": ("paths.tacit", _text),
    "names.roots": ("names.roots", _texts),
    "names.beside_areas": ("names.beside_areas", _texts),
    "names.notes": ("names.notes", _texts),
    "names.items": ("names.items", _texts),
    "names.skipped": ("names.skipped", _texts),
    "sources": ("sources", _sources),
    "allowed_sources": ("allowed_sources", _allowed),
    "time.zone": ("zone", _zone),
    "me.entity": ("me", _ref),
    "extract.new_entities": ("new_entities", _choice("plain", "twice", "review")),
    "extract.by": ("extract_by", _choice("rules", "model", "agent", "rules+model")),
    "judge.by": ("judge_by", _choice("rules", "model", "agent")),
    "summary.by": ("summary_by", _choice("rules", "model", "agent")),
    "dream.by": ("dream_by", _choice("rules", "model")),
    "llm.model": ("llm.model", _text),
    "llm.api_base": ("llm.api_base", _text),
    "llm.api_key": ("llm.api_key", _text),
    "llm.timeout": ("llm.timeout_s", _number(1, 3600)),
    "llm.retries": ("llm.retries", _number(0, 10, whole=True)),
    "llm.max_tokens": ("llm.max_tokens", _number(100, 100_000, whole=True)),
    "llm.stream": ("llm.stream", _switch),
    "llm.price_in": ("llm.price_in", _number(0, 10_000)),
    "llm.price_out": ("llm.price_out", _number(0, 10_000)),
    "llm.limits.calls_per_run": ("limits.calls_per_run", _number(0, 1_000_000, whole=True)),
    "llm.limits.calls_per_day": ("limits.calls_per_day", _number(0, 1_000_000, whole=True)),
    "llm.limits.tokens_per_run": ("limits.tokens_per_run", _number(0, 10**10, whole=True)),
    "llm.limits.tokens_per_day": ("limits.tokens_per_day", _number(0, 10**10, whole=True)),
    "llm.limits.money_per_run": ("limits.money_per_run", _number(0, 1_000_000)),
    "llm.limits.money_per_day": ("limits.money_per_day", _number(0, 1_000_000)),
    "summary.budget": ("summary_budget", _number(100, 100_000, whole=True)),
    "decay.hot_days": ("decay_hot_days", _number(1, 10_000, whole=True)),
    "decay.cold_days": ("decay_cold_days", _number(1, 100_000, whole=True)),
    "decay.stale_days": ("decay_stale_days", _number(1, 100_000, whole=True)),
    "decay.lasting": ("decay_lasting", _texts),
    "decay.record": ("decay_record", _switch),
    "weekly.max_share": ("weekly_max_share", _number(0, 1)),
    "recall.limit": ("recall_limit", _number(1, 1000, whole=True)),
    "recall.order": ("recall_order", _order),
    "recall.identity": ("recall_identity", _files),
    "recall.log": ("recall_log", _switch),
    "recall.semantic": ("recall_semantic", _switch),
    "context.budget": ("context_budget", _number(150, 1_000_000, whole=True)),
    "git.commit": ("git_commit", _switch),
    "lock.timeout": ("lock_timeout_s", _number(0, 3600)),
    "undo.keep": ("undo_keep", _number(1, 1000, whole=True)),
    "schedule.heartbeat_hours": ("heartbeat_hours", _number(0.5, 168)),
    "schedule.weekly": ("weekly_at", _weekly),
}
"""Every key of memctl.toml. Another line here also needs one in docs/settings.md.

A workspace may come from elsewhere: nothing here runs a command, and what says where notes are
sent, with which key and at what cost (`llm.…`), and what may be read outside the workspace, counts
in the person's own settings alone. Where `[paths]` leads outside, it waits for consent to write."""

OWN_ONLY = ("llm.", "allowed_sources")
