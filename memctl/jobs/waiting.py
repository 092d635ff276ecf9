"""Which blocks of the notes wait to be read, and which notes come too early."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from itertools import pairwise

from memctl.graph.graph import Graph
from memctl.graph.note import Block, Note
from memctl.graph.plan import Consume
from memctl.graph.problem import Problem
from memctl.rules.purging import forgotten
from memctl.workspace.forgetting import read_key
from memctl.workspace.reading import Snapshot


def waiting_blocks(snapshot: Snapshot, notes: Iterable[Note], *, today: date) -> tuple[Block, ...]:
    """The blocks that no run has read, oldest day first, each note from top to bottom.

    A block whose quote is evidence of any row, active or not, counts as read even when the
    ledger is lost. Blocks of days to come are left for their day. A block that says what was
    purged is never read again.
    """
    quotes = _quotes(snapshot.graph)
    is_forgotten = forgotten(snapshot.decisions, read_key(snapshot.layout))
    blocks = [
        block
        for note in notes
        for block in note.blocks
        if (block.day is None or block.day <= today)
        and block.digest not in snapshot.consumed.get(note.path, ())
        and not _is_evidence(block, quotes)
        and not is_forgotten(block.text)
    ]
    return tuple(sorted(blocks, key=lambda b: (b.day or date.min, b.path, b.line)))


def blocks_before(notes: Mapping[str, Note], blocks: Iterable[Block]) -> Mapping[Block, Block]:
    """The block above each of these in its note, whether it was read long ago or waits too."""
    paths = dict.fromkeys(b.path for b in blocks)
    pairs = (pair for path in paths for pair in pairwise(notes[path].blocks))
    return {below: above for above, below in pairs}


def early_notes(notes: Iterable[Note], *, today: date) -> Iterator[Problem]:
    """A problem for each note that bears a day after `today`."""
    for note in notes:
        days = [b.day for b in note.blocks if b.day is not None and b.day > today]
        if days:
            yield Problem(
                "future-date",
                "warning",
                note.path,
                next(b.line for b in note.blocks if b.day in days),
                f"is dated {min(days)}, after today ({today}); it is read on its day",
                "Correct the date if it is a slip.",
            )


def read_by(blocks: Iterable[Block]) -> tuple[Consume, ...]:
    """The ledger lines that say these blocks were read, one a note."""
    digests: dict[str, list[str]] = defaultdict(list)
    for block in blocks:
        digests[block.path].append(block.digest)
    return tuple(Consume(path, tuple(dict.fromkeys(d))) for path, d in sorted(digests.items()))


def _quotes(graph: Graph) -> Mapping[str, set[str]]:
    """The quotes of every row by the path they were read in."""
    quotes: dict[str, set[str]] = defaultdict(set)
    for _, fact in graph.facts():
        for evidence in fact.evidence:
            quotes[evidence.path].add(_plain(evidence.quote))
    return quotes


def _is_evidence(block: Block, quotes: Mapping[str, set[str]]) -> bool:
    text = _plain(block.text)
    return any(quote and quote in text for quote in quotes.get(block.path, ()))


def _plain(text: str) -> str:
    return " ".join(text.split())
