"""Work that several processes share: whoever is free takes the next piece.

Only where a copy of this process is safe to make (Linux, a single thread) and another processor
is there; else this one does all of it. What a helper does not hand over, because it was stopped
or met an error, is done here again: the outcome is the same, it only takes longer.
"""

import marshal
import os
import select
import signal
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from memctl.gate import own

_PAYS_FROM = 8
"""Pieces below which another process costs more than it saves."""
_MOST_HELPERS = 3
"""Each takes some thirty megabytes."""
_NUMBER = struct.Struct("=I")
_PLACE = struct.Struct("=IQQ")
"""A piece, where it stands in the helper's file, and how long it is."""

Made = tuple[Any, ...]
"""Plain values, which `marshal` takes."""


class _Helper(NamedTuple):
    """Another process, and how it hands over what it made."""

    process: int
    places: int
    """A pipe: which piece stands where."""
    file: int
    """Without a name: nothing is left of it, however this ends."""


@contextmanager
def made_together(
    make: Callable[[int], Made], count: int, folder: str, helpers: int | None = None
) -> Iterator[Iterator[Made]]:
    """What `make` gives for 0, 1, … `count` - 1, in this order.

    Args:
        make: Called in any process, and in any order.
        count: How many pieces there are.
        folder: Where helpers lay down what they made.
        helpers: How many; None for as many as are safe and pay.
    """
    wanted = helpers_for(count) if helpers is None else helpers
    numbers, found = _start(make, count, folder, wanted) if wanted else (-1, [])
    try:
        yield _in_order(make, count, numbers, found) if found else map(make, range(count))
    finally:
        for helper in found:
            _end(helper.process)
            os.close(helper.places)
            os.close(helper.file)
        if numbers >= 0:
            os.close(numbers)


def helpers_for(count: int) -> int:
    """How many are safe and pay."""
    if count < _PAYS_FROM or sys.platform != "linux":
        return 0
    try:
        is_alone = len(list(Path("/proc/self/task").iterdir())) == 1
    except OSError:
        return 0
    return min(len(os.sched_getaffinity(0)) - 1, _MOST_HELPERS) if is_alone else 0


def _start(
    make: Callable[[int], Made], count: int, folder: str, wanted: int
) -> tuple[int, list[_Helper]]:
    """A pipe of all numbers, each to be taken once, and those who take them."""
    numbers, into = os.pipe()
    found: list[_Helper] = []
    with suppress(OSError):  # as many as there are; the rest is done here
        os.set_blocking(into, False)
        data = b"".join(map(_NUMBER.pack, range(count)))
        while len(found) < wanted and (found or os.write(into, data) == len(data)):
            found.append(_helper(make, numbers, into, folder))
    os.close(into)
    return numbers, found


def _helper(make: Callable[[int], Made], numbers: int, into: int, folder: str) -> _Helper:
    own(folder)
    file = os.open(folder, os.O_RDWR | os.O_TMPFILE, 0o600)
    places, tell = os.pipe()
    try:
        process = os.fork()
    except OSError:  # as many processes as the user may have
        for handle in (file, places, tell):
            os.close(handle)
        raise
    if not process:
        os.close(into)
        os.close(places)
        _help(make, numbers, file, tell)
    os.close(tell)
    return _Helper(process, places, file)


def _end(process: int) -> None:
    """Stop a helper that is still at work: nobody waits for what it makes."""
    with suppress(ChildProcessError):  # somebody has seen to it that ended ones vanish
        if os.waitpid(process, os.WNOHANG) == (0, 0):
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)


def _help(make: Callable[[int], Made], numbers: int, file: int, tell: int) -> None:
    """What a helper does; it never comes back."""
    try:
        at = 0
        while (number := _taken(numbers)) is not None:
            data = memoryview(
                marshal.dumps(make(number), 2)
            )  # looks for nothing that is there twice
            left = data
            while left:
                left = left[os.write(file, left) :]
            os.write(tell, _PLACE.pack(number, at, len(data)))
            at += len(data)
    finally:
        # Whatever happened: what this process holds is the other one's to close.
        os._exit(0)


def _taken(numbers: int) -> int | None:
    """A piece that nobody has taken; None when all are."""
    data = os.read(numbers, _NUMBER.size)
    return int(_NUMBER.unpack(data)[0]) if data else None


def _in_order(
    make: Callable[[int], Made], count: int, numbers: int, helpers: list[_Helper]
) -> Iterator[Made]:
    at_work = {helper.places: helper for helper in helpers}
    done: dict[int, Callable[[], Made]] = {}
    for wanted in range(count):
        while wanted not in done:
            done |= _told(at_work, patience_s=0)
            if wanted in done:
                continue
            mine = _taken(numbers)
            if mine is not None:
                done[mine] = partial(_itself, make(mine))
            elif at_work:
                done |= _told(at_work, patience_s=None)
            else:
                done[wanted] = partial(make, wanted)
        yield done.pop(wanted)()


def _told(at_work: dict[int, _Helper], patience_s: float | None) -> dict[int, Callable[[], Made]]:
    """What helpers have made meanwhile; one that has ended is at work no more."""
    found: dict[int, Callable[[], Made]] = {}
    ready = select.select(list(at_work), [], [], patience_s)[0] if at_work else []
    for pipe in ready:
        data = os.read(pipe, _PLACE.size)
        if data:
            number, at, size = _PLACE.unpack(data)
            file = at_work[pipe].file
            found[number] = partial(_laid_down, file, at, size)
        else:
            del at_work[pipe]
    return found


def _laid_down(file: int, at: int, size: int) -> Made:
    made: Made = marshal.loads(os.pread(file, size, at))  # noqa: S302 - our own
    return made


def _itself(made: Made) -> Made:
    return made
