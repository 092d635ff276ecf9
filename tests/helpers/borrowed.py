"""Runs of words that the pattern data share with the labelled sentences."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

WORDS = 4
CHARACTERS = 6
_HAN = re.compile(r"[㐀-鿿]+")
_WORD = re.compile(r"[a-z][a-z'’]*")


def texts_of(value: object) -> Iterator[str]:
    """Every string in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from texts_of(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts_of(part)


def runs_of(text: str) -> Iterator[str]:
    """Every run of four words and of six Chinese characters, each within one line."""
    for line in text.lower().splitlines():
        words = _WORD.findall(line)
        yield from (" ".join(words[i : i + WORDS]) for i in range(len(words) - WORDS + 1))
        for han in _HAN.findall(line):
            yield from (han[i : i + CHARACTERS] for i in range(len(han) - CHARACTERS + 1))


def labelled_runs(gold: Path) -> frozenset[str]:
    """The runs of every sentence, block and note of the labelled sets."""
    said: list[str] = []
    for path in sorted(gold.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            item = json.loads(line)
            wanted = {k: v for k, v in item.items() if k not in {"why", "expect", "attribute"}}
            said += texts_of(wanted)
    said += [p.read_text(encoding="utf-8") for p in sorted(gold.glob("stories/*/memory/*.md"))]
    return frozenset(run for text in said for run in runs_of(text))


def borrowed_runs(root: Path) -> Iterator[str]:
    """`file: run` for every run of the pattern data that stands in a labelled sentence."""
    labelled = labelled_runs(root / "benchmarks" / "gold")
    for path in sorted((root / "memctl" / "language" / "data").rglob("*.toml")):
        shared = sorted(set(runs_of(path.read_text(encoding="utf-8"))) & labelled)
        yield from (f"{path.relative_to(root)}: {run}" for run in shared)
