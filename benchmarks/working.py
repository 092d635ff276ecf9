"""Learn what reads like how somebody works, from labelled sentences; write the weights.

usage: working.py [--check]

Lines that say how one works (preferences, lessons, rules) become proposals for MEMORY.md. Where no
cue knows the words, weights of small signs judge, as of what lasts (lasting.py, whose learner this
is). Reads working/*.txt beside this file (`+` says how one works, `-` does not) and, as what says
nothing of the kind, the sentences without facts that lasting.py reads, and passing.jsonl. Writes
`working.toml` of each language. `--check` writes nothing; it prints how many are found by what the others teach.
"""

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from lasting import TESTS, Sentence, gathered, read_lines, teach

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


def bounds(own: Sequence[Sentence], scores: Sequence[float]) -> tuple[float, float]:
    """From which sum a sentence says how one works; no noise stands against it."""
    told = zip(own, scores, strict=True)
    others = sorted((score for s, score in told if not s.lasts), reverse=True)
    least = max(0.0, others[int(FALSE * len(others))])
    return least, least


def main() -> None:
    """Learn, and write or show."""
    what = __doc__.split("\n", 1)[0]
    teach(what, sentences(), bounds, table="working", script="working.py")


if __name__ == "__main__":
    main()
