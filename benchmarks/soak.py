"""A person saves files at random instants while jobs write: is a word that they saved ever lost?

usage: soak.py [--runs 10000] [--seed N]

In each run a plan is applied to a small workspace, and one to three files are saved by hand at
instants drawn among all calls that touch files: in place, or by rename as vim and VS Code do.
Afterwards every line that was saved must stand in its file, all files must parse, no id be
given twice, no journal be left open; and the next job must find nothing in its way.
"""

import argparse
import contextlib
import os
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from memctl.errors import ExternallyChanged
from memctl.graph.plan import AddFact, Plan
from memctl.workspace.applying import apply
from memctl.workspace.journal.entries import has_pending
from memctl.workspace.reading.snapshot import observe
from tests.helpers.disks import Calls
from tests.workspace.lives import (
    ITEMS,
    MARTA,
    NOTE,
    NOW,
    SUMMARY,
    lay_out,
    look,
    new_fact,
    plan_of_each_kind,
    small_plan,
    whole_plan,
)

PLANS = (small_plan, plan_of_each_kind, whole_plan)


def in_place(path, text):
    path.write_text(text, encoding="utf-8")


def by_rename(path, text):
    new = path.with_name("4913~")
    new.write_text(text, encoding="utf-8")
    new.rename(path)


def edited(name, text, dice):
    """The text as a person would leave it: one more line, or one word changed."""
    number = dice.randrange(10**6)
    if name == ITEMS:
        return text.replace("leads the harbour team", f"leads quay {number}")
    return text + f"Line {number} by hand.\n"


class Edits:
    """Saves that happen when their instants come."""

    def __init__(self, root, dice, instants):
        self.root = root
        self.dice = dice
        self.saved = {}
        self.left = sorted(dice.randint(1, instants) for _ in range(dice.randint(1, 3)))
        self.calls = Calls(self.left.pop(0), self.act)

    def act(self):
        name = self.dice.choice((ITEMS, SUMMARY, NOTE, "REVIEW.md", "MEMORY.md"))
        path = self.root / name
        text = path.read_text(encoding="utf-8") if path.exists() else "# New\n"
        self.saved[name] = edited(name, text, self.dice)
        self.dice.choice((in_place, by_rename))(path, self.saved[name])
        if self.left:
            self.calls.at = max(self.left.pop(0), self.calls.count + 1)


def run(root, dice, instants):
    """One run; (saves that happened, was the job refused, calls that it made)."""
    layout = lay_out(root)
    snapshot = observe(layout)
    _ = snapshot.graph, snapshot.review
    edits = Edits(root, dice, instants)
    refused = False
    with edits.calls:
        try:
            apply(dice.choice(PLANS)(), snapshot, job="soak", now=NOW)
        except ExternallyChanged:
            refused = True
    for name, text in edits.saved.items():
        now = (root / name).read_text(encoding="utf-8")
        # What the job itself had written goes when it is refused later.
        words = [w for w in text.splitlines() if " by hand." in w or '"fact": "Marta leads' in w]
        lost = [line for line in words if line not in now.splitlines()]
        assert words, f"nothing was saved in {name}"
        assert not lost, f"{name} lost {lost}"
    assert not has_pending(layout)
    assert not list(root.rglob(".memctl-*"))
    after = look(root)
    ids = [f.id for _, f in after.graph.facts()]
    assert len(ids) == len(set(ids))
    assert not [p for p in after.problems if p.level == "error"]
    with contextlib.suppress(FileExistsError):
        apply(Plan((AddFact(MARTA, new_fact(9, text="Later")),)), after, job="next", now=NOW)
    return len(edits.saved), refused, edits.calls.count


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    os.fsync = lambda _handle: None  # the order of calls counts here, not the disk
    dice = random.Random(options.seed)
    began, saves, refusals, instants = time.perf_counter(), 0, 0, 60
    with tempfile.TemporaryDirectory() as scratch:
        for number in range(options.runs):
            root = Path(scratch) / str(number)
            try:
                count, refused, calls = run(root, dice, instants)
            except BaseException:
                print(f"run {number} of seed {options.seed}")
                raise
            instants = max(instants, calls)
            saves += count
            refusals += refused
            shutil.rmtree(root)
    spent = time.perf_counter() - began
    print(
        f"{options.runs} runs, {saves} files saved by hand, {refusals} jobs refused, {spent:.0f} s"
    )
    print("no line lost, no file broken, no id twice, no journal open")


if __name__ == "__main__":
    main()
