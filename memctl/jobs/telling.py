"""A plan in words: what a report lists, the message of the commit, and in which language."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import assert_never

from memctl.graph.entity import Entity, EntityRef
from memctl.graph.fact import RETRACTED, Fact, FactId
from memctl.graph.graph import Graph
from memctl.graph.plan import (
    AddAlias,
    AddEvidence,
    AddFact,
    AddTacit,
    AppendLines,
    AppendNote,
    Change,
    Consume,
    CreateEntity,
    CreateFile,
    Decide,
    DocumentChange,
    EntityChange,
    KeepText,
    MarkFact,
    MoveEntity,
    Plan,
    PurgeFact,
    RemoveAlias,
    RemoveWords,
    RenameEntity,
    RetireFact,
    RewriteReferences,
    RowChange,
    UseFact,
    WriteBlock,
    WriteReview,
    WriteSummary,
)
from memctl.graph.report import Changed
from memctl.language.scripts import count_han
from memctl.workspace.reading.snapshot import Snapshot

LANGUAGES = ("en", "zh")
_CJK_SHARE = 0.2
"""From this share of Chinese letters on, a workspace speaks Chinese."""
_NOTES_READ = 20
Row = tuple[EntityRef, FactId]


def told(plan: Plan, graph_before: Callable[[], Graph]) -> tuple[Changed, ...]:
    """Every change that a person would want to know of, in the plan's order.

    The graph is asked for only where a change is about an entity: a line in a note must not
    wait for thousands of files.

    Lines of the ledgers and REVIEW.md are left out: the first are memctl's own bookkeeping,
    the second is told as questions.
    """
    new = {(c.entity, c.fact.id): c.fact for c in plan.changes if isinstance(c, AddFact)}
    return tuple(c for change in plan.changes for c in _told(change, graph_before, new))


def _told(change: Change, graph: Callable[[], Graph], new: Mapping[Row, Fact]) -> Iterator[Changed]:
    if isinstance(change, RowChange):
        yield _told_row(change, graph().get(change.entity), new)
    elif isinstance(change, EntityChange):
        yield _told_entity(change, graph().get(change.entity))
    else:
        yield from _told_file(change)


def _told_entity(change: EntityChange, entity: Entity | None) -> Changed:
    told: tuple[str, str | None, str | None, str]
    match change:
        case CreateEntity(entity=ref, name=name, reason=reason):
            told = ("entity-created", None, name, reason)
        case AddAlias(entity=ref, alias=alias):
            told = ("alias-added", None, alias, "")
        case RemoveAlias(entity=ref, alias=alias):
            told = ("alias-removed", alias, None, "")
        case RenameEntity(entity=ref, name=name):
            told = ("entity-renamed", entity.name if entity else None, name, "")
        case MoveEntity(entity=ref, to=to, reason=reason):
            told = ("entity-moved", ref, to, reason)
        case KeepText(entity=ref, heading=heading):
            told = ("text-kept", None, f"summary.md, under “{heading}”", "")
        case WriteSummary(entity=ref, body=body):
            summary = entity.summary if entity else None
            told = ("summary-written", summary.block if summary else None, body, "")
        case _:
            assert_never(change)
    kind, before, after, why = told
    return Changed(kind, ref, None, before, after, why)


def _told_row(change: RowChange, entity: Entity | None, new: Mapping[Row, Fact]) -> Changed:
    match change:
        case AddFact(entity=ref, fact=fact, reason=reason):
            return Changed("fact-added", ref, fact.id, None, fact.text, reason, fact.evidence)
        case RetireFact():
            return _retired(change, entity, new)
        case AddEvidence(entity=ref, fact_id=fact_id, evidence=evidence):
            text = _text(entity, ref, fact_id, new)
            return Changed("evidence-added", ref, fact_id, text, text, "", (evidence,))
        case MarkFact(entity=ref, fact_id=fact_id, key=key, value=value):
            text = _text(entity, ref, fact_id, new)
            return Changed("fact-marked", ref, fact_id, text, text, f"{key} {value}")
        case UseFact(entity=ref, fact_id=fact_id, day=day, count=count):
            text = _text(entity, ref, fact_id, new)
            told = (count is not None and counted(count, "use"), day and f"last on {day}")
            why = ", ".join(part for part in told if part)
            return Changed("fact-used", ref, fact_id, text, text, why)
        case PurgeFact(entity=ref, fact_id=fact_id):
            # Not even here: a report may be kept by whoever asked for it.
            return Changed("fact-purged", ref, fact_id, None, None)
        case _:
            assert_never(change)


def _told_file(change: DocumentChange) -> Iterator[Changed]:
    match change:
        case AppendNote(day=day, text=text):
            yield Changed("note-appended", None, None, None, text, f"in the note of {day}")
        case AddTacit(heading=heading, text=text):
            yield Changed("tacit-added", "MEMORY.md", heading, None, text)
        case WriteBlock(path=path, name=name):
            yield Changed("block-written", None, None, None, path, f"the block {name}")
        case AppendLines(path=path, lines=lines):
            yield from (Changed("line-appended", None, None, None, x, f"to {path}") for x in lines)
        case CreateFile(path=path):
            yield Changed("file-created", None, None, None, path)
        case RewriteReferences(path=path):
            yield Changed("references-rewritten", None, None, None, path)
        case RemoveWords(path=path):
            yield Changed("words-removed", None, None, None, path)
        case WriteReview() | Consume() | Decide():
            return
        case _:
            assert_never(change)


def _retired(change: RetireFact, entity: Entity | None, new: Mapping[Row, Fact]) -> Changed:
    ref, after = change.entity, None
    old = _text(entity, ref, change.fact_id, new)
    if change.moved_to is not None:
        reason = change.reason
        return Changed("fact-moved", ref, change.fact_id, old, change.moved_to, reason)
    if change.superseded_by is not None:
        after = _text(entity, ref, change.superseded_by, new)
    kind = "fact-retracted" if change.status == RETRACTED else "fact-superseded"
    reason = change.reason or change.superseded_reason or ""
    return Changed(kind, ref, change.fact_id, old, after, reason, change.evidence)


def _text(
    entity: Entity | None, ref: EntityRef, fact_id: FactId, new: Mapping[Row, Fact]
) -> str | None:
    fact = new.get((ref, fact_id)) or (entity.fact(fact_id) if entity else None)
    return fact.text if fact else None


def counted(number: int, noun: str) -> str:
    """`1 entity`, `2 entities`."""
    plural = noun[:-1] + "ies" if noun.endswith("y") else noun + "s"
    return f"{number} {noun if number == 1 else plural}"


_COUNTED = (
    ("fact-added", "fact", "added"),
    ("fact-superseded", "fact", "superseded"),
    ("fact-retracted", "fact", "retracted"),
    ("fact-moved", "fact", "moved"),
    ("entity-created", "entity", "created"),
    ("summary-written", "summary", "written"),
    ("note-appended", "note line", "added"),
    ("tacit-added", "rule", "added"),
    ("alias-added", "name", "added"),
    ("alias-removed", "name", "removed"),
    ("entity-renamed", "entity", "renamed"),
    ("entity-moved", "entity", "moved"),
    ("fact-purged", "fact", "purged"),
    ("references-rewritten", "document", "rewritten"),
    ("fact-marked", "fact", "marked"),
    ("fact-used", "use", "recorded"),
    ("block-written", "block", "written"),
    ("line-appended", "line", "appended"),
    ("file-created", "file", "created"),
    ("file-restored", "file", "restored"),
)


def commit_message(job: str, changes: Sequence[Changed]) -> str:
    """`heartbeat: 2 facts added, 1 fact superseded`, then a line a change."""
    parts = []
    for kind, noun, verb in _COUNTED:
        if number := sum(c.kind == kind for c in changes):
            parts.append(f"{counted(number, noun)} {verb}")
    title = f"{job}: " + (", ".join(parts) or "bookkeeping")
    lines = [line for c in changes if (line := _commit_line(c))]
    return "\n".join([title, "", *lines] if lines else [title])


def _commit_line(change: Changed) -> str | None:
    # Ids only: a message cannot be purged, so no fact's text goes into it.
    signs = {"fact-added": "+", "fact-superseded": "~", "fact-retracted": "-", "fact-moved": "-"}
    sign = signs.get(change.kind)
    return f"{sign} {change.entity}#{change.id}" if sign else None


def language_of(snapshot: Snapshot) -> str | None:
    """The language that the newest notes and the facts are written in; None without any."""
    stated = (fact.text for _, fact in snapshot.graph.facts())
    notes = (snapshot.note(name) for name in snapshot.note_names[-_NOTES_READ:])
    return language_in(chain(stated, (block.text for note in notes for block in note.blocks)))


def language_in(texts: Iterable[str]) -> str | None:
    """The language of these texts; None where they hold no letter."""
    letters = chinese = 0
    # Text by text: a large memory holds many millions of letters.
    for text in texts:
        letters += sum(map(str.isalpha, text))
        chinese += count_han(text)
    if not letters:
        return None
    return "zh" if chinese / letters >= _CJK_SHARE else "en"


def language_of_locale(environ: Mapping[str, str]) -> str:
    """The language of the person's system, as far as memctl speaks it."""
    named = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or ""
    return "zh" if named.startswith("zh") else "en"
