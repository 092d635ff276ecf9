"""References turned: what leads to an entity follows it, every other character stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.formats.markdown.markers import find_block, replace_block
from memctl.formats.markdown.references import Moving, linking_lines, rewrite_links, rewrite_related
from memctl.formats.rows.items import parse_items
from memctl.formats.rows.rewriting import rewrite_values

MINA = Moving("people/mina", "people/mina-okafor", "areas/people/mina", "areas/people/mina-okafor")
BACK = Moving(MINA.to, MINA.ref, MINA.to_folder, MINA.folder)
AWAY = Moving("people/mina", "old/friends/mina", "areas/people/mina", "areas/old/friends/mina")
HOME = "areas/people/mina/summary.md"
PAGE = "areas/companies/quay/summary.md"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (PAGE, "[[people/mina]]"),
        (PAGE, "[[areas/people/mina|M]]"),
        (PAGE, "| [[people/mina\\|M]] |"),
        (PAGE, "![[people/mina#Work|M]]"),
        (PAGE, "[[people/mina/summary.md]]"),
        (PAGE, "[[life/areas/people/mina]]"),
        (PAGE, "[a](../../people/mina/summary.md)"),
        (PAGE, "[a](/areas/people/mina)"),
        (PAGE, "[a](areas/people/mina/)"),
        ("index.md", "[a](./areas/people/mina#x)"),
        ("index.md", "[a](<areas/people/mina> 't')"),
        ("index.md", "[a]: areas/people/mina/summary.md"),
        ("index.md", "memctl:people/mina#m-1."),
        ("index.md", "---\nwho: [people/mina, x]\n---\n"),
        ("index.md", "---\na:\n- '[[people/mina]]'\n---\n"),
        (HOME, "[own](img/a.png) [[people/mina]]"),
    ],
)
def test_each_form_keeps_its_form(path, text):
    assert rewrite_links(text, path, MINA) == text.replace("people/mina", "people/mina-okafor")


@pytest.mark.parametrize(
    "text",
    [
        "[[people/mina-b]] [[people/min]] [[people/xmina]] [[mina]]",
        "people/mina in prose, and [a](https://example.org/people/mina)",
        "`[[people/mina]]`",
        "```\n[[people/mina]]\n```\n",
        "[a](#people/mina) [b](mailto:people/mina) [c](../other/people/mina/x.md)",
        "---\nwho: people/mina-b\nwhere: x/people/mina\n---\n",
        "memctl:people/mina-b#m-1",
    ],
)
def test_what_leads_elsewhere_stays(text):
    assert rewrite_links(text, PAGE, MINA) == text
    assert linking_lines(text, PAGE, MINA) == ()


def test_links_of_a_document_that_goes_deeper_still_lead_where_they_led():
    text = "[jo](../jo/summary.md) [top](../../../index.md) [own](img/a.png) [web](http://x.y/z)\n"

    assert rewrite_links(text, HOME, AWAY) == (
        "[jo](../../../people/jo/summary.md) [top](../../../../index.md) [own](img/a.png) "
        "[web](http://x.y/z)\n"
    )


def test_chinese_and_escaped_paths_are_understood():
    sha = Moving("people/莎拉", "people/莎 拉", "areas/people/莎拉", "areas/people/莎 拉")
    text = "[[people/莎拉]] [a](areas/people/%E8%8E%8E%E6%8B%89/summary.md) [b](areas/people/莎拉)"

    assert rewrite_links(text, "index.md", sha) == (
        "[[people/莎 拉]] [a](areas/people/%E8%8E%8E%20%E6%8B%89/summary.md) "
        "[b](areas/people/%E8%8E%8E%20%E6%8B%89)"
    )


def test_a_generated_block_counts_as_generated_afterwards():
    text = replace_block("# Q\n", "summary", "With [[people/mina]].", ("q-1",))

    turned = rewrite_links(text, PAGE, MINA)

    block = find_block(turned, "summary")
    assert (block.body, block.is_edited) == ("With [[people/mina-okafor]].", False)


def test_an_edited_block_counts_as_edited_afterwards():
    text = replace_block("# Q\n", "summary", "With [[people/mina]].").replace("With", "By")

    assert find_block(rewrite_links(text, PAGE, MINA), "summary").is_edited


PIECES = st.sampled_from(
    [
        "[[people/mina]]", "[[areas/people/mina|M]]", "[x](../../people/mina/summary.md)",
        "memctl:people/mina#m-1", "`[[people/mina]]`", "```", "\n", "\r\n", " and ", "| ",
        "[[people/jo]]", "[y](../quay/a.md)", "words", "---\n", "who: people/mina\n", "[", "](",
    ]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=12).map("".join)
IN_ITS_OWN_FOLDER = TEXTS.map(lambda text: text.replace("../../people/mina/", ""))


@given(text=TEXTS)
def test_there_and_back_gives_the_same_bytes(text):
    assert rewrite_links(rewrite_links(text, PAGE, MINA), PAGE, BACK) == text


@given(text=IN_ITS_OWN_FOLDER)
def test_a_document_that_moves_there_and_back_is_the_same(text):
    home = Moving(AWAY.to, AWAY.ref, AWAY.to_folder, AWAY.folder)
    there = rewrite_links(text, HOME, AWAY)

    assert rewrite_links(there, "areas/old/friends/mina/summary.md", home) == text


@given(text=st.text())
def test_any_text_without_the_ref_stays(text):
    assert rewrite_links(text, PAGE, MINA) == text


@given(text=TEXTS)
def test_lines_are_counted_as_editors_count_them(text):
    changed = [
        number
        for number, (old, new) in enumerate(
            zip(text.split("\n"), rewrite_links(text, PAGE, MINA).split("\n"), strict=True), 1
        )
        if old != new
    ]

    assert list(linking_lines(text, PAGE, MINA)) == changed


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("people/mina", "people/mina-okafor"),
        (["areas/people/mina", "people/jo"], ["areas/people/mina-okafor", "people/jo"]),
        (["[[people/mina|M]]"], ["[[people/mina-okafor|M]]"]),
        ([{"ref": "people/mina", "why": "x"}], [{"ref": "people/mina-okafor", "why": "x"}]),
        (["people/mina", "people/mina-okafor"], ["people/mina-okafor"]),
        (["people/mina-b", None, 3], ["people/mina-b", None, 3]),
    ],
)
def test_related_entities_keep_their_form(before, after):
    assert rewrite_related(before, MINA) == after


YAML = "- id: a-1\n  fact: x\n  related:\n    - people/mina   # why\n    - 'people/jo'\n"
JSON = '[\n\t{"id":"a-1","fact":"people/mina","related":["people\\/jo","people/mina"],"x":1e2}\n]'


@pytest.mark.parametrize(("name", "text"), [("items.yaml", YAML), ("items.json", JSON)])
def test_a_row_changes_only_where_its_ref_stands(name, text):
    def turned(value):
        return rewrite_related(value, MINA)

    after = rewrite_values(parse_items(text, name), "related", turned)

    assert after == text.replace("people/mina   ", "people/mina-okafor   ").replace(
        '"people/mina"]', '"people/mina-okafor"]'
    )


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        ('<a href="people/mina/summary.md">x</a>', '<a href="people/mina-okafor/summary.md">x</a>'),
        ("<img alt=x src='people/mina/a.png'/>", "<img alt=x src='people/mina-okafor/a.png'/>"),
        ('<a href="https://x.example/people/mina">x</a>', None),
        ('`<a href="people/mina/summary.md">`', None),
    ],
)
def test_links_in_html_are_turned_too(text, turned):
    moving = Moving(
        "people/mina", "people/mina-okafor", "areas/people/mina", "areas/people/mina-okafor"
    )

    assert rewrite_links(text, "areas/index.md", moving) == (turned or text)
