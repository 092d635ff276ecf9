"""What the merge driver could not decide: a question a line, in the cache until a job asks it.

Not in a ledger that git versions: while git merges, the next file that it writes may be that
very ledger, and it refuses to write over a change.
"""

from memctl.workspace.layout import Layout
from memctl.workspace.own import make_cache

_NAME = "merges.jsonl"


def read_merges(layout: Layout) -> tuple[str, ...]:
    """Every line once, oldest first; whether it is still a question the rules know."""
    try:
        data = (layout.cache / _NAME).read_bytes()
    except OSError:
        return ()
    return tuple(dict.fromkeys(data.decode("utf-8", "replace").split("\n")))


def keep_for_later(layout: Layout, line: str) -> None:
    """One more line.

    Raises:
        OSError: The workspace can't be written to.
    """
    make_cache(layout)
    with open(layout.cache / _NAME, "ab") as file:
        file.write(f"{line}\n".encode())
