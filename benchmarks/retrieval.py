"""Ways to find a line, asked side by side: memctl, SQLite FTS5 and a count of words.

A document is (key, day or None, text); each way is built from documents and answers a question
with keys, best first. Chinese reaches FTS5 as characters and pairs of them, which no default
does and which is the best that its own tables reach.
"""

import itertools
import re
import sqlite3
import statistics
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from memctl.jobs.recall import recall

DEEP = 100
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
_HAN = re.compile(r"[\u3400-\u9fff]+")


def settle(folder):
    """Fill the cache, and wait until no file is so young that it would be read again."""
    recall("warm", workspace=str(folder))
    time.sleep(2.1)
    recall("warm", workspace=str(folder))


class Memctl:
    """The product: notes, or documents without a day, in a workspace, asked through recall."""

    name = "memctl"
    is_semantic = False
    """Is meaning a signal too? Needs the extra `semantic`."""

    def __init__(self, documents, folder):
        self.folder = folder
        self.where = {}
        lines = defaultdict(list)
        (folder / "areas").mkdir(parents=True)
        for key, day, text in documents:
            name = f"memory/{day}.md" if day else f"resources/{len(lines)}.md"
            lines[name].append(f"- {' '.join(text.split())}")
            self.where[name, len(lines[name]) + 2] = key
        for name, rows in lines.items():
            (folder / name).parent.mkdir(exist_ok=True)
            title = name.rpartition("/")[2].removesuffix(".md")
            text = "\n".join([f"# {title}", "", *rows, ""])
            (folder / name).write_text(text, encoding="utf-8")
        settle(folder)

    def ask(self, question):
        said = {"limit": DEEP, "semantic": self.is_semantic}
        results = recall(question, said, workspace=str(self.folder)).results
        return [self.where[f.path, f.line] for f in results if (f.path, f.line) in self.where]


class Fts5:
    """SQLite FTS5, porter stems, question words dropped, BM25."""

    name = "fts5"

    def __init__(self, documents, _folder):
        self.keys = [key for key, _, _ in documents]
        self.db = sqlite3.connect(":memory:")
        self.db.execute("CREATE VIRTUAL TABLE t USING fts5(x, tokenize='porter unicode61')")
        rows = [(" ".join(words_of(text)),) for _, _, text in documents]
        self.db.executemany("INSERT INTO t VALUES (?)", rows)

    def ask(self, question):
        words = [w for w in words_of(question) if w not in STOP]
        if not words:
            return []
        match = " OR ".join(f'"{w}"' for w in words)
        found = self.db.execute(
            "SELECT rowid FROM t WHERE t MATCH ? ORDER BY rank LIMIT 10", (match,)
        )
        return [self.keys[i - 1] for (i,) in found]


class Keywords:
    """How many of the question's words stand in the text, as a person with grep would."""

    name = "keywords"

    def __init__(self, documents, _folder):
        self.texts = [(key, text.lower()) for key, _, text in documents]

    def ask(self, question):
        words = {w for w in words_of(question) if w not in STOP}
        hits = [(-sum(w in text for w in words), i, k) for i, (k, text) in enumerate(self.texts)]
        return [key for count, _, key in sorted(hits)[:10] if count]


WAYS = (Memctl, Fts5, Keywords)


def words_of(text):
    """Words in lower case; Chinese as characters and pairs."""
    low = text.lower()
    pairs = [w for run in _HAN.findall(low) for w in (*run, *map("".join, itertools.pairwise(run)))]
    return [*re.findall(r"\w+", _HAN.sub(" ", low)), *pairs]


def share_in(found, gold):
    """The share of the gold items among those found."""
    return len(gold & set(found)) / len(gold)


def compared(sets):
    """Recall at 1, 5 and 10 of every way, in per cent, and memctl's milliseconds a question.

    Args:
        sets: (documents, questions) pairs, each a memory of its own; a question is
            (text, gold keys). The figures are means over the questions of all of them.
    """
    shares = {way.name: defaultdict(list) for way in WAYS}
    spent = []
    for documents, asked in sets:
        with tempfile.TemporaryDirectory() as scratch:
            for way in WAYS:
                made = way(documents, Path(scratch) / "life")
                for question, gold in asked:
                    began = time.process_time()
                    found = made.ask(question)
                    spent += [time.process_time() - began] if way is Memctl else []
                    for k in (1, 5, 10):
                        shares[way.name][f"recall@{k}"].append(share_in(found[:k], gold))
    report = {
        name: {key: round(100 * statistics.mean(values), 1) for key, values in rows.items()}
        for name, rows in shares.items()
    }
    return {**report, "n": len(spent), "msPerQuestion": round(1000 * statistics.mean(spent), 2)}
