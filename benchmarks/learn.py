"""Learn from labelled pairs what a new statement means for an old one, where no rule decides.

usage: learn.py [--write]

Reads pairs/*.jsonl beside this file, the pairs of tests/rules and the part of gold/ on which the
rules are built, in the form of gold/README.md. Every pair that has anything in common becomes the numbers of
`memctl.rules.comparing.features`; logistic regression (scikit-learn) fits weights to them.
What never had to do with each other is added: facts of the same writer from different lives.

Without options it prints, for each file, what weights say of it that were fitted to the others
alone. `--write` fits to all and writes memctl/language/data/pairs.toml (and drift.json beside it), the same bytes for the
same pairs and the same scikit-learn. Needs `pip install scikit-learn`; memctl itself does not.
"""

import argparse
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import drift
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MaxAbsScaler

from memctl.rules.comparing.comparison import relate
from memctl.rules.comparing.features import features
from memctl.rules.comparing.learned import SAME, SURE
from memctl.rules.comparing.relations import APART, BESIDE
from memctl.rules.reading import read

from quality import LEXICON, entity_for, language_of
from scoring import is_held_out

HERE = Path(__file__).resolve().parent
OUT = HERE.parent / "memctl/language/data/pairs.toml"
LABELS = {
    "supersede": "replaces",
    "contested": "replaces",
    "end": "ends",
    "duplicate": "same",
    "distinct": "apart",
}
"""What is contested cannot both hold; only the days decide nothing."""
STRICTNESS = 1.0
"""The inverse of how much great weights cost (C of scikit-learn)."""
STRANGERS, WEIGHT = 1500, 0.4
"""How many pairs of different lives are added per language, and what each counts."""


@dataclass(frozen=True)
class Pair:
    file: str
    language: str
    label: str
    row: dict[str, float]
    weight: float = 1.0
    rule: str = ""
    """What the rules alone say."""


def pairs() -> list[Pair]:
    """Every labelled pair that has anything in common."""
    found: list[Pair] = []
    written = (HERE.parent / "tests/rules").glob("*updates.jsonl")
    taught = (HERE / "pairs").glob("*.jsonl")
    for path in (HERE / "gold/updates.jsonl", *sorted(taught), *sorted(written)):
        name = "gold" if path.parent.name == "gold" else path.stem
        for line in filter(None, path.read_text(encoding="utf-8").split("\n")):
            item = json.loads(line)
            if name != "gold" or not is_held_out(item["id"]):
                found += _pair(name, item)
    return found


def _pair(file: str, item: dict, weight: float = 1.0) -> Iterator[Pair]:
    names = tuple(item["names"]) if "names" in item else entity_for(item["entity"]).names
    old, new = (read(item[side]["fact"], names, LEXICON) for side in ("old", "new"))
    if item["expect"] in LABELS and not old.touches.isdisjoint(new.touches | new.reaches):
        language = language_of(item["new"]["fact"])
        told = relate(item["old"]["fact"], item["new"]["fact"], names, LEXICON, learned=False)
        rule = "silent" if told in {APART, BESIDE} else told.kind
        yield Pair(file, language, LABELS[item["expect"]], features(old, new), weight, rule)


def strangers() -> list[Pair]:
    """Facts that the user tells in different items, where nothing makes them one matter."""
    own: dict[str, list[dict]] = {}
    for path in sorted((HERE / "pairs").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            item = json.loads(line)
            if item["entity"] in {"self", "people/me"}:
                own.setdefault(language_of(item["old"]["fact"]), []).append(item)
    found: list[Pair] = []
    for items in own.values():
        both = ((_chance(a["id"] + b["id"]), a, b) for a in items for b in items if a is not b)
        taken = 0
        for _, a, b in sorted(both, key=lambda one: one[0]):
            item = {"entity": "self", "old": a["old"], "new": b["new"], "expect": "distinct"}
            for pair in _pair("strangers", item, WEIGHT):
                if (
                    pair.rule in {"silent", "apart"}
                    and not pair.row["slot"]
                    and not pair.row["slot.of_many"]
                ):
                    found.append(pair)
                    taken += 1
            if taken >= STRANGERS:
                break
    return found


def _chance(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def fit(known: Sequence[Pair]):
    """A fitted model and the names of its features in their order."""
    names = sorted({name for pair in known for name in pair.row})
    model = make_pipeline(MaxAbsScaler(), LogisticRegression(C=STRICTNESS, max_iter=5000))
    model.fit(
        [[p.row.get(n, 0.0) for n in names] for p in known],
        [p.label for p in known],
        logisticregression__sample_weight=[p.weight for p in known],
    )
    return model, names


def shares(model, names: Sequence[str], asked: Sequence[Pair]) -> list[dict[str, float]]:
    """What the model says of each pair."""
    rows = [[p.row.get(n, 0.0) for n in names] for p in asked]
    return [dict(zip(model.classes_, row, strict=True)) for row in model.predict_proba(rows)]


def as_text(model, names: Sequence[str]) -> str:
    """The model as the table that `memctl.language.learned.weights` reads."""
    scaler, fitted = (model.named_steps[n] for n in ("maxabsscaler", "logisticregression"))

    def row(numbers) -> str:
        return "[" + ", ".join(f"{number:.3f}" for number in numbers) + "]"

    lines = [
        "# What was learned from labelled pairs. Written by benchmarks/learn.py, not by hand.",
        "# A number for each answer: what the feature adds for it, times its value.",
        "",
        "[pairs]",
        "answers = [" + ", ".join(f'"{answer}"' for answer in model.classes_) + "]",
        f"start = {row(fitted.intercept_)}",
        "",
        "[pairs.features]",
    ]
    for name, scale, column in zip(names, scaler.scale_, fitted.coef_.T, strict=True):
        weights = column / scale
        if any(abs(w) >= 0.0005 for w in weights):
            lines.append(f'"{name}" = {row(weights)}')
    return "\n".join(lines) + "\n"


def across(known: Sequence[Pair], others: Sequence[Pair]) -> None:
    """Print what weights say of each file that were fitted to the other files."""
    total: Counter = Counter()
    for file in sorted({p.file for p in known}):
        asked = [p for p in known if p.file == file]
        model, names = fit([*(p for p in known if p.file != file), *others])
        for pair, share in zip(asked, shares(model, names, asked), strict=True):
            changes = share["replaces"] + share["ends"]
            said = (
                "changes"
                if changes >= SURE and changes > share["same"]
                else "same"
                if share["same"] >= SAME
                else "apart"
            )
            by_rule = {"replaces": "changes", "ends": "changes", "corrects": "changes"}
            rule = by_rule.get(pair.rule, pair.rule)
            label = "changes" if pair.label in {"replaces", "ends"} else pair.label
            for key in (file, "all"):
                total[key, pair.language, label, "rules", rule] += 1
                total[key, pair.language, label, "weights", said] += 1
                total[key, pair.language, label, "both", said if rule == "silent" else rule] += 1
    for file in [*sorted({p.file for p in known}), "all"]:
        for language in ("en", "zh"):
            for label in ("changes", "same", "apart"):
                n = sum(v for k, v in total.items() if k[:4] == (file, language, label, "rules"))
                if not n:
                    continue
                parts = []
                for who in ("rules", "weights", "both"):
                    got = {w: total[file, language, label, who, w] for w in ("changes", "same")}
                    parts.append(f"{who} {got['changes']:4} changed {got['same']:4} same")
                print(f"{file:12} {language} {label:8} {n:4}: " + " | ".join(parts))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "--write", action="store_true", help="fit to all pairs and write the weights"
    )
    arguments = parser.parse_args()
    known, others = pairs(), strangers()
    print(f"{len(known)} pairs, {len(others)} of different lives", file=sys.stderr)
    if not arguments.write:
        across(known, others)
        return
    model, names = fit([*known, *others])
    OUT.write_text(as_text(model, names), encoding="utf-8")
    drift.write()
    print(f"{OUT.name}: {len(names)} features", file=sys.stderr)


if __name__ == "__main__":
    main()
