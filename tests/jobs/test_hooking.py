import hashlib
import json
import os
import shlex
import tomllib
from pathlib import Path

import pytest

from memctl.hosts import files

HOSTS = {
    "claude-code": ".claude/settings.json",
    "codex": ".codex/hooks.json",
    "openclaw": ".openclaw/openclaw.json",
}
THEIRS = """\
// my settings
{
  "model": "large", /* for now */
  "hooks": {
    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }],
  },
}
"""


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


def settings_of(home, host, text=None):
    path = home / HOSTS[host]
    if text is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return path


def tree(home):
    return {p.relative_to(home): p.read_bytes() for p in home.rglob("*") if p.is_file()}


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("text", [None, THEIRS])
def test_what_is_installed_is_taken_out_again(memctl, workspace, home, host, text):
    settings = settings_of(home, host, text)
    before = tree(home)

    there = memctl("-w", workspace, "hook", "install", host, "--json").json
    status = memctl("-w", workspace, "hook", "status", host, "--json")
    gone = memctl("hook", "uninstall", host, "--json").json

    assert there["isInstalled"]
    assert status.json["workspace"] == str(workspace)
    assert status.json["isCurrent"]
    assert not gone["isInstalled"]
    # What may be read is the person's own to take back.
    ours = (".before-memctl", "config.toml")
    after = {k: v for k, v in tree(home).items() if not k.name.endswith(ours)}
    if text is None and host == "openclaw":
        assert json.loads(settings.read_text()) == {}
    else:
        assert after == before


@pytest.mark.parametrize("host", HOSTS)
def test_what_is_saved_in_the_hosts_settings_meanwhile_is_kept(
    memctl, workspace, home, host, monkeypatch
):
    settings = settings_of(home, host, THEIRS)
    sync = os.fsync
    saves = iter(["// saved meanwhile\n"])

    def saved_meanwhile(handle):
        if settings.name in Path(f"/dev/fd/{handle}").readlink().name:
            for line in saves:
                settings.write_text(settings.read_text() + line)
        sync(handle)

    monkeypatch.setattr(os, "fsync", saved_meanwhile)
    assert memctl("-w", workspace, "hook", "install", host).code == 0
    assert settings.read_text().endswith("// saved meanwhile\n")
    assert "memctl" in settings.read_text()

    saves = iter(["// and again\n"])
    assert memctl("hook", "uninstall", host).code == 0
    assert settings.read_text().endswith("// saved meanwhile\n// and again\n")
    assert "memctl" not in settings.read_text()


@pytest.mark.parametrize("host", HOSTS)
def test_what_may_still_be_read_is_told_with_how_to_take_it_back(memctl, workspace, home, host):
    memctl("-w", workspace, "hook", "install", host)
    own = home / ".config" / "memctl" / "config.toml"
    allowed = tomllib.loads(own.read_text())["allowed_sources"]

    gone = memctl("hook", "uninstall", host).out
    again = memctl("hook", "uninstall", host, "--json").json

    assert all(f"may still read what is said: {row['path']}." in gone for row in allowed)
    assert f"remove its [[allowed_sources]] from {own}." in gone
    assert tomllib.loads(own.read_text())["allowed_sources"] == allowed
    assert again["notices"] == []


def test_nothing_is_told_of_what_another_workspace_may_read(memctl, workspace, home):
    memctl("-w", workspace, "hook", "install", "codex")
    own = home / ".config" / "memctl" / "config.toml"
    own.write_text(own.read_text().replace(str(workspace), str(home / "other")))

    assert memctl("hook", "uninstall", "codex", "--json").json["notices"] == []


@pytest.mark.parametrize("host", HOSTS)
def test_the_settings_as_they_were_are_kept(memctl, workspace, home, host):
    settings_of(home, host, THEIRS)

    said = memctl("-w", workspace, "hook", "install", host, "--json").json

    assert Path(said["backup"]).read_text() == THEIRS


@pytest.mark.parametrize("host", HOSTS)
def test_a_second_time_there_is_nothing_to_change(memctl, workspace, home, host):
    memctl("-w", workspace, "hook", "install", host)
    once = tree(home)

    assert memctl("-w", workspace, "hook", "install", host).out.startswith("Nothing to change.")
    assert tree(home) == once


@pytest.mark.parametrize("host", HOSTS)
def test_a_preview_shows_every_line_and_writes_none(memctl, workspace, home, host):
    settings_of(home, host, THEIRS)
    before = tree(home)

    said = memctl("-w", workspace, "hook", "install", host, "--dry-run")

    assert "hook" in said.out
    assert said.out.endswith("Nothing was written.\n")
    assert tree(home) == before


def test_settings_that_are_broken_are_named_and_left(memctl, workspace, home):
    settings = settings_of(home, "claude-code", '{\n  "model": \n}')

    result = memctl("-w", workspace, "hook", "install", "claude-code", "--json")

    assert result.code == 65
    assert f"{settings}:3" in result.error["message"]
    assert settings.read_text() == '{\n  "model": \n}'


def test_no_host_of_that_name(memctl, workspace):
    result = memctl("-w", workspace, "hook", "install", "clippy", "--json")

    assert result.code == 2
    assert "claude-code" in result.error["hint"]


def test_another_workspace_is_told(memctl, workspace, tmp_path):
    memctl("-w", workspace, "hook", "install", "claude-code")
    other = tmp_path / "other"
    memctl("init", other)

    assert not memctl("-w", other, "hook", "status", "claude-code", "--json").json["isCurrent"]


@pytest.fixture
def plugin(memctl, workspace, home):
    memctl("-w", workspace, "hook", "install", "openclaw")
    return home / ".openclaw" / "extensions" / "memctl"


def test_a_plugin_that_nobody_edited_goes_whole_with_its_folder(memctl, plugin):
    said = memctl("hook", "uninstall", "openclaw", "--json").json

    assert not plugin.exists()
    assert not [line for line in said["notices"] if "by hand" in line]


@pytest.mark.parametrize("again", [["-w", "{}", "hook", "install"], ["hook", "uninstall"]])
@pytest.mark.parametrize("name", ["index.js", "package.json", "openclaw.plugin.json"])
def test_what_somebody_wrote_into_the_plugin_is_kept_and_told(
    memctl, workspace, plugin, again, name
):
    edited = plugin / name
    text = f"{edited.read_text()}\n\n"
    edited.write_text(text)
    words = [str(workspace) if word == "{}" else word for word in again]

    plan = memctl(*words, "openclaw", "--dry-run", "--json").json
    assert edited.read_text() == text
    said = memctl(*words, "openclaw", "--json").json

    kept = plugin / f"{name}.edited"
    assert kept.read_text() == text
    line = f"{edited}: memctl's part was edited by hand; it is kept as {kept}"
    assert said["notices"][0] == plan["notices"][0] == line
    assert str(kept) in said["files"]
    assert sorted(path.name for path in plugin.glob("*.edited*")) == [kept.name]


def test_a_second_edit_does_not_replace_the_first_one_that_was_kept(memctl, workspace, plugin):
    page = plugin / "index.js"
    fresh = page.read_text()
    for edit in ("// one", "// two", "// one"):
        page.write_text(f"{fresh}{edit}\n")
        memctl("-w", workspace, "hook", "install", "openclaw")

    assert page.read_text() == fresh
    kept = {p.name: p.read_text().splitlines()[-1] for p in plugin.glob("*.edited*")}
    assert kept == {"index.js.edited": "// one", "index.js.edited2": "// two"}


def test_a_plugin_of_an_older_memctl_is_no_edit(memctl, workspace, plugin):
    page = plugin / "index.js"
    head, rest = page.read_text().split("\n", 1)
    old = rest.replace("5000", "4000")
    digest = hashlib.sha256(old.encode()).hexdigest()[:16]
    said = json.loads(head.split(": ", 1)[1]) | {"index.js": digest}
    page.write_text(f"// As memctl wrote it: {json.dumps(said)}\n{old}")

    told = memctl("-w", workspace, "hook", "install", "openclaw", "--json").json

    assert not [line for line in told["notices"] if "by hand" in line]
    assert "5000" in page.read_text()


@pytest.mark.parametrize("first", ["", "// Mine\n"])
def test_a_plugin_without_digests_is_told_as_an_earlier_memctls_and_kept(
    memctl, workspace, plugin, first
):
    page = plugin / "index.js"
    head, rest = page.read_text().split("\n", 1)
    page.write_text(f"// Mine\n{head}\n{rest}" if first else rest)

    told = memctl("-w", workspace, "hook", "install", "openclaw", "--json").json

    kept = plugin / "index.js.edited"
    why = "memctl's part was edited by hand" if first else "it was written by an earlier memctl"
    assert told["notices"][0] == f"{page}: {why}; it is kept as {kept}"
    assert kept.exists()


@pytest.mark.parametrize(
    ("again", "edit"),
    [
        ("install", (" --host ", " --budget 300 --host ")),
        ("uninstall", (" --host ", " --budget 300 --host ")),
        ("uninstall", ('"timeout": 10', '"timeout": 3')),
    ],
    ids=["command, install", "command", "time"],
)
def test_an_edit_of_our_hooks_is_kept_beside_and_told(memctl, workspace, home, again, edit):
    settings = settings_of(home, "codex", THEIRS)
    memctl("-w", workspace, "hook", "install", "codex")
    edited = settings.read_text().replace(*edit, 1)
    settings.write_text(edited)

    said = memctl("-w", workspace, "hook", again, "codex", "--json").json

    kept = settings.with_name(f"{settings.name}.edited")
    assert kept.read_text() == edited
    assert str(kept) in said["notices"][0]


def test_what_a_person_set_for_the_plugin_is_kept_beside_and_told(memctl, workspace, home):
    text = '{"plugins": {"entries": {"memctl": {"enabled": true, "config": {"budget": 3}}}}}'
    settings = settings_of(home, "openclaw", text)

    said = memctl("-w", workspace, "hook", "uninstall", "openclaw", "--json").json

    kept = settings.with_name(f"{settings.name}.edited")
    assert kept.read_text() == text
    assert str(kept) in said["notices"][0]


@pytest.mark.parametrize("text", ['{"plugins": "none"}', '{"plugins": {"entries": {}}}', " \n"])
def test_where_nothing_is_installed_uninstall_changes_no_byte(memctl, home, text):
    settings = settings_of(home, "openclaw", text)

    assert memctl("hook", "uninstall", "openclaw").out.startswith("Nothing to change.")
    assert settings.read_text() == text


def test_settings_that_hold_nothing_yet_are_begun(memctl, workspace, home):
    settings = settings_of(home, "openclaw", " \n")

    memctl("-w", workspace, "hook", "install", "openclaw")

    assert json.loads(settings.read_text())["plugins"]["entries"]["memctl"] == {"enabled": True}


def test_an_edit_saved_while_the_plugin_is_taken_out_is_kept(memctl, plugin, monkeypatch):
    page = plugin / "index.js"
    edited = f"{page.read_text()}// mine\n"
    kept = files.remove
    saves = iter([edited])

    def saved_meanwhile(path, **how):
        if path == page:
            for text in saves:
                page.write_text(text)
        kept(path, **how)

    monkeypatch.setattr(files, "remove", saved_meanwhile)
    assert memctl("hook", "uninstall", "openclaw").code == 0

    assert (plugin / "index.js.edited").read_text() == edited
    assert not page.exists()


def test_an_allow_list_of_plugins_lets_ours_in_and_loses_it_again(memctl, workspace, home):
    text = "{\n  plugins: {\n    allow: ['mine'],\n  },\n}\n"
    settings = settings_of(home, "openclaw", text)

    memctl("-w", workspace, "hook", "install", "openclaw")
    there = settings.read_text()
    memctl("hook", "uninstall", "openclaw")

    assert "allow: ['mine', \"memctl\"]" in there
    assert settings.read_text() == text


def test_what_a_host_runs_names_the_program_and_the_workspace_in_full(memctl, workspace, home):
    memctl("-w", workspace, "hook", "install", "codex")
    hooks = json.loads(settings_of(home, "codex").read_text())["hooks"]

    words = shlex.split(hooks["UserPromptSubmit"][0]["hooks"][0]["command"])
    assert Path(words[0]).is_absolute()
    assert words[words.index("-w") + 1] == str(workspace)
