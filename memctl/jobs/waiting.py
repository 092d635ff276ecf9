"""Which blocks of the notes wait to be read, and which notes come too early."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from itertools import pairwise

from memctl.errors import FileInvalid
from memctl.graph.graph import Graph
from memctl.graph.note import Block, Note, unbroken
from memctl.graph.plan import Consume
from memctl.graph.problem import Problem
from memctl.rules.purging import forgotten
from memctl.workspace.forgetting import read_key
from memctl.workspace.ledgers import Consumed
from memctl.workspace.reading.snapshot import Snapshot

SOURCE = "source:"
"""What paths of conversations begin with."""


def waiting_blocks(
    snapshot: Snapshot, notes: Iterable[Note], *, today: date, only_counts: bool = False
) -> tuple[Block, ...]:
    """The blocks that no run has read, oldest day first, each note from top to bottom.

    A block whose quote is evidence of any row, active or not, counts as read where the ledger is
    lost. Blocks of days to come are left for their day. A block that says what was
    purged is never read again; who `only_counts` goes on where that cannot be told. A message
    that several files of a source hold waits once.
    """
    read = read_digests(snapshot.consumed)
    quotes = _quotes(snapshot.graph)
    is_forgotten = forgotten(snapshot.decisions, _key(snapshot, only_counts=only_counts))
    blocks = [
        block
        for note in notes
        for block in note.blocks
        if (block.day is None or block.day <= today)
        and not _is_read(block, read.get(shelf_of(note.path)), quotes)
        and not is_forgotten(block.text)
    ]
    return _once(sorted(blocks, key=lambda b: (b.day or date.min, b.path, b.line)))


def _key(snapshot: Snapshot, *, only_counts: bool) -> str | None:
    try:
        return read_key(snapshot.layout)
    except FileInvalid:
        if only_counts:
            return None
        raise


def shelf_of(path: str) -> str:
    """What a path shares its ledger with: a note with none, a conversation with its source.

    Files of conversations are moved, rotated and packed; what they say stays the same.
    """
    return path.partition("/")[0] if path.startswith(SOURCE) else path


def read_digests(consumed: Consumed) -> Mapping[str, frozenset[str]]:
    """Digests of the blocks that were read, by shelf."""
    found: dict[str, frozenset[str]] = {}
    for path, digests in consumed.items():
        shelf = shelf_of(path)
        found[shelf] = found[shelf] | digests if shelf in found else digests
    return found


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


def read_by(
    blocks: Iterable[Block], notes: Mapping[str, Note], snapshot: Snapshot
) -> tuple[Consume, ...]:
    """The ledger lines that say these blocks were read, one a note.

    Of a note that the ledger does not know yet, with what counted as read because rows tell it:
    once it is known, what the ledger does not hold counts as new.
    """
    digests: dict[str, list[str]] = defaultdict(list)
    for block in blocks:
        digests[block.path].append(block.digest)
    strange = {p for p in digests.keys() - snapshot.consumed.keys() if not p.startswith(SOURCE)}
    quotes = _quotes(snapshot.graph) if strange else {}
    for path in strange:
        told = (b for b in notes[path].blocks if _is_evidence(b, quotes))
        digests[path] += [block.digest for block in told]
    return tuple(Consume(path, tuple(dict.fromkeys(d))) for path, d in sorted(digests.items()))


def rewritten_notes(notes: Iterable[Note], consumed: Consumed) -> Mapping[str, str]:
    """The text of each note in which something that was read is gone, by path."""
    return {
        note.path: text_of(note)
        for note in notes
        if not note.path.startswith(SOURCE)
        and not consumed.get(note.path, frozenset()) <= {b.digest for b in note.blocks}
    }


def text_of(note: Note) -> str:
    """All that its blocks and the headings above them say, with single blanks."""
    headings = dict.fromkeys(block.heading for block in note.blocks if block.heading)
    return "\n".join(map(unbroken, (*headings, *(block.text for block in note.blocks))))


def _is_read(block: Block, digests: frozenset[str] | None, quotes: Mapping[str, set[str]]) -> bool:
    """Of a note that the ledger knows, what it does not hold is new: a line written on, too."""
    if digests is not None and block.digest in digests:
        return True
    is_told = digests is not None and not block.path.startswith(SOURCE)
    return not is_told and _is_evidence(block, quotes)


def _once(blocks: Iterable[Block]) -> tuple[Block, ...]:
    seen: set[tuple[str, str]] = set()
    found: list[Block] = []
    for block in blocks:
        key = (shelf_of(block.path), block.digest)
        if not block.path.startswith(SOURCE) or key not in seen:
            seen.add(key)
            found.append(block)
    return tuple(found)


def _quotes(graph: Graph) -> Mapping[str, set[str]]:
    """The quotes of every row by the place they were read in."""
    quotes: dict[str, set[str]] = defaultdict(set)
    for _, fact in graph.facts():
        for e in fact.evidence:
            quotes[_place(e.path, e.message, e.day)].add(unbroken(e.quote))
    return quotes


def _is_evidence(block: Block, quotes: Mapping[str, set[str]]) -> bool:
    text = unbroken(block.text)
    place = _place(block.path, block.message, block.day)
    return any(quote and quote in text for quote in quotes.get(place, ()))


def _place(path: str, message: str | None, day: date | None) -> str:
    """A note; of a source the message, since the same words may be said again another day."""
    return f"{shelf_of(path)}#{message or day}" if path.startswith(SOURCE) else path
