"""Items files: text to facts and back, in whatever dialect they are. No file is opened here.

The tables of names are in dialect.py; what changes mean for a row is in _edit.py.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from memctl.errors import FileInvalid
from memctl.formats.rows import _edit
from memctl.formats.rows._fields import canonical_row
from memctl.formats.rows._rows import read_rows
from memctl.formats.rows._shapes import Steps, at_steps, end_of, lists_of_rows, odd_names
from memctl.formats.rows._values import object_of
from memctl.formats.syntax._json import json_of, lines_at, render_row, row_lines, row_texts
from memctl.formats.syntax._spans import Spelling
from memctl.formats.text import conflict_markers
from memctl.graph.fact import Fact
from memctl.graph.plan import AddEvidence, AddFact, MarkFact, PurgeFact, RetireFact, UseFact
from memctl.graph.problem import Problem

_SURROGATE = re.compile(r"[\ud800-\udfff]")

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


class _Parsed(NamedTuple):
    lists: tuple[Steps, ...] = ()
    rows: Sequence[Any] = ()
    lines: Sequence[int] = ()
    problems: tuple[Problem, ...] = ()
    can_write: bool = True


def parse_items(text: str, path: str) -> ItemsDocument:
    """What an items file says. Never raises: what is wrong with the text is a problem.

    Args:
        text: Without byte order mark.
        path: Relative to the workspace; its ending names the syntax.
    """
    syntax = _SYNTAXES.get(path.rpartition(".")[2].lower(), "json")
    found = _unreadable(text, path)
    if found is None and syntax == "json":
        found = _parse_json(text, path)
        if not found.lines and found.problems and _is_lines(text):
            syntax, found = "jsonl", None
    if found is None:
        found = _parse_lines(text, path) if syntax == "jsonl" else _parse_yaml(text, path)
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


def _read_only(found: _Parsed, facts: Sequence[Fact], path: str) -> tuple[Problem, ...]:
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


def _unreadable(text: str, path: str) -> _Parsed | None:
    """The problem of a text that no syntax can read."""
    if not text or text.isspace():
        return _failed("empty-file", path, 1, "the file is empty; a list of rows was expected")
    if lines := conflict_markers(text):
        listed = ", ".join(map(str, lines))
        return _failed(
            "conflict-markers",
            path,
            lines[0],
            f"conflict markers of a merge on lines {listed}",
            "Finish the merge by hand, or set up: memctl git setup",
        )
    return None


def _failed(slug: str, path: str, line: int | None, message: str, hint: str = "") -> _Parsed:
    hint = hint or "Mend it in an editor, then: memctl check"
    return _Parsed(problems=(Problem(slug, "error", path, line, message, hint),), can_write=False)


def _parse_json(text: str, path: str) -> _Parsed:
    try:
        value = _loads(text)
    except json.JSONDecodeError as error:
        return _bad_json(path, error, error.lineno)
    except RecursionError:
        return _failed("bad-json", path, None, "not JSON that can be read: nested too deeply")
    except ValueError as error:  # a number of thousands of digits
        return _failed("bad-json", path, None, f"not JSON that can be read: {error}")
    lists = lists_of_rows(value)
    parts = [at_steps(value, steps) for steps in lists]
    rows = [row for part, _ in parts for row in part]
    if all(is_list for _, is_list in parts):
        lines = row_lines(text, lists, rows, is_keyed=_is_keyed(value, lists))
        return _listed(value, lists, rows, lines, path)
    return _Parsed(lists, rows, [1] * len(rows), can_write=False)


def _is_keyed(value: Any, lists: Sequence[Steps]) -> bool:
    return any(isinstance(end_of(value, steps), dict) for steps in lists)


def _listed(
    value: Any, lists: tuple[Steps, ...], rows: Sequence[Any], lines: Sequence[int], path: str
) -> _Parsed:
    """Rows of lists, or of objects in which each stands under its id."""
    if len(lines) != len(rows):
        message = "a key stands twice in its object of rows; of the first row nothing is read"
        hint = "Give one of the two rows another key."
        problem = Problem("key-twice", "error", path, lines[0] if lines else 1, message, hint)
        return _Parsed(lists, rows, [1] * len(rows), (problem,), can_write=False)
    odd = (_odd_name(path, lines[at], name, own) for at, name, own in odd_names(value, lists))
    return _Parsed(lists, rows, lines, (*_no_list(lists, path), *odd), bool(lists))


def _odd_name(path: str, line: int, name: str, own: str) -> Problem:
    message = (
        f"the row under the key {name!r} says that its id is {own!r}; the id in the row counts"
    )
    hint = "Make the two the same."
    return Problem("key-differs", "warning", path, line, message, hint)


def _loads(text: str) -> Any:
    """The value of a JSON text, halves of surrogate pairs replaced: no file could hold them."""
    says_mark = "isibility" in text or "ISIBILITY" in text  # the hook takes its time
    value = json.loads(text, object_pairs_hook=object_of if says_mark else None)
    if "\\" not in text:  # one character is looked for ten times as fast as three
        return value
    return _mended(value) if "\\ud" in text or "\\uD" in text else value


def _mended(value: Any) -> Any:
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_mended(item) for item in value]
    if isinstance(value, dict):
        return {_mended(key): _mended(item) for key, item in value.items()}
    return value


def _bad_json(path: str, error: json.JSONDecodeError, line: int) -> _Parsed:
    where = f"line {line}, column {error.colno}"
    return _failed("bad-json", path, line, f"not JSON: {error.msg} at {where}")


def _no_list(lists: Sequence[Steps], path: str) -> tuple[Problem, ...]:
    if lists:
        return ()
    message = "no list of facts found; expected a list of rows, or an object that holds one"
    return (Problem("no-rows", "warning", path, 1, message),)


def _is_lines(text: str) -> bool:
    """Does every line look like an object of its own?"""
    lines = row_texts(text)
    return len(lines) > 1 and all(t.startswith("{") and t.endswith("}") for _, t in lines)


def _parse_lines(text: str, path: str) -> _Parsed:
    rows, lines, problems = [], [], []
    texts = row_texts(text)
    for line, (_, bare) in zip(lines_at(text, [at for at, _ in texts]), texts, strict=True):
        found = _parse_json_row(bare, path, line)
        if isinstance(found, dict):
            rows.append(found)
            lines.append(line)
        else:
            problems.append(found)
    return _Parsed(((),), rows, lines, tuple(problems), not problems)


def _parse_json_row(text: str, path: str, line: int) -> dict[str, Any] | Problem:
    try:
        value = _loads(text)
    except json.JSONDecodeError as error:
        return _bad_json(path, error, line).problems[0]
    except (ValueError, RecursionError) as error:
        return _failed("bad-json", path, line, f"not JSON that can be read: {error}").problems[0]
    if isinstance(value, dict):
        return value
    return _failed("bad-json", path, line, "a row that is no object").problems[0]


def _parse_yaml(text: str, path: str) -> _Parsed:
    from memctl.formats.syntax import _yaml  # noqa: PLC0415 - yaml is heavy, and few files are YAML

    try:
        node = _yaml.compose(text)
        value = _yaml.value_of(node)
        lists = lists_of_rows(value)
        parts = [at_steps(value, steps) for steps in lists]
    except (_yaml.NotYaml, RecursionError) as error:
        line = error.line if isinstance(error, _yaml.NotYaml) else None
        return _failed("bad-yaml", path, line, f"not YAML that can be read: {error}")
    rows = [row for part, _ in parts for row in part]
    if not all(is_list for _, is_list in parts):
        return _Parsed(lists, rows, [1] * len(rows), can_write=False)
    starts = [row.begin for found in _yaml.find_lists(text, node, lists) for row in found.rows]
    return _listed(value, lists, rows, lines_at(text, starts), path)


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


def new_items(facts: Sequence[Fact]) -> str:
    """A new file in our own form."""
    if not facts:
        return "[]\n"
    rows = ",\n".join("  " + render_row(canonical_row(fact)) for fact in facts)
    return f"[\n{rows}\n]\n"


def line_of(document: ItemsDocument, fact: Fact, words: str) -> int | None:
    """The line of the first mention of `words` in a row; the row's own line without one."""
    if fact.line is None or document.dialect.syntax == "jsonl":
        return fact.line
    lines = document.text.split("\n")[fact.line - 1 :]
    return next((fact.line + at for at, text in enumerate(lines) if words in text), fact.line)
