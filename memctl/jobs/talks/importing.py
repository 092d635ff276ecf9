"""`import`: conversations of one file or folder, read once by hand, through the same gate."""

from dataclasses import replace
from datetime import date

from memctl.config.settings import SOURCE_KINDS
from memctl.errors import FileInvalid, UsageError
from memctl.graph.note import Block, Note
from memctl.graph.report import JobReport
from memctl.jobs.heartbeat import filing
from memctl.jobs.steps import Desk, carry_out
from memctl.jobs.talks.conversations import notes_in
from memctl.jobs.talks.imported import files_below
from memctl.jobs.telling import counted
from memctl.jobs.waiting import read_digests, shelf_of
from memctl.workspace.ledgers import Consumed, read_consumed
from memctl.workspace.paths import base_of, real_path


def import_conversations(
    desk: Desk,
    path: str,
    *,
    kind: str | None = None,
    day: date | None = None,
    dry_run: bool = False,
) -> JobReport:
    """Read what was said in a file or folder and file what lasts.

    What an earlier import or heartbeat has read is not read again. A file of a source that is
    set is read as that source's, so that heartbeat does not read it once more.

    Args:
        desk: The workspace.
        path: A file, an archive or a folder; `~` and relative paths as a shell means them.
        kind: How it is kept; None: each file tells by what it holds.
        day: The day of messages that bear none.
        dry_run: Tell what would be filed.

    Raises:
        UsageError: There is no such kind, or nothing at this path.
        FileInvalid: No conversation is there.
    """
    if kind not in {None, *SOURCE_KINDS}:
        raise UsageError(
            f"No conversations are kept as {kind!r}.", hint=f"One of: {', '.join(SOURCE_KINDS)}"
        )
    home = real_path(path, base_of(path))
    if not home.exists():
        raise UsageError(f"There is nothing at {path}.")
    files = files_below(desk, home, kind)
    notes = tuple(note for file in files for note in notes_in(desk, file, day=day))
    if not any(note.blocks or note.problems for note in notes):
        hint = f"Say how it is kept: --kind {'|'.join(SOURCE_KINDS)}"
        raise FileInvalid(path, None, "holds no conversation that could be read", hint=hint)
    before = read_consumed(desk.layout)
    report = carry_out(desk, "import", filing(desk, lambda _: notes), dry_run=dry_run)
    return replace(report, notices=(*report.notices, _counted(notes, before)))


def _counted(notes: tuple[Note, ...], before: Consumed) -> str:
    read = read_digests(before)
    said = [block for note in notes for block in note.blocks if block.kind != "heading"]
    known = sum(block.digest in read.get(shelf_of(block.path), ()) for block in said)
    old = f", {counted(known, 'block')} of it read before" if known else ""
    files = counted(len({note.path for note in notes if note.blocks}), "conversation file")
    return f"Read {counted(len(_messages(said)), 'message')} in {files}{old}."


def _messages(blocks: list[Block]) -> set[tuple[str, int, str | None, str | None]]:
    return {(b.path, b.line, b.message, b.time) for b in blocks}
