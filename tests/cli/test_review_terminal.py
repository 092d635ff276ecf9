"""The view in a real terminal: a process of its own at the other end of one, keys and all."""

import os
import select
import sys
import time

import pytest

pty = pytest.importorskip("pty", reason="terminals of this kind are POSIX's")
WAIT_S = 60
DOWN = b"\x1b[B"


class Terminal:
    """A terminal in which a command runs; what it has drawn so far."""

    def __init__(self, words, environ):
        self.drawn = b""
        self.pid, self.handle = pty.fork()
        if not self.pid:
            os.execvpe(words[0], words, environ)  # noqa: S606 - this is the child

    def press(self, keys, done):
        """Press keys, then go on drawing until it is done."""
        os.write(self.handle, keys)
        self.until(done)

    def until(self, done):
        """Draw until a condition holds, and as long as a person takes for the next key."""
        end = time.monotonic() + WAIT_S
        while not done():
            assert time.monotonic() < end, self.drawn.decode(errors="replace")[-2000:]
            self._draw()
        for _ in range(3):
            self._draw()

    def _draw(self):
        if select.select([self.handle], [], [], 0.3)[0]:
            self.drawn += os.read(self.handle, 65_536)

    def shows(self, words):
        """Was it drawn?"""
        return lambda: words.encode() in self.drawn

    def leave(self):
        """Press q; the exit code."""
        os.write(self.handle, b"q")
        try:
            while os.read(self.handle, 65_536):
                pass
        except OSError:  # the other end is gone
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


@pytest.fixture
def terminal(memctl, workspace, tmp_path):
    memctl("-w", workspace, "heartbeat")
    editor = tmp_path / "editor"
    editor.write_text(f'#!/bin/sh\necho "$@" > "{tmp_path}/opened"\n')
    editor.chmod(0o755)
    environ = {**os.environ, "TERM": "xterm-256color", "EDITOR": str(editor)}
    words = [sys.executable, "-m", "memctl", "-w", str(workspace), "review", "view"]
    return Terminal(words, environ)


def test_a_person_opens_a_source_accepts_one_question_and_rejects_another(
    terminal, memctl, workspace, tmp_path
):
    opened, tacit = tmp_path / "opened", workspace / "MEMORY.md"
    answers = workspace / ".memctl" / "decisions.jsonl"
    terminal.until(terminal.shows("open source"))
    terminal.press(b"o", opened.exists)
    terminal.press(DOWN, terminal.shows("2026-01-28.md"))
    terminal.press(b"a", lambda: "以后周报只用中文写" in tacit.read_text(encoding="utf-8"))
    terminal.press(b"r", lambda: "rejected" in answers.read_text(encoding="utf-8"))
    code = terminal.leave()

    assert code == 0
    assert opened.read_text().strip().endswith("memory/2026-01-26.md")
    assert memctl("-w", workspace, "review", "list", "--json").json["review"] == []


def test_a_person_says_it_in_other_words(terminal, workspace):
    tacit = workspace / "MEMORY.md"
    terminal.until(terminal.shows("open source"))
    terminal.press(b"e", lambda: True)
    terminal.press(b", with tea", lambda: True)
    terminal.press(b"\r", lambda: "with tea" in tacit.read_text(encoding="utf-8"))
    terminal.leave()

    assert "mornings are for writing, with tea" in tacit.read_text(encoding="utf-8")
