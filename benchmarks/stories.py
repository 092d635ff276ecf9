"""Whole stories: replay somebody's notes day by day, then ask what is true.

usage: stories.py [--stories DIR] [--only NAME …] [--part built|held|all] [--json] [--verbose]

Each story is written into an empty workspace one note at a time. Every calendar day
`memctl heartbeat` runs, every Sunday `memctl weekly`, with the clock at that day; then
every probe is asked through `memctl recall`. Nothing but the command line is used.

How an answer is judged (gold/README.md has the fields):
- current, as_of: right when, of the first ten results, those shown as current hold one
  string of every `must` group; stale when one of them holds a `must_not` string and, with
  those strings cut out, does not meet every group.
- history: as above over all results of `--all`, nothing can be stale.
- abstain: right when no result shown as current holds a `must_not` string; `stored` counts
  the facts, anywhere in the story's memory, that hold one.
A result is what the command prints of it: its text, its day and its last day.
"""

import argparse
import contextlib
import io
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

from memctl.__main__ import main as memctl

from scoring import HELD_OUT_STORIES, share, table

HERE = Path(__file__).resolve().parent
_FEW, _MOST = 0.05, 0.8
"""Shares of Chinese characters below and above which a story is told in one language."""


def run(day: date, *argv: str) -> dict:
    """One command line with the clock at `day`; its JSON, or an empty dict."""
    out, err = io.StringIO(), io.StringIO()
    os.environ["MEMCTL_TODAY"] = day.isoformat()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = memctl([*argv, "--json"])
    if code not in {0, 1}:
        raise SystemExit(f"memctl {' '.join(argv)} exited {code}\n{err.getvalue()}")
    return json.loads(out.getvalue() or "{}")


def replay(story: Path, workspace: Path) -> date:
    """Live through the story; the last day."""
    notes = {date.fromisoformat(p.stem): p for p in sorted((story / "memory").glob("*.md"))}
    first, last = min(notes), max(notes)
    run(first, "init", str(workspace))
    day = first
    while day <= last:
        if day in notes:
            target = workspace / "memory" / notes[day].name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(notes[day].read_bytes())
        run(day, "-w", str(workspace), "heartbeat")
        if day.weekday() == 6:
            run(day, "-w", str(workspace), "weekly")
        day += timedelta(days=1)
    return last


def line_of(result: dict) -> str:
    """What a person sees of a result."""
    return " ".join(str(result[k]) for k in ("text", "day", "validUntil") if result.get(k))


def meets(text: str, must: list[list[str]]) -> bool:
    """Does the text hold one string of every group? Case does not count."""
    low = text.lower()
    return all(any(option.lower() in low for option in group) for group in must)


def is_stale(line: str, probe: dict) -> bool:
    """Does a line shown as current hold what must not be said?"""
    low = line.lower()
    bad = [b.lower() for b in probe["must_not"] if b.lower() in low]
    for b in bad:
        low = low.replace(b, "")
    return bool(bad) and not (probe["must"] and meets(low, probe["must"]))


def ask(probe: dict, workspace: Path, last: date) -> tuple[bool, bool, list[str]]:
    """(right, stale, the lines judged) for one probe."""
    argv = ["-w", str(workspace), "recall", probe["question"], "-n", "10"]
    if probe["as_of"]:
        argv += ["--as-of", probe["as_of"]]
    if probe["kind"] == "history":
        results = run(last, *argv, "--all").get("results", [])
        lines = [line_of(r) for r in results]
        return meets("\n".join(lines), probe["must"]), False, lines
    lines = [line_of(r) for r in run(last, *argv).get("results", []) if r.get("current")]
    stale = any(is_stale(line, probe) for line in lines)
    if probe["kind"] == "abstain":
        return not stale, stale, lines
    return meets("\n".join(lines), probe["must"]), stale, lines


def play(story: Path, *, verbose: bool = False) -> dict[str, dict[str, int]]:
    """Replay one story in a temporary workspace and ask every probe."""
    probes = json.loads((story / "probes.json").read_text(encoding="utf-8"))
    counts: dict[str, Counter] = {}
    with tempfile.TemporaryDirectory() as name:
        workspace = Path(name) / "life"
        last = replay(story, workspace)
        facts = run(last, "-w", str(workspace), "fact", "list", "--all").get("facts", [])
        for probe in probes:
            right, stale, lines = ask(probe, workspace, last)
            count = counts.setdefault(probe["kind"], Counter(n=0, right=0, stale=0))
            count.update(n=1, right=int(right), stale=int(stale))
            if probe["kind"] == "abstain":
                count["stored"] += sum(
                    any(b.lower() in f["fact"].lower() for b in probe["must_not"]) for f in facts
                )
            if verbose and (stale or not right):
                word = "stale" if stale else "missed"
                print(
                    f"  {word}: {probe['question']} (as of {probe['as_of']})",
                    *lines[:3],
                    sep="\n    ",
                )
    return {kind: dict(count) for kind, count in counts.items()}


def language_of(story: Path) -> str:
    """`en`, `zh` or `mixed`: by the share of Chinese characters among the letters of its notes."""
    text = "".join(p.read_text(encoding="utf-8") for p in (story / "memory").glob("*.md"))
    letters = [c for c in text if c.isalpha()]
    share_of_han = sum("\u3400" <= c <= "\u9fff" for c in letters) / max(1, len(letters))
    return "en" if share_of_han < _FEW else "zh" if share_of_han > _MOST else "mixed"


def rows_of(
    scores: dict[str, dict[str, dict[str, int]]], languages: dict[str, str]
) -> Iterator[list[str]]:
    """A table row a story, then one a language."""
    groups: dict[str, list[str]] = {name: [name] for name in scores}
    for language in ("en", "zh", "mixed"):
        names = [n for n in scores if languages[n] == language]
        if len(names) > 1:
            groups[f"all {language}"] = names
    groups["all"] = list(scores)
    for label, names in groups.items():
        total: dict[str, Counter] = {}
        for name in names:
            for kind, count in scores[name].items():
                total.setdefault(kind, Counter()).update(count)
        truth = Counter()
        for kind in ("current", "as_of"):
            truth.update(total.get(kind, {}))
        cells = [
            share(total[k]["right"], total[k]["n"])
            for k in ("current", "as_of", "history", "abstain")
        ]
        stored = str(total["abstain"]["stored"])
        yield [label, cells[0], share(truth["stale"], truth["n"]), *cells[1:], stored]


def main() -> int:
    """Replay, ask, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--stories", type=Path, default=HERE / "gold" / "stories")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--part", choices=("built", "held", "all"), default="all")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    scores, languages = {}, {}
    for story in sorted(p.parent for p in options.stories.glob("*/probes.json")):
        held = story.name in HELD_OUT_STORIES
        if options.only and story.name not in options.only:
            continue
        if options.part != "all" and held != (options.part == "held"):
            continue
        if options.verbose:
            print(story.name)
        languages[story.name] = language_of(story)
        scores[story.name] = play(story, verbose=options.verbose)
    if options.json:
        print(json.dumps({"stories": scores}, indent=2))
        return 0
    head = [
        "story",
        "current truth",
        "stale answers",
        "as of",
        "history",
        "abstention",
        "facts from rumours",
    ]
    print(table(head, list(rows_of(scores, languages))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
