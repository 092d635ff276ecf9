import json
import re

import frontmatter
import pytest

from memctl import resources
from memctl.formats.markdown.markers import replace_block
from tests.helpers.manual import commands
from tests.helpers.trees import read_tree, write_tree

OLD = {
    "AGENTS.md": "# Agents\n\nBe brief.\n\n## Tools\n\nNone.",
    "HEARTBEAT.md": "- look at the inbox\r\n- water the plants\r\n",
    "MEMORY.md": "# Mine\n",
    "areas/people/mina/items.json": '[{"id": "m-1", "fact": "Mina lives in Porto"}]',
    "memory/2026-01-05.md": "- 09:00 saw Mina\n",
}


def test_a_new_workspace_holds_no_example_people(memctl, tmp_path):
    memctl("init", tmp_path / "new", "--lang", "en")

    assert memctl("-w", tmp_path / "new", "entity", "list", "--json").json == {"entities": []}


def test_a_new_workspace_is_in_order(memctl, tmp_path):
    memctl("init", tmp_path / "new")

    assert memctl("-w", tmp_path / "new", "check", "--strict").code == 0


def test_adopting_keeps_every_byte_and_appends_its_blocks(memctl, tmp_path):
    root = write_tree(tmp_path / "old", OLD)

    memctl("init", root)

    after = read_tree(root)
    assert {n: after[n] for n in OLD if n not in {"AGENTS.md", "HEARTBEAT.md"}} == {
        n: OLD[n] for n in OLD if n not in {"AGENTS.md", "HEARTBEAT.md"}
    }
    assert after["AGENTS.md"].startswith(OLD["AGENTS.md"])
    assert after["HEARTBEAT.md"].startswith(OLD["HEARTBEAT.md"])
    assert "<!-- memctl:duties -->\r\n" in after["HEARTBEAT.md"]


def test_adopting_says_what_it_found(memctl, tmp_path):
    root = write_tree(tmp_path / "old", OLD)

    out = memctl("init", root).out

    assert "1 entity with 1 fact" in out
    assert "1 daily note" in out


READ_AS = {
    "en": (
        "Found 1 daily note in Daily.",
        "Recall searches 1 document in resources; no fact comes from there.",
        "Not read: 3 markdown files in People, Home.md. Facts come from dated notes; ",
    ),
    "zh": (
        "找到 1 天的笔记：Daily。",
        "recall 会搜索 1 份文档：resources；不从中提取事实。",
        "没有读取 3 个 Markdown 文件：People、Home.md。事实只来自按日期命名的笔记，",
    ),
}


@pytest.mark.parametrize("lang", READ_AS)
def test_adopting_says_what_is_read_as_what(memctl, tmp_path, lang):
    vault = {
        "Daily/2026-01-05.md": "- 09:00 saw Mina\n",
        "People/Mina.md": "Mina lives in Porto\n",
        "People/old/Bo.md": "Bo lives in Hull\n",
        "Home.md": "# Home\n",
        "resources/wine.md": "# Wine\n",
        "CLAUDE.md": "Be brief.\n",
        ".obsidian/x.md": "no\n",
        "other/memctl.toml": "",
        "other/x.md": "theirs\n",
    }
    root = write_tree(tmp_path / "old", vault)

    first, again = (memctl("init", root, "--lang", lang).out for _ in range(2))

    places = [first.index(line) for line in READ_AS[lang]]
    assert places == sorted(places)
    assert READ_AS[lang][2] in again
    assert "memory/.gitkeep" not in read_tree(root)


def test_where_much_is_not_read_the_largest_folders_are_named(memctl, tmp_path):
    pages = {f"{place}/{n}.md": "x" for n, place in enumerate("aabbcdefg")}
    root = write_tree(tmp_path / "old", {**OLD, **pages})

    assert "Not read: 9 markdown files in a, b, c, d, e and 2 more." in memctl("init", root).out


def test_adopting_lays_down_nothing_that_a_new_workspace_starts_with(memctl, tmp_path):
    root = write_tree(tmp_path / "old", OLD)

    memctl("init", root)

    assert not (root / "memctl.toml").exists()
    assert not (root / "areas" / "companies").exists()


def test_init_twice_changes_nothing(memctl, tmp_path):
    memctl("init", tmp_path / "new")
    before = read_tree(tmp_path / "new")

    again = memctl("init", tmp_path / "new")

    assert again.code == 0
    assert read_tree(tmp_path / "new") == before


@pytest.mark.parametrize(("lang", "word"), [("en", "## Memory"), ("zh", "## 记忆")])
def test_the_rules_come_in_both_languages(memctl, tmp_path, lang, word):
    memctl("init", tmp_path / "new", "--lang", lang)

    assert word in (tmp_path / "new" / "AGENTS.md").read_text(encoding="utf-8")


def test_the_language_is_that_of_the_files_found(memctl, tmp_path):
    root = write_tree(tmp_path / "old", {"memory/2026-01-05.md": "- 09:00 和米娜吃了早饭\n"})

    memctl("init", root)

    assert "## 记忆" in (root / "AGENTS.md").read_text(encoding="utf-8")


def test_settings_of_an_editor_are_left_alone(memctl, tmp_path):
    root = write_tree(tmp_path / "old", {".vscode/extensions.json": "{}"})

    memctl("init", root)

    assert [p.name for p in (root / ".vscode").iterdir()] == ["extensions.json"]


def test_an_editor_is_told_the_schema_of_items(memctl, tmp_path):
    memctl("init", tmp_path / "new")

    said = json.loads((tmp_path / "new" / ".vscode" / "settings.json").read_text())
    schema = tmp_path / "new" / said["json.schemas"][0]["url"]
    assert json.loads(schema.read_text())["type"] == "array"


@pytest.mark.parametrize("is_there", [False, True], ids=["no folder", "a folder"])
def test_a_dry_run_writes_nothing(memctl, tmp_path, is_there):
    root = tmp_path / "new"
    before = read_tree(write_tree(root, OLD), ledgers=True) if is_there else None

    result = memctl("init", root, "--dry-run")

    assert "nothing was written" in result.out
    assert (read_tree(root, ledgers=True) if root.exists() else None) == before


def test_a_file_is_no_place_for_a_workspace(memctl, tmp_path):
    result = memctl("init", write_tree(tmp_path, {"notes": "x"}) / "notes", "--json")

    assert (result.code, result.error["slug"]) == (2, "usage")


SKILL = "skills/memctl/SKILL.md"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_skill_is_laid_down_in_the_form_that_agents_read(memctl, tmp_path, lang):
    memctl("init", tmp_path / "new", "--lang", lang)

    head, metadata = frontmatter.parse((tmp_path / "new" / SKILL).read_text())[::-1]
    assert metadata["name"] == "memctl"
    assert 40 < len(metadata["description"]) < 1024
    assert metadata["metadata"]["openclaw"]["requires"] == {"bins": ["memctl"]}
    assert "`memctl recall " in head


def test_every_command_that_a_skill_names_is_there():
    known = {" ".join(words) for words in commands()}
    for lang in ("en", "zh"):
        text = resources.text("templates", lang, "skill.md")
        for said in re.findall(r"`memctl ((?:[a-z]+ ?)+)", text):
            assert any(" ".join(said.split()[:n]) in known for n in (1, 2)), said


def test_update_renews_our_block_and_keeps_what_stands_around_it(memctl, tmp_path):
    root = tmp_path / "new"
    memctl("init", root, "--lang", "en")
    fresh = (root / SKILL).read_text()
    old = fresh.replace("before a longer task", "before a very long task")
    (root / SKILL).write_text(f"{old.replace('# Memory', '# My memory')}\nMine below.\n")

    said = memctl("init", root, "--update", "--json").json

    now = (root / SKILL).read_text()
    assert [c["after"] for c in said["changes"]] == [SKILL]
    assert "# My memory\n" in now
    assert now.rstrip().endswith("Mine below.")
    assert "| before a longer task |" in now.split("<!-- /memctl:skill")[0]
    assert "| before a very long task |" in now.split("<!-- /memctl:skill")[1]  # a hand edit
    assert memctl("init", root, "--update", "--json").json["changes"] == []


def test_update_of_an_adopted_folder_renews_a_block_that_another_memctl_wrote(memctl, tmp_path):
    root = write_tree(tmp_path / "old", OLD)
    memctl("init", root)
    agents = root / "AGENTS.md"
    before = agents.read_text()
    agents.write_text(replace_block(before, "rules", "Old rules."))

    memctl("init", root)
    kept = agents.read_text()
    memctl("init", root, "--update")

    assert "Old rules." in kept
    assert agents.read_text() == before


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_update_leaves_one_block_of_several_and_every_line_of_yours(memctl, tmp_path, newline):
    root = write_tree(tmp_path / "old", OLD)
    memctl("init", root)
    agents = root / "AGENTS.md"
    fresh = agents.read_bytes().decode()
    old = replace_block("", "rules", "Old rules.\nOlder ones.")
    edited = old.replace("Older ones.", "Ask me first.")
    unmarked = "<!-- memctl:rules -->\nKnock twice.\n<!-- /memctl:rules -->\n"
    repeats = f"\n# Mine\n\n{old}\n## Also mine\n\n{edited}\nThe end.\n\n{unmarked}"
    before = (fresh + repeats).replace("\n", newline).encode()
    agents.write_bytes(before)

    told = memctl("init", root, "--update", "--dry-run", "--json").json["notices"]
    untouched = agents.read_bytes()
    said = memctl("init", root, "--update", "--json").json
    now = agents.read_bytes().decode()

    assert untouched == before
    assert told == said["notices"]
    assert len(told) == 3
    assert now.count("<!-- memctl:rules -->") == 1
    assert now.startswith(fresh.replace("\n", newline).rstrip())
    below = now[len(fresh.replace("\n", newline).rstrip()) :].replace("\r\n", "\n")
    assert below.split("## Kept from the rules block (edited by hand)") == [
        "\n\n",
        "\n\nOld rules.\nAsk me first.\n\nKnock twice.\n\n# Mine\n\n## Also mine\n\nThe end.\n\n",
    ]
    assert "\n" not in now.replace("\r\n", "") or newline == "\n"
    assert memctl("init", root, "--update", "--json").json["changes"] == []
    memctl("-w", root, "undo")
    assert agents.read_bytes() == before


def test_a_block_around_another_one_stays(memctl, tmp_path):
    root = write_tree(tmp_path / "old", OLD)
    memctl("init", root)
    agents = root / "AGENTS.md"
    inner = replace_block("", "other", "Not of this one.")
    agents.write_text(f"{agents.read_text()}<!-- memctl:rules -->\n{inner}<!-- /memctl:rules -->\n")
    before = agents.read_text()

    memctl("init", root, "--update")

    assert agents.read_text() == before


def test_rules_in_a_claude_md_are_renewed_also_where_it_takes_them_in(memctl, tmp_path):
    root = write_tree(tmp_path / "old", {**OLD, "CLAUDE.md": "# Claude\n"})
    memctl("init", root)
    claude = root / "CLAUDE.md"
    fresh = f"@AGENTS.md\n{claude.read_text()}"
    claude.write_text(replace_block(fresh, "rules", "Old rules."))

    memctl("init", root, "--update")

    assert claude.read_text() == fresh


def test_rules_go_into_claude_md_where_there_is_one(memctl, tmp_path):
    root = write_tree(tmp_path / "old", {**OLD, "CLAUDE.md": "# Claude\n\nBe kind.\n"})
    (root / ".claude").mkdir()

    memctl("init", root)

    assert (root / "CLAUDE.md").read_text().startswith("# Claude\n\nBe kind.\n")
    assert "<!-- memctl:rules -->" in (root / "CLAUDE.md").read_text()
    assert (root / ".claude/skills/memctl/SKILL.md").exists()


def test_a_claude_md_that_takes_in_the_rules_gets_no_copy(memctl, tmp_path):
    root = write_tree(tmp_path / "old", {**OLD, "CLAUDE.md": "@AGENTS.md\n"})

    memctl("init", root)

    assert (root / "CLAUDE.md").read_text() == "@AGENTS.md\n"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_update_speaks_as_what_stands_there_does(memctl, tmp_path, lang):
    other = "I moved to Porto with all my books" if lang == "zh" else "今天和同事一起去爬山了"
    memctl("init", tmp_path, "--lang", lang)
    write_tree(tmp_path, {"memory/2026-01-05.md": f"- {other}\n"})
    before = read_tree(tmp_path)["AGENTS.md"]

    assert memctl("init", tmp_path, "--update", "--json").json["changes"] == []
    memctl("init", tmp_path, "--update", "--lang", {"zh": "en", "en": "zh"}[lang])

    assert read_tree(tmp_path)["AGENTS.md"] != before


def test_there_must_be_something_to_update(memctl, tmp_path):
    assert memctl("init", tmp_path / "none", "--update").code == 2
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("lang", "line"),
    [("en", "Found 1 entity with 1 fact in areas."), ("zh", "找到 1 个实体、1 条事实：areas。")],
)
def test_what_was_found_is_told_in_one_language(memctl, tmp_path, lang, line):
    root = write_tree(tmp_path / "old", OLD)

    assert line in memctl("init", root, "--lang", lang).out.splitlines()
