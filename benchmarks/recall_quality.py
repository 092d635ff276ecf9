"""How often recall finds the line that answers, on public conversations.

usage: recall_quality.py --locomo FILE [--conversations 0-4] [--json]
       recall_quality.py --passages FILE.json … [--most 1000]

FILE is `data/locomo10.json` of https://github.com/snap-research/locomo (CC BY-NC 4.0; not
part of memctl), or a part of it in the same form. Passages are the SQuAD-like files of
https://github.com/ymcui/cmrc2018 and https://github.com/DRCKnowledgeTeam/DRCD.

Each conversation becomes daily notes in a workspace, one note a session day, one bullet a
turn; each question is asked through memctl's own recall. The score is the share of the
turns named as evidence among the first 5 and 10 results, and of their sessions (days) among
the first 5 and 10 days that the results name; the mean over the questions of categories 1
to 4 that have evidence. Two plain ways are asked the same in the same run: SQLite FTS5 with
the porter tokenizer, question words dropped, and a count of the question's words.
"""

import argparse
import json
import re
import sqlite3
import statistics
import tempfile
import time
from collections import defaultdict
from datetime import datetime
from pathlib import Path

from memctl.jobs.recall import recall

DEEP = 100
CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}
STOP = frozenset(
    [
        "a",
        "about",
        "an",
        "and",
        "any",
        "are",
        "as",
        "at",
        "be",
        "been",
        "by",
        "can",
        "could",
        "did",
        "do",
        "does",
        "for",
        "from",
        "had",
        "has",
        "have",
        "he",
        "her",
        "his",
        "how",
        "i",
        "in",
        "is",
        "it",
        "its",
        "many",
        "may",
        "might",
        "much",
        "of",
        "on",
        "or",
        "our",
        "she",
        "should",
        "so",
        "some",
        "that",
        "the",
        "their",
        "them",
        "there",
        "they",
        "this",
        "to",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "which",
        "who",
        "whom",
        "whose",
        "why",
        "will",
        "with",
        "would",
        "you",
        "your",
    ]
)


def day_of(text):
    """LoCoMo writes "1:56 pm on 8 May, 2023"."""
    return datetime.strptime(text.split(" on ")[1], "%d %B, %Y").date().isoformat()


def turns_of(conversation):
    """(day, turn id, text) of every turn, in order."""
    numbers = sorted(
        int(key.split("_")[1]) for key in conversation if re.fullmatch(r"session_\d+", key)
    )
    for number in numbers:
        day = day_of(conversation[f"session_{number}_date_time"])
        for turn in conversation[f"session_{number}"]:
            yield day, turn["dia_id"], f"{turn['speaker']}: {' '.join(turn['text'].split())}"


def gold_of(question, known):
    """The ids of the evidence that there is; some strings hold several, or a typo."""
    found = {
        f"D{a}:{b}" for text in question["evidence"] for a, b in re.findall(r"D:?(\d+):(\d+)", text)
    }
    return found & known


def settle(folder):
    """Fill the cache, and wait until no file is so young that it would be read again."""
    recall("warm", workspace=str(folder))
    time.sleep(2.1)
    recall("warm", workspace=str(folder))


class Memctl:
    """The product: notes in a workspace, asked through recall."""

    name = "memctl"

    def __init__(self, turns, folder):
        self.folder = folder
        self.where = {}
        lines = defaultdict(list)
        for day, dia_id, text in turns:
            lines[day].append(f"- {text}")
            self.where[f"memory/{day}.md", len(lines[day]) + 2] = dia_id
        (folder / "memory").mkdir(parents=True)
        for day, rows in lines.items():
            text = "\n".join([f"# {day}", "", *rows, ""])
            (folder / "memory" / f"{day}.md").write_text(text, encoding="utf-8")
        settle(folder)

    def ask(self, question):
        found = recall(question, {"limit": DEEP}, workspace=str(self.folder))
        return [self.where[f.path, f.line] for f in found.results if (f.path, f.line) in self.where]


class Fts5:
    """SQLite FTS5, porter stems, question words dropped, BM25."""

    name = "fts5"

    def __init__(self, turns, _folder, *, by_day=False):
        groups = grouped(turns, by_day=by_day)
        self.keys = list(groups)
        self.db = sqlite3.connect(":memory:")
        self.db.execute("CREATE VIRTUAL TABLE t USING fts5(x, tokenize='porter unicode61')")
        self.db.executemany("INSERT INTO t VALUES (?)", [(text,) for text in groups.values()])

    def ask(self, question):
        words = [w for w in re.findall(r"\w+", question.lower()) if w not in STOP]
        if not words:
            return []
        match = " OR ".join(f'"{w}"' for w in words)
        rows = self.db.execute(
            "SELECT rowid FROM t WHERE t MATCH ? ORDER BY rank LIMIT 10", (match,)
        )
        return [self.keys[i - 1] for (i,) in rows]


class Keywords:
    """How many of the question's words stand in the text, as a person with grep would."""

    name = "keywords"

    def __init__(self, turns, _folder, *, by_day=False):
        self.texts = {k: t.lower() for k, t in grouped(turns, by_day=by_day).items()}

    def ask(self, question):
        words = {w for w in re.findall(r"\w+", question.lower()) if w not in STOP}
        hits = [
            (-sum(w in text for w in words), i, k) for i, (k, text) in enumerate(self.texts.items())
        ]
        return [key for count, _, key in sorted(hits)[:10] if count]


def grouped(turns, *, by_day):
    """Texts by turn id, or by day."""
    groups = defaultdict(list)
    for day, dia_id, text in turns:
        groups[day if by_day else dia_id].append(text)
    return {key: "\n".join(texts) for key, texts in groups.items()}


def share_in(found, gold):
    return len(gold & set(found)) / len(gold)


def measure(conversations):
    """Scores by system and level, and memctl's by category."""
    scores = defaultdict(lambda: defaultdict(list))
    categories = defaultdict(list)
    spent = []
    for item in conversations:
        turns = list(turns_of(item["conversation"]))
        days = {dia_id: day for day, dia_id, _ in turns}
        with tempfile.TemporaryDirectory() as scratch:
            product = Memctl(turns, Path(scratch) / "life")
            plain = [(s(turns, None), s(turns, None, by_day=True)) for s in (Fts5, Keywords)]
            for question in item["qa"]:
                gold = gold_of(question, days.keys())
                if not gold or question["category"] not in CATEGORIES:
                    continue
                began = time.perf_counter()
                found = product.ask(question["question"])
                spent.append(time.perf_counter() - began)
                seen = list(dict.fromkeys(days[turn] for turn in found))
                note(scores["memctl"], found, gold, seen, {days[t] for t in gold})
                note(categories[CATEGORIES[question["category"]]], found, gold)
                for turn_level, day_level in plain:
                    asked = question["question"]
                    found, seen = turn_level.ask(asked), day_level.ask(asked)
                    note(scores[turn_level.name], found, gold, seen, {days[t] for t in gold})
    return scores, categories, spent


def note(into, found, gold, seen=None, gold_days=None):
    """Keep the four shares of one question."""
    rows = {"turn@5": share_in(found[:5], gold), "turn@10": share_in(found[:10], gold)}
    if seen is not None:
        rows |= {"session@5": share_in(seen[:5], gold_days)}
        rows |= {"session@10": share_in(seen[:10], gold_days)}
    if isinstance(into, list):
        into.append(rows)
        return
    for key, value in rows.items():
        into[key].append(value)


def level(shares, name):
    """The contract's form of one level."""
    return {
        "recall@5": round(100 * statistics.mean(shares[f"{name}@5"]), 1),
        "recall@10": round(100 * statistics.mean(shares[f"{name}@10"]), 1),
        "n": len(shares[f"{name}@5"]),
    }


def locomo(path, chosen):
    items = json.loads(Path(path).read_text(encoding="utf-8"))
    scores, categories, spent = measure([items[i] for i in chosen if i < len(items)])
    return {
        "turn": level(scores["memctl"], "turn"),
        "session": level(scores["memctl"], "session"),
        "msPerQuestion": round(1000 * statistics.mean(spent), 2),
        "categories": {
            name: {
                "recall@5": round(100 * statistics.mean(r["turn@5"] for r in rows), 1),
                "recall@10": round(100 * statistics.mean(r["turn@10"] for r in rows), 1),
                "n": len(rows),
            }
            for name, rows in sorted(categories.items())
        },
        "baselines": {
            name: {"turn": level(scores[name], "turn"), "session": level(scores[name], "session")}
            for name in ("fts5", "keywords")
        },
    }


def passages(paths, most):
    """Questions to passages (CMRC, DRCD): every passage is a document below resources/."""
    found = {}
    for path in paths:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
        rows = [(p["context"], p["qas"]) for d in data["data"] for p in d["paragraphs"]]
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch) / "life"
            (folder / "areas").mkdir(parents=True)
            (folder / "resources").mkdir()
            for number, (context, _) in enumerate(rows):
                text = " ".join(context.split()) + "\n"
                (folder / "resources" / f"{number}.md").write_text(text, encoding="utf-8")
            settle(folder)
            asked = [(q["question"], n) for n, (_, qas) in enumerate(rows) for q in qas][:most]
            ranks = [rank_of(folder, question, number) for question, number in asked]
        found[Path(path).stem] = {
            "recall@1": round(100 * sum(r == 0 for r in ranks) / len(ranks), 1),
            "recall@10": round(100 * sum(0 <= r < 10 for r in ranks) / len(ranks), 1),
            "n": len(ranks),
        }
    return found


def rank_of(folder, question, number):
    results = recall(question, {"limit": 10}, workspace=str(folder)).results
    names = [f.path.rpartition("/")[2] for f in results]
    return names.index(f"{number}.md") if f"{number}.md" in names else -1


def table(report):
    """The report for people."""
    rows = [("memctl", report), *report["baselines"].items()]
    print(f"{'':10} turn @5 / @10   session @5 / @10   n {report['turn']['n']}")
    for name, row in rows:
        turn, session = row["turn"], row["session"]
        print(
            f"{name:10} {turn['recall@5']:5} / {turn['recall@10']:<5}"
            f"   {session['recall@5']:5} / {session['recall@10']}"
        )
    for name, row in report["categories"].items():
        print(f"  {name:12} {row['recall@5']:5} / {row['recall@10']:<5} n {row['n']}")
    print(f"{report['msPerQuestion']} ms a question")


def span(text):
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--locomo", metavar="FILE")
    parser.add_argument("--conversations", type=span, default=range(1000), metavar="0-4")
    parser.add_argument("--passages", nargs="+", metavar="FILE")
    parser.add_argument("--most", type=int, default=1000, help="questions a passage file")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if not options.locomo and not options.passages:
        parser.error("name the data with --locomo or --passages (see the top of this file)")
    report = locomo(options.locomo, options.conversations) if options.locomo else {}
    if options.passages:
        report["passages"] = passages(options.passages, options.most)
    if options.json:
        print(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        if options.locomo:
            table(report)
        for name, row in report.get("passages", {}).items():
            print(f"{name}: recall@1 {row['recall@1']} recall@10 {row['recall@10']} n {row['n']}")


if __name__ == "__main__":
    main()
