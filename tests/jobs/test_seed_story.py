"""The story memctl was made for, told in English and in Chinese (examples/)."""

import json
import re
import shutil
from dataclasses import dataclass

import pytest

from memctl import resources
from tests.helpers.trees import read_tree

SUNDAY = "2026-02-01"


@dataclass(frozen=True)
class Story:
    """The same weeks under other names."""

    folder: str
    manager: str
    was: str
    left: str
    next_manager: str
    next_employer: str
    hired: str
    child: str
    steps: str
    prefers: str
    junk: tuple[str, ...]
    current_words: tuple[str, ...]
    rumour: str


ENGLISH = Story(
    folder="life",
    manager="people/petra-lindqvist",
    was="petra-lindqvist-001",
    left="no longer report to Petra",
    next_manager="people/oskar-brandt",
    next_employer="Harbor & Finch",
    hired="招了两名开发者",
    child="people/mila",
    steps="first steps",
    prefers="I prefer meetings after 10:30",
    junk=("dentist", "dish soap", "nappies", "paediatrician", "crossword", "pizza"),
    current_words=("Former manager", "until 2026-01-15", "only for questions about Norwell Labs"),
    rumour="might be sold",
)
CHINESE = Story(
    folder="life-zh",
    manager="people/lu-zhi-heng",
    was="lu-zhi-heng-001",
    left="不再向陆知衡汇报",
    next_manager="people/xu-cheng-yuan",
    next_employer="海图科技",
    hired="招了两名开发者",
    child="people/xiao-man",
    steps="第一步",
    prefers="会议都安排在上午十点半之后",
    junk=("牙医", "洗洁精", "尿布", "儿科", "下雨", "披萨", "发布说明"),
    current_words=("用户以前在青岚软件的上司", "至 2026-01-15", "仅在问到青岚软件时有关"),
    rumour="被卖掉",
)


@pytest.fixture(params=[ENGLISH, CHINESE], ids=["english", "chinese"])
def story(request):
    return request.param


@pytest.fixture
def lived(story, tmp_path, memctl, monkeypatch):
    """The workspace after heartbeat and weekly on the Sunday that ends the story."""
    root = tmp_path / "life"
    shutil.copytree(resources.folder("examples") / story.folder, root)
    monkeypatch.setenv("MEMCTL_TODAY", SUNDAY)
    assert memctl("-w", str(root), "heartbeat").code == 0
    assert memctl("-w", str(root), "weekly").code == 0
    return root


def rows(root, entity):
    return json.loads((root / "areas" / entity / "items.json").read_text(encoding="utf-8"))


def facts(root):
    return [r for p in root.glob("areas/*/*/items.json") for r in json.loads(p.read_text("utf-8"))]


def summary(root, entity):
    return (root / "areas" / entity / "summary.md").read_text(encoding="utf-8")


def test_the_old_relation_is_superseded_and_still_in_the_file(lived, story):
    old = next(r for r in rows(lived, story.manager) if r["id"] == story.was)
    new = next(r for r in rows(lived, story.manager) if r["id"] == old["supersededBy"])

    assert old["status"] == "superseded"
    assert story.left in new["fact"]
    assert new["timestamp"] == "2026-01-15"


def test_the_summary_of_the_former_manager_speaks_of_the_past_and_scopes_it(lived, story):
    text = summary(lived, story.manager)

    assert all(words in text for words in story.current_words)


def test_no_summary_states_a_retired_fact_as_current(lived):
    texts = [p.read_text("utf-8") for p in lived.glob("areas/*/*/summary.md")]
    current = "".join(re.split(r"\*\*(?:Before|以前)\*\*", text)[0] for text in texts)
    retired = [r["fact"] for r in facts(lived) if r["status"] != "active"]

    assert retired
    assert not [fact for fact in retired if fact in current]


def test_the_user_reports_to_someone_new_at_a_new_employer(lived, story):
    at_new = rows(lived, story.next_manager)
    me = summary(lived, "people/me")

    assert [r["status"] for r in at_new] == ["active"]
    assert story.next_employer in re.split(r"\*\*(?:Before|以前)\*\*", me)[0]


def test_as_of_a_day_between_the_jobs_nobody_is_the_employer(lived, story, memctl):
    held = json.loads(
        memctl("-w", str(lived), "fact", "list", "people/me", "--as-of", "2026-01-17", "--json").out
    )["facts"]

    assert not [f for f in held if f["id"] == "me-001"]
    assert not [f for f in held if story.next_employer in f["fact"]]


def test_hires_first_steps_and_deadlines_are_kept(lived, story):
    texts = [r["fact"] for r in facts(lived) if r["status"] == "active"]

    assert any(story.hired in t for t in texts)
    assert any(story.steps in r["fact"] for r in rows(lived, story.child))
    assert any("2026-05-15" in t or "2026年5月15日" in t for t in texts)


def test_errands_appointments_and_rumours_leave_no_fact(lived, story):
    texts = [r["fact"] for r in facts(lived)]

    assert not [t for t in texts if any(j in t for j in (*story.junk, story.rumour))]


def test_memory_md_waits_for_a_yes(lived, story, memctl):
    before = (resources.folder("examples") / story.folder / "MEMORY.md").read_text("utf-8")
    assert (lived / "MEMORY.md").read_text("utf-8") == before
    asked = json.loads(memctl("-w", str(lived), "review", "list", "--json").out)["review"]
    question = next(q for q in asked if story.prefers in q["proposal"])

    memctl("-w", str(lived), "review", "apply", question["id"])

    after = (lived / "MEMORY.md").read_text("utf-8")
    assert story.prefers in after
    assert all(line in after for line in before.splitlines())


def test_both_jobs_run_again_write_nothing(lived, memctl):
    before = read_tree(lived)

    memctl("-w", str(lived), "heartbeat")
    memctl("-w", str(lived), "weekly")

    assert read_tree(lived) == before


def test_check_finds_the_workspace_in_order(lived, memctl):
    assert memctl("-w", str(lived), "check", "--strict").code == 0
