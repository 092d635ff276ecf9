"""Settings: flag over environment over memctl.toml over user file over default.

may use: errors
pure: no
"""

import difflib
import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

from memctl.errors import SettingsInvalid

FILE_NAME = "memctl.toml"
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


@dataclass(frozen=True, slots=True)
class Paths:
    """Where parts of the workspace live; empty where the tables of names decide."""

    graph: tuple[str, ...] = ()
    notes: str | None = None
    tacit: str | None = None


@dataclass(frozen=True, slots=True)
class Names:
    """Further names of folders and files, tried after memctl's own tables."""

    roots: tuple[str, ...] = ()
    beside_areas: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Llm:
    """Which model is asked, where it is reached, and how patiently."""

    model: str | None = None
    """As litellm names it: `ollama/…`, `openai/…`."""
    api_base: str | None = None
    api_key: str | None = field(default=None, repr=False)
    timeout_s: float = 60.0
    retries: int = 2
    max_tokens: int = 2000
    """Of one answer."""
    stream: bool = False
    price_in: float | None = None
    """US dollars for a million tokens; None: what litellm knows."""
    price_out: float | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """One `[[sources]]`: conversations that another program keeps."""

    path: str
    """A folder or a file, as written: absolute, with `~`, or relative to the workspace."""
    name: str
    """What evidence calls it: `source:NAME/…`."""
    kind: str | None = None
    """One of SOURCE_KINDS; None: each file tells by what it holds."""
    since: date | None = None
    """What was said earlier is left out."""


@dataclass(frozen=True, slots=True)
class AllowedSource:
    """One `[[allowed_sources]]`: a place outside a workspace that it may read."""

    workspace: str
    path: str
    write: bool = False
    """May `[paths]` lead there too, so that it is written to?"""


IMPORT = "import"
"""The source of what `memctl import` reads; no other may be called so."""
SOURCE_KINDS = ("openclaw", "claude-code", "codex", "chatgpt", "claude-ai", "jsonl", "markdown")


@dataclass(frozen=True, slots=True)
class Limits:
    """What a run and a day may cost; None: no cap."""

    calls_per_run: int = 50
    calls_per_day: int = 500
    tokens_per_run: int = 200_000
    tokens_per_day: int = 2_000_000
    money_per_run: float | None = None
    money_per_day: float | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a person can set; docs/settings.md says what each line does."""

    paths: Paths = field(default_factory=Paths)
    names: Names = field(default_factory=Names)
    sources: tuple[Source, ...] = ()
    own_sources: tuple[Source, ...] = ()
    """Those of them that the person's own settings name."""
    allowed_sources: tuple[AllowedSource, ...] = ()
    own_paths: tuple[str, ...] = ()
    """What the person's own settings or environment name under [paths], as written."""
    zone: str | None = None
    me: str = "people/me"
    new_entities: str = "plain"
    extract_by: str = "rules"
    judge_by: str = "rules"
    summary_by: str = "rules"
    dream_by: str = "rules"
    llm: Llm = field(default_factory=Llm)
    limits: Limits = field(default_factory=Limits)
    summary_budget: int = 1200
    decay_hot_days: int = 30
    decay_cold_days: int = 365
    decay_stale_days: int = 180
    decay_lasting: tuple[str, ...] = ("relationship", "preference")
    decay_record: bool = False
    weekly_max_share: float = 0.5
    recall_limit: int = 10
    recall_order: tuple[str, ...] = ("fact", "summary", "tacit", "note", "document")
    recall_identity: tuple[str, ...] = (
        *("USER.md", "SOUL.md", "MEMORY.md", "IDENTITY.md", "AGENTS.md"),
    )
    recall_log: bool = True
    recall_semantic: bool = False
    context_budget: int = 2000
    git_commit: bool = True
    lock_timeout_s: float = 10.0
    undo_keep: int = 30
    heartbeat_hours: float = 4.0
    weekly_at: str = "sun 03:00"


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


def load_settings(root: Path | None, environ: Mapping[str, str]) -> Settings:
    """The settings that hold in the workspace `root`, or outside any when it is None.

    Raises:
        SettingsInvalid: A file or variable says something that cannot be meant.
    """
    settings = _overlay(Settings(), user_file(environ))
    settings = replace(settings, own_sources=settings.sources, own_paths=_named(settings.paths))
    if root is not None:
        settings = _overlay(settings, root / FILE_NAME, own=user_file(environ))
    for key, (target, read) in SETTINGS.items():
        variable = "MEMCTL_" + key.replace(".", "_").upper()
        if environ.get(variable):
            try:
                settings = _with(settings, target, read(environ[variable]))
            except ValueError as error:
                raise SettingsInvalid(variable, None, f"{error}") from None
            if key.startswith("paths."):
                own = _named(_with(Settings(), target, read(environ[variable])).paths)
                settings = replace(settings, own_paths=settings.own_paths + own)
    return settings


def path_not_allowed(root: Path, key: str, real: Path) -> SettingsInvalid:
    """What is said of a [paths] that leads out of a workspace without the person's consent."""
    import shlex  # noqa: PLC0415 - refusals alone need it

    file = root / FILE_NAME
    what = (
        f"{key} leads out of the workspace, to {real}; your own settings do not allow that. "
        f"If you want it read and written: memctl sources allow --write {shlex.quote(str(real))}"
    )
    return SettingsInvalid(str(file), _line_of(_read(file) or "", key), what)


def _named(paths: Paths) -> tuple[str, ...]:
    return tuple(filter(None, (*paths.graph, paths.notes, paths.tacit)))


def user_file(environ: Mapping[str, str]) -> Path:
    """The person's own settings, whether or not they exist."""
    if os.name == "nt" and environ.get("APPDATA"):
        return Path(environ["APPDATA"]) / "memctl" / "config.toml"
    base = Path(environ.get("XDG_CONFIG_HOME", ""))
    if not base.is_absolute():
        base = Path(environ.get("HOME") or Path.home()) / ".config"
    return base / "memctl" / "config.toml"


def _overlay(settings: Settings, file: Path, *, own: Path | None = None) -> Settings:
    """The settings with those of the file; `own` names the person's file where it is another."""
    text = _read(file)
    if text is None:
        return settings
    for key, value in _lines(file, text).items():
        if key not in SETTINGS:
            near = difflib.get_close_matches(key, SETTINGS, n=1)
            what = f"no setting {key}" + (f"; did you mean {near[0]}?" if near else "")
            raise SettingsInvalid(str(file), _line_of(text, key), what)
        if own is not None and key.startswith(OWN_ONLY):
            what = (
                f"{key} counts in your own settings only ({own}): a workspace may come from others"
            )
            raise SettingsInvalid(str(file), _line_of(text, key), what)
        target, read = SETTINGS[key]
        try:
            settings = _with(settings, target, read(value))
        except ValueError as error:
            shown = "…" if key.endswith("key") else repr(value)
            what = f"{key} = {shown}: {error}"
            raise SettingsInvalid(str(file), _line_of(text, key), what) from None
    return settings


def _read(file: Path) -> str | None:
    try:
        # A FIFO would make us wait for a writer for ever.
        if not stat.S_ISREG(file.stat().st_mode):
            raise SettingsInvalid(str(file), None, "not a regular file")
        return file.read_bytes().decode("utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise SettingsInvalid(str(file), line, "not UTF-8") from None
    except OSError as error:
        raise SettingsInvalid(str(file), None, error.strerror or "cannot be read") from None


def _lines(file: Path, text: str) -> dict[str, Any]:
    """Every setting of the file by its full key."""
    import tomllib  # noqa: PLC0415 - most calls read no settings file at all

    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"line (\d+)", str(error))
        line = int(at[1]) if at else text.count("\n") + 1
        raise SettingsInvalid(str(file), line, f"not TOML: {error}") from None
    except RecursionError:
        raise SettingsInvalid(str(file), None, "not TOML: nested too deeply") from None
    return dict(_flat(tables))


def _flat(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, dict) and value:
            yield from _flat(value, f"{above}{key}.")
        elif not isinstance(value, dict):
            yield above + key, value


def _line_of(text: str, key: str) -> int | None:
    """The line on which `key` is set, else the one of its table."""
    current, found = "", None
    for number, line in enumerate(text.splitlines(), start=1):
        head = re.match(r"\s*\[+\s*([^\]\s]+)\s*\]", line)
        current = f"{head[1]}." if head else current
        if head and found is None and (key.startswith(current) or key == head[1]):
            found = number
        word = re.match(r"\s*[\"']?([\w.-]+)[\"']?\s*=", line)
        if word and (current + word[1] == key or key.startswith(f"{current}{word[1]}.")):
            return number
    return found


def _with(settings: Settings, target: str, value: Any) -> Settings:
    group, _, name = target.rpartition(".")
    if not group:
        return replace(settings, **{name: value})
    return replace(settings, **{group: replace(getattr(settings, group), **{name: value})})
