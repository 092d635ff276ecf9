"""Old and new statements with what the new one does to the old, and graphs made of them."""

import json
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

from memctl import resources
from memctl.graph.candidate import Candidate
from memctl.graph.entity import Entity, EntityRef, Summary
from memctl.graph.fact import Evidence, Fact, FactId
from memctl.language.lexicon import Lexicon, parse_lexicon

_FILES = (
    "updates.jsonl",
    "more_updates.jsonl",
    "life_updates.jsonl",
    "everyday_updates.jsonl",
    "role_updates.jsonl",
    "object_updates.jsonl",
    "renewal_updates.jsonl",
    "recast_updates.jsonl",
    "spared_updates.jsonl",
    "amount_updates.jsonl",
    "spoken_updates.jsonl",
)


@lru_cache(maxsize=1)
def shipped() -> Lexicon:
    """The pattern data that come with memctl."""
    return parse_lexicon(resources.lexicon_texts())


@lru_cache(maxsize=1)
def pairs() -> tuple[dict[str, Any], ...]:
    """Every pair of all files."""
    folder = Path(__file__).parent.parent / "rules"
    lines = [line for f in _FILES for line in (folder / f).read_text("utf-8").splitlines()]
    return tuple(json.loads(line) for line in lines)


def language_of(pair: dict[str, Any]) -> str:
    """`zh` where the pair holds Chinese."""
    text = pair["old"]["fact"] + pair["new"]["fact"]
    return "zh" if any("\u3400" <= c <= "\u9fff" for c in text) else "en"


def fact(text: str, day: str | None, number: int = 1, **more: Any) -> Fact:
    """A stored row."""
    return Fact(
        id=FactId(f"f-{number:03d}"),
        text=text,
        timestamp=day,
        day=date.fromisoformat(day) if day else None,
        **more,
    )


def entity(ref: str, *facts: Fact, name: str | None = None) -> Entity:
    """An entity with a summary that memctl has not written yet."""
    slug = ref.rpartition("/")[2]
    shown = name or (slug.replace("-", " ").title() if slug.isascii() else slug)
    summary = Summary(path=f"areas/{ref}/summary.md", title=shown, name=shown)
    return Entity(EntityRef(ref), shown, facts=facts, summary=summary)


def candidate(ref: str, text: str, day: str | None, line: int = 1, **more: Any) -> Candidate:
    """A candidate read in the note of its day."""
    known = date.fromisoformat(day) if day else None
    return Candidate(
        entity=EntityRef(ref),
        entity_name=more.pop("entity_name", ref.rpartition("/")[2]),
        text=text,
        category=more.pop("category", "status"),
        day=known,
        evidence=Evidence(f"memory/{day}.md", line, text, known),
        **more,
    )
