"""The tables of language as the last run read them.

To read TOML, and what each of thousands of patterns cannot do without, takes most of a second.
Both depend on the tables' texts alone, so a workspace keeps them in its cache.
"""

import contextlib
import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from memctl import __version__, cachefiles
from memctl.language.lexicon import Lexicon, parse_lexicon
from memctl.language.sieving import sieve
from memctl.workspace.layout import Layout
from memctl.workspace.own import write_cache

NAME = "words.json"
_Texts = Mapping[str, Sequence[str]]


class KeptWords:
    """The lexicon of one workspace, read from its cache where that still holds."""

    def __init__(self, root: Path, texts: _Texts) -> None:
        """Read it.

        Args:
            root: The workspace.
            texts: Of the tables, by language.

        Raises:
            tomllib.TOMLDecodeError: A text is no TOML.
        """
        said = json.dumps([__version__, sorted((k, list(v)) for k, v in texts.items())])
        self._key = hashlib.blake2b(said.encode(), digest_size=16).hexdigest()
        self._size = 0
        self.lexicon = self._read(root) or parse_lexicon(texts)

    def _read(self, root: Path) -> Lexicon | None:
        data = cachefiles.read(str(root / cachefiles.CACHE / NAME)) or b""
        # Whatever else may stand there, made by whomever.
        with contextlib.suppress(ValueError, TypeError, KeyError, AttributeError, RecursionError):
            kept = json.loads(data)
            if kept["key"] == self._key:
                tables = {lang: MappingProxyType(dict(t)) for lang, t in kept["tables"].items()}
                common = MappingProxyType(dict(kept["common"]))
                sieve.needed_before.update(kept["needed"])
                self._size = len(sieve.needed_before)
                return Lexicon(MappingProxyType(tables), common)
        return None

    def keep(self, layout: Layout) -> None:
        """Write it down, with what patterns need as far as this process asked."""
        if len(sieve.needed_before) == self._size:
            return
        self._size = len(sieve.needed_before)
        told = {
            "key": self._key,
            "tables": {language: dict(table) for language, table in self.lexicon.tables.items()},
            "common": dict(self.lexicon.common),
            "needed": sieve.needed_before,
        }
        with contextlib.suppress(OSError):  # a cache that can't be written is no failure
            write_cache(layout, NAME, json.dumps(told, ensure_ascii=False).encode())
