from pathlib import Path

import pytest

from memctl.cli.app import PAGES, SECTIONS
from tests.helpers.manual import commands, manual

DOCS = Path(__file__).resolve().parents[2] / "docs"
GROUPS = {"fact", "entity", "review", "git", "schedule", "sources", "hook"}
LEAVES = [words for words in commands() if words and " ".join(words) not in GROUPS]


@pytest.mark.parametrize("words", LEAVES, ids=" ".join)
def test_every_command_explains_itself_with_an_example(memctl, words):
    result = memctl(*words, "--help")

    assert result.code == 0
    assert f"memctl {' '.join(words)}" in result.out.split("Example:")[1]


@pytest.mark.parametrize("words", LEAVES, ids=" ".join)
def test_every_command_takes_json(memctl, words):
    assert "--json" in memctl(*words, "--help").out


@pytest.mark.parametrize("words", list(commands()), ids=lambda w: " ".join(w) or "memctl")
def test_the_list_of_commands_cuts_no_sentence_short(memctl, words):
    assert "..." not in memctl(*words, "--help").out.replace("[ARGS]...", "").replace("]...", "")


def test_the_manual_is_fresh(capfd, request):
    path = DOCS / "cli.md"
    now = manual(capfd)

    if request.config.getoption("--rewrite"):
        path.write_text(now, encoding="utf-8")

    assert path.read_text(encoding="utf-8") == now, "run: pytest tests/cli --rewrite"


def test_no_words_at_all_print_the_help(memctl):
    result = memctl()

    assert result.code == 0
    assert result.out.startswith("Usage: memctl")


def test_the_help_names_every_command_in_one_section():
    told = [word for words in SECTIONS.values() for word in words]

    assert sorted(told) == sorted(word for words in PAGES.values() for word in words)


def test_the_version_is_printed(memctl):
    assert memctl("--version").out.startswith("memctl ")
