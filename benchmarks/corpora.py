"""Public sets of dated memories, chats and passages, as documents and questions.

Each function gives (documents, questions) as `retrieval.compared` takes them.
"""

import json
import re
from pathlib import Path

_DAY_EN = re.compile(
    r"\b(January|February|March|April|May|June|July|August|September|October|November|December)"
    r" (\d{1,2})(?:st|nd|rd|th)?\b"
)
_DAY_ZH = re.compile(r"(\d{1,2})\s?月\s?(\d{1,2})\s?[日号]")
_MONTHS = _DAY_EN.pattern[4 : _DAY_EN.pattern.index(")")].split("|")


def _rows(path):
    text = Path(path).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def madial(folder, language):
    """MADial-Bench: memories by day; asked with what the user said before the assistant recalls."""
    memories = {
        k: m
        for row in _rows(f"{folder}/MADial-Bench-{language}-memory.json")
        for k, m in row.items()
    }
    documents = [(k, m["time"], m["event"]) for k, m in memories.items()]
    asked = []
    for row in _rows(f"{folder}/MADial-Bench-{language}-dialogue.json"):
        before = row["dialogue"][: row["test-turn"][0]]
        said = [
            turn.partition(":")[2].strip(' "\n')
            for turn in before
            if not turn.startswith(("<BOD", "<Assistant"))
        ]
        gold = {str(i) for i in row["relevant-id"]} & memories.keys()
        if said and gold:
            asked.append((" ".join(said), gold))
    return documents, asked


def memorybank(folder, language):
    """MemoryBank: chats of ten days each; of its probing questions those that name a day.

    It has no gold: a question is answered by any line of the day that it names. Yields the
    documents and questions of one user after the other.
    """
    short = {"zh": "cn"}.get(language, language)
    chats = json.loads(Path(f"{folder}/{short}/memory_bank_{short}.json").read_text("utf-8"))
    probes = {
        k: v
        for row in _rows(f"{folder}/{short}/probing_questions_{short}.jsonl")
        for k, v in row.items()
    }
    for user, chat in chats.items():
        documents = [
            (day, day, f"{who}: {turn[part]}")
            for day, turns in chat["history"].items()
            for turn in turns
            for part, who in (("query", chat["name"]), ("response", "AI"))
        ]
        asked = []
        for question in probes.get(user, []):
            day = _named_day(question, chat["history"])
            if day:
                asked.append((question, {day}))
        if asked:
            yield documents, asked


def _named_day(question, days):
    found = [(m, d) for m, d in _DAY_ZH.findall(question)]
    found += [(_MONTHS.index(m) + 1, d) for m, d in _DAY_EN.findall(question)]
    ends = {f"{int(m):02}-{int(d):02}" for m, d in found}
    named = [day for day in days if day[5:] in ends]
    return named[0] if len(named) == 1 else None


def passages(path, most):
    """CMRC 2018, DRCD and others in the form of SQuAD: a passage is a document, asked for by
    its questions."""
    data = json.loads(Path(path).read_text(encoding="utf-8"))
    rows = [(p["context"], p["qas"]) for d in data["data"] for p in d["paragraphs"]]
    documents = [(n, None, context) for n, (context, _) in enumerate(rows)]
    asked = [(q["question"], {n}) for n, (_, qas) in enumerate(rows) for q in qas][:most]
    return documents, asked
