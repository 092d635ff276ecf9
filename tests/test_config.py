"""Settings: flag over environment over memctl.toml over the user's file over the default."""

from datetime import date
from pathlib import Path

import pytest

from memctl.config.loading import load_settings, user_file
from memctl.config.readers import SETTINGS
from memctl.config.settings import Settings, Source
from memctl.errors import SettingsInvalid
from tests.helpers.trees import write_tree

DOCS = Path(__file__).resolve().parent.parent / "docs"


@pytest.fixture
def home(tmp_path) -> dict[str, str]:
    return {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config")}


def test_without_files_the_defaults_hold(tmp_path, home):
    assert load_settings(tmp_path, home) == Settings()
    assert load_settings(None, home) == Settings()


def test_the_nearer_one_wins(tmp_path, home):
    write_tree(
        tmp_path,
        {
            "config/memctl/config.toml": "[summary]\nbudget = 300\n[recall]\nlimit = 3\n"
            '[me]\nentity = "people/ida"\n',
            "memctl.toml": "[summary]\nbudget = 400\n[recall]\nlimit = 4\n",
        },
    )

    settings = load_settings(tmp_path, {**home, "MEMCTL_SUMMARY_BUDGET": "500"})

    assert (settings.summary_budget, settings.recall_limit, settings.me) == (500, 4, "people/ida")


def test_every_setting_can_be_set(tmp_path, home):
    text = """
paths.graph = ["~/life"]
names.items = ["fakten.json"]
[time]
zone = "Asia/Shanghai"
[extract]
new_entities = "twice"
[weekly]
max_share = 0.2
[recall]
order = ["note"]
[git]
commit = false
[lock]
timeout = 3
"""
    write_tree(tmp_path, {"memctl.toml": text})

    found = load_settings(tmp_path, home)

    assert found.paths.graph == ("~/life",)
    assert found.names.items == ("fakten.json",)
    assert (found.zone, found.new_entities, found.weekly_max_share) == (
        "Asia/Shanghai",
        "twice",
        0.2,
    )
    assert found.recall_order == ("note", "fact", "summary", "tacit", "document")
    assert (found.git_commit, found.lock_timeout_s) == (False, 3.0)


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("[recall]\n\nlimit = 0\n", 3, "expected a whole number from 1"),
        ('[recall]\nlimit = "many"\n', 2, "expected a whole number"),
        ("[time]\nzone = 'Mars/Olympus'\n", 2, "IANA time zone"),
        ("[time]\nzone = '../../etc/passwd'\n", 2, "IANA time zone"),
        ("[extract]\nnew_entities = 'always'\n", 2, "expected one of plain, twice, review"),
        ("[recall]\nlimt = 3\n", 2, "did you mean recall.limit"),
        ("limit = 3\n", 1, "no setting limit"),
        ("[git]\ncommit = 'perhaps'\n", 2, "expected true or false"),
        ("[me]\nentity = '../x'\n", 2, "expected an entity ref"),
        ("[recall]\norder = ['fact', 'fact']\n", 2, "each once"),
        ("[paths]\ngraph = [3]\n", 2, "expected a list of texts"),
        ("[recall\n", 1, "not TOML"),
        ("a = 1\nb = \n", 2, "not TOML"),
    ],
)
def test_what_cannot_be_meant_is_told_with_its_line(tmp_path, home, text, line, what):
    write_tree(tmp_path, {"memctl.toml": text})

    with pytest.raises(SettingsInvalid) as caught:
        load_settings(tmp_path, home)

    assert caught.value.message.startswith(f"{tmp_path / 'memctl.toml'}:{line}: ")
    assert what in caught.value.message
    assert caught.value.exit_code == 78


@pytest.mark.parametrize("key", ["address", "key_from", "name", "command"])
def test_a_workspace_cannot_say_where_notes_are_sent(tmp_path, home, key):
    write_tree(tmp_path, {"memctl.toml": f'[model]\n{key} = "https://example.org"\n'})

    with pytest.raises(SettingsInvalid, match=rf"memctl\.toml:2: no setting model\.{key}"):
        load_settings(tmp_path, home)


def test_a_variable_that_cannot_be_meant_is_named(home):
    with pytest.raises(SettingsInvalid, match="MEMCTL_GIT_COMMIT: expected true or false"):
        load_settings(None, {**home, "MEMCTL_GIT_COMMIT": "maybe"})


def test_a_settings_file_that_is_no_text_is_named(tmp_path, home):
    write_tree(tmp_path, {"memctl.toml": b"a = 1\n\xff\n"})

    with pytest.raises(SettingsInvalid, match=r"memctl\.toml:2: not UTF-8"):
        load_settings(tmp_path, home)


def test_the_users_file_is_looked_for_at_home():
    assert user_file({"HOME": "/h"}) == Path("/h/.config/memctl/config.toml")
    assert user_file({"HOME": "/h", "XDG_CONFIG_HOME": "x"}) == Path(
        "/h/.config/memctl/config.toml"
    )
    assert user_file({"XDG_CONFIG_HOME": "/x"}) == Path("/x/memctl/config.toml")


@pytest.mark.parametrize("key", SETTINGS)
def test_every_setting_is_documented(key):
    assert f"| `{key}` |" in (DOCS / "settings.md").read_text(encoding="utf-8")


def test_sources_are_tables_each_with_a_name_of_its_own(tmp_path, home):
    text = (
        '[[sources]]\npath = "~/.openclaw/agents"\nkind = "openclaw"\n\n'
        '[[sources]]\npath = "exports/chats"\nsince = 2026-01-01\n'
    )
    write_tree(tmp_path, {"memctl.toml": text})

    found = load_settings(tmp_path, home).sources

    assert found == (
        Source("~/.openclaw/agents", "openclaw", "openclaw"),
        Source("exports/chats", "chats", None, date(2026, 1, 1)),
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sources = 3", "expected tables"),
        ('[[sources]]\nkind = "codex"', "expected a text"),
        ('[[sources]]\npath = "a"\nkind = "fax"', "expected one of openclaw"),
        ('[[sources]]\npath = "a"\n[[sources]]\npath = "b/a"', "two sources are called a"),
        ('[[sources]]\npath = "a"\nname = "x/y"', "cannot be called"),
        ('[[sources]]\npath = "a"\nname = "import"', "cannot be called"),
        ('[[sources]]\npath = "a"\nsince = "May"', "since = 2026-01-31"),
        ('[[sources]]\npath = "a"\nrun = "rm"', "has no run"),
    ],
)
def test_a_source_that_cannot_be_meant_is_named(tmp_path, home, text, said):
    write_tree(tmp_path, {"memctl.toml": text})

    with pytest.raises(SettingsInvalid, match=said) as error:
        load_settings(tmp_path, home)

    assert "memctl.toml:1:" in error.value.message
