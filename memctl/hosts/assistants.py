"""Where assistants keep their settings, and what they are told of memctl."""

import contextlib
import hashlib
import json
import os
import shlex
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from memctl.errors import FileInvalid
from memctl.hosts import files
from memctl.hosts.hook_settings import (
    hooks_in,
    is_edited,
    is_empty,
    with_hooks,
    without_hooks,
)
from memctl.hosts.jsonc import NotJson, parse, plain, with_item, with_value, without

Texts = Mapping[Path, str | None]
"""What a file holds, or will hold; None: there is none."""


class Assistant(Protocol):
    """A program that runs agents."""

    @property
    def name(self) -> str:
        """What people call it on the command line."""
        ...

    @property
    def settings(self) -> Path:
        """The file in which it is told of memctl."""
        ...

    @property
    def events(self) -> tuple[str, ...]:
        """Its own words for what it calls memctl on."""
        ...

    @property
    def notice(self) -> str:
        """What a person has to do besides; "" for nothing."""
        ...

    def planned(self, command: Sequence[str]) -> Texts:
        """The files as they would be; `command` is what runs a hook, without the event.

        Raises:
            FileInvalid: The settings can't be read.
        """
        ...

    def taken_out(self) -> Texts:
        """The files as they would be without memctl.

        Raises:
            FileInvalid: The settings can't be read.
        """
        ...

    def edited(self, texts: Texts) -> Mapping[Path, str]:
        """In which files, as they stand there, memctl's part is not what it wrote; and why.

        Raises:
            FileInvalid: The settings can't be read.
        """
        ...

    def command(self) -> str | None:
        """What runs a hook now; None where nothing is installed."""
        ...


_PAGE = "index.js"
_ENTRY = ("plugins", "entries", "memctl")
_WRITTEN = "// As memctl wrote it: "
"""Before the digests of the plugin's files, on the first line of its page."""
_BY_HAND = "memctl's part was edited by hand"
_EARLIER = "it was written by an earlier memctl"


@dataclass(frozen=True, slots=True)
class HookFile:
    """Claude Code, Codex: commands in one settings file."""

    name: str
    settings: Path
    events: tuple[str, ...]
    notice: str = ""

    def planned(self, command: Sequence[str]) -> Texts:
        """See Assistant."""
        words = {e: _shell([*command, e, "--host", self.name]) for e in self.events}
        with _told_of(self.settings):
            return {self.settings: with_hooks(files.read(self.settings) or "", words)}

    def taken_out(self) -> Texts:
        """See Assistant."""
        text = files.read(self.settings)
        with _told_of(self.settings):
            if text is None or not hooks_in(text):
                return {self.settings: text}
            left = without_hooks(text)
            # A file that memctl began itself is not left behind empty.
            is_ours = is_empty(left) and not files.backup_of(self.settings).exists()
            return {self.settings: None if is_ours else left}

    def edited(self, texts: Texts) -> Mapping[Path, str]:
        """See Assistant."""
        with _told_of(self.settings):
            is_so = is_edited(texts.get(self.settings) or "", self.name)
        return {self.settings: _BY_HAND} if is_so else {}

    def command(self) -> str | None:
        """See Assistant."""
        with _told_of(self.settings):
            return next(iter(hooks_in(files.read(self.settings) or "").values()), None)


@dataclass(frozen=True, slots=True)
class Plugin:
    """OpenClaw: a small plugin of its own, and a line in the settings that switches it on."""

    name: str
    settings: Path
    folder: Path
    shipped: Mapping[str, str]
    """File name to text; `/*COMMAND*/ []` stands for the command."""
    events: tuple[str, ...]
    notice: str = ""

    def planned(self, command: Sequence[str]) -> Texts:
        """See Assistant."""
        words = json.dumps(list(command), ensure_ascii=False)
        told = {name: text.replace("/*COMMAND*/ []", words) for name, text in self.shipped.items()}
        digests = json.dumps({name: _digest(text) for name, text in told.items()})
        told[_PAGE] = f"{_WRITTEN}{digests}\n{told[_PAGE]}"
        texts: dict[Path, str | None] = {self.folder / name: text for name, text in told.items()}
        with _told_of(self.settings):
            text = files.read(self.settings) or ""
            texts[self.settings] = self._switched_on(text if text.strip() else "{}\n")
        return texts

    def taken_out(self) -> Texts:
        """See Assistant."""
        texts: dict[Path, str | None] = {self.folder / name: None for name in self.shipped}
        text = files.read(self.settings)
        with _told_of(self.settings):
            texts[self.settings] = self._switched_off(text) if text and text.strip() else text
        return texts

    def edited(self, texts: Texts) -> Mapping[Path, str]:
        """See Assistant."""
        page = texts.get(self.folder / _PAGE) or ""
        head, _, rest = page.partition("\n")
        written = _digests(head)
        own = (
            path
            for name in self.shipped
            if (text := texts.get(path := self.folder / name)) is not None
            and written.get(name) != _digest(rest if written and name == _PAGE else text)
        )
        with _told_of(self.settings):
            settings = texts.get(self.settings) or ""
            entry = parse(settings if settings.strip() else "{}").at(_ENTRY)
        is_ours = entry is None or plain(entry) == {"enabled": True}
        # Where no line tells what was written, nobody knows of a hand.
        why = _BY_HAND if _WRITTEN in page else _EARLIER
        return dict.fromkeys(own, why) | ({} if is_ours else {self.settings: _BY_HAND})

    def command(self) -> str | None:
        """See Assistant."""
        text = files.read(self.folder / _PAGE)
        line = next((x for x in (text or "").splitlines() if x.startswith("const COMMAND =")), None)
        if line is None:
            return None
        said = line.split("=", 1)[1].strip(" ;")
        try:
            return shlex.join(json.loads(said))
        except (ValueError, TypeError, RecursionError):  # somebody wrote it otherwise
            return said

    def _switched_on(self, text: str) -> str:
        top = parse(text)
        entry = top.at([*_ENTRY, "enabled"])
        if entry is None or entry.word != "true":
            text = with_value(text, [*_ENTRY, "enabled"], value=True)
        # Where only named plugins are let in, it has to be named.
        allowed = top.at(["plugins", "allow"])
        if allowed and "memctl" not in [part.word for part in allowed.parts]:
            text = with_item(text, ["plugins", "allow"], "memctl")
        return text

    def _switched_off(self, text: str) -> str:
        allowed = parse(text).at(["plugins", "allow"])
        names = [part.word for part in allowed.parts] if allowed else []
        if allowed and "memctl" in names:
            text = without(text, allowed, names.index("memctl"))
        if parse(text).at(_ENTRY) is None:
            return text
        # From the inside out: what only held our entry goes with it.
        for depth in reversed(range(len(_ENTRY))):
            holder = parse(text).at(_ENTRY[:depth])
            key = _ENTRY[depth]
            inner = holder.get(key) if holder else None
            if holder and inner and (key == _ENTRY[-1] or not inner.parts):
                text = without(text, holder, holder.keys.index(key))
        return text


def assistants(environ: Mapping[str, str], shipped: Mapping[str, str]) -> tuple[Assistant, ...]:
    """All that memctl knows, where this person has them.

    Args:
        environ: The environment; HOME and the hosts' own variables count.
        shipped: The files of the plugin for OpenClaw.
    """
    home = Path(environ.get("HOME") or Path.home())
    claude = Path(environ.get("CLAUDE_CONFIG_DIR") or home / ".claude")
    codex = Path(environ.get("CODEX_HOME") or home / ".codex")
    claw = Path(environ.get("OPENCLAW_STATE_DIR") or home / ".openclaw")
    config = Path(environ.get("OPENCLAW_CONFIG_PATH") or claw / "openclaw.json")
    return (
        HookFile(
            "claude-code",
            claude / "settings.json",
            ("SessionStart", "UserPromptSubmit", "PreCompact", "SessionEnd"),
        ),
        HookFile(
            "codex",
            codex / "hooks.json",
            ("SessionStart", "UserPromptSubmit", "PreCompact", "Stop"),
            "Codex asks once whether it may run the new hooks: see /hooks. An older one runs them"
            " only with codex_hooks = true under [features] in its config.toml.",
        ),
        Plugin(
            "openclaw",
            config,
            claw / "extensions" / "memctl",
            shipped,
            ("before_prompt_build", "before_compaction", "before_reset", "session_end"),
            "Restart the gateway, so that it loads the plugin: openclaw gateway restart",
        ),
    )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _digests(line: str) -> Mapping[str, str]:
    """What the first line of the page says was written; nothing where it is another line."""
    with contextlib.suppress(ValueError, RecursionError):
        said = json.loads(line.removeprefix(_WRITTEN)) if line.startswith(_WRITTEN) else {}
        return said if isinstance(said, dict) else {}
    return {}


def _shell(words: Sequence[str]) -> str:
    """One line for the shell of the host."""
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


@contextlib.contextmanager
def _told_of(path: Path) -> Iterator[None]:
    """What a scanner says of a file becomes an error that names it."""
    try:
        yield
    except NotJson as error:
        hint = "Mend the file, or put the hooks in by hand: docs/agents.md"
        raise FileInvalid(str(path), error.line, str(error), hint=hint) from error
