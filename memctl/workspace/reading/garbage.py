"""Garbage of Python's, left alone while a large memory is read."""

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def collecting_later() -> Iterator[None]:
    """Leave garbage alone for a while.

    Hundreds of thousands of values are made and none is thrown away: to look through them
    again and again costs a fifth of the time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
