"""Everything a person can set, as values with their defaults."""

from dataclasses import dataclass, field
from datetime import date

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
