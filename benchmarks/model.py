"""What a model reads, and what the gate keeps out of it: the labelled blocks, by a real model.

usage: model.py --model NAME --api-base URL [--gold DIR] [--part built|held|all] [-n N]
                [--keep DIR] [--json]

Every block goes through the functions that `memctl heartbeat` calls with `extract.by = "model"`:
the prompt, the answer seen through, the gate, the plan. Labels are never passed in. A small
model that runs on one machine is at hand from the package index; docs/models.md says how.
"""

import argparse
import json
import tempfile
import time
from collections import Counter
from datetime import date
from functools import partial
from pathlib import Path

from memctl.config.settings import Limits, Llm
from memctl.errors import ModelUnavailable
from memctl.formats.timeline.notes import parse_note
from memctl.graph.asking import HeartbeatAnswer
from memctl.graph.graph import make_graph
from memctl.jobs.foreign.hearing import Waiting, block_prompts
from memctl.llm.asking import How, Inquiry
from memctl.rules.foreign.reading import Reader, both, by_answers, by_rules
from memctl.rules.foreign.requests import sorted_answer
from memctl.rules.gate import refuses
from memctl.rules.ingest import plan_ingest
from memctl.safety.secrets import mask

from quality import HERE, LEXICON, ME, entity_for, is_stored, items, language_of, stored_in
from scoring import share, table

READERS = ("rules", "model", "rules+model")


def read_block(item: dict, inquiry: Inquiry, seen: Counter) -> dict[str, list]:
    """What each reader would store of one block."""
    known = {e.ref: e for e in (entity_for(k) for k in [*item["known"], "self"])}
    graph = make_graph(known)
    note = parse_note(f"# {item['day']}\n\n{item['text']}\n", f"memory/{item['day']}.md")
    blocks = tuple(b for b in note.blocks if refuses(b, LEXICON) is None)
    facts = {}
    for prompt, part in block_prompts(inquiry, Waiting(blocks, {}, graph, LEXICON, len(blocks))):
        began = time.perf_counter()
        try:
            answered = inquiry.ask(prompt, HeartbeatAnswer, lambda _answer: None)
        except ModelUnavailable as error:
            seen["no answer"] += 1
            print(error.message)
            continue
        seen["seconds"] += time.perf_counter() - began
        seen["requests"] += 1
        if answered.value is None:
            seen[f"of no use: {answered.reason[:40]}"] += 1
            seen["of no use"] += 1
        else:
            found = sorted_answer(answered.value.blocks, part)
            facts |= found.facts
            strange = [b for b in answered.value.blocks if b.id.strip().lower() in found.unknown]
            seen["facts of blocks that were never asked about"] += sum(
                len(b.facts) for b in strange
            )
    rules = by_rules(Reader(LEXICON, ME))
    model = by_answers(Reader(LEXICON, ME, "model"), facts, lambda b: refuses(b, LEXICON) is None)
    said = [c for b in note.blocks for c in model(b, graph, None) or () if c.by == "model"]
    seen["proposed"] += len(said)
    seen["let in"] += sum(c.accepted for c in said)
    for candidate in said:
        if candidate.reason:
            seen["kept out: " + candidate.reason.partition(":")[0]] += 1
    stored = {}
    for name, reader in zip(READERS, (rules, model, both(rules, model)), strict=True):
        found = [c for b in note.blocks for c in reader(b, graph, None) or ()]
        plan = plan_ingest(graph, found, LEXICON, today=date.fromisoformat(item["day"]))
        stored[name] = stored_in(plan, known, item["day"])
    return stored


def measure(gold: Path, part: str, inquiry: Inquiry, most: int | None) -> dict:
    seen: Counter = Counter()
    counts: dict[str, dict[str, Counter]] = {
        r: {lang: Counter() for lang in ("en", "zh")} for r in READERS
    }
    for number, item in enumerate(items(gold, "blocks", part)):
        if number == most:
            break
        language = language_of(item["text"])
        for reader, stored in read_block(item, inquiry, seen).items():
            count = counts[reader][language]
            if item["expect"]:
                count["durable"] += 1
                count["found"] += all(is_stored(want, stored) for want in item["expect"])
                wanted = [s for s in stored if any(is_stored(w, [s]) for w in item["expect"])]
                count["beside"] += len(stored) - len(wanted)
            else:
                count["junk"] += 1
                count["withFacts"] += bool(stored)
    return {"model": inquiry.model.name, "seen": dict(seen), "blocks": counts}


def show(found: dict) -> str:
    rows = []
    for reader, languages in found["blocks"].items():
        for language, c in languages.items():
            rows.append(
                [
                    reader,
                    language,
                    share(c["found"], c["durable"]),
                    str(c["beside"]),
                    share(c["withFacts"], c["junk"]),
                ]
            )
    head = ["reader", "language", "durable found", "facts beside those wanted", "junk with facts"]
    seen = found["seen"]
    each = seen.get("seconds", 0) / max(seen.get("requests", 0), 1)
    lines = [f"{name}: {n}" for name, n in sorted(seen.items()) if name != "seconds"]
    return "\n".join([table(head, rows), "", *lines, f"seconds a request: {each:.1f}"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", required=True)
    parser.add_argument("--api-base")
    parser.add_argument("--gold", type=Path, default=HERE / "gold")
    parser.add_argument("--part", choices=["built", "held", "all"], default="built")
    parser.add_argument("-n", type=int, dest="most")
    parser.add_argument("--keep", type=Path, help="Where answers are kept, for another run.")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        settings = Llm(model=args.model, api_base=args.api_base, max_tokens=400, timeout_s=300)
        limits = Limits(10**6, 10**6, 10**9, 10**9)
        masking = partial(mask, lexicon=LEXICON)
        day = date(2026, 1, 1)
        how = How(settings, limits, args.keep or Path(folder), "benchmark", day, masking)
        found = measure(args.gold, args.part, Inquiry(how), args.most)
    print(json.dumps(found, ensure_ascii=False) if args.json else show(found))


if __name__ == "__main__":
    main()
