"""Where a message stands now that a fact was read in: files of conversations move."""

from collections.abc import Iterator

from memctl.config.settings import IMPORT
from memctl.graph.fact import Evidence
from memctl.jobs.steps import Desk
from memctl.jobs.talks.conversations import notes_in
from memctl.jobs.talks.finding import files_of
from memctl.jobs.talks.hooked import hooked_files
from memctl.jobs.talks.imported import imported_file
from memctl.sources.kinds import plain_name
from memctl.workspace.source_files import SourceFile


def where_said(desk: Desk, evidence: Evidence) -> tuple[str, int] | None:
    """(path, line) of the message that holds the quote; None when no file holds it any more.

    The file that the evidence names is looked at first, then what became of it, then the
    other files of the source.
    """
    quote = " ".join(evidence.quote.split())
    near: tuple[str, int] | None = None
    for file in _files(desk, evidence.path):
        for block in (b for note in notes_in(desk, file, day=evidence.day) for b in note.blocks):
            if not quote or quote not in " ".join(block.text.split()):
                continue
            is_same = block.message == evidence.message
            if is_same and (evidence.message or block.day == evidence.day):
                return block.path, block.line
            # A copy may have given its messages other ids.
            if near is None and block.day == evidence.day:
                near = block.path, block.line
    return near


def _files(desk: Desk, path: str) -> Iterator[SourceFile]:
    shelf, _, name = path.removeprefix("source:").partition("/")
    if shelf == IMPORT:
        file = imported_file(desk, name)
        yield from (file,) if file else ()
        return
    source = next((s for s in desk.settings.sources if s.name == shelf), None)
    told = tuple(f for f in hooked_files(desk.layout) if f.source.name == shelf)
    files = (*(files_of(desk.layout, source)[0] if source else ()), *told)
    last = plain_name(name.rpartition("/")[2])
    # Inside an archive or a database it is the archive that is the file.
    yield from sorted(
        files,
        key=lambda f: (
            f.name != name and not name.startswith(f.name + "/"),
            plain_name(f.name.rpartition("/")[2]) != last,
            not f.is_packed,
        ),
    )
