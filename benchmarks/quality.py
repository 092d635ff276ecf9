"""How well the rules read and decide: one table, English and Chinese apart.

usage: quality.py [--gold DIR] [--part built|held|all] [--no-stories] [--json] [--verbose]

Works on gold/ beside this file and on any folder of the same form (its README has the
fields). The product is handed what a user would give it, through the functions that
`memctl heartbeat` calls: the old and the new text with their days, or a block with the
names that are known. Labels, attributes and reasons are never passed in.

What counts:
- updates: `supersede` is right when the old row is retired for the new one, `end` when it
  is retired, `distinct` when it stays and nothing is asked or merged, `duplicate` when no
  row is added, `contested` when it stays and a question is asked. `retiredWrongly` counts
  retired rows under every label but supersede and end.
- blocks: a durable block is found when every expected fact was stored: at that entity
  (a relation of the user to somebody counts at either end), with every string, the day and
  the last day. A proposal for MEMORY.md counts as stored, in durable blocks and in junk.
"""

import argparse
import json
import re
import sys
import time
import unicodedata
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from memctl import resources
from memctl.formats.timeline.notes import parse_note
from memctl.graph.candidate import Candidate
from memctl.graph.entity import Entity, EntityRef, as_ref
from memctl.graph.fact import Evidence, Fact, FactId
from memctl.graph.graph import Graph, make_graph
from memctl.graph.plan import AddEvidence, AddFact, CreateEntity, Plan, RetireFact
from memctl.language.dates import find_dates
from memctl.language.lexicon import parse_lexicon
from memctl.language.naming.mentions import name_index, resolve
from memctl.language.naming.slugs import slugify, unique_slug
from memctl.language.naming.spellings import same_name
from memctl.rules.extraction import extract
from memctl.rules.ingest import plan_ingest
from memctl.safety.instructions import is_hostile
from memctl.safety.secrets import find_secrets, mask

from scoring import HELD_OUT_STORIES, is_held_out, share, table
from stories import play

HERE = Path(__file__).resolve().parent
ME = EntityRef("people/me")
LEXICON = parse_lexicon(resources.lexicon_texts())


def items(folder: Path, name: str, part: str) -> Iterator[dict]:
    """The lines of one file, of the part asked for."""
    path = folder / f"{name}.jsonl"
    if not path.is_file():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        item = json.loads(line)
        key = item.get("id") or item.get("text") or line.strip()
        if "id" not in item and "text" not in item:
            key = line.strip()
        if part == "all" or is_held_out(key) == (part == "held"):
            yield item


def language_of(text: str) -> str:
    """`zh` where the text holds Chinese, else `en`."""
    return "zh" if any("一" <= c <= "鿿" or "㐀" <= c <= "䶿" for c in text) else "en"


def entity_for(name: str) -> Entity:
    """A known entity without facts, named as a person would have named it."""
    if name == "self":
        return Entity(ref=ME, name="Me")
    ref = as_ref(name)
    words = ref.rpartition("/")[2].replace("-", " ")
    shown = words if not words.isascii() else words.title()
    return Entity(ref=ref, name=shown, items_path=f"areas/{ref}/items.json", folder=f"areas/{ref}")


# ---- updates -------------------------------------------------------------------------------


def outcome(item: dict) -> str:
    """What ingestion makes of the pair, in the words of the labels."""
    base = entity_for(item["entity"])
    old = Fact(
        id=FactId("old-001"),
        text=item["old"]["fact"],
        timestamp=item["old"]["timestamp"],
        day=date.fromisoformat(item["old"]["timestamp"]),
        source="daily-note",
        by="rules",
    )
    entity = Entity(
        ref=base.ref,
        name=base.name,
        facts=(old,),
        items_path="items.json",
        folder=f"areas/{base.ref}",
    )
    day = date.fromisoformat(item["new"]["timestamp"])
    text = item["new"]["fact"]
    candidate = Candidate(
        entity=entity.ref,
        entity_name=entity.name,
        text=text,
        category="status",
        day=day,
        evidence=Evidence(path=f"memory/{day}.md", line=3, quote=text, day=day),
    )
    plan = plan_ingest(make_graph({entity.ref: entity}), [candidate], LEXICON, today=day)
    return outcome_of(plan)


def outcome_of(plan: Plan) -> str:
    """supersede, end, duplicate, contested, distinct, or nothing."""
    retired = [c for c in plan.changes if isinstance(c, RetireFact)]
    added = [c for c in plan.changes if isinstance(c, AddFact)]
    if retired:
        named = any(r.superseded_by for r in retired) and added
        return "supersede" if named else "end"
    if any(isinstance(c, AddEvidence) for c in plan.changes) and not added:
        return "duplicate"
    if any(q.kind == "contested" for q in plan.questions):
        return "contested"
    if plan.questions:
        return "asked"
    return "distinct" if added else "nothing"


RIGHT = {
    "supersede": {"supersede"},
    "end": {"end", "supersede"},
    "distinct": {"distinct", "nothing"},
    "duplicate": {"duplicate"},
    "contested": {"contested"},
}


def score_updates(folder: Path, part: str, *, verbose: bool) -> dict:
    """By language and label."""
    scores: dict[str, dict[str, Counter]] = {}
    for item in items(folder, "updates", part):
        got, label = outcome(item), item["expect"]
        language = language_of(item["old"]["fact"] + item["new"]["fact"])
        count = scores.setdefault(language, {}).setdefault(
            label, Counter(n=0, right=0, retiredWrongly=0)
        )
        wrong = got in {"supersede", "end"} and label not in {"supersede", "end"}
        count.update(n=1, right=int(got in RIGHT[label]), retiredWrongly=int(wrong))
        if verbose and got not in RIGHT[label]:
            print(f"{label} -> {got}: {item['id']} {item['old']} {item['new']}")
    return scores


# ---- blocks --------------------------------------------------------------------------------


def stored_by(item: dict) -> tuple[list[tuple[set[str], str, str | None, str | None]], Plan]:
    """(names of the entity, fact, day, last day) of everything that would be stored."""
    known = {e.ref: e for e in (entity_for(k) for k in [*item["known"], "self"])}
    graph: Graph = make_graph(known)
    note = parse_note(f"# {item['day']}\n\n{item['text']}\n", f"memory/{item['day']}.md")
    pairs = zip((None, *note.blocks), note.blocks, strict=False)
    candidates = [c for a, b in pairs for c in extract(b, graph, LEXICON, me=ME, before=a)]
    plan = plan_ingest(graph, candidates, LEXICON, today=date.fromisoformat(item["day"]))
    return stored_in(plan, known, item["day"]), plan


def stored_in(plan: Plan, known: dict, today: str) -> list:
    """(names of the entity, fact, day, last day) of every fact that the plan adds or proposes."""
    created = {c.entity: {c.name, *c.aliases} for c in plan.changes if isinstance(c, CreateEntity)}
    stored = []
    for change in plan.changes:
        if isinstance(change, AddFact):
            refs = (change.entity, *change.fact.related)
            names = {*refs, *(name for ref in refs for name in created.get(ref, ()))}
            if change.entity in known:
                names |= set(known[change.entity].names)
            last = change.fact.valid_until.isoformat() if change.fact.valid_until else None
            stored.append((names, change.fact.text, change.fact.timestamp, last))
    for question in plan.questions:
        if question.kind == "tacit":
            day = next((e.day for e in question.evidence if e.day), None)
            stored.append(({ME}, question.proposal, day.isoformat() if day else today, None))
    return stored


def folded(name: str) -> str:
    """A name as it is compared: without type, case, accents' form and separators."""
    bare = unicodedata.normalize("NFKC", name).rpartition("/")[2].casefold()
    return "".join(c for c in bare if c.isalnum())


FIRST_PERSON = re.compile(
    r"\b(?:i|i'm|i've|me|my|mine|we|our|us)\b|the user|用户|我|咱", re.IGNORECASE
)


def is_at(about: str, names: set[str], text: str) -> bool:
    """Does the fact live where it is wanted, or, as a relation of the user, at its other end?"""
    if about == "self":
        return ME in names or bool(FIRST_PERSON.search(text))
    return folded(about) in {folded(n) for n in names} or (
        ME in names and folded(about) in folded(text)
    )


def is_stored(want: dict, stored: list) -> bool:
    """Is one of the stored facts the wanted one?"""
    return any(
        is_at(want["entity"], names, text)
        and all(c.lower() in text.lower() for c in want["contains"])
        and (day, last) == (want["timestamp"], want["validUntil"])
        for names, text, day, last in stored
    )


def score_blocks(folder: Path, part: str, *, verbose: bool) -> dict:
    """Durable blocks found, junk blocks with facts, by language."""
    scores: dict[str, dict[str, Counter]] = {}
    for item in items(folder, "blocks", part):
        language = language_of(item["text"])
        stored, _ = stored_by(item)
        by_kind = scores.setdefault(
            language, {"durable": Counter(n=0, found=0), "junk": Counter(n=0, withFacts=0)}
        )
        if item["expect"]:
            found = all(is_stored(want, stored) for want in item["expect"])
            by_kind["durable"].update(n=1, found=int(found))
            if verbose and not found:
                print(
                    f"missed {item['id']}: {item['day']} {item['text']}\n   want {item['expect']}"
                )
                print(f"   got {[(sorted(n), t, d, u) for n, t, d, u in stored]}")
        else:
            by_kind["junk"].update(n=1, withFacts=int(bool(stored)))
            if verbose and stored:
                print(f"junk {item['id']}: {item['text']}")
                print(f"   got {[(sorted(n), t) for n, t, *_ in stored]}")
    return scores


# ---- dates, secrets, instructions, names -----------------------------------------------------


def score_dates(folder: Path, part: str, *, verbose: bool) -> dict:
    """Right when the text's one expression has the expected first and last day, or none has."""
    scores: dict[str, Counter] = {}
    for item in items(folder, "dates", part):
        found = find_dates(item["text"], date.fromisoformat(item["day"]), LEXICON)
        days = [(m.start.isoformat(), m.end.isoformat()) for m in found if m.start and m.end]
        want = item["expect"] and (item["expect"]["start"], item["expect"]["end"])
        right = days == ([want] if want else [])
        scores.setdefault(language_of(item["text"]), Counter(n=0, right=0)).update(
            n=1, right=int(right)
        )
        if verbose and not right:
            print(f"date: {item['day']} {item['text']}: {days} for {want}")
    return scores


def score_secrets(folder: Path, part: str, *, verbose: bool) -> dict:
    """Caught when no listed value survives masking; flagged when a clean text is touched."""
    secret, clean = Counter(n=0, caught=0), Counter(n=0, flagged=0)
    for item in items(folder, "secrets", part):
        masked = mask(item["text"])
        if item["secrets"]:
            caught = not any(s in masked for s in item["secrets"])
            secret.update(n=1, caught=int(caught))
        else:
            caught = not find_secrets(item["text"])
            clean.update(n=1, flagged=int(not caught))
        if verbose and not caught:
            print(f"secret: {item['text'][:40]!r}… -> {masked[:60]!r}…")
    return {"secret": secret, "clean": clean}


def score_injection(folder: Path, part: str, *, verbose: bool) -> dict:
    """Hostile texts caught, harmless ones flagged."""
    hostile, clean = Counter(n=0, caught=0), Counter(n=0, flagged=0)
    for item in items(folder, "injection", part):
        flagged = bool(is_hostile(item["text"], source=item["source"], lexicon=LEXICON))
        if item["hostile"]:
            hostile.update(n=1, caught=int(flagged))
        else:
            clean.update(n=1, flagged=int(flagged))
        if verbose and flagged != item["hostile"]:
            print(f"instruction: {item['source']} {item['hostile']} {item['text']}")
    return {"hostile": hostile, "clean": clean}


def folders_of(names: list[str]) -> list[str]:
    """The folders that these names get when they are created one after another."""
    taken: dict[str, tuple[str, ...]] = {}
    for name in names:
        taken[unique_slug(name, taken.get)] = (name,)
    return list(taken)


def has_good_folders(names: list[str]) -> bool:
    """One for each name, readable, the same twice, the first without a tail it does not need."""
    folders = folders_of(names)
    return (
        len(folders) == len(names)
        and folders == folders_of(names)
        and folders[0] == slugify(names[0])
        and all(s and s.isascii() for s in folders)
    )


def is_name_right(item: dict) -> bool:
    """Folders distinct and readable in both orders; the same name or not; whom a text means."""
    if item["kind"] == "slug":
        return all(has_good_folders(names) for names in (item["names"], item["names"][::-1]))
    if item["kind"] == "merge":
        return same_name(item["a"], item["b"]) == item["same"]
    names: dict[str, list[EntityRef]] = {}
    for ref, known in item["known"].items():
        for name in known:
            names.setdefault(name, []).append(EntityRef(ref))
    got = resolve(item["text"], name_index(names, LEXICON))
    if item["expect"] == "ambiguous":
        return got is not None and not isinstance(got, str)
    return got == item["expect"]


def score_names(folder: Path, part: str, *, verbose: bool) -> dict:
    """By kind."""
    scores: dict[str, Counter] = {}
    for item in items(folder, "names", part):
        right = is_name_right(item)
        scores.setdefault(item["kind"], Counter(n=0, right=0)).update(n=1, right=int(right))
        if verbose and not right:
            print(f"name: {item}")
    return scores


# ---- all of it -------------------------------------------------------------------------------


def score(folder: Path, part: str, *, verbose: bool, stories: bool) -> dict:
    """Everything, as the JSON that scripts rely on."""
    say = {"verbose": verbose}
    report = {
        "updates": score_updates(folder, part, **say),
        "blocks": score_blocks(folder, part, **say),
        "dates": score_dates(folder, part, **say),
        "secrets": score_secrets(folder, part, **say),
        "injection": score_injection(folder, part, **say),
        "names": score_names(folder, part, **say),
        "stories": {},
    }
    if stories:
        for story in sorted(p.parent for p in folder.glob("stories/*/probes.json")):
            if part == "all" or (story.name in HELD_OUT_STORIES) == (part == "held"):
                report["stories"][story.name] = play(story, verbose=verbose)
    return report


def rows_of(report: dict) -> Iterator[list[str]]:
    """The table: what, English, Chinese."""
    for label in RIGHT:
        per = {lang: report["updates"].get(lang, {}).get(label, Counter()) for lang in ("en", "zh")}
        yield [f"updates: {label}", *(share(c["right"], c["n"]) for c in per.values())]
    wrong = {
        lang: sum(c["retiredWrongly"] for c in report["updates"].get(lang, {}).values())
        for lang in ("en", "zh")
    }
    yield ["updates: retired wrongly", str(wrong["en"]), str(wrong["zh"])]
    for kind, key in (("durable", "found"), ("junk", "withFacts")):
        per = [report["blocks"].get(lang, {}).get(kind, Counter()) for lang in ("en", "zh")]
        yield [f"blocks: {kind} {key}", *(share(c[key], c["n"]) for c in per)]
    yield [
        "dates",
        *(
            share(c["right"], c["n"])
            for c in (report["dates"].get(x, Counter()) for x in ("en", "zh"))
        ),
    ]
    for name, (bad, good) in {
        "secrets": ("secret", "clean"),
        "injection": ("hostile", "clean"),
    }.items():
        c, f = report[name][bad], report[name][good]
        yield [
            f"{name}: caught / flagged (both languages)",
            share(c["caught"], c["n"]),
            share(f["flagged"], f["n"]),
        ]
    for kind, c in sorted(report["names"].items()):
        yield [f"names: {kind} (both languages)", share(c["right"], c["n"]), ""]
    for name, kinds in report["stories"].items():
        for kind, c in kinds.items():
            stale = f"{c['stale']} stale"
            yield [f"story {name}: {kind}", share(c["right"], c["n"]), stale]


def main() -> int:
    """Score and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--gold", type=Path, default=HERE / "gold")
    parser.add_argument("--part", choices=("built", "held", "all"), default="all")
    parser.add_argument("--no-stories", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    began = time.perf_counter()
    report = score(
        options.gold, options.part, verbose=options.verbose, stories=not options.no_stories
    )
    if options.json:
        print(json.dumps(report, ensure_ascii=False, indent=2))
        return 0
    print(table(["what", "English", "Chinese"], list(rows_of(report))))
    print(f"\n{time.perf_counter() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
