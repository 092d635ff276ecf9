"""What git asks for when two branches changed one file: three versions in, one out.

Files of memory are merged by what they say; what can't be is merged as lines of text, with the
conflict markers that git would leave.
"""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from memctl.formats.markdown.summary_merging import with_one_block
from memctl.formats.rows.items import parse_items
from memctl.formats.rows.items_merging import Dispute, ItemsMerge, merge_items
from memctl.formats.state import merge_state
from memctl.formats.text import CannotMerge, Text, Undecodable, decode, encode
from memctl.formats.timeline.notes_merging import merge_notes
from memctl.git.program import GitAnswer, git

Kind = Literal["items", "notes", "summary", "state"]
_MOST_CONFLICTS = 127
"""From here on the exit code of `git merge-file` tells of a failure."""


@dataclass(frozen=True, slots=True)
class Merged:
    """The file after the merge."""

    data: bytes
    is_clean: bool
    notices: tuple[str, ...] = ()
    disputes: tuple[Dispute, ...] = ()


def merge_versions(kind: Kind, versions: Sequence[bytes], name: str) -> Merged:
    """Base, ours and theirs as one file.

    Args:
        kind: What the file is.
        versions: Base (empty when both sides made the file), ours, theirs.
        name: Its path, for the syntax and for messages.
    """
    try:
        base, ours, theirs = (decode(data) for data in versions)
    except Undecodable as error:
        return _by_lines(versions, name, f"{error.kind}; expected UTF-8")
    try:
        if kind in {"notes", "state"}:
            texts = base.text, ours.text, theirs.text
            text = merge_state(*texts) if kind == "state" else merge_notes(*texts, name)
            return Merged(encode(replace(ours, text=text)), is_clean=True)
        if kind == "summary":
            return _around_block((base, ours, theirs), name)
        merged = merge_items(base.text, ours.text, theirs.text, name)
    except CannotMerge as error:
        found = _by_lines(versions, name, str(error))
        return _checked(found, name) if kind == "items" else found
    return _rows_merged(merged, ours, name)


def _around_block(versions: Sequence[Text], name: str) -> Merged:
    """A summary: the generated block is one of the two, the words around it are merged."""
    texts = with_one_block(*(version.text for version in versions))
    pairs = zip(versions, texts, strict=True)
    base, ours, theirs = (encode(replace(form, text=text)) for form, text in pairs)
    found = _by_lines((base, ours, theirs), name, "both sides changed the same words")
    return replace(found, notices=()) if found.is_clean else found


def _rows_merged(merged: ItemsMerge, form: Text, name: str) -> Merged:
    notices = [f"{name}: the incoming row {a} is now {b}." for a, b in merged.renumbered]
    notices += [f"{name}: {one} was deleted on one side, and was kept." for one in merged.kept]
    notices += [f"{name}: {_disputed(d)}" for d in merged.disputes]
    if merged.undecided is None:
        data = encode(replace(form, text=merged.text))
        return Merged(data, True, tuple(notices), merged.disputes)  # noqa: FBT003 - the field says what it is
    ours, base, theirs = (encode(replace(form, text=text)) for text in merged.undecided)
    found = _by_lines((base, ours, theirs), name, "both sides changed the same words")
    # Clean would mean that one of two wordings was taken without asking.
    return Merged(found.data, False, (*notices, *found.notices), merged.disputes)  # noqa: FBT003 - the field says what it is


def _disputed(dispute: Dispute) -> str:
    return f"the two sides disagree about {dispute.ours.id}; memctl review asks which one holds."


def _by_lines(versions: Sequence[bytes], name: str, why: str) -> Merged:
    base, ours, theirs = versions
    said = _merge_file(base, ours, theirs)
    if said.code == 0:
        return Merged(said.out, is_clean=True, notices=(f"{name}: merged as text ({why}).",))
    if said.code > _MOST_CONFLICTS or not said.out:
        return Merged(ours, is_clean=False, notices=(f"{name}: left as ours: {why}.",))
    notice = f"{name}: {why}; decide between the conflict markers."
    return Merged(said.out, is_clean=False, notices=(notice,))


def _checked(merged: Merged, name: str) -> Merged:
    """Lines that fit together may still be no rows that do."""
    if not merged.is_clean:
        return merged
    document = parse_items(decode(merged.data).text, name)
    ids = [fact.id for fact in document.facts if fact.id]
    if document.can_write and len(ids) == len(set(ids)):
        return merged
    notice = f"{name}: the merged lines are no valid rows; look at the file before you commit it."
    return replace(merged, is_clean=False, notices=(*merged.notices, notice))


def _merge_file(base: bytes, ours: bytes, theirs: bytes) -> GitAnswer:
    with tempfile.TemporaryDirectory(prefix="memctl-merge-") as folder:
        root = Path(folder)
        for label, data in (("ours", ours), ("base", base), ("theirs", theirs)):
            (root / label).write_bytes(data)
        return git(root, "merge-file", "-p", "ours", "base", "theirs")
