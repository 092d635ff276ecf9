"""Items files: text to facts and back, in whatever dialect they are. No file is opened here.

The tables of names are in dialect.py; what changes mean for a row is in _edit.py.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from memctl.errors import FileInvalid
from memctl.formats.rows import _edit
from memctl.formats.rows._fields import canonical_row
from memctl.formats.rows._new_rows import unread
from memctl.formats.rows._parsing import (
    Parsed,
    is_lines,
    parse_json,
    parse_lines,
    parse_yaml,
    unreadable,
)
from memctl.formats.rows._rows import read_rows
from memctl.formats.rows._shapes import Steps
from memctl.formats.syntax._json import json_of, render_row
from memctl.formats.syntax._spans import Spelling
from memctl.graph.fact import Fact
from memctl.graph.plan import AddEvidence, AddFact, MarkFact, PurgeFact, RetireFact, UseFact
from memctl.graph.problem import Problem

Syntax = Literal["json", "jsonl", "yaml"]
_SYNTAXES: Mapping[str, Syntax] = MappingProxyType(
    {"yaml": "yaml", "yml": "yaml", "jsonl": "jsonl", "ndjson": "jsonl"}
)
ItemsChange = AddFact | RetireFact | AddEvidence | MarkFact | UseFact | PurgeFact


@dataclass(frozen=True, slots=True)
class Dialect:
    """The form of one file."""

    syntax: Syntax
    lists: tuple[Steps, ...] = ()
    """The way to each list of rows; `()` is a bare list."""


@dataclass(frozen=True, slots=True)
class ItemsDocument:
    """An items file as read."""

    path: str
    text: str
    facts: tuple[Fact, ...]
    """In file order, patches and backward pointers folded in. Rows that bear no id have ""."""
    problems: tuple[Problem, ...]
    dialect: Dialect
    can_write: bool
    """False when rows could be lost: broken, or of a form that holds no rows to edit."""


@dataclass(frozen=True, slots=True)
class ItemsEdit:
    """An items file after changes."""

    text: str
    ledger_evidence: tuple[AddEvidence, ...]
    """What the file can do without: it goes to the ledger."""


def parse_items(text: str, path: str) -> ItemsDocument:
    """What an items file says. Never raises: what is wrong with the text is a problem.

    Args:
        text: Without byte order mark.
        path: Relative to the workspace; its ending names the syntax.
    """
    syntax = _SYNTAXES.get(path.rpartition(".")[2].lower(), "json")
    found = unreadable(text, path)
    if found is None and syntax == "json":
        found = parse_json(text, path)
        if not found.lines and found.problems and is_lines(text):
            syntax, found = "jsonl", None
    if found is None:
        found = parse_lines(text, path) if syntax == "jsonl" else parse_yaml(text, path)
    read = read_rows(found.rows, found.lines, path)
    closed = _read_only(found, read.facts, path)
    return ItemsDocument(
        path=path,
        text=text,
        facts=read.facts,
        problems=(*found.problems, *read.problems, *closed),
        dialect=Dialect(syntax, found.lists),
        can_write=found.can_write and not closed,
    )


def _read_only(found: Parsed, facts: Sequence[Fact], path: str) -> tuple[Problem, ...]:
    """The problem of a file that says facts and has no row that a change could name."""
    if not facts or any(p.level == "error" for p in found.problems):
        return ()
    if not found.can_write:
        what = "its rows stand in no list that could be edited"
    elif not any(fact.id for fact in facts):
        what = "its facts bear no ids, so none can be changed"
    else:
        return ()
    message = f"read, but never written to: {what}"
    hint = 'Put its facts into a list of rows, each with an "id" of its own.'
    return (Problem("read-only-form", "warning", path, 1, message, hint),)


def edit_items(document: ItemsDocument, changes: Sequence[ItemsChange]) -> ItemsEdit:
    """The text after these changes, every byte that they are not about unchanged.

    A row keeps its dialect; a new row takes the form of the row that it succeeds, else of the
    last one. Evidence goes into rows that carry some, and to the ledger for others.

    Raises:
        FileInvalid: the file is broken, or its form has no row to edit.
        UnknownFact: a change names a row that is not there.
    """
    if not document.can_write:
        closing = (p for p in document.problems if p.level == "error" or p.slug == "read-only-form")
        problem = next(closing, None)
        what = problem.message if problem else "its rows stand in no list that could be edited"
        raise FileInvalid(document.path, problem.line if problem else None, what)
    if not changes:
        return ItemsEdit(document.text, ())
    if any(not isinstance(change, AddFact) and not change.fact_id for change in changes):
        raise FileInvalid(document.path, None, "a row without an id cannot be changed")
    try:
        edited = _edit.edit(spelling_of(document), document, changes)
    except ValueError as error:
        raise FileInvalid(document.path, None, f"its form cannot be edited: {error}") from error
    after = parse_items(edited.text, document.path)
    if not _edit.is_faithful(document.facts, after.facts, changes):
        raise FileInvalid(document.path, None, "its form cannot be edited without touching more")
    return ItemsEdit(edited.text, edited.ledger_evidence)


def spelling_of(document: ItemsDocument) -> Spelling:
    """How the document's text is spelled, for an edit."""
    if document.dialect.syntax == "yaml":
        from memctl.formats.syntax import _yaml  # noqa: PLC0415 - as above

        return _yaml.yaml_of(document.text)
    return json_of(document.text, lines=document.dialect.syntax == "jsonl")


def new_items(facts: Sequence[Fact], kept: Sequence[dict[str, Any]] = ()) -> str:
    """A new file in our own form.

    Args:
        facts: Its rows.
        kept: What each of them bore in the file that it comes from, where it comes from one.
    """
    if not facts:
        return "[]\n"
    more = (unread(bore) for bore in kept or [{}] * len(facts))
    told = [{**canonical_row(f), **own} for f, own in zip(facts, more, strict=True)]
    rows = ",\n".join("  " + render_row(row) for row in told)
    return f"[\n{rows}\n]\n"


def line_of(document: ItemsDocument, fact: Fact, words: str) -> int | None:
    """The line of the first mention of `words` in a row; the row's own line without one."""
    if fact.line is None or document.dialect.syntax == "jsonl":
        return fact.line
    lines = document.text.split("\n")[fact.line - 1 :]
    return next((fact.line + at for at, text in enumerate(lines) if words in text), fact.line)
