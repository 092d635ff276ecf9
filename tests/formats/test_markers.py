import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from memctl.formats.markdown.lines import ink_lines
from memctl.formats.markdown.markers import (
    append_block,
    digest_of,
    find_block,
    find_blocks,
    repeats_of,
    replace_block,
)

LINES = st.lists(
    st.sampled_from(
        (
            *(
                "# Title",
                "## Two",
                "Title",
                "===",
                "---",
                "name: x",
                "```",
                "~~~",
                "",
                "  ",
                "text",
            ),
            *("<!-- memctl:summary -->", "<!-- /memctl:summary -->", "<!-- memctl:rules -->"),
            *(
                "<!-- /memctl:summary sha256:0123456789abcdef facts: a b -->",
                "\ufeff",
                "中文",
                "\x00",
            ),
        )
    )
    | st.text(max_size=8),
    max_size=10,
)
DOCUMENTS = st.builds(lambda lines, end: end.join(lines), LINES, st.sampled_from(("\n", "\r\n")))
BODIES = LINES.map("\n".join)


@given(DOCUMENTS, DOCUMENTS, BODIES)
def test_no_character_outside_the_block_changes(before, after, body):
    text = f"{before}\n<!-- memctl:summary -->\nold\n<!-- /memctl:summary -->\n{after}"
    block = find_block(text, "summary")
    assume(block is not None)

    new = replace_block(text, "summary", body, ["f-1"])

    assert new.startswith(text[: block.start])
    assert new.endswith(text[block.end :])


@given(DOCUMENTS, BODIES)
def test_without_its_new_part_the_text_is_as_before(text, body):
    old = text.replace("memctl:", "other:")

    new = replace_block(old, "summary", body)

    added = len(new) - len(old)
    at = next(n for n in range(len(old) + 1) if new[:n] + new[n + added :] == old)
    assert "<!-- memctl:summary -->" in new[at : at + added]


@example("", "\r", [])
@example("x\n", "a\r", [])
@given(DOCUMENTS, BODIES, st.lists(st.from_regex(r"[a-z]+-\d{3}", fullmatch=True), max_size=3))
def test_what_is_written_is_found_and_twice_is_once(text, body, facts):
    once = replace_block(text, "summary", body, facts)
    block = find_block(once, "summary")

    assert block.facts == tuple(facts)
    assert not block.is_edited
    assert replace_block(once, "summary", block.body, facts) == once


@example("---\nname: x\n# Title", "---", "a")
@given(DOCUMENTS, BODIES, st.text("abc \n中", min_size=1).filter(str.strip))
def test_a_hand_edit_inside_is_kept_below(text, body, edit):
    written = replace_block(text.replace("memctl:", "other:"), "summary", body)
    at = written.index("<!-- /memctl:summary")
    edited = written[:at] + "\n".join(f"mine {s}" for s in edit.split()) + "\n" + written[at:]

    new = replace_block(edited, "summary", "new body")

    assert find_block(edited, "summary").is_edited
    assert find_block(new, "summary").body == "new body"
    assert not find_block(new, "summary").is_edited
    assert all(f"mine {word}" in new for word in edit.split())


REPEATS = st.lists(
    DOCUMENTS
    | BODIES.map(lambda body: replace_block("", "rules", body))
    | BODIES.map(lambda body: f"<!-- memctl:rules -->\n{body}\n<!-- /memctl:rules -->\n"),
    max_size=5,
).map("\n".join)


@given(REPEATS, BODIES)
def test_of_several_blocks_one_remains_and_no_line_of_a_person_goes(text, body):
    mine = [b.body for b in find_blocks(text) if b.name == "rules" and b.is_edited]

    once = append_block(text, "rules", body)

    there = {line.text for line in ink_lines(once)}
    lost = {x for b in mine for x in b.split("\n") if x.strip()} - there
    assert not {x for x in lost if "memctl:rules" not in x and x.strip() != "---"}
    assert not repeats_of(once, "rules")
    assert append_block(once, "rules", body) == once


@given(DOCUMENTS)
def test_finding_never_fails(text):
    assert all(text[b.start : b.end].lstrip().startswith("<!--") for b in find_blocks(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "{}\n"),
        ("# T\n", "# T\n\n{}\n"),
        ("# T", "# T\n\n{}\n"),
        ("# T\n\nmine\n", "# T\n\n{}\n\nmine\n"),
        ("# T\nmine\n", "# T\n\n{}\n\nmine\n"),
        ("---\nname: T\n---\nmine\n", "---\nname: T\n---\n{}\n\nmine\n"),
        ("---\n# no title\n---\n# T\n", "---\n# no title\n---\n# T\n\n{}\n"),
        ("```\n# no title\n```\n# T\n", "```\n# no title\n```\n# T\n\n{}\n"),
        ("T\n===\nmine\n", "T\n===\n\n{}\n\nmine\n"),
        ("\ufeffmine", "\ufeff{}\n\nmine"),
        ("\ufeff# T\nmine", "\ufeff# T\n\n{}\n\nmine"),
        ("# T\r\n\r\nmine\r\n", "# T\r\n\r\n{}\r\n\r\nmine\r\n"),
    ],
)
def test_a_new_block_stands_after_the_title(text, expected):
    newline = "\r\n" if "\r\n" in text else "\n"
    block = newline.join(
        (
            "<!-- memctl:summary -->",
            "now",
            f"<!-- /memctl:summary sha256:{digest_of('now')[:16]} facts: a-1 -->",
        )
    )

    assert replace_block(text, "summary", "now", ["a-1"]) == expected.format(block)


def test_markers_in_a_code_fence_are_an_example():
    text = "# T\n```\n<!-- memctl:summary -->\nx\n<!-- /memctl:summary -->\n```\n"

    assert find_block(text, "summary") is None


def test_a_fence_left_open_inside_the_block_does_not_hide_its_end():
    text = "<!-- memctl:summary -->\n```\n<!-- /memctl:summary sha256:00000000 -->\n"

    assert find_block(text, "summary").is_edited


def test_a_start_without_an_end_is_somebodys_text():
    text = "# T\n<!-- memctl:summary -->\nmine\n"

    new = replace_block(text, "summary", "now")

    assert find_block(text, "summary") is None
    assert find_block(new, "summary").body == "now"
    assert new.endswith("<!-- memctl:summary -->\nmine\n")


def test_other_line_ends_are_no_edit():
    text = replace_block("# T\n", "summary", "one\ntwo")

    assert not find_block(text.replace("\n", "\r\n"), "summary").is_edited


@pytest.mark.parametrize(
    ("edit", "heading"),
    [
        ("by hand", "## Kept from the summary (edited by hand)"),
        ("手写", "## 从摘要中保留（手工修改）"),
    ],
)
def test_kept_lines_stand_under_one_heading_in_their_language(edit, heading):
    text = replace_block("# T\n", "summary", "old") + "\n## Mine\n"
    first = replace_block(text.replace("old", f"{edit} 1"), "summary", "new")
    second = replace_block(first.replace("new", f"{edit} 2"), "summary", "newer")

    assert second.count(heading) == 1
    assert second.index(heading) < second.index(f"{edit} 2") < second.index(f"{edit} 1")
    assert second.endswith("\n## Mine\n")


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("rest", ["---", "Mine."])
def test_kept_lines_do_not_run_into_what_follows(newline, rest):
    text = append_block("", "rules", "old").replace("old", "by hand")
    text = f"{text}{rest}\n".replace("\n", newline)

    once = append_block(text, "rules", "new")
    twice = append_block(once.replace("new", "by hand 2"), "rules", "newer")

    assert once.endswith(f"by hand\n\n{rest}\n".replace("\n", newline))
    assert twice.endswith(f"by hand 2\n\nby hand\n\n{rest}\n".replace("\n", newline))


def test_lines_that_the_new_body_says_too_are_not_kept_twice():
    text = replace_block("# T\n", "summary", "- a\n- b")

    new = replace_block(text.replace("- b", "- b, by hand"), "summary", "- a\n- c")

    assert new.count("- a") == 1
    assert "- b, by hand" in new


def test_a_block_of_another_document_keeps_edits_under_its_name():
    text = replace_block("# Agents\n", "rules", "one").replace("one", "mine")

    assert "## Kept from the rules block (edited by hand)\n\nmine" in replace_block(
        text, "rules", "two"
    )


def test_a_block_that_a_person_made_without_a_digest_is_theirs():
    text = "<!-- memctl:summary -->\nmy words\n<!-- /memctl:summary -->\n"

    after = replace_block(text, "summary", "generated")

    assert "my words" in after
    assert find_block(after, "summary").body == "generated"
    assert not find_block("<!-- memctl:x -->\n<!-- /memctl:x -->\n", "x").is_edited
