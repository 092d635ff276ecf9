"""How often recall finds the line that answers, on public data.

usage: recall_quality.py [--locomo FILE [--conversations 0-4]] [--madial FOLDER]
       [--memorybank FOLDER] [--passages FILE.json …] [--most 1000] [--semantic] [--json]

None of the data is part of memctl:
- LoCoMo: `data/locomo10.json` of https://github.com/snap-research/locomo (CC BY-NC 4.0), or a
  part of it in the same form
- MADial: the folder of https://github.com/hejunqing/MADial-Bench (MIT) with its four
  `MADial-Bench-*.json`
- MemoryBank: https://github.com/zhongwanjun/MemoryBank-SiliconFriend (MIT), a folder with
  `en/` and `cn/`, each with its `memory_bank_*.json` and `probing_questions_*.jsonl`
- passages: the SQuAD-like files of https://github.com/ymcui/cmrc2018 and
  https://github.com/DRCKnowledgeTeam/DRCD (CC BY-SA)

Each conversation becomes daily notes in a workspace, one note a session day, one bullet a
turn; a passage becomes a document. Each question is asked through memctl's own recall. The
score is the share of the lines named as evidence among the first results; for LoCoMo also of
their sessions (days) among the days that the results name, over the questions of categories 1
to 4. MADial is asked with what the user said before the assistant recalls. MemoryBank names no
evidence: of its questions those that name a day count, and any line of that day answers. Two
plain ways are asked the same in the same run: SQLite FTS5 with the porter tokenizer, question
words dropped, Chinese as characters and pairs; and a count of the question's words.
"""

import argparse
import json
import re
import statistics
import tempfile
import time
from collections import defaultdict
from datetime import datetime
from pathlib import Path

from corpora import madial, memorybank, passages
from retrieval import Fts5, Keywords, Memctl, compared, share_in

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}


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


def grouped(turns):
    """The text of every day."""
    groups = defaultdict(list)
    for day, _, text in turns:
        groups[day].append(text)
    return {key: "\n".join(texts) for key, texts in groups.items()}


def measure(conversations):
    """Scores by system and level, and memctl's by category."""
    scores = defaultdict(lambda: defaultdict(list))
    categories = defaultdict(list)
    spent = []
    for item in conversations:
        turns = list(turns_of(item["conversation"]))
        days = {dia_id: day for day, dia_id, _ in turns}
        documents = [(dia_id, day, text) for day, dia_id, text in turns]
        whole_days = [(day, day, text) for day, text in grouped(turns).items()]
        with tempfile.TemporaryDirectory() as scratch:
            product = Memctl(documents, Path(scratch) / "life")
            plain = [(way(documents, None), way(whole_days, None)) for way in (Fts5, Keywords)]
            for question in item["qa"]:
                gold = gold_of(question, days.keys())
                if not gold or question["category"] not in CATEGORIES:
                    continue
                began = time.process_time()
                found = product.ask(question["question"])
                spent.append(time.process_time() - began)
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


def others(options):
    """The sets beside LoCoMo that were named, by name."""
    found = {}
    for language in ("en", "zh"):
        if options.madial:
            found[f"MADial {language}"] = compared([madial(options.madial, language)])
        if options.memorybank:
            found[f"MemoryBank {language}"] = compared(memorybank(options.memorybank, language))
    for path in options.passages or ():
        found[Path(path).stem] = compared([passages(path, options.most)])
    return found


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
    print(f"{report['msPerQuestion']} ms of processor time a question")


def span(text):
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--locomo", metavar="FILE")
    parser.add_argument("--conversations", type=span, default=range(1000), metavar="0-4")
    parser.add_argument("--madial", metavar="FOLDER")
    parser.add_argument("--memorybank", metavar="FOLDER")
    parser.add_argument("--passages", nargs="+", metavar="FILE")
    parser.add_argument("--most", type=int, default=1000, help="questions a passage file")
    parser.add_argument("--semantic", action="store_true", help="with the extra `semantic`")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if not (options.locomo or options.madial or options.memorybank or options.passages):
        parser.error("name the data (see the top of this file)")
    Memctl.is_semantic = options.semantic
    report = locomo(options.locomo, options.conversations) if options.locomo else {}
    report["sets"] = others(options)
    if options.json:
        print(json.dumps(report, ensure_ascii=False, indent=2))
        return
    if options.locomo:
        table(report)
    for name, row in report["sets"].items():
        print(f"{name}  n {row['n']}  {row['msPerQuestion']} ms of processor time a question")
        for way in ("memctl", "fts5", "keywords"):
            at = " / ".join(f"{row[way][f'recall@{k}']:5}" for k in (1, 5, 10))
            print(f"  {way:10} recall @1 / @5 / @10  {at}")


if __name__ == "__main__":
    main()
