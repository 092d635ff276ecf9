"""Who may be told, as it is written: whatever can't be read is for the user alone."""

import json

import pytest

from memctl.formats.rows.items import parse_items
from memctl.formats.summary import parse_summary
from memctl.graph.visibility import may_tell


@pytest.mark.parametrize(
    ("head", "told"),
    [
        ("", None),
        ("---\nname: Ada\n---\n", None),
        ("---\nvisibility: group\n---\n", True),
        ("---\nVisibility: Group\n---\n", True),
        ("---\nvisibility: private\n---\n", False),
        ("---\nvisibility: grp\n---\n", False),
        ("---\nvisibility:\n---\n", False),
        ("---\nvisibility: [group, private]\n---\n", False),
        ("---\nname: [Ada\nvisibility: group\n---\n", False),
        ("---\nname: Ada\nvisibility: group\n", False),
        ("---\nvisibility: private\nvisibility: group\n---\n", False),
        ("---\nvisibility: group\nVisibility: private\n---\n", False),
        ("---\nvisibility: group\nname: Ada\n\"visibility\": 'shared'\n---\n", False),
        ("---\nvisibility: group\nvisibility: 'group'\n---\n", True),
        ("---\nname: Ada\n---\n---\nvisibility: private\n---\n", False),
        ("---\n\nJust a rule and some prose.\n", None),
    ],
)
def test_a_head_that_cannot_be_read_tells_nobody(head, told):
    mark = parse_summary(f"{head}# Ada\n", "summary.md")[0].visibility

    assert (None if mark is None else may_tell("group", mark)) == told


@pytest.mark.parametrize(
    ("value", "told"),
    [(None, None), ("group", True), ("private", False), ("", False), (True, False), ({}, False)],
)
def test_a_row_whose_mark_cannot_be_read_tells_nobody(value, told):
    text = json.dumps([{"id": "ada-001", "fact": "Ada sings", "visibility": value}])

    mark = parse_items(text, "items.json").facts[0].visibility

    assert (None if mark is None else may_tell("group", mark)) == told


@pytest.mark.parametrize("marks", [("private", "group"), ("group", "private"), ("group", None)])
@pytest.mark.parametrize("keys", [("visibility", "visibility"), ("visibility", "Visibility")])
@pytest.mark.parametrize("ending", ["json", "jsonl", "yaml"])
def test_of_two_marks_of_a_row_the_narrowest_counts(marks, keys, ending):
    said = ", ".join(f'"{k}": {json.dumps(m)}' for k, m in zip(keys, marks, strict=True))
    row = f'{{"id": "ada-001", "fact": "Ada sings", {said}}}'
    text = row + "\n" if ending == "jsonl" else f"[{row}]\n"

    fact = parse_items(text, f"items.{ending}").facts[0]

    assert may_tell("group", fact.visibility) == ("private" not in marks)
