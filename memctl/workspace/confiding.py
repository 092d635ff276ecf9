"""How texts of a workspace say that they are not for others: our words, and those it adds."""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from memctl import resources
from memctl.errors import FileInvalid
from memctl.graph.visibility import Confiding
from memctl.workspace.lexicon_files import HINT, lexicon_texts

_TABLE = "private"
_TABLES = ("words", "examples")


def confiding_in(root: Path) -> Confiding:
    """How it is said in the workspace at `root`.

    Raises:
        FileInvalid: One of the workspace's own files can't be used.
    """
    own = ((str(file), text) for file, text in lexicon_texts(root).items() if _TABLE in text)
    return _confiding(tuple(own))


@lru_cache(maxsize=4)
def _confiding(own: tuple[tuple[str, str], ...]) -> Confiding:
    texts = [text for found in resources.lexicon_texts(_TABLE).values() for text in found]
    ours = [tomllib.loads(text)[_TABLE] for text in texts]
    tables = [_own_table(file, text) for file, text in own]
    try:
        return Confiding(ours, tables)
    except re.error as error:
        said = ", ".join(file for file, _ in own)
        raise FileInvalid(said, None, f"[{_TABLE}] is no use: {error}", hint=HINT) from error


def _own_table(file: str, text: str) -> Mapping[str, Any]:
    try:
        found = tomllib.loads(text).get(_TABLE, {})
    except tomllib.TOMLDecodeError as error:
        raise FileInvalid(file, None, f"is no TOML: {error}", hint=HINT) from error
    if not isinstance(found, dict) or not all(map(_fits, found.items())):
        raise FileInvalid(file, None, f"[{_TABLE}] has not the shape of ours", hint=HINT)
    return found


def _fits(row: tuple[str, Any]) -> bool:
    key, value = row
    return isinstance(value, dict if key in _TABLES else list)
