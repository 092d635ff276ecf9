"""The rows of an items file and their lines, out of each syntax that it may be written in."""

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from memctl.formats.rows._shapes import Steps, at_steps, end_of, lists_of_rows, odd_names
from memctl.formats.rows._twice import fields_twice, may_be_twice
from memctl.formats.rows._values import object_of
from memctl.formats.syntax._json import find_lists, json_of, lines_at, row_lines, row_texts
from memctl.formats.text import conflict_markers
from memctl.graph.problem import Problem

_DIGITS = re.compile(r"\d+")
_SURROGATE = re.compile(r"[\ud800-\udfff]")


class Parsed(NamedTuple):
    """What was found, and on which lines."""

    lists: tuple[Steps, ...] = ()
    rows: Sequence[Any] = ()
    lines: Sequence[int] = ()
    problems: tuple[Problem, ...] = ()
    can_write: bool = True


def unreadable(text: str, path: str) -> Parsed | None:
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


def _failed(slug: str, path: str, line: int | None, message: str, hint: str = "") -> Parsed:
    hint = hint or "Mend it in an editor, then: memctl check"
    return Parsed(problems=(Problem(slug, "error", path, line, message, hint),), can_write=False)


def parse_json(text: str, path: str) -> Parsed:
    """The rows of a JSON file, in whatever lists they stand."""
    try:
        value = _loads(text)
    except json.JSONDecodeError as error:
        return _bad_json(path, error, error.lineno)
    except RecursionError:
        return _failed("bad-json", path, None, "not JSON that can be read: nested too deeply")
    except ValueError:
        return _long_number(path, text, 1)
    lists = lists_of_rows(value)
    parts = [at_steps(value, steps) for steps in lists]
    rows = [row for part, _ in parts for row in part]
    if all(is_list for _, is_list in parts):
        lines = row_lines(text, lists, rows, is_keyed=_is_keyed(value, lists))
        found = _listed(value, lists, rows, lines, path)
        if not may_be_twice(text, rows):
            return found
        twice = fields_twice(text, find_lists(text, lists), path)
        return found._replace(problems=(*found.problems, *twice))
    return Parsed(lists, rows, [1] * len(rows), can_write=False)


def _is_keyed(value: Any, lists: Sequence[Steps]) -> bool:
    return any(isinstance(end_of(value, steps), dict) for steps in lists)


def _listed(
    value: Any, lists: tuple[Steps, ...], rows: Sequence[Any], lines: Sequence[int], path: str
) -> Parsed:
    """Rows of lists, or of objects in which each stands under its id."""
    if len(lines) != len(rows):
        message = "a key stands twice in its object of rows; of the first row nothing is read"
        hint = "Give one of the two rows another key."
        problem = Problem("key-twice", "error", path, lines[0] if lines else 1, message, hint)
        return Parsed(lists, rows, [1] * len(rows), (problem,), can_write=False)
    odd = (_odd_name(path, lines[at], name, own) for at, name, own in odd_names(value, lists))
    return Parsed(lists, rows, lines, (*_no_list(lists, path), *odd), bool(lists))


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


def _bad_json(path: str, error: json.JSONDecodeError, line: int) -> Parsed:
    """What is wrong, where; a comma before the end of a list is what is left of a deleted row."""
    told, before = error.doc[: error.pos].rstrip(), error.doc[error.pos : error.pos + 1]
    # Newer versions of Python name the comma itself, older ones what they find behind it.
    comma = len(told) - 1 if told.endswith(",") and before in {"]", "}"} else -1
    comma = error.pos if error.msg.startswith("Illegal trailing comma") else comma
    if comma >= 0:
        line += error.doc.count("\n", 0, comma) - error.doc.count("\n", 0, error.pos)
        message = f"not JSON: a comma too many at the end of line {line}"
        return _failed("bad-json", path, line, message, "Delete the comma, then: memctl check")
    where = f"line {line}, column {error.colno}"
    return _failed("bad-json", path, line, f"not JSON: {error.msg.removesuffix(' at')} at {where}")


def _long_number(path: str, text: str, line: int) -> Parsed:
    """A number of thousands of digits, which Python refuses to read."""
    longest = max(_DIGITS.finditer(text), key=lambda m: len(m[0]), default=None)
    at, digits = (longest.start(), len(longest[0])) if longest else (0, 0)
    message = f"not JSON that can be read: a number of {digits:,} digits"
    return _failed("bad-json", path, line + text.count("\n", 0, at), message)


def _no_list(lists: Sequence[Steps], path: str) -> tuple[Problem, ...]:
    if lists:
        return ()
    message = "no list of facts found; expected a list of rows, or an object that holds one"
    return (Problem("no-rows", "warning", path, 1, message),)


def is_lines(text: str) -> bool:
    """Is it one JSON object a line, whatever its name says?"""
    """Does every line look like an object of its own?"""
    lines = row_texts(text)
    return len(lines) > 1 and all(t.startswith("{") and t.endswith("}") for _, t in lines)


def parse_lines(text: str, path: str) -> Parsed:
    """The rows of a file with one JSON object a line; a broken line costs no other."""
    rows, lines, problems = [], [], []
    texts = row_texts(text)
    for line, (_, bare) in zip(lines_at(text, [at for at, _ in texts]), texts, strict=True):
        found = _parse_json_row(bare, path, line)
        if isinstance(found, dict):
            rows.append(found)
            lines.append(line)
        else:
            problems.append(found)
    can_write = not problems
    if can_write and may_be_twice(text, rows):
        problems += fields_twice(text, json_of(text, lines=True).lists(()), path)
    return Parsed(((),), rows, lines, tuple(problems), can_write)


def _parse_json_row(text: str, path: str, line: int) -> dict[str, Any] | Problem:
    try:
        value = _loads(text)
    except json.JSONDecodeError as error:
        return _bad_json(path, error, line).problems[0]
    except RecursionError:
        what = "not JSON that can be read: nested too deeply"
        return _failed("bad-json", path, line, what).problems[0]
    except ValueError:
        return _long_number(path, text, line).problems[0]
    if isinstance(value, dict):
        return value
    return _failed("bad-json", path, line, "a row that is no object").problems[0]


def parse_yaml(text: str, path: str) -> Parsed:
    """The rows of a YAML file, in whatever lists they stand."""
    from memctl.formats.syntax import _yaml_spans as spans  # noqa: PLC0415 - yaml is heavy, and few files are YAML

    try:
        node = spans.compose(text)
        value = spans.value_of(node)
        lists = lists_of_rows(value)
        parts = [at_steps(value, steps) for steps in lists]
    except (spans.NotYaml, RecursionError) as error:
        line = error.line if isinstance(error, spans.NotYaml) else None
        return _failed("bad-yaml", path, line, f"not YAML that can be read: {error}")
    rows = [row for part, _ in parts for row in part]
    if not all(is_list for _, is_list in parts):
        return Parsed(lists, rows, [1] * len(rows), can_write=False)
    spelled = spans.find_lists(text, node, lists)
    starts = [row.begin for found in spelled for row in found.rows]
    listed = _listed(value, lists, rows, lines_at(text, starts), path)
    return listed._replace(problems=(*listed.problems, *fields_twice(text, spelled, path)))
