"""The tables of words that a workspace brings along: `.memctl/language/LANGUAGE/*.toml`.

They add to those that come with memctl; a folder for a language that memctl does not know makes
it known. They are read here and understood in `language`.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from memctl.errors import FileInvalid
from memctl.workspace import names

FOLDER = f"{names.OWN}/language"
HINT = "docs/languages.md tells what these tables hold."


def lexicon_files(root: Path) -> tuple[Path, ...]:
    """The files of the workspace at `root`, by language and name; none in most workspaces."""
    return tuple(sorted((root / FOLDER).glob("*/*.toml")))


def lexicon_paths(root: Path) -> Iterator[Path]:
    """Every path at which a change of these files shows, be it a file that is new or gone."""
    yield root / FOLDER
    for file in lexicon_files(root):
        yield file.parent
        yield file


def lexicon_texts(root: Path) -> Mapping[Path, str]:
    """What the files say.

    Raises:
        FileInvalid: One of them can't be read.
    """
    return {file: _text(file) for file in lexicon_files(root)}


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise FileInvalid(str(file), None, f"cannot be read: {error}") from error
