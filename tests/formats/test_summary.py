import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.errors import FileInvalid
from memctl.formats.markdown.front_matter import read_values
from memctl.formats.markdown.head_edits import render_scalar
from memctl.formats.summary import (
    add_alias,
    new_summary,
    own_text,
    parse_summary,
    write_block_into_summary,
)
from tests.helpers.cases import cases, read_case_text

NAMES = st.text(min_size=1, max_size=20).filter(
    lambda name: name.isprintable() and name == " ".join(name.split()) and name
)
PLAIN = NAMES.filter(lambda name: not set(name) & set(",，、;；"))


def aliases(text):
    return parse_summary(text, "p")[0].aliases


def name(text):
    return parse_summary(text, "p")[0].name


@pytest.mark.parametrize(
    ("ws", "expected"), [pytest.param(ws, e, id=e["case"]) for ws, e in cases("summaries")]
)
def test_every_form_found_keeps_its_lines_under_a_new_block(ws, expected):
    path = expected["summary"]["path"]
    text = read_case_text(ws / path)

    new = write_block_into_summary(text, "What holds now.", expected["summary"]["current"])

    read, problems = parse_summary(new, path)
    (kept,) = expected["keep_lines"]
    lines = [line for line in new.splitlines() if line in kept["lines"]]
    assert lines == kept["lines"]
    assert [line for line in text.splitlines() if line] == [line for _, line in _outside(text)]
    assert (read.block, list(read.block_facts)) == (
        "What holds now.",
        expected["summary"]["current"],
    )
    assert problems == ()


def _outside(text):
    front = text.split("\n---\n")[0].splitlines() if text.startswith("---\n") else []
    closing = [(0, "---")] if front else []
    return [*((0, line) for line in front), *closing, *parse_summary(text, "p")[0].outside]


def test_a_summary_says_its_names_its_block_and_where_each_line_stands():
    text = (
        "---\nname: Sarah\naliases: [Sarah Chen, 莎拉]\nvisibility: private\n---\n# Sarah C.\n\n"
        "<!-- memctl:summary -->\nFormer manager.\n"
        "<!-- /memctl:summary sha256:0123456789abcdef facts: s-1 s-2 -->\n\n## Notes\n"
    )

    read, problems = parse_summary(text, "areas/people/sarah/summary.md")

    assert problems == ()
    assert (read.name, read.title, read.aliases) == ("Sarah", "Sarah C.", ("Sarah Chen", "莎拉"))
    assert (read.block, read.block_line, read.visibility) == ("Former manager.", 9, "private")
    assert (read.block_facts, read.is_edited) == (("s-1", "s-2"), True)
    assert read.outside == ((6, "# Sarah C."), (12, "## Notes"))


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("aliases: [a, b]", ("a", "b")),
        ("aliases: a, b，c", ("a", "b", "c")),
        ("aliases:\n  - a\n  - b", ("a", "b")),
        ("aliases:\n- 'it''s'\n- \"b: c\"", ("it's", "b: c")),
        ("aliases: [007, no, 10:30, +86, 1.10]", ("007", "no", "10:30", "+86", "1.10")),
        ("alias: a\naka: [b]", ("a", "b")),
        ("aliases:", ()),
        ("aliases: []", ()),
        ("aliases: {a: b}", ()),
        ("other: x", ()),
    ],
)
def test_aliases_are_read_as_they_are_spelled(head, expected):
    assert aliases(f"---\n{head}\n---\n# T\n") == expected


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("name: 007", "007"),
        ("name: no", "no"),
        ('title: "A: b"', "A: b"),
        ("名称: 莎拉", "莎拉"),
        ("name:\ntitle: T", "T"),
        ("name: [a]", None),
    ],
)
def test_a_name_is_read_as_it_is_spelled(head, expected):
    assert name(f"---\n{head}\n---\n") == expected


@pytest.mark.parametrize(
    ("text", "slug", "line"),
    [
        ("---\na: 1\n---\n---\nb: 2\n---\n# T\n", "duplicate-front-matter", 4),
        ("---\na: [\n---\n# T\n", "bad-front-matter", 1),
        ("---\na: b: c\n---\n# T\n", "bad-front-matter", 1),
        ("# T\n\n<!-- memctl:summary -->\nx\n", "unclosed-block", 3),
        ("# T\n" + "\n" * 200 + "x\n", "blank-line-run", 2),
        ("# T\n" + "\n" * 200, "blank-line-run", 2),
    ],
)
def test_what_is_odd_about_a_summary_is_named_with_its_line(text, slug, line):
    assert [(p.slug, p.line) for p in parse_summary(text, "p")[1]] == [(slug, line)]


@pytest.mark.parametrize(
    "text", ["---\nprose\n---\n", "---\n- a\n---\n", "---\nname: x\n", "--- x"]
)
def test_a_rule_is_no_front_matter(text):
    assert name(text) is None
    assert parse_summary(text, "p")[1] == ()


@given(NAMES, st.lists(NAMES, max_size=3, unique=True))
def test_a_new_summary_says_what_was_asked(called, others):
    text = new_summary(called, others)

    read, problems = parse_summary(text, "p")

    assert problems == ()
    assert (read.name, read.aliases) == (called, tuple(others))


def test_a_new_summary_is_plain_to_read():
    assert new_summary("Sarah", ["Sarah Chen", "莎拉"]) == (
        "---\nname: Sarah\naliases: [Sarah Chen, 莎拉]\n---\n# Sarah\n"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("aliases: [a, b]", "aliases: [a, b, New]"),
        ("aliases: [a, b,]", "aliases: [a, b, New]"),
        ("aliases: []", "aliases: [New]"),
        ("aliases: [a]  # mine", "aliases: [a, New]  # mine"),
        ("aliases:\n  - a\n  - b\nx: 1", "aliases:\n  - a\n  - b\n  - New\nx: 1"),
        ("aliases:\n- a", "aliases:\n- a\n- New"),
        ("aliases: a, b", "aliases: [a, b, New]"),
        ("aliases:", "aliases: [New]"),
        ("x: 007 # mine", "x: 007 # mine\naliases: [New]"),
        ("aliases: [New]", "aliases: [New]"),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_one_more_alias_changes_one_span(before, after, newline, bom):
    text = f"---\n{before}\n---\n\n# T\n".replace("\n", newline)
    expected = f"---\n{after}\n---\n\n# T\n".replace("\n", newline)

    assert add_alias(bom + text, "New") == bom + expected


def test_an_alias_makes_a_head_where_there_is_none():
    assert add_alias("# T\r\n", "New") == "---\r\naliases: [New]\r\n---\r\n# T\r\n"
    assert add_alias("\ufeff", "New") == "\ufeff---\naliases: [New]\n---\n"


def test_a_head_that_cannot_be_read_is_not_edited():
    with pytest.raises(FileInvalid, match="front matter"):
        add_alias("---\na: [\n---\n", "New")


def test_aliases_of_an_unknown_shape_are_not_edited():
    with pytest.raises(FileInvalid, match="aliases"):
        add_alias("---\naliases: {a: b}\n---\n", "New")


@given(
    st.sampled_from(
        ("", "---\nx: 1\n---\n", "---\naliases: [a]\n---\n", "---\naliases:\n- a\n---\n")
    ),
    PLAIN,
)
def test_any_alias_is_read_back_and_the_rest_stays(head, alias):
    rest = "# T\n\nmine\n"

    new = add_alias(head + rest, alias)

    assert alias in aliases(new)
    assert new.endswith(rest)
    assert add_alias(new, alias) == new


@given(NAMES)
def test_a_scalar_reads_back_as_the_same_text(text):
    assert read_values(f"k: {render_scalar(text)}\n") == {"k": text}
    assert read_values(f"k: [{render_scalar(text)}]\n") == {"k": (text,)}


@given(st.text("ab:- []{},'\"#&*!|>%@`\n\t\\莎", max_size=30), st.text(max_size=30))
def test_reading_never_fails(body, rest):
    summary, _ = parse_summary(f"---\na{body}\n---\n{rest}", "p")

    assert summary.path == "p"


def test_a_head_that_yaml_refuses_takes_no_alias():
    text = "---\n\x0b\x0b\n---\nb: b: \n"

    with pytest.raises(FileInvalid, match="front matter"):
        add_alias(text, "Mo")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("---\nname: Ana\n---\n# Ana\n", ""),
        ("# Ana\n", ""),
        ("---\nname: Ana\n---\n# Ana, my aunt\n", "# Ana, my aunt"),
        ("---\nname: Ana\naliases: [Nana]\n---\n# Nana\n", ""),
        ("---\nname: Ana  # my aunt\n---\n", "```yaml\nname: Ana  # my aunt\n```"),
        ("---\nname: Ana\n- my aunt\n---\n", "```yaml\nname: Ana\n- my aunt\n```"),
    ],
)
def test_of_names_only_what_they_do_not_say_is_a_persons_own_text(text, kept):
    assert own_text(text) == kept


def test_of_a_block_that_a_person_edited_the_words_are_theirs_and_not_its_marks():
    text = "# Ana\n\n<!-- memctl:summary -->\nmine\n<!-- /memctl:summary sha256:00000000 -->\n"

    assert own_text(text) == "mine"


@given(st.text("Aé陈 _#`~<-:.'", min_size=1, max_size=8), st.text("Aé陈 #`~=<!-", max_size=8))
def test_a_page_that_nobody_has_written_in_is_read_as_any_other(name, title):
    text = new_summary(name, title=title)

    summary, problems = parse_summary(text, "summary.md")

    assert (summary, problems) == parse_summary(text + "\n", "summary.md")
