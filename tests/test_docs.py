"""The docs are run: every console session, every link, every make target they name."""

import re
import shutil
from pathlib import Path

import pytest

from tests.helpers.borrowed import borrowed_runs
from tests.helpers.transcripts import Player

ROOT = Path(__file__).resolve().parent.parent
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
NAMES = [p.relative_to(ROOT).as_posix() for p in PAGES]
CONSOLE = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.DOTALL | re.MULTILINE)
SHELL = re.compile(r"^```sh\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:|#|memctl:)([^)#\s]+)")


@pytest.mark.parametrize("name", NAMES)
def test_the_sessions_of_a_page_print_what_it_says(name, tmp_path, capfd, monkeypatch, request):
    root = Path(shutil.copytree(ROOT / "examples" / "life", tmp_path / "life"))
    monkeypatch.chdir(root)
    monkeypatch.setenv("MEMCTL_TODAY", "2026-02-01")
    player = Player(root, capfd, monkeypatch)
    said = (ROOT / name).read_text(encoding="utf-8")

    now = CONSOLE.sub(lambda block: player.played(block.group()), said)

    if request.config.getoption("--rewrite") and now != said:
        (ROOT / name).write_text(now, encoding="utf-8")
        said = now
    assert now == said, "The page differs; `make docs`, then read the diff."


@pytest.mark.parametrize("name", NAMES)
def test_the_links_of_a_page_lead_somewhere(name):
    page = ROOT / name
    links = LINK.findall(
        re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    )

    assert [link for link in links if not (page.parent / link).exists()] == []


BINDING = """workspace, entity, entity ref, alias, mention, fact, relation, attribute, slot,
since / until, supersede, retract, purge, evidence, note, block, candidate, extraction, resolution,
reconciliation, consolidation, contested, doubt, tier, summary, recall, current, record, context,
graph, plan, change, problem, report, stamp, fingerprint, ledger, journal, dry run, heartbeat,
weekly"""


def test_the_glossary_has_every_binding_word_once_and_in_order():
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    words = re.findall(r"^\*\*([^*]+)\*\* – ", text, re.MULTILINE)

    assert [w for w in re.split(r",\s+", BINDING) if w not in words] == []
    assert words == sorted(set(words))


def test_the_make_targets_that_the_docs_name_are_there():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = {
        target
        for page in (*PAGES, ROOT / "CONTRIBUTING.md")
        for target in re.findall(r"(?:`|^)make ([a-z-]+)", page.read_text("utf-8"), re.MULTILINE)
    }

    assert named
    assert [t for t in sorted(named) if not re.search(rf"^{t}:", makefile, re.MULTILINE)] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_command_that_a_page_shows_exists(name):
    manual = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    commands = set(re.findall(r"^#+ `memctl ([a-z -]+)`", manual, re.MULTILINE))
    shown = {
        " ".join(w for w in found.split() if not w.startswith("-"))
        for block in SHELL.findall((ROOT / name).read_text(encoding="utf-8"))
        for found in re.findall(r"^memctl ([a-z-]+)", block, re.MULTILINE)
    }

    assert {s for s in shown if s not in commands} == set()


def test_no_pattern_holds_words_taken_over_from_the_labelled_sets():
    assert list(borrowed_runs(ROOT)) == []
