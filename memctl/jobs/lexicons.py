"""The lexicon that holds in a workspace: what comes with memctl, and what the workspace adds."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from memctl import resources
from memctl.errors import FileInvalid
from memctl.jobs import kept_expressions
from memctl.jobs.kept_words import KeptWords
from memctl.language.lexicon import Lexicon, parse_lexicon
from memctl.language.recasting import unmet_slots
from memctl.language.table_shapes import misfit
from memctl.workspace.layout import Layout
from memctl.workspace.lexicon_files import HINT, lexicon_texts

_PLAIN = frozenset(
    (
        "asking", "standing", "phrases", "examples", "fires", "silent", "numbers", "dates",
        "numerals", "means", "to", "say", "as", "text", "stop_words",
    )
)  # fmt: skip
"""Tables and lists that hold no regular expressions."""
_WHOLE = frozenset(("summary",))
_PLACE = re.compile(r"\{[a-z_]*[a-z][a-z_]*2?\}")
"""What is filled in before a pattern is compiled; `{2,}` is none."""


_kept: dict["_Own", KeptWords] = {}
"""By what a workspace adds."""
_MOST = 8


def shipped_lexicon() -> Lexicon:
    """The pattern data that come with memctl."""
    return _kept[()].lexicon if () in _kept else _with(())


@lru_cache(maxsize=1)
def shipped_tables() -> list[Mapping[str, Any]]:
    """The tables of each language as TOML gives them."""
    lexicon = shipped_lexicon()
    return [dict(lexicon.tables[language]) for language in lexicon.languages]


def lexicon_of(root: Path) -> Lexicon:
    """The pattern data that hold in the workspace at `root`.

    Raises:
        FileInvalid: One of the workspace's own files is no TOML, or a pattern in it is none.
    """
    own = own_tables(root)
    lexicon = _kept_words(root, own).lexicon
    for file, text in own.items():
        _complete(file, text, lexicon)
    return lexicon


def keep_words(layout: Layout) -> None:
    """Let the next run here read in a moment what this one has read of the pattern data."""
    kept_expressions.keep(layout)
    if _kept:  # else nothing was read
        found = _kept.get(_by_language(own_tables(layout.root)))
        if found is not None:
            found.keep(layout)


def _kept_words(root: Path, own: Mapping[Path, str]) -> KeptWords:
    kept_expressions.take_up(root)
    added = _by_language(own)
    if added not in _kept:
        if len(_kept) >= _MOST:
            _kept.clear()
        _kept[added] = KeptWords(root, _texts(added))
    return _kept[added]


def own_tables(root: Path) -> Mapping[Path, str]:
    """The texts of the workspace's own files.

    Raises:
        FileInvalid: As above.
    """
    own = lexicon_texts(root)
    for file, text in own.items():
        _prove(file, text)
    return own


def lexicon_about(name: str, root: Path) -> Lexicon:
    """What one file of each language of ours says, with all that the workspace adds.

    All of them take ten times as long to read as most commands take.

    Args:
        name: Of the file, such as `pages`.
        root: The workspace.

    Raises:
        FileInvalid: As above.
    """
    return _with(_by_language(own_tables(root)), name)


_Own = tuple[tuple[str, str], ...]


def _by_language(own: Mapping[Path, str]) -> _Own:
    return tuple((file.parent.name, text) for file, text in own.items())


@lru_cache(maxsize=8)
def _with(own: _Own, only: str = "*") -> Lexicon:
    return parse_lexicon(_texts(own, only))


def _texts(own: _Own, only: str = "*") -> Mapping[str, tuple[str, ...]]:
    texts = dict(resources.lexicon_texts(only))
    for language, text in own:
        texts[language] = (*texts.get(language, ()), text)
    return texts


@lru_cache(maxsize=64)
def _complete(file: Path, text: str, lexicon: Lexicon) -> None:
    """A table that is filled in as a whole needs all that it has in every language of memctl."""
    shipped = shipped_lexicon()
    for name in _WHOLE & tomllib.loads(text).keys():
        known = [_keys(shipped.table(language, name)) for language in shipped.languages]
        has = _keys(lexicon.table(file.parent.name, name))
        if lacks := frozenset.intersection(*known) - has:
            what = f"[{name}] lacks {', '.join(sorted(lacks))}"
            raise FileInvalid(str(file), None, what, hint=HINT)


def _keys(table: Mapping[str, Any]) -> frozenset[str]:
    inner = ((key, value) for key, value in table.items() if isinstance(value, Mapping))
    below = (f"{key}.{one}" for key, value in inner for one in _keys(value))
    return frozenset((*table, *below))


# A file is looked into once in a run, however often a job asks for its words.
@lru_cache(maxsize=64)
def _prove(file: Path, text: str) -> None:
    """A slip in a pattern is told of its file, not found when a note happens to need it."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FileInvalid(str(file), None, f"is no TOML: {error}", hint=HINT) from error
    if what := misfit(table, shipped_tables()):
        raise FileInvalid(str(file), None, what, hint=HINT)
    for row in table.get("recasts", ()):
        if unmet := unmet_slots(row):
            what = f"{row['to']!r} asks for {', '.join(sorted(unmet))}, which `from` lacks"
            raise FileInvalid(str(file), _line_of(text, row["to"]), what, hint=HINT)
    # Of a summary only how a fact becomes a statement is told by patterns.
    if isinstance(summary := table.get("summary", {}), dict):
        table["summary"] = summary.get("statement", {})
    for pattern in _patterns(table):
        try:
            re.compile(_PLACE.sub("x", pattern))
        except re.error as error:
            what = f"{pattern!r} is no regular expression: {error}"
            raise FileInvalid(str(file), _line_of(text, pattern), what, hint=HINT) from error


def _patterns(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            for one in value:
                yield from _patterns(one)
        case dict():
            for key, one in value.items():
                if key not in _PLAIN:
                    yield from _patterns(one)


def _line_of(text: str, pattern: str) -> int | None:
    lines = text.splitlines()
    return next((n for n, line in enumerate(lines, 1) if pattern in line), None)
