"""A file of questions with the answers that are expected: JSON, YAML, TOML or Markdown."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from memctl.errors import FileInvalid
from memctl.graph.benched import Asked

_ARROW = re.compile(r"\s*(?:→|⇒|->|=>)\s*")
_BULLET = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?")
_PLACE = re.compile(r"[^\s#]+\.\w+(?::\d+)?\Z")
_REF = re.compile(r"[\w.-]+(?:/[\w.-]+)+(?:#\S+)?\Z")
_FORM = 'expected a question and "entity", "line" or "text"'


def parse_questions(text: str, path: str) -> tuple[Asked, ...]:
    """The questions of a file, in order; its name's ending tells the form.

    Rows are `{question, entity | line | text, as_of?}`, each answer a text or a list of them, in
    a list or under `questions`. In Markdown a question is a bullet `question → answer` or a row
    `| question | answer |`; several answers stand between semicolons, and what an answer is,
    is seen in it.

    Raises:
        FileInvalid: The file or a row of it says nothing that can be asked.
    """
    if path.casefold().endswith((".md", ".markdown", ".txt")):
        found = tuple(_markdown(text, path))
    else:
        rows = _rows(text, path)
        found = tuple(_asked(row, _line_of(text, row), path) for row in rows)
    if not found:
        raise FileInvalid(path, None, f"no question in it; {_FORM}", hint=_HINT)
    return found


_HINT = "See the section on measuring in docs/recall.md."


def _rows(text: str, path: str) -> list[Any]:
    try:
        value = _loaded(text, path)
    except ValueError as error:
        line = getattr(error, "lineno", None)
        raise FileInvalid(path, line, f"cannot be read: {error}", hint=_HINT) from error
    except RecursionError:
        raise FileInvalid(path, None, "cannot be read: nested too deeply", hint=_HINT) from None
    if isinstance(value, Mapping):
        value = value.get("questions")
    if not isinstance(value, list):
        raise FileInvalid(path, None, f"no list of questions; {_FORM}", hint=_HINT)
    return value


def _loaded(text: str, path: str) -> Any:
    if path.casefold().endswith(".json"):
        return json.loads(text)
    if path.casefold().endswith(".toml"):
        return tomllib.loads(text)
    import yaml  # noqa: PLC0415  # slow to load

    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from error


def _asked(row: Any, line: int, path: str) -> Asked:
    said = row if isinstance(row, Mapping) else {}
    question = said.get("question")
    entities, places, texts = (_texts(said.get(key)) for key in ("entity", "line", "text"))
    is_whole = isinstance(question, str) and question.strip() and (entities or places or texts)
    if not is_whole:
        raise FileInvalid(path, line, _FORM, hint=_HINT)
    day = _day(said.get("as_of"), line, path)
    return Asked(str(question), line, entities, places, texts, day)


def _texts(value: Any) -> tuple[str, ...]:
    found = value if isinstance(value, list) else [value]
    return tuple(text for text in found if isinstance(text, str) and text.strip())


def _day(value: Any, line: int, path: str) -> date | None:
    if value is None or isinstance(value, date):
        return value
    try:
        return date.fromisoformat(str(value))
    except ValueError:
        raise FileInvalid(path, line, f"as_of: {value!r} is no day", hint=_HINT) from None


def _line_of(text: str, row: Any) -> int:
    """The line on which the question is said; 1 where it is spelled with escapes."""
    question = row.get("question") if isinstance(row, Mapping) else None
    at = text.find(question) if isinstance(question, str) and question else -1
    return text.count("\n", 0, at) + 1 if at >= 0 else 1


def _markdown(text: str, path: str) -> Iterator[Asked]:
    for number, raw in enumerate(text.splitlines(), start=1):
        bullet = _BULLET.match(raw)
        if bullet:
            question, *answer = _ARROW.split(raw[bullet.end() :], maxsplit=1)
            if not answer:
                continue
        elif raw.lstrip().startswith("|"):
            cells = [cell.strip() for cell in raw.strip().strip("|").split("|")]
            is_head = len(cells) < 2 or set(cells[1]) <= set("-: ") or _follows_rule(text, number)  # noqa: PLR2004
            if is_head:
                continue
            question, answer = cells[0], cells[1:2]
        else:
            continue
        yield _from_words(question.strip(), answer[0], number, path)


def _follows_rule(text: str, number: int) -> bool:
    """Is this the head of a table: does its rule stand on the next line?"""
    lines = text.splitlines()
    below = lines[number].strip() if number < len(lines) else ""
    return below.startswith("|") and set(below) <= set("|-: ")


def _from_words(question: str, answer: str, line: int, path: str) -> Asked:
    answers: dict[str, list[str]] = {"entities": [], "places": [], "texts": []}
    for word in (part.strip().strip("`").strip() for part in answer.split(";")):
        if word:
            name = "places" if _PLACE.match(word) else "entities" if _REF.match(word) else "texts"
            answers[name].append(word)
    if not question or not any(answers.values()):
        raise FileInvalid(path, line, _FORM, hint=_HINT)
    entities, places, texts = map(tuple, answers.values())
    return Asked(question, line, entities, places, texts)
