"""Do features still count what they counted when the weights were fitted?

usage: drift.py [--write]

The mean of every feature over some labelled pairs is kept in drift.json, which `learn.py --write`
writes beside its weights. A test compares: whoever adds a feature, or words that change what one
counts, fits the weights again. Needs no scikit-learn.
"""

import json
import sys
from collections import Counter
from pathlib import Path

from memctl.rules.comparing.features import features
from memctl.rules.reading import read

from quality import LEXICON, entity_for

HERE = Path(__file__).resolve().parent
KEPT = HERE / "drift.json"
EVERY = 12
"""So many pairs stand between two that are looked at."""


def means() -> dict[str, float]:
    """What each feature counts on average; words added here and there hardly move it."""
    total: Counter[str] = Counter()
    count = 0
    for path in sorted((HERE / "pairs").glob("taught_*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines()[::EVERY]:
            item = json.loads(line)
            names = entity_for(item["entity"]).names
            old, new = (read(item[side]["fact"], names, LEXICON) for side in ("old", "new"))
            total.update(features(old, new))
            count += 1
    return {name: round(value / count, 3) for name, value in sorted(total.items())}


def write() -> None:
    """Keep what features count now."""
    KEPT.write_text(json.dumps(means(), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if "--write" in sys.argv[1:]:
        write()
    kept, now = json.loads(KEPT.read_text(encoding="utf-8")), means()
    for name in sorted({*kept, *now}):
        if kept.get(name) != now.get(name):
            print(f"{name}: {kept.get(name)} -> {now.get(name)}")
