"""Versions of a summary made alike where memctl wrote, so that only people's words are merged."""

from memctl.formats.markdown.markers import MarkedBlock, find_block


def with_one_block(base: str, ours: str, theirs: str) -> tuple[str, str, str]:
    """The three versions with one and the same generated block.

    It is ours, since the next weekly writes it anew from the facts of both sides; but one that
    a person edited wins over one that nobody touched. Where both were edited nothing changes.
    """
    mine, other = find_block(ours, "summary"), find_block(theirs, "summary")
    if mine is None or other is None or (mine.is_edited and other.is_edited):
        return base, ours, theirs
    wins = theirs[other.start : other.end] if other.is_edited else ours[mine.start : mine.end]
    old = find_block(base, "summary")
    return _with(base, old, wins), _with(ours, mine, wins), _with(theirs, other, wins)


def _with(text: str, block: MarkedBlock | None, written: str) -> str:
    return text if block is None else text[: block.start] + written + text[block.end :]
