"""`git merge-driver`: called by git, in the middle of a merge, for each file that both changed.

The result goes where git looks for it. What only a person can decide waits in the cache, and
the next job asks it.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from memctl.errors import UsageError, WorkspaceNotFound
from memctl.formats.rows.items_merging import Dispute
from memctl.git.merge_driver import Kind, merge_versions
from memctl.graph.answers import Merged
from memctl.graph.entity import EntityRef
from memctl.graph.plan import Question
from memctl.jobs.lexicons import shipped_lexicon
from memctl.rules.merging import Readings, merge_question
from memctl.rules.review import render_question
from memctl.workspace.atomic import replace_file
from memctl.workspace.finding import find_workspace
from memctl.workspace.layout import Layout
from memctl.workspace.merges import keep_for_later
from memctl.workspace.paths import base_of
from memctl.workspace.reading.snapshot import observe

KINDS: tuple[Kind, ...] = ("items", "notes", "summary", "state")


def merge_driver(
    kind: str, files: Sequence[str], name: str, *, environ: Mapping[str, str]
) -> Merged:
    """Merge base, ours and theirs into the file of ours.

    Args:
        kind: `items`, `notes`, `summary` or `state`.
        files: %O, %A and %B of git: base, ours, theirs.
        name: %P of git: the path of the file in the repository.
        environ: For the settings of the workspace.

    Raises:
        UsageError: There is no such kind, or one of the files is not there.
    """
    known = next((k for k in KINDS if k == kind), None)
    if known is None:
        raise UsageError(f"No merge driver {kind!r}.", hint="Set it up with: memctl git setup")
    try:
        versions = [Path(file).read_bytes() for file in files]
    except OSError as error:
        what = f"Cannot read {error.filename}: {error.strerror}."
        raise UsageError(what, hint="Git calls this with: %O %A %B %P") from error
    merged = merge_versions(known, versions, name)
    if merged.data != versions[1]:
        replace_file(Path(files[1]), merged.data)
    asked = _left_for_review(merged.disputes, name, environ) if merged.disputes else ()
    return Merged(name, merged.is_clean, merged.notices, asked)


def _left_for_review(
    disputes: Sequence[Dispute], name: str, environ: Mapping[str, str]
) -> tuple[Question, ...]:
    path = base_of(name) / name
    try:
        own = {k: v for k, v in environ.items() if k != "MEMCTL_WORKSPACE"}
        layout = find_workspace(path.parent, None, own)
    except WorkspaceNotFound:
        return ()
    questions = tuple(_questions(_entity_at(layout, path), disputes))
    for question in questions:
        keep_for_later(layout, render_question(question))
    return questions


def _questions(entity: EntityRef, disputes: Sequence[Dispute]) -> Iterator[Question]:
    for d in disputes:
        readings = Readings(d.ours, d.theirs, d.ours_after, d.theirs_after)
        question = merge_question(entity, readings, shipped_lexicon())
        if question is not None:
            yield question


def _entity_at(layout: Layout, path: Path) -> EntityRef:
    """The entity of an items file, which may not be on the disk while git merges."""
    real = path.resolve()
    folders = observe(layout).folders.items()
    found = (ref for ref, folder in folders if layout.real(folder.name).resolve() == real.parent)
    return next(found, EntityRef("/".join(real.parent.parts[-2:])))
