"""Hooks in the settings of Claude Code and of those that spell them alike.

`{"hooks": {EVENT: [{"hooks": [{"type": "command", "command": …}]}]}}`. Ours are known by their
command; everything else in the file belongs to the person.
"""

import json
from collections.abc import Iterator, Mapping

from memctl.hosts.jsonc import Node, parse, plain, with_item, without

_MARK = "hook run"
_TIMEOUT_S = 10


def hooks_in(text: str) -> dict[str, str]:
    """Event to command of each hook of ours.

    Raises:
        NotJson: The text is none.
    """
    found = parse(text).get("hooks") if text.strip() else None
    return {event: command for event, _, _, command in _ours(found)} if found else {}


def with_hooks(text: str, wanted: Mapping[str, str]) -> str:
    """The text with exactly these hooks of ours; one that has them stays as it is.

    Raises:
        NotJson: The text is none.
    """
    if text.strip() and hooks_in(text) == dict(wanted):
        return text
    text = without_hooks(text) if text.strip() else "{}\n"
    for event, command in wanted.items():
        text = with_item(text, ["hooks", event], {"hooks": [_entry(command)]})
    return text


def without_hooks(text: str) -> str:
    """The text without any hook of ours, and without what only they needed.

    Raises:
        NotJson: The text is none.
    """
    while (hooks := parse(text).get("hooks")) and (found := next(_ours(hooks), None)):
        event, group, place, _ = found
        groups = hooks.get(event)
        inner = groups.parts[group].get("hooks") if groups else None
        if groups is None or inner is None:
            break
        if len(inner.parts) > 1:
            text = without(text, inner, place)
        elif len(groups.parts) > 1:
            text = without(text, groups, group)
        elif len(hooks.parts) > 1:
            text = without(text, hooks, _last(hooks, event))
        else:
            top = parse(text)
            text = without(text, top, _last(top, "hooks"))
    return text


def is_edited(text: str, host: str) -> bool:
    """Does a hook of ours say something else than memctl writes?

    Raises:
        NotJson: The text is none.
    """
    hooks = parse(text).get("hooks") if text.strip() else None
    for event, group, _, command in _ours(hooks) if hooks else ():
        groups = hooks.get(event) if hooks else None
        said = plain(groups.parts[group]) if groups else None
        is_whole = command.endswith(f"{_MARK} {event} --host {host}")
        if not is_whole or said != {"hooks": [_entry(command)]}:
            return True
    return False


def _entry(command: str) -> dict[str, object]:
    return {"type": "command", "command": command, "timeout": _TIMEOUT_S}


def is_empty(text: str) -> bool:
    """Do these settings say nothing at all?"""
    return text.strip() == "" or json.dumps(plain(parse(text))) == "{}"


def _ours(hooks: Node) -> Iterator[tuple[str, int, int, str]]:
    """(event, index of the group, index in it, command) of each hook of ours."""
    for event, groups in {k: hooks.get(k) for k in hooks.keys if hooks.kind == "{"}.items():
        for number, group in enumerate(groups.parts if groups and groups.kind == "[" else ()):
            inner = group.get("hooks")
            for place, one in enumerate(inner.parts if inner and inner.kind == "[" else ()):
                command = one.get("command")
                if command and _MARK in command.word and "memctl" in command.word:
                    yield event, number, place, command.word


def _last(node: Node, key: str) -> int:
    """Which of the parts counts where a key is said more than once."""
    return len(node.keys) - 1 - node.keys[::-1].index(key)
