"""The examples of docs/file-format.md mean what the page says."""

import json
import re
from pathlib import Path

import pytest

from memctl.formats.review.page import parse_answers
from memctl.formats.rows.items import parse_items
from memctl.formats.summary import parse_summary
from memctl.formats.tacit import parse_tacit
from memctl.formats.timeline.notes import parse_note

PAGE = Path(__file__).parents[2] / "docs" / "file-format.md"
EXAMPLES = dict(
    re.findall(
        r"<!-- example: (\S+) -->\n```\w+\n(.*?)^```$",
        PAGE.read_text(encoding="utf-8"),
        re.DOTALL | re.MULTILINE,
    )
)


@pytest.mark.parametrize("path", [p for p in EXAMPLES if p.startswith("areas/") and "items" in p])
def test_items_are_read_without_a_problem(path):
    document = parse_items(EXAMPLES[path], path)

    assert document.problems == ()
    assert [f.is_active for f in document.facts] == [False, True]


def test_another_dialect_is_read_too():
    path = "areas/companies/acme/facts.jsonl"

    assert [(f.id, f.text, f.is_active) for f in parse_items(EXAMPLES[path], path).facts] == [
        ("acme-001", "Acme makes anvils", False),
        ("acme-002", "Acme 搬到了里斯本", True),
    ]


def test_the_digest_in_the_summary_is_the_one_that_the_page_defines():
    path = "areas/people/sarah/summary.md"

    summary, problems = parse_summary(EXAMPLES[path], path)

    assert problems == ()
    assert (summary.name, summary.aliases) == ("Sarah", ("Sarah Chen", "莎拉"))
    assert summary.block_facts == ("sarah-003", "sarah-007")
    assert not summary.is_edited


def test_the_note_has_the_blocks_that_the_page_describes():
    path = "memory/2026-01-27.md"

    note = parse_note(EXAMPLES[path], path)

    assert note.problems == ()
    assert [(b.time, b.text) for b in note.blocks if b.kind == "bullet"] == [
        ("09:45", "Call with Ines: she takes over the crew roster from 1 March"),
        ("10:30", "贺兰舟说他下个月调到外业组"),
        ("16:05", "Hollin & Daw raise the price to 19"),
    ]


def test_the_other_examples_are_read():
    assert [b.text for b in parse_tacit(EXAMPLES["MEMORY.md"]).bullets] == [
        "no meetings before ten",
        "先给结论，再给理由",
    ]
    assert [a.accepted for a in parse_answers(EXAMPLES["REVIEW.md"])] == [True, None]


@pytest.mark.parametrize("path", [p for p in EXAMPLES if p.startswith(".memctl/")])
def test_a_ledger_is_one_object_a_line(path):
    assert all(isinstance(json.loads(line), dict) for line in EXAMPLES[path].splitlines())
