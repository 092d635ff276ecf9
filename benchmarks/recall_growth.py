"""How recall grows with the memory, as ratios measured in one run.

usage: recall_growth.py [--facts 1000 10000 100000] [--each 30] [--json]

For each size a workspace of so many facts, `--each` an entity, every second text in Chinese,
and one daily note for ten entities, at most a year of them. Every figure is the processor time
(user and system) of a process of its own; a question in one process is asked many times.

- build    the first recall, of something that nobody wrote about, against a bare FTS5 insert of
           the same texts as they are; of the same text as the index holds it (`recall_speed.py`
           says what is what); and against reading and parsing the same files and the first. With
           "Wall" the time that passes, which is worth what else the machine does: a large memory
           is read by several processes
- first    what the first question takes beyond a cold one: the facts that answer it are weighed
           against those of their entities by the rules, once
- cold     a recall when nothing changed, against the bare interpreter plus the look at the times
- edit     what a recall after one edit takes beyond a cold one, in starts of the interpreter
- warm     a question in one process, against a bare FTS5 query of the same words
- peak     most resident memory, MB: while building, and of a cold recall
"""

import argparse
import json
import sqlite3
import statistics
import sys
import tempfile
import time
from pathlib import Path

from recall_speed import FIRST, LAST, TOPIC, TOPIC_ZH, bare_insert, bare_query, indexed, lay_down
from scale import BARE, LOOK, MEMCTL, READ, SETTLED_S, edit, least, spent

from memctl.index.lookup import look_up
from memctl.index.request import Request
from memctl.index.store import open_cache
from memctl.jobs.fresh_cache import INDEX
from memctl.language.term_text import term_text

NOTHING = "zyxgh"
QUESTION = "Where does Hana Kern live?"
ASKED = [
    *(f"What does {a} {b} do about {t}?" for a, b, t in zip(FIRST, LAST, TOPIC, strict=False)),
    *(f"谁负责{t}？" for t in TOPIC_ZH),
]


def quickest(call, times=3):
    """The least processor time of several calls: what disturbs only ever adds."""
    found = []
    for _ in range(times):
        began = time.process_time()
        call()
        found.append(time.process_time() - began)
    return min(found)


def warm(root, texts):
    """Medians over the questions: a question, and a bare query of its words."""
    bare = sqlite3.connect(":memory:")
    bare.execute("CREATE VIRTUAL TABLE t USING fts5(x)")
    bare.executemany("INSERT INTO t VALUES (?)", ((term_text(text),) for text in texts))
    cache = open_cache(str(root / INDEX))
    requests = [Request(question, today="2026-01-01") for question in ASKED]
    ours = statistics.median(quickest(lambda r=r: look_up(cache, r)) for r in requests)
    floor = statistics.median(quickest(lambda q=q: bare_query(bare, q)) for q in ASKED)
    cache.close()
    return ours, floor


def measure(root, facts, each):
    """Every figure of one size."""
    entities = max(1, facts // each)
    texts = lay_down(root, entities, facts, min(365, max(1, entities // 10)))
    insert, _ = bare_insert([(text,) for text in texts], "x", root.parent)
    read = least(2, READ, root)[0]
    bare, look = least(5, BARE)[0], least(3, LOOK, root)[0]
    time.sleep(SETTLED_S)
    clock = time.perf_counter()
    build, build_peak = spent(MEMCTL, root, "recall", NOTHING)
    wall = time.perf_counter() - clock
    same, same_wall = bare_insert(*indexed(root), root.parent)
    first = spent(MEMCTL, root, "recall", QUESTION)[0]
    cold, cold_peak = min(spent(MEMCTL, root, "recall", QUESTION) for _ in range(5))
    edit(root)
    edited = spent(MEMCTL, root, "recall", QUESTION)[0]
    ours, floor = warm(root, texts)
    return {
        "facts": facts, "entities": entities, "indexMB": (root / INDEX).stat().st_size / 1e6,
        "buildS": build, "build/insert": build / insert, "build/sameTextInsert": build / same,
        "build/(read+insert)": build / (read + insert), "buildWallS": wall,
        "buildWall/sameTextInsertWall": wall / same_wall,
        "buildPeakMB": build_peak, "firstS": first - cold, "coldMs": 1000 * cold, "cold/(bare+look)": cold / look,
        "coldPeakMB": cold_peak, "edit/bare": (edited - cold) / bare, "warmMs": 1000 * ours,
        "warm/query": ours / floor,
    }  # fmt: skip


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--facts", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--each", type=int, default=30)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = []
    for facts in options.facts:
        with tempfile.TemporaryDirectory() as scratch:
            found.append(measure(Path(scratch) / "life", facts, options.each))
        if not options.json:
            print(*(f"{k} {v:.5g}" for k, v in found[-1].items()), sep="  ", flush=True)
    if options.json:
        print(json.dumps(found, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
