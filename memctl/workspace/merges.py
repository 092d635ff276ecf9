"""What the merge driver could not decide: a question a line, in the cache until a job asks it.

Not in a ledger that git versions: while git merges, the next file that it writes may be that
very ledger, and it refuses to write over a change.
"""

from memctl.workspace.layout import Layout
from memctl.workspace.own import add_to_cache, read_cache

_NAME = "merges.jsonl"


def read_merges(layout: Layout) -> tuple[str, ...]:
    """Every line once, oldest first; whether it is still a question the rules know."""
    text = read_cache(layout, _NAME).decode("utf-8", "replace")
    return tuple(dict.fromkeys(text.split("\n")))


def keep_for_later(layout: Layout, line: str) -> None:
    """One more line.

    Raises:
        OSError: The workspace can't be written to.
    """
    add_to_cache(layout, _NAME, line)
