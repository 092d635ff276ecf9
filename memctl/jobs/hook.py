"""`hook run`: what an assistant is told by itself, and which conversations it leaves to read.

The hot path: an assistant waits for it before every prompt. Nothing that a session was given
already is given again; nothing is said where memory has nothing that bears on the prompt.
"""

import os
import time

from memctl.cachefiles import CACHE, add, make, read
from memctl.gate import own
from memctl.index import store
from memctl.jobs.context import context
from memctl.jobs.whereabouts import root_of

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing costs as much as the whole look-up
    from collections.abc import Iterable, Mapping

START, PROMPT, COMPACT, END = "start", "prompt", "compact", "end"
EVENTS = {
    "SessionStart": START,
    "UserPromptSubmit": PROMPT,
    "PreCompact": COMPACT,
    "SessionEnd": END,
    "Stop": END,
    "session-start": START,
    "before-prompt": PROMPT,
    "before-compact": COMPACT,
    "session-end": END,
}
"""The words of the hosts, and memctl's own for any other."""
BUDGETS = {START: 2000, PROMPT: 800}
TRANSCRIPTS = "transcripts.tsv"
"""HOST, tab, PATH: conversations that a hook was told of, for heartbeat to read; behind another
tab the audience, where it is not the user alone."""
_GIVEN = "hooks"
_ABOUT_PROMPT = ("entities", "facts", "notes")
_OLD_S = 7 * 86_400
_USERS = frozenset({"user", "users", "user's", "users'", "user’s", "users’"})
_AROUND = '.,:;!?()[]{}<>"`*_-'
_HEAD, _TAIL = 800, 400
"""So many characters of a long prompt are looked up."""


class Call:
    """One call of a hook."""

    __slots__ = ("audience", "budget", "event", "host", "payload", "root", "session")

    def __init__(  # noqa: PLR0913, PLR0917 - what a host says, in one value
        self,
        event: str,
        payload: "Mapping[str, object]",
        root: str,
        host: str = "generic",
        audience: str = "private",
        budget: int | None = None,
    ) -> None:
        self.event = EVENTS[event]
        self.payload = payload
        self.root = root
        self.host = host
        self.audience = audience
        self.budget = budget
        self.session = _plain(self.said("session_id") or self.said("sessionId"))

    def said(self, key: str) -> str:
        """A text of the payload; "" where it says none."""
        value = self.payload.get(key)
        return value if isinstance(value, str) else ""


def hook(call: Call, environ: dict[str, str]) -> str:
    """What to tell the assistant; "" for nothing.

    No lock is waited for: a cache that somebody is writing to is left alone, and nothing is
    told this time.

    Raises:
        Exception: Whatever goes wrong; the caller swallows it, a host must not fail for memory.
    """
    patience, store.patience_s = store.patience_s, 0.0
    try:
        return _answer(call, environ)
    finally:
        store.patience_s = patience


def _answer(call: Call, environ: dict[str, str]) -> str:
    if call.event in {COMPACT, END}:
        _note_transcript(call)
    if call.event == COMPACT or (call.event == START and call.said("source") != "resume"):
        _forget(call)  # what was given is not in the conversation any more
    if call.event == START:
        return _told(call, None, environ)
    if call.event == PROMPT and _is_worth_asking(call.said("prompt")):
        asked = _of_person(_shortened(call.said("prompt")))
        return _told(call, asked, environ) if asked else ""
    return ""


def _shortened(prompt: str) -> str:
    """The prompt, or its beginning and its end: what a person says stands around what is pasted.

    A log of a megabyte would otherwise be looked up word for word, and the host waits for that.
    """
    if len(prompt) <= _HEAD + _TAIL:
        return prompt
    head, tail = prompt[:_HEAD].rsplit(None, 1)[0], prompt[-_TAIL:].split(None, 1)[-1]
    return f"{head}\n{tail}"


def _of_person(prompt: str) -> str:
    """The prompt without the "user" of whom programmers speak: a person says "I" of themselves.

    Facts about oneself speak of "the user", and would match whatever is said of another one.
    """
    words = prompt.replace("用户", " ").split()
    return " ".join(word for word in words if word.strip(_AROUND).casefold() not in _USERS)


def workspace_of(named: str | None, environ: dict[str, str]) -> str | None:
    """The folder of the workspace; None where there is none, and nothing to tell."""
    root = root_of(named, environ)
    return root if root is not None and os.path.isdir(root) else None  # noqa: PTH112 - pathlib costs as much as Python


def log_failure(root: str, event: str, error: BaseException) -> None:
    """Note down why a hook told nothing."""
    when = time.strftime("%Y-%m-%dT%H:%M:%S")
    line = f"{when} {event}: {type(error).__name__}: {error}"
    _append(f"{root}/{CACHE}/hook.log", " ".join(line.split()) + "\n")


def _is_worth_asking(prompt: str) -> bool:
    """Is it something that a person says? A command of the host's is not."""
    return bool(prompt.strip()) and not prompt.startswith(("/", "!", "#"))


def _told(call: Call, prompt: str | None, environ: dict[str, str]) -> str:
    given = _given(call)
    said = {
        "budget": call.budget or BUDGETS[call.event],
        "audience": call.audience,
        "without": given,
        "sections": _ABOUT_PROMPT if prompt else None,
        "is_hurried": True,
    }
    found = context(prompt, said, workspace=call.root, environ=environ)
    # Notes alone are what happened lately, whatever is asked: no answer to this prompt.
    if prompt and all(line.section == "notes" for line in found.lines):
        return ""
    _note_given(call, [line.key for line in found.lines])
    return found.text


def _given(call: Call) -> "set[str]":
    return set(_lines(_session_file(call)))


def _note_given(call: Call, keys: "Iterable[str]") -> None:
    if call.session:
        _append(_session_file(call), "".join(f"{key}\n" for key in keys))


def _forget(call: Call) -> None:
    """Begin a session anew, and tidy away those that ended long ago."""
    folder = f"{call.root}/{CACHE}/{_GIVEN}"
    try:
        own(folder)
        old = time.time() - _OLD_S
        for entry in os.scandir(folder):
            is_this = bool(call.session) and entry.name == call.session
            if is_this or entry.stat().st_mtime < old:
                os.unlink(entry.path)  # noqa: PTH108 - as above
    except OSError:
        return  # no folder: nothing was given yet


def _session_file(call: Call) -> str:
    return f"{call.root}/{CACHE}/{_GIVEN}/{call.session or 'none'}"


def _note_transcript(call: Call) -> None:
    """Leave the conversation for heartbeat to read; one that is known already adds nothing."""
    path = call.said("transcript_path") or call.said("transcriptPath")
    if not path or "\n" in path or "\t" in path or not os.path.isfile(path):  # noqa: PTH113 - as above
        return
    ledger = f"{call.root}/{CACHE}/{TRANSCRIPTS}"
    company = "" if call.audience == "private" else f"\t{_plain(call.audience)}"
    line = f"{call.host}\t{os.path.abspath(path)}{company}"  # noqa: PTH100 - as above
    if line not in _lines(ledger):
        _append(ledger, f"{line}\n")


def _lines(path: str) -> list[str]:
    return [line for line in (read(path) or b"").decode("utf-8", "replace").split("\n") if line]


def _plain(name: str) -> str:
    """A session's id as the name of a file."""
    return "".join(c if c.isalnum() or c in "-_" else "_" for c in name)[:80]


def _append(path: str, text: str) -> None:
    """Add to a file of the cache. Never raises for what the disk says."""
    if not text:
        return
    try:
        folder = os.path.dirname(path)  # noqa: PTH120 - as above
        make(folder)
        add(path, text)
    except OSError:
        return
