"""Learn what reads like how somebody works, from labelled sentences; write the weights.

usage: working.py [--check]

Lines that say how one works (preferences, lessons, rules) become proposals for MEMORY.md. Where no
cue knows the words, weights of small signs judge, as of what lasts (lasting.py, whose learner this
is). Reads working/*.txt beside this file (`+` says how one works, `-` does not) and, as what says
nothing of the kind, the sentences without facts that lasting.py reads, and passing.jsonl. Writes `working.toml` of
each language. `--check` writes nothing; it prints how many are found by what the others teach.
"""

import argparse
import hashlib
from collections.abc import Iterator
from pathlib import Path

from lasting import (
    DATA,
    LEXICON,
    TESTS,
    Sentence,
    examples,
    gathered,
    learn,
    read_lines,
    rendered,
    unseen_scores,
)

from quality import language_of

OWN = Path(__file__).resolve().parent / "working"
PASSING = TESTS / "rules" / "passing.jsonl"
FALSE = 0.003
"""Share of what says nothing of the kind that may be taken for it."""


def sentences() -> list[Sentence]:
    """Every sentence once, in an order that no file decides."""
    passing = (Sentence(row["text"], lasts=False) for row in read_lines(PASSING))
    found = {s.text: s for s in (*gathered(), *passing) if not s.lasts}
    found |= {s.text: s for s in _own()}
    return sorted(found.values(), key=lambda s: hashlib.sha256(s.text.encode()).digest())


def _own() -> Iterator[Sentence]:
    for path in sorted(OWN.glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line[:2] in {"+ ", "- "}:
                yield Sentence(line[2:], lasts=line[0] == "+")


def main() -> None:
    """Learn, and write or show."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    every = sentences()
    for language in LEXICON.languages:
        own = [s for s in every if language_of(s.text) == language]
        known = examples(own)
        told = [*zip(own, unseen_scores(known), strict=True)]
        others = sorted((score for s, score in told if not s.lasts), reverse=True)
        least = max(0.0, others[int(FALSE * len(others))])
        right = sum(score >= least for s, score in told if s.lasts)
        total = sum(s.lasts for s in own)
        print(
            f"{language}: {len(own)} sentences, least {least:.2f}, {right} of {total} found unseen"
        )
        if not given.check:
            path = DATA / language / "working.toml"
            body = rendered(learn(known), least, least, table="working", script="working.py")
            path.write_text(body, encoding="utf-8")


if __name__ == "__main__":
    main()
