"""cron: one marked block in the person's own crontab; every other line stays as it is.

cron knows no zones, catches nothing up and starts with an empty environment. So the one line
comes often, brings its environment along, and the command itself decides what is due.
"""

import shlex
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass

from memctl.errors import SchedulerFailed
from memctl.hosts.entry import Entry
from memctl.hosts.programs import call, find, must

_PLACE = "crontab"
_OURS = " schedule run"


@dataclass(frozen=True, slots=True)
class Cron:
    """The crontab of the user whose environment this is."""

    environ: Mapping[str, str]

    @property
    def name(self) -> str:
        """How people call it."""
        return "cron"

    def is_there(self) -> bool:
        """Is there a `crontab`?"""
        return find("crontab", self.environ) is not None

    def entered(self, about: str) -> Mapping[str, str]:
        """The block of this workspace."""
        block = block_in(self._read(), about) if self.is_there() else ""
        return {_PLACE: block} if block else {}

    def planned(self, entry: Entry) -> Mapping[str, str]:
        """The block as it would be."""
        return {_PLACE: rendered(entry)}

    def enter(self, entry: Entry) -> None:
        """Put the block in the place of the one that stands there, else at the end."""
        self._replace(entry.about, rendered(entry))

    def take_out(self, about: str) -> None:
        """Take the block out."""
        self._replace(about, "")

    def tidy(self, about: str) -> None:
        """Nothing: cron mails what is said, and keeps nothing of it."""

    def _replace(self, about: str, new: str) -> None:
        before = self._read()
        after = with_block(before, about, new)
        if after == before:
            return
        # A whole file, no pipe: if this process died while it fills one, crontab would take
        # what had come for the whole table.
        with tempfile.NamedTemporaryFile(prefix="memctl-crontab-") as table:
            # Its bytes are somebody else's; surrogates carry those that are no UTF-8.
            table.write(after.encode("utf-8", "surrogateescape"))
            table.flush()
            must(["crontab", table.name], self.environ)

    def _read(self) -> str:
        said = call(["crontab", "-l"], self.environ)
        # Everything unclear is a failure: taken for "empty", it would cost the person's lines.
        if said.code and "no crontab" not in said.err.lower():
            raise SchedulerFailed("crontab -l", said.words)
        return "" if said.code else said.out.decode("utf-8", "surrogateescape")


def rendered(entry: Entry) -> str:
    """The block of an entry."""
    first, last = _marks(entry.about)
    env = [f"{key}={value}" for key, value in entry.environment]
    # For cron "%" ends the line, quoted or not.
    words = shlex.join(["/usr/bin/env", *env, *entry.command]).replace("%", "\\%")
    return f"{first}*/{entry.minutes} * * * * {words} >/dev/null\n{last}"


def block_in(table: str, about: str) -> str:
    """The block of a workspace in a crontab; "" when there is none, all where there are several.

    Raises:
        SchedulerFailed: It begins and does not end.
    """
    lines = table.splitlines(keepends=True)
    return "".join("".join(lines[start:end]) for start, end in _spans(lines, about))


def with_block(table: str, about: str, new: str) -> str:
    """The crontab with one other block for this workspace; "" takes out all there are.

    Lines that a person wrote into it stay, below it.

    Raises:
        SchedulerFailed: A block that is there begins and does not end.
    """
    lines = table.splitlines(keepends=True)
    spans = _spans(lines, about)
    for start, end in reversed(spans):
        lines[start:end] = [x for x in lines[start + 1 : end - 1] if _OURS not in x]
    at = spans[0][0] if spans else len(lines)
    before, after = "".join(lines[:at]), "".join(lines[at:])
    gap = "\n" if new and before and not before.endswith("\n") else ""
    return before + gap + new + after


def _marks(about: str) -> tuple[str, str]:
    return f"# >>> memctl {about}\n", f"# <<< memctl {about}\n"


def _spans(lines: list[str], about: str) -> list[tuple[int, int]]:
    """Where the blocks stand: one, unless a person has copied it."""
    first, last = _marks(about)
    bare = [line.rstrip("\r\n") + "\n" for line in lines]
    found: list[tuple[int, int]] = []
    while first in bare[(begin := found[-1][1] if found else 0) :]:
        start = bare.index(first, begin)
        upto = next((n for n, x in enumerate(bare) if n > start and x in {first, last}), None)
        if upto is None or bare[upto] == first:
            raise SchedulerFailed(
                "crontab",
                f"line {start + 1} begins memctl's block and nothing ends it",
                hint="Take the lines of memctl out with: crontab -e",
            )
        found.append((start, upto + 1))
    return found
