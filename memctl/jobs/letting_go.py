"""What a process that goes on for days lets go of between two looks."""

import contextlib
import ctypes
import gc
from functools import _lru_cache_wrapper

from memctl.language.tokens import forget_terms

_MOST = 500
"""What holds no more than that may keep it: the next look is helped by it."""


def let_go() -> None:
    """Give back what was only held because it was read once.

    Commands end, so what they remember of sentences may grow with what they read. What stays
    here are the caches that are small, and those without a limit, which hold no sentences.
    """
    for one in gc.get_objects():
        if isinstance(one, _lru_cache_wrapper):
            held = one.cache_info()
            if held.maxsize is not None and held.currsize > _MOST:
                one.cache_clear()
    forget_terms(_MOST)
    gc.collect()
    # Free memory between what is held is given back to the system, where its library can.
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
