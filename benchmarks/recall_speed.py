"""How fast recall answers in a large workspace, as ratios measured in one run.

usage: recall_speed.py [--entities 10000] [--facts 100000] [--days 365] [--json]

Makes a workspace of so many entities, facts and daily notes in a temporary folder, half of
it in Chinese, and measures, beside each figure, what it cannot be below. All are seconds of
processor time (user and system, of the program and of those that it starts), so that other work
on the machine does little harm:

- build    the first recall, of something that nobody wrote about, against two bare inserts, each
           to a file and committed: of the texts as they are, with FTS5's own tokenizer, which
           takes a run of Chinese for one word and finds nothing within it; and of the same text
           as the index holds it, line by line its terms and what leads to them, in two columns
           with the tokenizer of the index. The second one can answer the same questions, the
           first one can't; both are told. Besides, against reading and parsing the same files
           and the first insert. A large memory is read by several processes: processor time is
           the sum of all, and "Wall" the time that passes, which is worth what else the machine
           does
- weigh    what the first question takes beyond a cold one: what answers it is weighed by the
           rules against the facts of the same entities, once
- cold     `memctl recall` in a new process, nothing changed, against the bare interpreter
           plus the look at the times of the same files
- warm     a question in one process, against a bare FTS5 query of the same words
- edit     what the first recall after one fact was edited takes beyond a cold one
- memory   most resident memory of a cold recall, and of the process that builds
- grep     `grep -r` (and ripgrep where it is installed) for one name in the same folder
"""

import argparse
import json
import os
import random
import resource
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from memctl.index.lookup import look_up
from memctl.index.request import Request
from memctl.index.store import open_cache
from memctl.jobs.fresh_cache import INDEX
from memctl.jobs.recall import recall
from memctl.language.tokens import analyse

FIRST = [
    "Ada",
    "Ben",
    "Cleo",
    "Dora",
    "Emil",
    "Fay",
    "Gus",
    "Hana",
    "Ivo",
    "Jana",
    "Kurt",
    "Lena",
    "Milo",
    "Nell",
    "Otto",
    "Pia",
    "Rolf",
    "Sina",
]
LAST = [
    "Abel",
    "Brandt",
    "Cole",
    "Dorn",
    "Ebner",
    "Falk",
    "Graf",
    "Hahn",
    "Iken",
    "Jost",
    "Kern",
    "Lund",
    "Maas",
    "Nolt",
    "Olsen",
    "Pohl",
]
DOES = (
    "lives in {p}", "works at {c}", "prefers short written updates about {t}",
    "met the team of {c} in {p}", "leads {t} at {c}", "is learning {t}",
    "no longer works on {t}", "moved the {t} review to {d}", "has a meeting about {t} on {d}",
    "pays {n} a month for the office in {p}",
)  # fmt: skip
DOES_ZH = (
    "现在住在{p}", "在{c}工作", "喜欢先看书面材料再讨论{t}", "负责{c}的{t}", "正在学习{t}",
    "把{t}评审改到{d}", "{p}办公室每月租金{n}元", "不再参与{t}",
)  # fmt: skip
PLACE = ["Lisbon", "Turin", "Gent", "Riga", "Oslo", "Graz", "Brno", "Cork", "Lodz", "Split"]
PLACE_ZH = ["青岛", "绍兴", "湖州", "泉州", "大理", "台州", "烟台", "桂林"]
TOPIC = [
    "billing",
    "maps",
    "search",
    "onboarding",
    "payroll",
    "tides",
    "archives",
    "reports",
    "imports",
    "sync",
]
TOPIC_ZH = [
    "计费",
    "地图",
    "搜索",
    "入职",
    "薪酬",
    "潮汐",
    "归档",
    "报表",
    "导入",
    "同步",
    "数据库迁移",
]


def sentence(dice, name):
    """One fact about somebody; every second one in Chinese."""
    zh = dice.random() < 0.5
    words = {
        "p": dice.choice(PLACE_ZH if zh else PLACE),
        "c": f"{dice.choice(LAST)} {dice.randrange(400)}",
        "t": f"{dice.choice(TOPIC_ZH if zh else TOPIC)} {dice.randrange(900)}",
        "d": f"2026-{dice.randrange(1, 13):02d}-{dice.randrange(1, 29):02d}",
        "n": dice.randrange(500, 9000),
    }
    return f"{name} {dice.choice(DOES_ZH if zh else DOES).format(**words)}"


def lay_down(root, entities, facts, days):
    """A workspace of this size; every text in it."""
    dice = random.Random(7)
    texts = []
    each = max(1, facts // entities)
    for number in range(entities):
        name = f"{dice.choice(FIRST)} {dice.choice(LAST)} {number}"
        slug = name.lower().replace(" ", "-")
        folder = root / "areas" / "people" / slug
        folder.mkdir(parents=True)
        rows = []
        for n in range(each):
            text = sentence(dice, name)
            day = f"2025-{dice.randrange(1, 13):02d}-{dice.randrange(1, 29):02d}"
            rows.append({"id": f"{slug}-{n + 1:03d}", "fact": text, "category": "status",
                         "timestamp": day, "source": "manual", "status": "active"})  # fmt: skip
            texts.append(text)
        (folder / "items.json").write_text(json.dumps(rows, ensure_ascii=False, indent=2) + "\n")
        (folder / "summary.md").write_text(f"---\nname: {name}\n---\n# {name}\n")
    (root / "memory").mkdir()
    for n in range(days):
        day = f"{2024 + n // 336}-{n % 336 // 28 + 1:02d}-{n % 28 + 1:02d}"
        lines = [sentence(dice, dice.choice(FIRST)) for _ in range(12)]
        texts += lines
        body = "\n".join([f"# {day}", "", *(f"- {line}" for line in lines), ""])
        (root / "memory" / f"{day}.md").write_text(body)
    return texts


def timed(call, times=1):
    """Median seconds of processor time of a call and of the processes that it waits for."""
    spent = []
    for _ in range(times):
        began = _used()
        call()
        spent.append(_used() - began)
    return statistics.median(spent)


def _used():
    sides = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(side.ru_utime + side.ru_stime for side in sides)


def bare_index(texts):
    """Words as they are, spaces between, to be asked."""
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE t USING fts5(x)")
    db.executemany("INSERT INTO t VALUES (?)", [(text,) for text in texts])
    return db


def bare_insert(rows, columns, folder):
    """Seconds of processor time and of the clock that SQLite alone needs; the least of three.

    Args:
        rows: What is inserted.
        columns: Of the table, and its tokenizer.
        folder: Where it is written; safe from a power cut it need not be, as the index.
    """
    found = []
    for _ in range(3):
        db = sqlite3.connect(folder / "bare.db", isolation_level=None)
        db.execute("PRAGMA journal_mode = OFF")
        db.execute("PRAGMA synchronous = OFF")
        began, clock = _used(), time.perf_counter()
        db.execute("BEGIN")
        db.execute(f"CREATE VIRTUAL TABLE t USING fts5({columns})")
        db.executemany(f"INSERT INTO t VALUES ({','.join('?' * len(rows[0]))})", rows)
        db.execute("COMMIT")
        found.append((_used() - began, time.perf_counter() - clock))
        db.close()
        (folder / "bare.db").unlink()
    return map(min, zip(*found, strict=True))


def indexed(root):
    """The text of every line as the index holds it, and the columns that hold it."""
    cache = open_cache(str(root / INDEX))
    rows = cache.execute("SELECT body, names FROM doc").fetchall()
    (made,) = cache.execute("SELECT sql FROM sqlite_master WHERE name = 'words'").fetchone()
    cache.close()
    return rows, f"body, names, tokenize{made.rpartition('tokenize')[2].rstrip(')')}"


def read_all(root):
    """Every file read, JSON parsed."""
    for path in (p for p in root.rglob("*") if p.is_file()):
        text = path.read_bytes().decode()
        if path.suffix == ".json":
            json.loads(text)


def look_at_times(root):
    for folder, _, files in os.walk(root / "areas"):
        os.stat(folder)
        for file in files:
            os.stat(os.path.join(folder, file))


def python(*argv):
    return subprocess.run([sys.executable, *argv], capture_output=True, check=False, env=ENVIRON)


ENVIRON = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
RUN = "import sys; from memctl.__main__ import main; sys.exit(main())"
PEAK = RUN.replace("sys.exit(main())", "main(); print(open('/proc/self/status').read())")


def searched(tool, root):
    """What a search for one name in all files takes, or None where the tool is missing."""
    if not shutil.which(tool[0]):
        return None
    return timed(
        lambda: subprocess.run([*tool, "hana kern", str(root)], capture_output=True, check=False), 3
    )


def measure(root, texts):
    """Every figure, in seconds, and the ratios."""
    question = "Where does Hana Kern live?"
    db = bare_index([" ".join(analyse(text)) for text in texts])
    raw_build, raw_wall = bare_insert([(text,) for text in texts], "x", root.parent)
    reading = timed(lambda: read_all(root))
    time.sleep(2.1)  # a file younger than two seconds is read again
    clock = time.perf_counter()
    build = timed(lambda: recall("zyxgh", workspace=str(root)))
    build_wall = time.perf_counter() - clock
    peak_of_build = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    term_build, term_wall = bare_insert(*indexed(root), root.parent)
    first = timed(lambda: python("-c", RUN, "-w", str(root), "recall", question))
    cold = timed(lambda: python("-c", RUN, "-w", str(root), "recall", question), 9)
    bare = timed(lambda: python("-c", "pass"), 9)
    looking = timed(lambda: look_at_times(root), 5)
    connection = open_cache(str(root / INDEX))
    asked = [
        f"What does {a} {b} do about {t}?" for a, b, t in zip(FIRST, LAST, TOPIC, strict=False)
    ]
    asked += [f"谁负责{t}？" for t in TOPIC_ZH]
    warm = statistics.median(
        timed(lambda q=q: look_up(connection, Request(q, today="2026-01-01")), 3) for q in asked
    )
    plain = statistics.median(timed(lambda q=q: bare_query(db, q), 3) for q in asked)
    target = next((root / "areas" / "people").iterdir()) / "items.json"
    target.write_text(target.read_text().replace('"fact": "', '"fact": "Indeed ', 1))
    edited = timed(lambda: python("-c", RUN, "-w", str(root), "recall", question))
    report = {
        "facts": len(texts), "indexMB": round((root / INDEX).stat().st_size / 1e6, 1),
        "buildS": build, "buildWallS": build_wall, "bareInsertS": raw_build,
        "sameTextInsertS": term_build, "readS": reading, "weighS": first - cold,
        "coldS": cold, "bareInterpreterS": bare, "lookS": looking,
        "warmS": warm, "bareQueryS": plain, "editS": edited - cold,
        "grepS": searched(["grep", "-ri"], root), "rgS": searched(["rg", "-i"], root),
        "coldPeakMB": peak(root, question), "buildPeakMB": peak_of_build,
        "cold/(bare+look)": cold / (bare + looking), "warm/bareQuery": warm / plain,
        "build/bareInsert": build / raw_build,
        "build/sameTextInsert": build / term_build,
        "buildWall/bareInsert": build_wall / raw_wall,
        "buildWall/sameTextInsert": build_wall / term_wall,
        "build/(read+bareInsert)": build / (reading + raw_build),
        "edit/bareInterpreter": (edited - cold) / bare,
    }  # fmt: skip
    return {k: round(v, 4) if isinstance(v, float) else v for k, v in report.items()}


def bare_query(db, question):
    words = " OR ".join(f'"{t}"' for t in dict.fromkeys(analyse(question)))
    return db.execute(
        "SELECT rowid FROM t WHERE t MATCH ? ORDER BY rank LIMIT 10", (words,)
    ).fetchall()


def peak(root, question):
    """Most resident memory of a cold recall, where the system tells."""
    out = python("-c", PEAK, "-w", str(root), "recall", question).stdout.decode()
    found = [line.split()[1] for line in out.splitlines() if line.startswith("VmHWM")]
    return round(int(found[0]) / 1024, 1) if found else None


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--entities", type=int, default=10_000)
    parser.add_argument("--facts", type=int, default=100_000)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch) / "life"
        texts = lay_down(root, options.entities, options.facts, options.days)
        report = measure(root, texts)
    if options.json:
        print(json.dumps(report, indent=2))
        return
    for key, value in report.items():
        print(f"{key:22} {value}")


if __name__ == "__main__":
    main()
