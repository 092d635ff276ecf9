"""Which files a person has saved, and not memctl: told by their times, then by what they hold."""

from collections.abc import Mapping

from memctl.workspace import names
from memctl.workspace.files import Stamp, fingerprint_of, read_bytes, stamp_of
from memctl.workspace.reading.snapshot import Snapshot


def stamps_of(snapshot: Snapshot) -> dict[str, Stamp]:
    """The times of every file that a person might save."""
    stamps = snapshot.stamps()
    review = stamp_of(snapshot.layout.real(names.REVIEW))
    return {**stamps, names.REVIEW: review} if review else dict(stamps)


def print_of(snapshot: Snapshot, name: str) -> str:
    """The fingerprint of what a file holds; "" where it can't be read."""
    try:
        return fingerprint_of(read_bytes(snapshot.layout.places.target(name)))
    except OSError:
        return ""


def is_by_hand(now: str | None, known: str | None, came: Mapping[str, str]) -> bool:
    """Did a person save a file since it was `known`, even if memctl has written on it since?

    Args:
        now: What it holds, by its fingerprint.
        known: What it held at the last look.
        came: What each text that memctl wrote came from.
    """
    if now is None or now not in came:
        return True
    seen: set[str] = set()
    while now in came and now != known and now not in seen:
        seen.add(now)
        now = came[now]
    return now not in {known, "", *seen}
