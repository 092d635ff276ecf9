"""The hot path of the command line: `hook run`, with the standard library alone.

Whatever happens, it ends with exit code 0: an assistant must not fail because of its memory.
"""

import os
import sys

from memctl.cli.quick import render_json
from memctl.graph.controls import harmless, harmless_json
from memctl.jobs.hook import EVENTS, PROMPT, START, Call, hook, log_failure, workspace_of

_IN_JSON = ("claude-code", "codex")
"""Hosts that take what is told as JSON; the others take it as it is."""
_SAYS = {START: "SessionStart", PROMPT: "UserPromptSubmit"}
_OPTIONS = {
    "-w": "workspace",
    "--workspace": "workspace",
    "--host": "host",
    "--audience": "audience",
    "--budget": "budget",
}
_MOST_BYTES = 8_000_000


def main(argv: list[str]) -> int:
    """Run `hook run` with these words (without the two words themselves); always 0."""
    root, event = None, "hook"
    try:
        said = read_words(argv)
        event = said.get("event", "")
        environ = dict(os.environ)
        root = workspace_of(said.get("workspace"), environ)
        if root is not None:
            sys.stdout.write(answered(said, read_payload(), root, environ))
            sys.stdout.flush()
    except (Exception, KeyboardInterrupt) as error:  # fail open
        if root is not None:
            log_failure(root, event or "hook", error)
        if isinstance(error, BrokenPipeError):
            _let_go()
    return 0


def read_words(argv: list[str]) -> dict[str, str]:
    """The words of the call by name; what nobody knows is passed over."""
    said: dict[str, str] = {}
    rest = iter(argv)
    for word in rest:
        flag, equals, value = word.partition("=")
        if flag in _OPTIONS:
            said[_OPTIONS[flag]] = value if equals else next(rest, "")
        elif not word.startswith("-"):
            said.setdefault("event", word)
    return said


def answered(
    said: dict[str, str], payload: dict[str, object], root: str, environ: dict[str, str]
) -> str:
    """What to print for the host.

    Raises:
        Exception: Whatever goes wrong.
    """
    event, host = said.get("event", ""), said.get("host", "generic")
    if event not in EVENTS:
        raise ValueError(f"no event {event!r}; there are " + ", ".join(EVENTS))
    budget = int(said["budget"]) if said.get("budget", "").isdigit() else None
    call = Call(event, payload, root, host, said.get("audience", "private"), budget)
    text = hook(call, environ)
    if not text or host not in _IN_JSON:
        return harmless(text)
    told = {"hookEventName": _SAYS[call.event], "additionalContext": text}
    return harmless_json(render_json({"hookSpecificOutput": told})) + "\n"


def read_payload() -> dict[str, object]:
    """What the host says on stdin; empty where it says nothing.

    Raises:
        ValueError: It is no JSON object.
    """
    if sys.stdin is None or sys.stdin.isatty():
        return {}
    text = sys.stdin.buffer.read(_MOST_BYTES).decode("utf-8", "replace").strip()
    value = _parsed(text.removeprefix("\ufeff")) if text else {}
    if isinstance(value, dict):
        return value
    raise ValueError("the host says no JSON object")


class _Reading:
    """What CPython's scanner wants to know; `json` itself costs as much as starting Python."""

    strict = False
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = float
    memo: dict[str, str]

    def __init__(self) -> None:
        self.memo = {}


def _parsed(text: str) -> object:
    try:
        from _json import make_scanner  # noqa: PLC0415 - CPython's own; others go on below
    except ImportError:
        from json import loads  # noqa: PLC0415 - as above

        return loads(text)
    try:
        return make_scanner(_Reading())(text, 0)[0]  # type: ignore[arg-type]
    except (StopIteration, SystemError):  # without `json` it cannot even say what is wrong
        raise ValueError("the host says no JSON") from None


def _let_go() -> None:
    """Nothing more is printed, also not when the interpreter ends."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    except OSError:
        return
