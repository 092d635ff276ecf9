"""Finds templates/, schemas/, examples/ and pattern data, in a wheel or in a checkout.

may use: errors
pure: no
"""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_ASKED = ("asking", "standing")


def folder(name: str) -> Path:
    """The folder `templates`, `schemas` or `examples`, in the wheel or beside the package."""
    packed = _PACKAGE / "_data" / name
    return packed if packed.is_dir() else _PACKAGE.parent / name


def text(name: str, *parts: str) -> str:
    """The text of one shipped file, for example `text("templates", "en", "rules.md")`."""
    return folder(name).joinpath(*parts).read_text(encoding="utf-8")


def asking_files() -> tuple[Path, ...]:
    """The words that recall knows: of questions, and of what counts how much, by language."""
    data = _PACKAGE / "language" / "data"
    return tuple(sorted(f for name in _ASKED for f in data.glob(f"*/{name}.toml")))


def lexicon_texts(only: str = "*") -> dict[str, tuple[str, ...]]:
    """The pattern data by language code, files of one language in the order of their names.

    Under `*` stands what holds for every language.

    Args:
        only: The name of a file: what the others say is not asked for.
    """
    root = _PACKAGE / "language" / "data"
    folders = {"*": root} | {p.name: p for p in sorted(root.iterdir()) if p.is_dir()}
    return {
        language: tuple(f.read_text(encoding="utf-8") for f in sorted(folder.glob(f"{only}.toml")))
        for language, folder in folders.items()
    }
