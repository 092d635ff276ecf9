"""The hot path of the command line: `recall` and `context` with the standard library alone.

The options stand in one table a command; the typer commands are built from them too, so that
help and behaviour cannot drift apart.
"""

import os
import sys

from memctl.graph.controls import harmless, harmless_json
from memctl.jobs.recall import Recalled, recall
from memctl.jobs.whereabouts import beside_here

RECALL_OPTIONS = (
    ("limit", ("-n", "--limit"), "number", None, "At most this many results. Default: 10."),
    ("as_of", ("--as-of",), "day", None, "What memory knew at the end of that day (YYYY-MM-DD)."),
    ("include_all", ("--all",), "flag", False, "Retired facts too, marked."),
    ("entity", ("--entity",), "text", None, "Only this entity: a ref, a name or an alias."),
    ("type", ("--type",), "text", None, "Only this type of entity, such as people."),
    ("layer", ("--layer",), "choice", None, "Only this layer: graph, notes, tacit or documents."),
    ("since", ("--since",), "day", None, "Only what bears this day or a later one."),
    ("until", ("--until",), "day", None, "Only what bears this day or an earlier one."),
    ("mmr", ("--mmr",), "flag", False, "Put what says something new before what repeats."),
    ("semantic", ("--semantic",), "flag", False, "By meaning too; reads everything new first."),
    ("audience", ("--audience",), "choice", None, "Who reads it: private, shared or group."),
    ("explain", ("--explain",), "flag", False, "Show the parts of every score."),
)
"""(name, flags, kind, default, help); kind is number, day, text, choice or flag."""

CONTEXT_OPTIONS = (
    ("budget", ("--budget",), "number", None, "At most this many tokens. Default: 2000."),
    ("audience", ("--audience",), "choice", None, "Who reads it: private, shared or group."),
)
OPTIONS = {"recall": RECALL_OPTIONS, "context": CONTEXT_OPTIONS}
CHOICES = {
    "layer": ("graph", "notes", "tacit", "documents"),
    "audience": ("private", "shared", "group"),
}
_SHARED = {"-w": "workspace", "--workspace": "workspace", "--json": "as_json"}
_EXIT_NO = 1
BESIDE = "The workspace is {}, found by the folder life above here; -w DIR names another."


class Misuse(Exception):
    """The words do not fit; the full command line explains it."""


def main(command: str, argv: list[str]) -> int:
    """Run a command of the hot path with these words; the exit code."""
    try:
        said = read_options(argv, command)
    except Misuse:
        return _full([command, *argv])
    try:
        return run(said, command)
    except BrokenPipeError:
        # Without this the interpreter would complain when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except KeyboardInterrupt:
        print("memctl: interrupted", file=sys.stderr)
        return 130
    except Exception:
        # Errors end in one place: asked again there, it fails again and is told properly.
        return _full([command, *argv])


def run(said: dict[str, object], command: str = "recall") -> int:
    """Ask and print; the exit code."""
    text, code = answer(command, said)
    sys.stdout.write(text)
    sys.stdout.flush()
    return code


def answer(command: str, said: dict[str, object]) -> tuple[str, int]:
    """What to print, and the exit code; a workspace that may not be the one meant is named."""
    workspace = str(said["workspace"]) if said.get("workspace") else None
    # Looked for first: the cache that an answer leaves makes any folder a workspace.
    found = beside_here(workspace, dict(os.environ))
    text, code = ANSWERS[command](said)
    if found is not None:
        print(harmless(f"memctl: {BESIDE.format(found)}"), file=sys.stderr)
    return text, code


def answered(said: dict[str, object]) -> tuple[str, int]:
    """What to print, and the exit code.

    Args:
        said: Options by name, `question`, `workspace` and `as_json`.
    """
    options = {name: said.get(name) for name, *_ in RECALL_OPTIONS}
    explain = bool(options.pop("explain"))
    workspace = str(said["workspace"]) if said.get("workspace") else None
    report = recall(str(said["question"]), options, workspace=workspace)
    if said.get("as_json"):
        text = harmless_json(render_json(report.as_json(explain=explain))) + "\n"
    else:
        text = "".join(f"{harmless(line)}\n" for line in render_lines(report, explain=explain))
    return text, 0 if report.results else _EXIT_NO


def assembled(said: dict[str, object]) -> tuple[str, int]:
    """The same for `context`."""
    from memctl.jobs.context import context  # noqa: PLC0415 - recall has no use for it

    options = {name: said.get(name) for name, *_ in CONTEXT_OPTIONS}
    workspace = str(said["workspace"]) if said.get("workspace") else None
    question = str(said["question"]) if said.get("question") else None
    report = context(question, options, workspace=workspace)
    if said.get("as_json"):
        text = harmless_json(render_json(report.as_json())) + "\n"
    else:
        text = harmless(report.text)
    return text, 0 if report.text else _EXIT_NO


ANSWERS = {"recall": answered, "context": assembled}


def read_options(argv: list[str], command: str = "recall") -> dict[str, object]:
    """The words of a call by name.

    Raises:
        Misuse: help is asked for, or something is unknown, missing or wrong.
    """
    table = OPTIONS[command]
    flags = {flag: (name, kind) for name, known, kind, _, _ in table for flag in known}
    flags |= {f: (name, "flag" if name == "as_json" else "text") for f, name in _SHARED.items()}
    said: dict[str, object] = {}
    words: list[str] = []
    rest = iter(argv)
    for word in rest:
        if word == "--":
            words += rest
            break
        # "- Mina moved" is a line as it stands in a note.
        if not word.startswith("-") or word == "-" or word[1].isspace():
            words.append(word)
            continue
        flag, equals, value = word.partition("=")
        if not word.startswith("--") and len(word) > 2:  # noqa: PLR2004 - "-n5" is "-n" and "5"
            flag, equals, value = word[:2], "=", word[2:]
        if flag not in flags:
            raise Misuse
        name, kind = flags[flag]
        said[name] = _value(kind, value if equals else None, rest)
    is_known = all(said[name] in CHOICES[name] for name in CHOICES.keys() & said.keys())
    if not is_known or len(words) > 1 or not (command == "context" or "".join(words).strip()):
        raise Misuse
    return {**said, "question": words[0] if words else ""}


def _value(kind: str, given: str | None, rest: object) -> object:
    if kind == "flag":
        if given is not None:
            raise Misuse
        return True
    text = next(rest, None) if given is None else given  # type: ignore[call-overload]
    if text is None or (kind == "number" and not (text.isascii() and text.isdigit() and int(text))):
        raise Misuse
    return text


_NEAREST = "Nothing says so in these words; the nearest:"
_WRITTEN = "Nothing current answers this; what was written down:"


def render_lines(report: Recalled, *, explain: bool = False) -> list[str]:
    """The results for people: what it says, then where it stands."""
    missing = [] if report.answer or not report.unread else [_missing(report.unread)]
    if not report.results:
        return ["No match.", *missing]
    lines = []
    if report.nobody:
        lines.append(f"Nobody in memory is called {report.nobody}; what follows is yours:")
    elif not report.answer:
        holds = any(found.current for found in report.results)
        lines.append(_NEAREST if holds else _WRITTEN)
    for number, found in enumerate(report.results, start=1):
        is_past = not found.current and (found.kind == "fact" or bool(found.rests))
        is_late = found.kind == "fact" and str(found.day or "") > (report.as_of or report.today)
        mark = "  [not yet]" if is_late and is_past else ""
        if is_past and not mark:
            mark = _mark(found.status, found.doubt_place if found.doubt else None)
        lines.append(f"{number}. {' '.join(str(found.text).split())}{mark}")
        name = f"{found.entity}#{found.fact}" if found.fact else found.entity or found.kind
        where = str(found.path) if found.line is None else f"{found.path}:{found.line}"
        until = f"until {found.until}" if found.until else None
        day = f"from {found.day}" if is_late else found.day
        lines.append("   " + " · ".join(str(p) for p in (name, day, until, where) if p))
        if explain:
            parts = ", ".join(f"{k} {v:.2f}" for k, v in found.parts.items())
            lines.append(f"   score {found.score:.2f}: {parts}")
    return [*lines, *missing]


def _missing(unread: list[str]) -> str:
    """What may be why there is no answer."""
    more = f" and {len(unread) - 1} more" if len(unread) > 1 else ""
    return f"Could not be read: {unread[0]}{more}. See: memctl check"


def _mark(status: object, doubt: str | None) -> str:
    """Why it is not told as current: its own status, or what has been said since."""
    if status and status != "active":
        return f"  [{status}]"
    return f"  [perhaps no longer: {doubt}]" if doubt else "  [not current]"


def render_json(value: object, indent: str = "") -> str:
    """JSON text, two spaces a level, as `json.dumps(…, ensure_ascii=False, indent=2)` has it.

    `json` itself costs as much as starting Python, since it imports `re`.
    """
    deeper = indent + "  "
    if isinstance(value, dict):
        rows = [f"{deeper}{_quoted(str(k))}: {render_json(v, deeper)}" for k, v in value.items()]
        return "{\n" + ",\n".join(rows) + f"\n{indent}}}" if rows else "{}"
    if isinstance(value, list):
        rows = [deeper + render_json(v, deeper) for v in value]
        return "[\n" + ",\n".join(rows) + f"\n{indent}]" if rows else "[]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return repr(value) if isinstance(value, int | float) else _quoted(str(value))


def _quoted(text: str) -> str:
    try:
        from _json import encode_basestring  # noqa: PLC0415 - CPython's own; others go on below
    except ImportError:
        from json.encoder import py_encode_basestring as encode_basestring  # noqa: PLC0415 - as above
    return str(encode_basestring(text))


def _full(argv: list[str]) -> int:
    from memctl.cli.app import main as full  # noqa: PLC0415 - typer, for what is not hot

    return full(argv)
