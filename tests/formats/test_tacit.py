import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.formats.tacit import append_bullet, fitting_heading, parse_tacit
from tests.formats.test_notes import MARKDOWN
from tests.helpers.cases import cases, each, read_case_text

ALL = [pytest.param(ws, e["memory_md"], id=e["case"]) for ws, e in cases("memory_md")]


@pytest.mark.parametrize(("ws", "expected"), ALL)
def test_size_headings_links_and_other_tools_blocks_are_found(ws, expected):
    read = parse_tacit(read_case_text(ws / expected["path"]))

    assert (read.lines, read.characters) == (expected["lines"], expected["characters"])
    assert [{"line": h.line, "date": str(h.day)} for h in read.headings if h.day] == expected.get(
        "dated_headings", []
    )
    assert [(link.line, link.target) for link in read.links] == [
        (link["line"], link["target"]) for link in expected.get("links", [])
    ]
    assert [{"first": a, "last": b} for a, b in read.machine] == expected.get("machine_blocks", [])


@pytest.mark.parametrize(
    ("ws", "expected"), [pytest.param(ws, e, id=e["case"]) for ws, e in cases("memory_md")]
)
def test_exactly_what_is_odd_is_named(ws, expected):
    read = parse_tacit(read_case_text(ws / "MEMORY.md"))

    # Whether a link is dead is known to whoever sees the disk.
    wanted = [(p["slug"], p["line"]) for p in expected["problems"] if p["slug"] != "dead-link"]
    assert [(p.slug, p.line) for p in read.problems] == wanted


@pytest.mark.parametrize(("ws", "words"), each("memory_md", "never_fact"))
def test_words_of_a_program_are_no_statement(ws, words):
    read = parse_tacit(read_case_text(ws / "MEMORY.md"))

    assert [b.text for b in read.bullets if words in b.text] == []


@pytest.mark.parametrize(
    ("text", "heading", "expected"),
    [
        (
            "# M\n\n## Rules\n- a\n\n## More\n- b\n",
            "rules",
            "# M\n\n## Rules\n- a\n- NEW\n\n## More\n- b\n",
        ),
        ("## Ｒｕｌｅｓ\n* a", "RULES", "## Ｒｕｌｅｓ\n* a\n* NEW\n"),
        ("### Rules ###\n\nprose\n", "Rules", "### Rules ###\n\nprose\n\n- NEW\n"),
        ("## Rules\n\n### Deep\n- a\n", "Rules", "## Rules\n- NEW\n\n### Deep\n- a\n"),
        (
            "## Rules\n- a\n  - nested\n  wrapped\n",
            "Rules",
            "## Rules\n- a\n  - nested\n  wrapped\n- NEW\n",
        ),
        ("## A\r\n- a\r\n", "A", "## A\r\n- a\r\n- NEW\r\n"),
        ("# M\n", "规则", "# M\n\n## 规则\n\n- NEW\n"),
        ("", "Rules", "## Rules\n\n- NEW\n"),
        ("# M\n```\n## Rules\n", "Rules", "# M\n```\n## Rules\n```\n\n## Rules\n\n- NEW\n"),
        (
            "## Rules\n<!-- x:begin -->\n- theirs\n<!-- x:end -->\n",
            "Rules",
            "## Rules\n<!-- x:begin -->\n- theirs\n<!-- x:end -->\n\n- NEW\n",
        ),
    ],
)
def test_a_bullet_goes_to_the_end_of_its_section(text, heading, expected):
    assert append_bullet(text, heading, "NEW") == expected


@given(MARKDOWN, st.sampled_from(("Later", "title", "Call", "Rules")))
def test_everything_else_stays_byte_for_byte(text, heading):
    new = append_bullet(text, heading, "NEW")

    added = len(new) - len(text)
    assert any(new[:n] + new[n + added :] == text for n in range(len(text) + 1))
    assert "NEW" in new


@given(MARKDOWN)
def test_reading_never_fails(text):
    read = parse_tacit(text)

    assert all(h.line <= h.end_line for h in read.headings)


def test_a_link_is_given_without_its_anchor_and_decoded():
    read = parse_tacit("[a](notes/a%20b.md#x) [w](https://x.org) [h](#here) [c](<d.md>)\n")

    assert [link.target for link in read.links] == ["notes/a b.md", "d.md"]


def test_a_rule_goes_under_a_heading_that_is_there_for_the_same():
    page = parse_tacit("# Rules of mine\n\n## 我的工作方式\n\n- 先写结论\n\n## Lessons\n")

    assert fitting_heading(page.headings, "Preferences") == "我的工作方式"
    assert fitting_heading(page.headings, "lessons") == "Lessons"
    assert fitting_heading(page.headings, "Cooking") == "Cooking"
