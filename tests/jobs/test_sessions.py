"""Whole sessions as the hosts play them: their own settings, their own input, real processes.

From installation to a changed fact that the next session is told.
"""

import json
import os
import shutil
import subprocess

import pytest

from memctl import resources
from memctl.sources.company import company_in, of_store

SAID = "Port Guide's deadline moved to 2026-06-30."
ASKED = "What is the deadline of Port Guide?"


@pytest.fixture
def home(tmp_path):
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def environ(home, monkeypatch):
    """What a host hands down: little, and no settings of memctl but the day of the test."""
    monkeypatch.chdir(home)
    return {"HOME": str(home), "PATH": "/usr/bin:/bin", "MEMCTL_TODAY": os.environ["MEMCTL_TODAY"]}


@pytest.fixture
def lived(memctl, workspace):
    """The example, read and tidied."""
    memctl("-w", workspace, "schedule", "run")
    return workspace


class Claude:
    """Claude Code or Codex, as far as their hooks go: commands from the settings, JSON on stdin."""

    def __init__(self, settings, environ):
        self.hooks = json.loads(settings.read_text())["hooks"]
        self.environ = environ

    def fire(self, event, **said):
        told = []
        for group in self.hooks.get(event, []):
            for hook in group["hooks"]:
                done = subprocess.run(
                    ["/bin/sh", "-c", hook["command"]],
                    input=json.dumps({"hook_event_name": event, "cwd": "/app", **said}),
                    capture_output=True,
                    text=True,
                    check=True,
                    timeout=60,  # the host waits ten seconds; the machine of a test may be busy
                    env=self.environ,
                )
                assert done.stderr == ""
                told.append(json.loads(done.stdout)["hookSpecificOutput"] if done.stdout else None)
        return told


SETTINGS = {
    "claude-code": (".claude/settings.json", "SessionEnd", ".claude/projects/app/a1.jsonl"),
    "codex": (".codex/hooks.json", "Stop", ".codex/sessions/2026/rollout-a1.jsonl"),
}


@pytest.mark.parametrize("host", SETTINGS)
def test_a_session_that_changes_a_fact_and_the_next_one(memctl, lived, home, environ, host):
    settings, last, talk = SETTINGS[host]
    memctl("-w", lived, "hook", "install", host)
    program = Claude(home / settings, environ)
    transcript = home / talk
    one = {"session_id": "a1", "transcript_path": str(transcript)}

    (begun,) = program.fire("SessionStart", source="startup", **one)
    (told,) = program.fire("UserPromptSubmit", prompt=ASKED, **one)
    (silent,) = program.fire("UserPromptSubmit", prompt="Rename the variable x", **one)
    transcript.parent.mkdir(parents=True)
    transcript.write_text(json.dumps(SPOKEN[host]) + "\n")
    program.fire(last, **one)
    memctl("-w", lived, "heartbeat")
    (next_one,) = program.fire("UserPromptSubmit", prompt=ASKED, session_id="a2")

    assert begun["hookEventName"] == "SessionStart"
    assert "Robin Hale" in begun["additionalContext"]
    assert "2026-05-15" in told["additionalContext"]
    assert silent is None
    assert "2026-06-30" in next_one["additionalContext"]
    assert "2026-05-15" not in next_one["additionalContext"].split("From notes")[0]


SPOKEN = {
    "claude-code": {
        "type": "user",
        "sessionId": "a1",
        "uuid": "u1",
        "timestamp": "2026-02-01T09:00:00Z",
        "message": {"role": "user", "content": SAID},
    },
    "codex": {
        "timestamp": "2026-02-01T09:00:00Z",
        "type": "response_item",
        "payload": {
            "type": "message",
            "role": "user",
            "content": [{"type": "input_text", "text": SAID}],
        },
    },
}
PLAYED = """
import { readFileSync, writeFileSync } from "node:fs";
const [plugin, transcript] = process.argv.slice(2);
const handlers = {};
const loaded = (await import(plugin)).default;
loaded.register({ on: (name, handler) => (handlers[name] = handler) });
const ctx = { sessionId: "s1", sessionKey: "agent:main:main", trigger: "user" };
const next = { ...ctx, sessionId: "s2" };
const group = { ...ctx, sessionId: "s3", sessionKey: "agent:main:discord:channel:42" };
const asked = { prompt: "%(asked)s", messages: [] };
const out = { id: loaded.id, hooks: Object.keys(handlers).sort() };
out.first = await handlers.before_prompt_build(asked, ctx);
out.again = await handlers.before_prompt_build(asked, ctx);
out.cron = await handlers.before_prompt_build(asked, { ...next, trigger: "cron" });
out.unknown = await handlers.before_prompt_build(asked, { sessionId: "s4" });
out.odd = [await handlers.before_prompt_build(), await handlers.session_end(null, null)];
out.group = await handlers.before_prompt_build(asked, group);
await handlers.session_end({ sessionId: "s1", sessionFile: transcript, reason: "new" }, ctx);
console.log(JSON.stringify(out));
"""


KEYS = {
    "main": "private",
    "agent:main:main": "private",
    "agent:work:tui-7": "private",
    "agent:main:dm:+1555": "private",
    "agent:main:telegram:dm:7": "private",
    "agent:main:whatsapp:acct:direct:+1555": "private",
    "": "group",
    "global": "group",
    "group:123@g.us": "group",
    "123@g.us": "group",
    "agent:main:123@g.us": "group",
    "agent:main:whatsapp:group:123@g.us": "group",
    "agent:main:telegram:group:-1:topic:4": "group",
    "agent:main:discord:channel:42": "group",
    "agent:main:slack:channel:C1:thread:2": "group",
    "agent:main:matrix:room:x": "group",
    "agent:main:slack:mpim:G1": "group",
    "agent:main:newfangled:42": "group",
    "hook:8": "group",
}
"""Keys of sessions to who reads along."""
_AUDIENCE = r"""
import { readFileSync } from "node:fs";
const [page, keys] = process.argv.slice(2);
const source = readFileSync(page, "utf8").match(/^function audienceOf[^]*?\n}\n/m)[0];
const audienceOf = new Function(`${source} return audienceOf;`)();
const told = JSON.parse(keys).map((sessionKey) => [sessionKey, audienceOf({}, { sessionKey })]);
console.log(JSON.stringify(told));
"""
needs_node = pytest.mark.skipif(
    not shutil.which("node"), reason="OpenClaw runs on node, which is not here"
)


@needs_node
def test_only_a_key_of_two_lets_openclaw_tell_what_is_private(tmp_path):
    script, page = tmp_path / "keys.mjs", tmp_path / "index.js"
    script.write_text(_AUDIENCE)
    page.write_text(resources.text("templates", "hosts", "openclaw", "index.js"))

    said = subprocess.run(
        [shutil.which("node"), script, page, json.dumps(list(KEYS))],
        capture_output=True,
        text=True,
        check=True,
    )

    assert dict(json.loads(said.stdout)) == KEYS


@pytest.mark.parametrize(("key", "audience"), [(k, a) for k, a in KEYS.items() if k])
def test_what_is_read_out_of_a_session_is_marked_by_the_same_keys(key, audience):
    known = of_store({key: {"sessionId": "s1"}})

    assert (company_in(known, "s1").mark is None) is (audience == "private")


@needs_node
def test_a_session_of_openclaw(memctl, lived, home, environ):
    private = lived / "areas" / "projects" / "port-guide" / "summary.md"
    private.write_text("---\nvisibility: private\nname: Port Guide\n---\n# Port Guide\n")
    memctl("-w", lived, "hook", "install", "openclaw")
    transcript = home / ".openclaw" / "agents" / "main" / "sessions" / "s1.jsonl"
    transcript.parent.mkdir(parents=True)
    rows = (
        {"type": "session", "version": 1, "id": "s1", "timestamp": "2026-02-01T09:00:00Z"},
        {
            "type": "message",
            "id": "m1",
            "timestamp": "2026-02-01T09:00:05Z",
            "message": {"role": "user", "content": [{"type": "text", "text": SAID}]},
        },
    )
    transcript.write_text("".join(json.dumps(row) + "\n" for row in rows))
    script = home / "play.mjs"
    script.write_text(PLAYED % {"asked": ASKED})
    plugin = home / ".openclaw" / "extensions" / "memctl"
    page = plugin / "index.js"
    # The machine of a test may be busier than a person waits for.
    page.write_text(page.read_text().replace("MOST_MS = 5000", "MOST_MS = 60000"))

    said = subprocess.run(
        [shutil.which("node"), script, page, transcript],
        capture_output=True,
        text=True,
        check=True,
        env=environ,
    )
    memctl("-w", lived, "heartbeat")
    found = memctl("-w", lived, "recall", ASKED, "--json").json

    out = json.loads(said.stdout)
    assert out["id"] == json.loads((plugin / "openclaw.plugin.json").read_text())["id"]
    assert out["hooks"] == [
        "before_compaction",
        "before_prompt_build",
        "before_reset",
        "session_end",
    ]
    first = out["first"]["prependContext"]
    assert "Robin Hale" in first
    assert "2026-05-15" in first
    assert "again" not in out
    assert "cron" not in out
    # Where nothing says before whom it is, nothing is told that others may not know.
    assert "Port Guide" not in out.get("unknown", {}).get("prependContext", "")
    assert len(out["odd"]) == 2
    assert "Port Guide" not in out.get("group", {}).get("prependContext", "")
    assert "2026-06-30" in found["results"][0]["text"]
