"""What stands in a person's turn and was not said by one: hooks, recalled context, envelopes.

Programs put text of their own into the turns of both sides. It is recognised by its frame, as
data below; what follows an open frame without an end is left out with it, since nobody can tell
where it ends.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from memctl.expressions import later
from memctl.sources.message import writable
from memctl.sources.rows import parse_value

_TAGS = (
    # hosts: reminders, commands and their output, what an editor shows, notices of other agents
    "system-reminder", "system_reminder", "system-notification", "system", "command-name",
    "command-message", "command-args", "command-contents", "local-command-stdout",
    "local-command-stderr", "local-command-caveat", "bash-input", "bash-stdout", "bash-stderr",
    "user-prompt-submit-hook", "session-start-hook", "hook", "ide_opened_file", "ide_selection",
    "ide_diagnostics", "task-notification", "task_notification", "teammate-message",
    "cross-session-message", "subagent-message", "channel", "hook_prompt", "skill_content",
    "codex_internal_context", "user-memory-input",
    "environment_context", "environment_details", "user_instructions", "INSTRUCTIONS",
    "permissions instructions", "collaboration_mode", "personality_spec", "apps_instructions",
    "skills_instructions", "plugins_instructions", "skill", "turn_aborted", "user_action",
    "user_shell_command", "subagent_notification", "model_switch", "attached_files", "file",
    "additional_context", "tool_call", "tool_calls", "tool_result", "tool_use", "function_calls",
    "function_results", "thinking", "antThinking", "antArtifact", "search_results",
    # memories that were recalled into the turn
    "context", "memory", "memories", "memory-context", "memory_context", "relevant-memories",
    "relevant_memories", "recalled-memories", "active_memory_plugin", "supermemory-context",
    "memctl-context", "memctl",
)  # fmt: skip
_TAG = later(
    r"<(?P<close>/?)(?P<name>"
    + "|".join(re.escape(t) for t in sorted(_TAGS, key=len, reverse=True))
    + r")(?=[\s>/])[^<>]{0,400}>",
)
_FRAME = later(r"<!--[ \t]*(?P<close>/?)memctl:(?P<name>[\w-]+)[^\n]*?-->")

_WHOLE = later(
    r"\s*(?:"
    r"\[cron:|\[heartbeat\b|\[subagent\b|\[queued announce\b|\[request interrupted\b|\[image: "
    r"|caveat: the messages below\b|this session is being continued from a previous\b"
    r"|# AGENTS\.md instructions\b|a new session was started via\b|pre-compaction memory\b"
    r"|read HEARTBEAT\.md\b|stop hook feedback:|a cron job \"|a (?:background|subagent) task \""
    r"|unknown (?:skill|slash command):|HEARTBEAT_OK\b|NO_REPLY\b|ANNOUNCE_SKIP\b|REPLY_SKIP\b"
    r"|no response requested\.?\s*\Z|api error:|base directory for this skill:"
    r"|\(re-invocation of /|implement the following plan:|another claude session sent a message:"
    r"|another language model started to solve this problem\b|\[inter-session message\]"
    r"|\[system notification\b|\[internal task completion event\]|\[forwarded\b"
    r")",
    re.IGNORECASE,
)
"""A turn that begins so was written by a program, or by somebody else, as a whole."""

_PASTED = later(
    r"^\[(?:Replying to|Quoting) [^\n]*\][ \t]*\n(?:.*^\[/(?:Replying|Quoting)\]|.*)"
    r"|^\[Startup context loaded by runtime\](?:.*^END_QUOTED_NOTES\b|.*)"
    r"|<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>(?:.*<<<END_OPENCLAW_INTERNAL_CONTEXT>>>|.*)"
    r"|<<<EXTERNAL_UNTRUSTED_CONTENT\b(?:.*<<<END_EXTERNAL_UNTRUSTED_CONTENT[^<>]{0,80}>>>|.*)",
    re.MULTILINE | re.DOTALL,
)
"""What OpenClaw puts into a turn: what is replied to, notes at a start, mail. It reaches to the
last end there is: one that stands in what was quoted ends nothing."""

_NOW = later(r"^\[current message[^\]\n]*\][ \t]*\n?", re.IGNORECASE | re.MULTILINE)
_REQUEST = later(r"^##? my request for codex:[ \t]*\n", re.IGNORECASE | re.MULTILINE)
_IDE = later(r"\s*# context from my ide\b", re.IGNORECASE)
_HISTORY = later(r"\s*\[(?:chat|thread) (?:messages|history)\b", re.IGNORECASE)
"""Before these, other turns or an editor are quoted; the person's own words come after."""

_SHEET = later(
    r"^[^\n]{0,80}\(untrusted[^)\n]{0,80}\):?[ \t]*\n+"
    r"```(?:json)?[ \t]*\n(?P<json>.*?)(?:\n```[ \t]*\n?|\Z)",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)
_TAIL = later(
    r"^(?:untrusted context \(metadata|\[plugin context\b).*\Z",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)
_STAMP = later(
    r"\A\s*\[(?:[^\]\n]{0,200}?[ \t])?\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?[^\]\n]{0,30}\][ \t]*"
)
"""`[Sat 2026-02-14 18:49 GMT+1]`, `[Telegram Mina id:7 2026-02-14 18:49]` before the words."""
_MACHINE_LINE = later(
    r"^(?:System(?: \(untrusted\))?: ?\[[^\n]*|\[message_id: ?[^\]\n]*\]"
    r"|\[media attached[^\n]*|\[from: [^\n]*"
    r"|To send an image back,[^\n]*|\[[^\]\n]* attached: [^\]\n]*\]"
    r"|\[\[(?:reply_to[^\]\n]*|audio_as_voice)\]\])[ \t]*\n?",
    re.MULTILINE,
)
_INLINE = later(r"\[\[(?:reply_to[^\]\n]{0,80}|audio_as_voice)\]\][ \t]*")
_FROM = later(r"^\[from: (?P<who>[^\]\n(]{1,80})", re.MULTILINE)
_GROUP_STAMP = later(r"\A\s*\[[^\]\n]{0,200}\b(?:group|channel)\b[^\]\n]{0,200}\]", re.IGNORECASE)
_GROUP_KEYS = ("group_subject", "group_channel", "group_space", "group_id")


def own_words(text: str) -> str:
    """What of a turn its speaker said; "" where a program wrote it all."""
    text = _after_quoted(_PASTED.sub("", _without_frames(writable(text))))
    if _WHOLE.match(text):
        return ""
    text = _TAIL.sub("", _SHEET.sub("", text))
    text = _MACHINE_LINE.sub("", _STAMP.sub("", text, count=1))
    text = _INLINE.sub("", text).strip()
    return "" if _WHOLE.match(text) else text


def other_speaker(text: str) -> str | None:
    """Who speaks in a turn out of a group, where "I" need not be the user; None in private."""
    sheets = [s for m in _SHEET.finditer(text) if isinstance(s := parse_value(m["json"]), dict)]
    if any(_is_of_group(sheet) for sheet in sheets):
        return next((n for sheet in sheets if (n := _name(sheet))), "somebody")
    named = _FROM.search(text)
    if named:
        return named["who"].strip() or "somebody"
    return "somebody" if _GROUP_STAMP.match(text) else None


def _is_of_group(sheet: Mapping[str, Any]) -> bool:
    return sheet.get("is_group_chat") is True or any(sheet.get(key) for key in _GROUP_KEYS)


def _name(sheet: Mapping[str, Any]) -> str:
    found = (sheet.get(key) for key in ("sender", "name", "username", "label"))
    return next((n.strip() for n in found if isinstance(n, str) and n.strip()), "")


def _after_quoted(text: str) -> str:
    for opening, own in ((_HISTORY, _NOW), (_IDE, _REQUEST)):
        if opening.match(text):
            parts = [m.end() for m in own.finditer(text)]
            text = text[parts[-1] :] if parts else ""
    return text


def _without_frames(text: str) -> str:
    marked = _regions(text, _FRAME, is_open_to_the_end=lambda _name: True)
    text = _without(text, marked)
    # A word that a person might put between angles is no frame until it is closed.
    tagged = _regions(text, _TAG, is_open_to_the_end=lambda name: not name.isalpha())
    return _without(text, tagged)


def _regions(
    text: str, mark: re.Pattern[str], *, is_open_to_the_end: Callable[[str], bool]
) -> list[tuple[int, int]]:
    """Where frames begin and end; they may lie in one another."""
    starts: dict[str, list[int]] = defaultdict(list)
    found: list[tuple[int, int]] = []
    for m in mark.finditer(text):
        name = m["name"]
        if m[0].endswith("/>"):
            found.append(m.span())
        elif not m["close"]:
            starts[name].append(m.start())
        else:
            found.append((starts[name].pop() if starts[name] else m.start(), m.end()))
    left = ((name, at) for name, ats in starts.items() for at in ats)
    found += [(at, len(text)) for name, at in left if is_open_to_the_end(name)]
    return found


def _without(text: str, regions: list[tuple[int, int]]) -> str:
    kept: list[str] = []
    at = 0
    for start, end in sorted(regions):
        kept.append(text[at:start])
        at = max(at, end)
    return "".join((*kept, text[at:]))
