"""The summaries that docs/summaries.md shows are those that heartbeat and weekly write."""

import re
from pathlib import Path

import pytest

from tests.helpers.trees import write_tree

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "summaries.md"
STORY = re.compile(r"(?m)^### (.+)$")
REF = re.compile(r"^`([\w-]+/[\w-]+)`", re.MULTILINE)
STEP = re.compile(
    r"on (?P<day>\d{4}-\d\d-\d\d)$|```md(?P<told> summary)?\n(?P<body>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
BLOCK = re.compile(r"<!-- memctl:summary -->\n(.*)\n<!-- /memctl:summary", re.DOTALL)
TITLES = STORY.findall(PAGE.read_text(encoding="utf-8"))


def story(title):
    text = PAGE.read_text(encoding="utf-8")
    return text[text.index(f"### {title}") :].split("\n### ")[0]


def notes(text):
    """The notes of a block, a file a day."""
    days = re.split(r"(?m)^(?=# \d{4}-)", text)
    return {f"memory/{day[2:12]}.md": day for day in days if day}


class Life:
    """A workspace that lives through a story."""

    def __init__(self, root, memctl, monkeypatch, ref):
        self.root, self.memctl, self.monkeypatch, self.ref = root, memctl, monkeypatch, ref

    def live(self, step):
        """The same step with what the summary says by now."""
        if step["day"]:
            self.monkeypatch.setenv("MEMCTL_TODAY", step["day"])
        elif step["told"]:
            return f"```md summary\n{self.summary()}\n```"
        else:
            write_tree(self.root, notes(step["body"]))
        return step.group()

    def summary(self):
        self.memctl("-w", self.root, "heartbeat")
        self.memctl("-w", self.root, "weekly")
        path = self.root / "areas" / self.ref / "summary.md"
        return BLOCK.search(path.read_text(encoding="utf-8"))[1]


@pytest.mark.parametrize("title", TITLES)
def test_a_page_reads_as_the_docs_show(title, tmp_path, memctl, monkeypatch, request):
    said = story(title)
    root = write_tree(tmp_path / "life", {"areas/.keep": ""})
    life = Life(root, memctl, monkeypatch, REF.search(said)[1])

    now = STEP.sub(life.live, said)

    if request.config.getoption("--rewrite") and now != said:
        text = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(text.replace(said, now), encoding="utf-8")
        said = now
    assert now == said, "The page differs; `pytest --rewrite`, then read the diff."


@pytest.mark.parametrize("title", TITLES)
def test_check_proves_every_line_of_it(title, tmp_path, memctl, monkeypatch):
    said = story(title)
    root = write_tree(tmp_path / "life", {"areas/.keep": ""})
    life = Life(root, memctl, monkeypatch, REF.search(said)[1])
    STEP.sub(life.live, said)

    found = memctl("-w", root, "check", "--json").json["problems"]

    assert [p for p in found if p["slug"] in {"unfounded-line", "outdated-summary"}] == []


def test_there_are_five_of_them():
    assert len(TITLES) == 5
