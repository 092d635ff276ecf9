"""The tables of language as the last run read them.

To read TOML, and what each of thousands of patterns cannot do without, takes most of a second.
Both depend on the tables' texts alone, so a workspace keeps them in its cache.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from memctl import __version__
from memctl.jobs.sealed import read_sealed, write_sealed
from memctl.language.lexicon import Lexicon, parse_lexicon
from memctl.language.sieving import sieve
from memctl.workspace.layout import Layout

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
        body = read_sealed(root, NAME, self._key)
        if not body:
            return None
        kept = json.loads(body)
        tables = {lang: MappingProxyType(table) for lang, table in kept["tables"].items()}
        sieve.needed_before.update(kept["needed"])
        self._size = len(sieve.needed_before)
        return Lexicon(MappingProxyType(tables), MappingProxyType(kept["common"]))

    def keep(self, layout: Layout) -> None:
        """Write it down, with what patterns need as far as this process asked."""
        if len(sieve.needed_before) == self._size:
            return
        self._size = len(sieve.needed_before)
        told = {
            "tables": {language: dict(table) for language, table in self.lexicon.tables.items()},
            "common": dict(self.lexicon.common),
            "needed": sieve.needed_before,
        }
        write_sealed(layout, NAME, self._key, json.dumps(told, ensure_ascii=False).encode())
