"""The published JSON Schemas: items.json as an editor checks it, and what every --json prints.

may use: graph, config, errors, pydantic, typing_extensions
pure: no

`python -m memctl.schema` writes them to schemas/ of the checkout.
"""

import json
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, Required

from typing_extensions import TypedDict

from memctl.graph import answers, asking, benched, exported, hosting, upkeep
from memctl.graph import sources as conversing
from memctl.graph.report import JobReport

DRAFT = "https://json-schema.org/draft/2020-12/schema"
_HIDDEN = frozenset(["accept"])
"""Fields that `as_json` leaves out."""
_WHEN_ASKED = frozenset(["parts"])
"""Fields that are printed only when they are asked for."""


class EvidenceRow(TypedDict, total=False):
    """Where a fact was read."""

    path: Required[str]
    line: int
    quote: Required[str]
    day: date
    message: str
    by: str


class ItemsRow(TypedDict, total=False):
    """One fact: a statement that stands on its own, and whether it still holds."""

    id: Required[str]
    fact: Required[str]
    category: str
    timestamp: str
    source: str
    status: str
    supersededBy: str | None
    supersededReason: str | None
    supersededAt: date | None
    movedTo: str
    validUntil: date | None
    relatedEntities: list[str]
    attribute: str
    value: str
    evidence: list[EvidenceRow]
    by: str
    confirmedAt: date
    reviewedAt: date
    visibility: Literal["private", "shared", "group"]
    digest: str
    lastAccessed: str
    accessCount: int
    formerId: str | list[str]


class RecallRow(TypedDict):
    """One thing that was found."""

    kind: Literal["fact", "summary", "note", "tacit", "document"]
    entity: str | None
    id: str | None
    text: str
    status: str | None
    current: bool
    day: date | None
    validUntil: date | None
    path: str
    line: int | None
    score: float
    doubt: str | None
    """The fact or the line that speaks against it."""
    parts: dict[str, float]
    """What the score is made of; only with --explain."""


class RecallReport(TypedDict):
    """A question and what memory holds about it; `answer` is false when nothing current does."""

    question: str
    asOf: date | None
    answer: bool
    unknownName: str | None
    """A name of the question that stands nowhere in memory: the results are the user's own."""
    unread: list[str]
    """Files that could not be read, or not whole: what they say is missing here."""
    results: list[RecallRow]


class ContextLine(TypedDict):
    """One line of a context, and where it stands."""

    section: Literal["identity", "rules", "profile", "entities", "facts", "notes"]
    kind: Literal["fact", "summary", "note", "tacit", "document"]
    entity: str | None
    id: str | None
    text: str
    day: date | None
    path: str
    line: int | None
    key: str
    """`ENTITY#ID` of a fact, `PATH:LINE` of all else."""


class ContextReport(TypedDict):
    """What an agent should read; `text` is the whole, framed as data."""

    question: str | None
    day: date
    audience: Literal["private", "shared", "group"]
    budget: int
    tokens: int
    answer: bool
    text: str
    lines: list[ContextLine]
    leftOut: dict[str, int]
    """By section how many lines the budget had no room for."""


class ErrorBody(TypedDict):
    """What went wrong and what to do next."""

    slug: str
    message: str
    hint: str | None
    exitCode: int


class ErrorReport(TypedDict):
    """What --json prints on stderr when a command fails."""

    error: ErrorBody


SHAPES: Mapping[str, Any] = MappingProxyType(
    {
        "items": list[ItemsRow],
        "error": ErrorReport,
        "job": JobReport,
        "prompts": asking.Prompts,
        "recall": RecallReport,
        "context": ContextReport,
        "ask": asking.Request,
        "answer-dream": asking.DreamAnswer,
        "answer-heartbeat": asking.HeartbeatAnswer,
        "answer-weekly": asking.WeeklyAnswer,
        "bench": benched.Benched,
        "check": answers.Checked,
        "cost": asking.Cost,
        "demo": answers.Demo,
        "entity-list": answers.EntityList,
        "entity-show": answers.EntityCard,
        "explain": answers.Explained,
        "export": exported.Export,
        "export-written": exported.Written,
        "fact-list": answers.FactList,
        "fact-show": answers.FactCard,
        "git-merge-driver": answers.Merged,
        "history": answers.History,
        "hook": hosting.Hooked,
        "mcp": hosting.Served,
        "profile": upkeep.Profile,
        "conflicts": upkeep.Conflicts,
        "stale": upkeep.Stale,
        "review": answers.Questions,
        "schedule": hosting.Schedule,
        "schedule-run": hosting.ScheduledRun,
        "watch": hosting.Watched,
        "sources-allow": conversing.AllowedSources,
        "sources-detect": conversing.FoundSources,
        "sources-list": conversing.SourceList,
        "status": answers.Status,
    }
)
"""Schema name to type. `job` is what every command prints that writes; `why` prints `fact-show`."""


def schemas() -> dict[str, dict[str, Any]]:
    """Every schema by the name of its file without the ending."""
    return {name: _schema(name, shape) for name, shape in SHAPES.items()}


def render(schema: Mapping[str, Any]) -> str:
    """A schema as it stands in its file."""
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"


def _schema(name: str, shape: Any) -> dict[str, Any]:
    from pydantic import TypeAdapter  # noqa: PLC0415 - no command needs it

    found = _as_printed(
        TypeAdapter(shape).json_schema(mode="serialization"), is_report=_is_report(name)
    )
    used = _used(found)
    if "$defs" in found:
        found["$defs"] = {key: part for key, part in found["$defs"].items() if key in used}
    return {"$schema": DRAFT, "$id": f"{name}.json", **found, "title": name}


def _is_report(name: str) -> bool:
    """Is it printed by memctl, with every field? What others write may leave some out."""
    return name != "items" and not name.startswith("answer-")


def _as_printed(part: Any, *, is_report: bool) -> Any:
    """The same schema with the names that `as_json` prints; it prints every field of a report."""
    if isinstance(part, list):
        return [_as_printed(item, is_report=is_report) for item in part]
    if not isinstance(part, dict):
        return part
    made = {
        k: _as_printed(v, is_report=is_report)
        for k, v in part.items()
        if k not in {"title", "default"}
    }
    if isinstance(part.get("properties"), dict):
        pairs = part["properties"].items()
        made["properties"] = {
            _camel(k): _as_printed(v, is_report=is_report) for k, v in pairs if k not in _HIDDEN
        }
        every = [name for name in made["properties"] if name not in _WHEN_ASKED]
        made["required"] = every if is_report else part.get("required", [])
    return made


def _used(schema: Mapping[str, Any]) -> set[str]:
    """The definitions that are reached from the top."""
    parts, todo, seen = schema.get("$defs", {}), [{**schema, "$defs": None}], set[str]()
    while todo:
        for name in _references(todo.pop()):
            if name not in seen:
                seen.add(name)
                todo.append(parts[name])
    return seen


def _references(part: Any) -> set[str]:
    if isinstance(part, list):
        return {name for item in part for name in _references(item)}
    if not isinstance(part, dict):
        return set()
    own = {part["$ref"].removeprefix("#/$defs/")} if isinstance(part.get("$ref"), str) else set()
    return own | {name for item in part.values() for name in _references(item)}


def _camel(name: str) -> str:
    head, *rest = name.split("_")
    return head + "".join(word.capitalize() for word in rest)


def write_schemas(folder: Path) -> None:
    """Write every schema into `folder`."""
    for name, schema in schemas().items():
        (folder / f"{name}.json").write_text(render(schema), encoding="utf-8")


if __name__ == "__main__":
    write_schemas(Path(__file__).resolve().parent.parent / "schemas")
