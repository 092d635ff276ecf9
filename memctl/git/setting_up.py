"""The settings of a clone that git does not version: which program merges which files."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from memctl.git.program import git

SUMMARY = "summary.md"


def wanted_settings(program: str) -> Mapping[str, str]:
    """The merge drivers of memctl as git settings.

    Args:
        program: How git's shell calls memctl.
    """
    names = {
        "items": "facts of memctl, row by row",
        "notes": "daily notes of memctl",
        "summary": "summaries of memctl, around what it wrote",
        "state": "how far heartbeat is, the later run",
    }
    settings: dict[str, str] = {}
    for kind, name in names.items():
        settings[f"merge.memctl-{kind}.name"] = name
        settings[f"merge.memctl-{kind}.driver"] = f"{program} git merge-driver {kind} %O %A %B %P"
    return settings


def missing_settings(root: Path, wanted: Mapping[str, str]) -> dict[str, str]:
    """Those that this clone does not have, or has otherwise."""
    found = {name: git(root, "config", "--local", "--get", name) for name in wanted}
    have = {name: said.out.decode("utf-8", "replace").rstrip("\n") for name, said in found.items()}
    return {name: value for name, value in wanted.items() if have[name] != value}


def set_settings(root: Path, settings: Mapping[str, str]) -> str | None:
    """Write settings into this clone; what git said when it refused, else None."""
    for name, value in settings.items():
        said = git(root, "config", "--local", name, value)
        if said.code != 0:
            return said.words
    return None


def is_ignored(root: Path, path: str) -> bool:
    """Does git ignore this path?"""
    given = f"{path}\n".encode()
    return git(root, "check-ignore", "--no-index", "--stdin", given=given).code == 0


def attribute_lines(
    items: Sequence[str], notes: Sequence[str], ledgers: str, state: str | None
) -> Iterator[str]:
    """Lines of .gitattributes: which files are merged how.

    Args:
        items: Names of files that hold facts, at any depth.
        notes: Folders of notes.
        ledgers: The folder of the ledgers.
        state: The file that tells how far heartbeat is; None when it lies elsewhere.
    """
    for name in items:
        yield f"{_pattern(name)} merge=memctl-items"
    day = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*.md"
    for folder in notes:
        yield f"{_pattern(f'/{folder}/**/{day}')} merge=memctl-notes"
    yield f"{SUMMARY} merge=memctl-summary"
    if state is not None:
        yield f"{_pattern(f'/{state}')} merge=memctl-state"
    yield f"{_pattern(f'/{ledgers}/*.jsonl')} merge=union"
    # Derived: whatever a union makes of it, the next job writes it anew from the ledgers, and
    # a box that was ticked on either side counts.
    yield "/REVIEW.md merge=union linguist-generated"


def _pattern(path: str) -> str:
    escaped = path.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"' if any(c.isspace() or c == '"' for c in path) else path


def missing_lines(text: str, wanted: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(lines to append, patterns that the person merges in another way).

    Args:
        text: .gitattributes as it stands.
        wanted: Lines that memctl needs.
    """
    have = [line.strip() for line in text.splitlines()]
    merged = {pattern_of(line): line for line in have if " merge=" in line or " -merge" in line}
    other = tuple(
        pattern_of(line)
        for line in wanted
        if pattern_of(line) in merged and merge_of(merged[pattern_of(line)]) != merge_of(line)
    )
    lines = tuple(line for line in wanted if pattern_of(line) not in merged)
    return lines, other


def pattern_of(line: str) -> str:
    """Which files a line of .gitattributes is about."""
    if line.startswith('"'):
        return line[: line.find('"', 1) + 1]
    return line.partition(" ")[0]


def merge_of(line: str) -> str:
    """How a line of .gitattributes has files merged."""
    return next((word for word in line.split() if word.startswith(("merge=", "-merge"))), "")
