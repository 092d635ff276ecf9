"""Learn what reads like a fact that lasts, from labelled sentences; write the weights.

usage: lasting.py [--check]

Reads the sentences of lasting/*.txt beside this file (`+` lasts, `-` does not, `~` is a fact), of
tests/language/blocks.jsonl and of the part of gold/ that one builds on (a sentence that holds an
expected string lasts; those of blocks without facts do not), and the facts of
tests/rules/*updates.jsonl. Writes `durability.toml` of each language. `--check` writes nothing; it
prints how many of the sentences are found by what the others teach.

Logistic regression by FTRL (McMahan and others, 2013): signs that tell little get no weight. The
order is fixed, so the same sentences give the same weights.
"""

import argparse
import hashlib
import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from memctl.language.cues import JUNK as JUNK_ROLE
from memctl.language.learned.lasting import signs
from memctl.language.statements import statements
from memctl.language.terms import stem

from quality import LEXICON, items, language_of

HERE = Path(__file__).resolve().parent
OWN, GOLD = HERE / "lasting", HERE / "gold"
TESTS = HERE.parent / "tests"
DATA = HERE.parent / "memctl" / "language" / "data"
ROUNDS = 16
LEAST_WEIGHT = 0.02
KINDS = ("begins ", "says ", "length ")
"""Signs that are no words."""
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
SEEN = 3
"""Sentences in which a sign has to stand."""
RATE, EVENER = 0.15, 1.0
SPARSE, SMALL = 0.3, 0.3
"""How much a sign has to tell to get a weight, and how small weights are kept."""
FACT_COUNTS = 0.5
"""A fact of a pair stands alone, as sentences of a note seldom do: it counts for half."""
_MARKS = {"+ ": (True, 1.0), "- ": (False, 1.0), "~ ": (True, FACT_COUNTS)}
PARTS = 6
MORE = 0.4
JUNK, FIRM = 0.005, 0.003
"""Share of the sentences without facts that may be taken for lasting where nothing objects; and
for what no noise can outweigh."""


class Sentence(NamedTuple):
    """A labelled sentence."""

    text: str
    lasts: bool
    weight: float = 1.0


class Example(NamedTuple):
    """A sentence by its signs."""

    signs: tuple[str, ...]
    lasts: bool
    weight: float


def own_sentences() -> Iterator[Sentence]:
    """Those written for this."""
    for path in sorted(OWN.glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line[:2] in _MARKS:
                yield Sentence(line[2:], *_MARKS[line[:2]])


def sentences_of(blocks: Sequence[dict]) -> Iterator[Sentence]:
    """Those of labelled blocks of which it is plain whether they last."""
    for block in blocks:
        wants = [e["contains"] for e in block["expect"]]
        wants = [[w] if isinstance(w, str) else w for w in wants]
        for piece in statements(LEXICON).cutter.sentences(block["text"]):
            said = piece.text.lower()
            if any(all(w.lower() in said for w in want) for want in wants):
                yield Sentence(piece.text, lasts=True)
            elif not wants:
                yield Sentence(piece.text, lasts=False)


def facts_of(pairs: Sequence[dict]) -> Iterator[Sentence]:
    """Both facts of a pair; the new one only where it is one in any case."""
    for pair in pairs:
        yield Sentence(pair["old"]["fact"], lasts=True, weight=FACT_COUNTS)
        if pair["expect"] in {"supersede", "duplicate", "contested"}:
            yield Sentence(pair["new"]["fact"], lasts=True, weight=FACT_COUNTS)


def read_lines(path: Path) -> list[dict]:
    """The objects of a file of lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def gathered() -> list[Sentence]:
    """Every sentence once, in an order that no file decides."""
    found = [*own_sentences(), *sentences_of(read_lines(TESTS / "language" / "blocks.jsonl"))]
    for path in sorted((TESTS / "rules").glob("*updates.jsonl")):
        found += facts_of(read_lines(path))
    found += sentences_of([*items(GOLD, "blocks", "built")])
    found += facts_of([*items(GOLD, "updates", "built")])
    once = {s.text: s for s in found}
    return sorted(once.values(), key=lambda s: hashlib.sha256(s.text.encode()).digest())


def is_no_name(sign: str, small: set[str]) -> bool:
    """Is each of its words written small somewhere? One that never is may be somebody's name."""
    words = (w for w in sign.split(" ") if w.isascii() and w[0].isalpha())
    return sign.startswith(KINDS) or all(
        w in small or w in {"i", "i'm", "i've", "i'll", "i'd"} for w in words
    )


def examples(sentences: Sequence[Sentence]) -> list[Example]:
    """By their signs, so weighted that both kinds count for as much."""
    total = {lasts: sum(s.weight for s in sentences if s.lasts == lasts) for lasts in (True, False)}
    half = sum(total.values()) / 2
    small = {stem(w, LEXICON) for s in sentences for w in _WORD.findall(s.text) if w[0].islower()}
    found = [
        sorted(sign for sign in set(signs(s.text, LEXICON)) if is_no_name(sign, small))
        for s in sentences
    ]
    seen = Counter(sign for each in found for sign in each)
    return [
        Example(
            tuple(sign for sign in each if seen[sign] >= SEEN),
            s.lasts,
            s.weight * half / total[s.lasts],
        )
        for s, each in zip(sentences, found, strict=True)
    ]


class Learner:
    """Weights that grow with each example."""

    def __init__(self) -> None:
        """Nothing is known."""
        self.pulls: dict[str, float] = {}
        self.steps: dict[str, float] = {}

    def weight(self, sign: str) -> float:
        """What the sign speaks for or against, by all that was seen."""
        pull = self.pulls.get(sign, 0.0)
        least = SPARSE if sign else 0.0
        if abs(pull) <= least:
            return 0.0
        rate = (EVENER + math.sqrt(self.steps[sign])) / RATE + SMALL
        return -(pull - math.copysign(least, pull)) / rate

    def score(self, found: Sequence[str]) -> float:
        """The sum, the bias (the empty sign) included."""
        return self.weight("") + sum(map(self.weight, found))

    def see(self, example: Example) -> None:
        """Learn from one example."""
        chance = 1 / (1 + math.exp(-max(-30.0, min(30.0, self.score(example.signs)))))
        error = (chance - example.lasts) * example.weight
        for sign in ("", *example.signs):
            had = self.steps.get(sign, 0.0)
            step = (math.sqrt(had + error * error) - math.sqrt(had)) / RATE
            self.pulls[sign] = self.pulls.get(sign, 0.0) + error - step * self.weight(sign)
            self.steps[sign] = had + error * error


def learn(known: Sequence[Example]) -> Learner:
    """The weights that these examples give."""
    learner = Learner()
    for _ in range(ROUNDS):
        for example in known:
            learner.see(example)
    return learner


def unseen_scores(known: Sequence[Example]) -> list[float]:
    """How each is judged by what the others teach."""
    scores = [0.0] * len(known)
    for part in range(PARTS):
        learner = learn([e for i, e in enumerate(known) if i % PARTS != part])
        for i in range(part, len(known), PARTS):
            scores[i] = learner.score(known[i].signs)
    return scores


def objected(text: str) -> tuple[bool, bool]:
    """Does a cue speak against it, and is it no noise?"""
    reader = statements(LEXICON)
    if reader.objection_to_block(text) is not None:
        return True, True
    against = [h.cue for h in reader.read(text).hits if h.cue.role == JUNK_ROLE]
    return bool(against), any(c.reach != "clause" for c in against)


def bounds(sentences: Sequence[Sentence], scores: Sequence[float]) -> tuple[float, float]:
    """From which sum a sentence lasts, and from which it does in spite of noise."""
    junk = [
        (score, *objected(s.text))
        for s, score in zip(sentences, scores, strict=True)
        if not s.lasts
    ]
    free = sorted((score for score, is_any, _ in junk if not is_any), reverse=True)
    noisy = sorted(
        (score for score, is_any, is_doubt in junk if is_any and not is_doubt), reverse=True
    )
    least = max(0.0, free[int(JUNK * len(junk))])
    return least, max(least + MORE, noisy[int(FIRM * len(junk))])


def rendered(
    learner: Learner,
    least: float,
    firm: float,
    *,
    table: str,
    script: str,
) -> str:
    """The table, the signs in their order."""
    weights = ((learner.weight(sign), sign) for sign in sorted(learner.pulls) if sign)
    lines = [f"{weight:.2f} {sign}" for weight, sign in weights if abs(weight) >= LEAST_WEIGHT]
    body = "\n".join(lines)
    return (
        f"# Learned from labelled sentences by benchmarks/{script}; do not edit by hand.\n"
        "# The keys are described in memctl/language/learned/lasting.py.\n\n"
        f"[{table}]\nbias = {learner.weight(''):.2f}\nleast = {least:.2f}\nfirm = {firm:.2f}\n"
        f"weights = '''\n{body}\n'''\n"
    )


def teach(
    what: str,
    every: Sequence[Sentence],
    bounds_of: Callable[[Sequence[Sentence], Sequence[float]], tuple[float, float]],
    *,
    table: str,
    script: str,
) -> None:
    """Learn from sentences, language by language, and write the table or, with --check, show.

    Args:
        what: The script, in a line.
        every: All sentences.
        bounds_of: Sentences and how each is judged by what the others teach -> (least, firm).
        table: Its name, and that of the file.
        script: The file that learns it again.
    """
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    for language in LEXICON.languages:
        sentences = [s for s in every if language_of(s.text) == language]
        known = examples(sentences)
        scores = unseen_scores(known)
        least, firm = bounds_of(sentences, scores)
        kept = sum(score >= least for s, score in zip(sentences, scores, strict=True) if s.lasts)
        total = sum(s.lasts for s in sentences)
        print(
            f"{language}: {len(sentences)} sentences, least {least:.2f}, firm {firm:.2f}, "
            f"{kept} of {total} are found unseen"
        )
        if not given.check:
            body = rendered(learn(known), least, firm, table=table, script=script)
            (DATA / language / f"{table}.toml").write_text(body, encoding="utf-8")


def main() -> None:
    """Learn, and write or show."""
    what = __doc__.split("\n", 1)[0]
    teach(what, gathered(), bounds, table="durability", script="lasting.py")


if __name__ == "__main__":
    main()
