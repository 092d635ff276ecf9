import json
import string
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memctl.formats.text import Text, decode, encode
from memctl.formats.timeline.notes import append_entry, parse_note
from tests.helpers.cases import cases, each, read_case_text

DAY = date(2026, 1, 27)
PATH = "memory/2026-01-27.md"
NO_SOURCE = {"machine", "code", "heading"}

MARKDOWN = st.lists(
    st.sampled_from(
        (
            *(
                "# 2026-01-27",
                "# 2026-01-26 Tuesday",
                "## 10:30 — Call",
                "### Later",
                "Title",
                "===",
            ),
            *("- 10:30 text", "- 10:30：文本", "  - nested", "* [x] done", "1. one", "- ", "-"),
            *("```", "~~~~", "````md", "> quoted", "| a | b |", "|---|---|", "│ box │", "├── tree"),
            *("<!-- memctl:context -->", "<!-- /memctl:context -->", "<!-- x:begin -->", "<!--"),
            *("-->", "<recalled>", "</recalled>", "<b>", "---", "...", "user: hi", "assistant: yo"),
            *("    indented", "\t- tab", "", "   ", "\r", "\ufeff", "key: value", "[]{}", "\x00"),
            *("2026-13-45", "10:99", "12月31日", "Feb 30", "**16:20 UTC (Feb 29)** — x"),
        )
    )
    | st.text(max_size=12),
    max_size=14,
).map("\n".join)


def blocks(text, path=PATH):
    return parse_note(text, path).blocks


def summary(text, path=PATH):
    return [(b.kind, str(b.day), b.time, b.text) for b in blocks(text, path)]


# What people and their programs write


@pytest.mark.parametrize(("ws", "entry"), each("notes", "entries"))
def test_an_entry_bears_its_own_day_and_time(ws, entry):
    note = parse_note(read_case_text(ws / entry["path"]), entry["path"])

    found = [b for b in note.blocks if b.line == entry["line"]]

    assert [(str(b.day), b.time, entry["has"] in b.text) for b in found] == [
        (entry["date"], entry["time"], True)
    ]


@pytest.mark.parametrize(
    ("ws", "entry"), [p for p in each("notes", "entries") if p.values[1]["durable"]]
)
def test_what_is_worth_a_fact_is_not_taken_for_a_program(ws, entry):
    note = parse_note(read_case_text(ws / entry["path"]), entry["path"])

    kinds = {b.kind for b in note.blocks if b.line == entry["line"]}

    assert not kinds & NO_SOURCE


@pytest.mark.parametrize(("ws", "row"), each("notes", "note_dates"))
def test_no_block_bears_another_day_than_its_note_allows(ws, row):
    note = parse_note(read_case_text(ws / row["path"]), row["path"])

    assert {str(b.day) for b in note.blocks} <= set(row["dates"])
    assert str(note.day) in row["dates"]


@pytest.mark.parametrize(("ws", "words"), each("notes", "never_fact"))
def test_words_of_a_program_are_never_a_source(ws, words):
    notes = [parse_note(read_case_text(p), p.name) for p in sorted((ws / "memory").glob("*.md"))]

    sources = [b for note in notes for b in note.blocks if b.kind not in NO_SOURCE]

    assert [b.text for b in sources if words in b.text] == []


@pytest.mark.parametrize(
    ("ws", "expected"), [pytest.param(ws, e, id=e["case"]) for ws, e in cases("notes")]
)
def test_exactly_what_is_odd_is_named(ws, expected):
    # An encoding is named by whoever opens the file.
    wanted = [p for p in expected["problems"] if p["slug"] != "utf-16"]
    paths = sorted((ws / "memory").glob("*.md"))

    found = [
        (problem.slug, problem.path, problem.line)
        for path in paths
        for problem in parse_note(read_case_text(path), f"memory/{path.name}").problems
    ]

    assert found == [(p["slug"], p["path"], p["line"]) for p in wanted]


@pytest.mark.parametrize(("ws", "row"), each("notes", "append"))
def test_appending_keeps_every_old_byte(ws, row):
    old = (ws / row["path"]).read_bytes()
    text = decode(old)

    new = append_entry(text.text, date.fromisoformat(Path(row["path"]).stem), None, row["text"])
    data = encode(Text(new, text.bom, text.newline))

    assert data.startswith(old)
    assert data.count(b"\r\n") == (data.count(b"\n") if row["newline"] == "crlf" else 0)
    assert data.startswith(b"\xef\xbb\xbf") == row["bom"]
    assert data[len(old) :].split() == [b"-", *row["text"].encode().split()]


# Days


@pytest.mark.parametrize(
    ("heading", "day"),
    [
        ("# 2026-01-26", "2026-01-26"),
        ("# 2026/1/26", "2026-01-26"),
        ("# 20260126", "2026-01-26"),
        ("# 2026年1月26日", "2026-01-26"),
        ("# 1月26日 周一", "2026-01-26"),
        ("# 星期一 1月26號", "2026-01-26"),
        ("# Mon 26 Jan 2026", "2026-01-26"),
        ("# Monday, January 26th, 2026", "2026-01-26"),
        ("# Jan 26", "2026-01-26"),
        ("# 26.01.2026", "2026-01-26"),
        ("# 01/26/2026", "2026-01-26"),
        ("# Daily log — 26 January 2026", "2026-01-26"),
        ("# 📓 2026-01-26 (Mon)", "2026-01-26"),
        ("# Session: 2026-01-26 05:12:07 UTC", "2026-01-26"),
        ("## 2026-01-26 — Kick-off", "2026-01-26"),
        ("2026-01-26\n===", "2026-01-26"),
        ("# 2026-01-24 ~ 2026-01-26", "2026-01-26"),
        ("# 1月24日-26日", "2026-01-26"),
        ("# Jan 24 – Jan 26", "2026-01-26"),
        ("# Minutes of 2025-12-24", "2026-01-27"),
        ("## Plans for 2026-03-01", "2026-01-27"),
        ("## Follow-up to 2026-01-20 meeting", "2026-01-27"),
        ("# Version 2.1", "2026-01-27"),
        ("# 2026-13-45", "2026-01-27"),
        ("# 30 February 2026", "2026-01-27"),
        ("# Dec 31", "2025-12-31"),
    ],
)
def test_a_heading_dates_what_follows_it(heading, day):
    assert str(blocks(f"{heading}\n\n- entry\n")[-1].day) == day


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("# Work", "Work"),
        ("## Work ##", "Work"),
        ("  ### Work\t", "Work"),
        ("# C#", "C"),
        ("# a #b", "a #b"),
    ],
)
def test_a_heading_is_without_the_marks_that_close_it(line, words):
    assert [(b.kind, b.text) for b in blocks(f"{line}\n")] == [("heading", words)]


@pytest.mark.parametrize("line", ["#", "###  ", "#work", "    # work", "a # b"])
def test_a_line_of_hashes_alone_or_without_a_blank_is_no_heading_of_words(line):
    assert not any(b.kind == "heading" and b.text for b in blocks(f"{line}\n"))


@pytest.mark.parametrize("line", ["# a" + " " * 99_999 + "x", "# " + "#" * 99_999 + "x"])
def test_no_heading_is_looked_at_for_ever(line):
    assert blocks(f"{line}\n")[0].kind == "heading"  # it took hours


def test_a_section_of_another_day_ends_with_the_next_heading_of_its_level():
    text = "# 2026-01-27\n## 2026-01-20\n- a\n### Details\n- b\n## Today\n- c\n"

    days = {b.text: str(b.day) for b in blocks(text)}

    assert (days["a"], days["b"], days["c"]) == ("2026-01-20", "2026-01-20", "2026-01-27")


@pytest.mark.parametrize(
    ("path", "day"),
    [
        ("memory/2026-01-27.md", "2026-01-27"),
        ("memory/2026-01-27-kick-off.md", "2026-01-27"),
        ("memory/2026-01-27-0905.md", "2026-01-27"),
        ("memory/2026-01-27-minutes-of-2025-12-24.md", "2026-01-27"),
        ("memory/2026/01/27.md", "2026-01-27"),
        ("memory/20260127.md", "2026-01-27"),
        ("memory/journal-2026-01-27.md", "2026-01-27"),
        ("memory/2026-01-27/ideas.md", "None"),
        ("memory/2026-99-99.md", "None"),
        ("memory/ideas.md", "None"),
    ],
)
def test_a_file_name_dates_its_note(path, day):
    assert str(blocks("- entry", path)[0].day) == day


def test_front_matter_dates_a_note_whose_name_does_not():
    assert str(blocks("---\ndate: 2026-01-20\n---\n- x\n", "memory/x.md")[0].day) == "2026-01-20"


def test_a_running_journal_takes_its_days_from_its_headings_without_complaint():
    note = parse_note("# 2026-01-20\n- a\n# 2026-01-21\n- b\n", "notes/journal.md")

    assert [str(b.day) for b in note.blocks] == ["2026-01-20", "2026-01-21"]
    assert note.problems == ()


@pytest.mark.parametrize(
    ("text", "slug", "line"),
    [
        ("# 2026-01-27 Monday\n", "weekday-mismatch", 1),
        ("# 2026年1月27日 星期三\n", "weekday-mismatch", 1),
        ("# Friday\n", "weekday-mismatch", 1),
        ("# 2026-01-20\n- x\n", "title-date-mismatch", 1),
        ("# 2026-01-27\n\n# 2026-01-28\n", "several-dates", 3),
        ("# 2026-01-25 – 2026-01-27\n", "date-range", 1),
        ("# 2026-01-27\n- 01:10 (Jan 28) x\n", "next-day-entry", 2),
        ("---\na: 1\n---\n---\nb: 2\n---\n", "duplicate-front-matter", 4),
        ("---\na: [\n---\n", "bad-front-matter", 1),
        ("# 2026-01-27\n" + "\n" * 500 + "- x\n", "blank-line-run", 2),
    ],
)
def test_what_is_odd_about_a_note_is_named_with_its_line(text, slug, line):
    assert [(p.slug, p.level, p.line) for p in parse_note(text, PATH).problems] == [
        (slug, "warning", line)
    ]


# Entries


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("- 10:30 text", ("10:30", "text")),
        ("* 9:05 text", ("09:05", "text")),
        ("- 10:30：文本", ("10:30", "文本")),
        ("- 11：15：文本", ("11:15", "文本")),
        ("- [10:30] text", ("10:30", "text")),
        ("- **10:30** text", ("10:30", "text")),
        ("- 10:30 - text", ("10:30", "text")),
        ("- 10:30:07 text", ("10:30", "text")),
        ("- 10:30-11:15 text", ("10:30", "text")),
        ("- 3:05 pm text", ("15:05", "text")),
        ("- 12:05 a.m. text", ("00:05", "text")),
        ("- 下午3:05 文本", ("15:05", "文本")),
        ("- ~13:30 UTC — text", ("13:30", "text")),
        ("- [x] 10:30 text", ("10:30", "text")),
        ("10:30 text", ("10:30", "text")),
        ("- 10:30 -5 degrees", ("10:30", "-5 degrees")),
        ("- 10:30 CEO spoke", ("10:30", "CEO spoke")),
        ("- 10:30 以后不接电话", (None, "10:30 以后不接电话")),
        ("- 10:99 text", (None, "10:99 text")),
        ("- 123:45 text", (None, "123:45 text")),
        ("- **Gap**: 4 mm", (None, "**Gap**: 4 mm")),
        ("- text <!-- id: 5 -->", (None, "text")),
    ],
)
def test_a_leading_time_is_read_and_taken_off(line, expected):
    (block,) = blocks(line)

    assert (block.time, block.text) == expected


def test_a_time_heading_stands_for_the_entries_below_it_until_the_next():
    text = "## 10:40 — Call\n- a\n- 11:00 b\n### More\n- c\n## Evening\n- d\n"

    found = {b.text: (b.time, b.heading) for b in blocks(text) if b.kind == "bullet"}

    assert found == {
        "a": ("10:40", "Call"),
        "b": ("11:00", "Call"),
        "c": ("10:40", "More"),
        "d": (None, "Evening"),
    }


def test_an_entry_with_the_day_beside_its_time_bears_that_day():
    text = "# 2026-01-27\n- **23:50** — a\n- **02:10 UTC (Jan 28)** — b\n- 03:00（次日）c\n"

    assert [str(b.day) for b in blocks(text)] == ["2026-01-27", "2026-01-28", "2026-01-28"]


def test_a_wrapped_bullet_is_one_block_and_a_nested_one_its_own():
    text = "- Call with Ines about\n  the roster\n  - she takes it over\n- next\n"

    assert [(b.text, b.parent, b.line, b.end_line) for b in blocks(text)] == [
        ("Call with Ines about the roster", None, 1, 2),
        ("she takes it over", "Call with Ines about", 3, 3),
        ("next", None, 4, 4),
    ]


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        (
            "今天和贺兰舟谈了很久关于外业组的调动问题以及后续的\n安排",
            ["今天和贺兰舟谈了很久关于外业组的调动问题以及后续的安排"],
        ),
        ("Went out.\nCame back.", ["Went out.", "Came back."]),
        ("Ferry late\nBought oil", ["Ferry late", "Bought oil"]),
        ("This line was wrapped by an editor because it was too\nlong", None),
        ("**Type:** Company\n**Home:** Porto", ["**Type:** Company", "**Home:** Porto"]),
        ("a\n10:30 b", ["a", "b"]),
        ("> one\n> two", ["one", "two"]),
        (
            "> Whoever puts it away last oils the chain and hangs\n> the key back on its hook.",
            ["Whoever puts it away last oils the chain and hangs the key back on its hook."],
        ),
        (
            (
                "Rang the harbour office about the winter berth, no answer\n"
                "forgot the milk\nIda teaches the beginners on Mondays now, at the old boathouse\n"
                "fish pie"
            ),
            [
                "Rang the harbour office about the winter berth, no answer",
                "forgot the milk",
                "Ida teaches the beginners on Mondays now, at the old boathouse",
                "fish pie",
            ],
        ),
        (
            (
                "The new berth is on the north quay, behind the ice house, and\n"
                "costs the same as the old one did. Ida has one next to it and\nshowed me how the"
                " lines are led through the rings there so that\nnothing chafes."
            ),
            [
                (
                    "The new berth is on the north quay, behind the ice house, and costs the same"
                    " as the old one did. Ida has one next to it and showed me how the lines are"
                    " led through the rings there so that nothing chafes."
                )
            ],
        ),
        (
            "合唱团改到周二晚上，在少年宫排练，谱子下周才发下来\n秦老师感冒了\n买了两斤樱桃",
            [
                "合唱团改到周二晚上，在少年宫排练，谱子下周才发下来",
                "秦老师感冒了",
                "买了两斤樱桃",
            ],
        ),
        ("Bring rope, tar,\nand a brush", ["Bring rope, tar, and a brush"]),
        ("- a\n\n  its second paragraph", ["a", "its second paragraph"]),
        ("1. one\n2、二\n-三", ["one", "二", "三"]),
    ],
)
def test_lines_are_joined_only_where_an_editor_broke_them(text, texts):
    expected = texts or [text.replace("\n", " ")]

    assert [b.text for b in blocks(text)] == expected


def test_a_table_gives_its_rows_and_a_box_its_lines():
    text = (
        "| who | where |\n| --- | --- |\n| Ines | quay |\n\n┌─────┐\n│ 开会 │\n└─────┘\n├── src\n"
    )

    assert [(b.kind, b.text) for b in blocks(text)] == [
        ("heading", "who | where"),
        ("table", "Ines | quay"),
        ("table", "开会"),
        ("code", "├── src"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "```\n# 2020-01-01\n- x\n```",
        "~~~~\n```\n- x\n~~~~",
        "- list\n  ```json\n  {}\n  ```",
        "para\n\n    indented code",
        "```\nnever closed",
    ],
)
def test_code_is_code(text):
    assert [b.kind for b in blocks(text) if "x" in b.text or "code" in b.text or "{" in b.text][
        -1:
    ] in (["code"], [])
    assert "code" in {b.kind for b in blocks(text)}


@pytest.mark.parametrize(
    "text",
    [
        "<!-- memctl:context -->\nSECRET\n<!-- /memctl:context sha256:0123456789abcdef -->",
        "<!-- memctl:context -->\nSECRET",
        "<!-- memory-context:begin -->\nSECRET\n<!-- memory-context:end -->",
        "<!-- BEGIN recall id=4 -->\nSECRET\n<!-- END recall -->",
        "<!-- tool -->\nSECRET\n<!-- /tool -->",
        "<!-- a comment with\nSECRET\ninside -->",
        "<!-- SECRET -->",
        "<recalled-memories>\nSECRET\n</recalled-memories>",
        "<system-reminder>SECRET</system-reminder>",
        "## 02:00 — Nightly memory extraction\nSECRET\n- SECRET too",
        "## Recalled context\n- SECRET",
        "## 记忆提取报告\n- SECRET",
        "- people/sarah: sarah-002 SECRET",
        "- [sarah-002] SECRET (score 0.81)",
        "- 02:00 SECRET. HEARTBEAT_OK",
        "2026-01-27T10:00:00Z INFO SECRET",
        '{"SECRET": 1}',
        "$ SECRET --help",
        "user: hello\nassistant: SECRET",
        "user: hello\nassistant: ok\n\nSECRET\n- SECRET",
        "user: A new session was started via /new or /reset. SECRET\nassistant: hi",
        "### User\n\nhello\n\n### Assistant\n\n- SECRET",
    ],
)
def test_a_program_is_told_from_a_person(text):
    assert {b.kind for b in blocks(text) if "SECRET" in b.text} <= {"machine"}
    assert any("SECRET" in b.text for b in blocks(text))


@pytest.mark.parametrize(
    "text",
    [
        "- met 2 files worth of people, 3 new friends",
        "- The audit found 3 errors in our books",
        "- 团队新增2人",
        "- Sarah runs the memory lab at Acme",
        "- finished a run of 10 km",
        "- <b>Sarah</b> left",
        "- System: we moved to Linux at home",
        "## Heartbeat 10:30\n- Sarah left Acme",
        "<!-- memctl:context -->\nx\n<!-- /memctl:context -->\n- Sarah left Acme",
        "## Memory health\n\n9 facts, 2 errors\n\n- 15:40 Sarah left Acme",
        "<details>\n- Sarah left Acme\n</details>",
    ],
)
def test_a_person_is_not_taken_for_a_program(text):
    bullets = [b for b in blocks(text) if b.kind != "heading"]

    assert bullets[-2 if text.endswith("</details>") else -1].kind in {"bullet", "paragraph"} or (
        "System" in text
    )


def test_what_a_user_says_in_a_transcript_is_a_turn():
    text = "user: Sarah left\nassistant: Noted.\nuser: and\n\nTom came\n"

    assert [(b.kind, b.speaker, b.text) for b in blocks(text)] == [
        ("turn", "user", "Sarah left"),
        ("machine", "assistant", "Noted."),
        ("turn", "user", "and"),
        ("turn", "user", "Tom came"),
    ]


# Laws


@settings(deadline=None)
@given(MARKDOWN)
def test_reading_never_fails(text):
    note = parse_note(text, PATH)

    assert all(1 <= b.line <= (b.end_line or 0) <= text.count("\n") + 1 for b in note.blocks)


@settings(deadline=None)
@given(MARKDOWN)
def test_line_ends_do_not_matter(text):
    text = text.replace("\r", "")

    assert summary(text) == summary(text.replace("\n", "\r\n"))


@settings(deadline=None)
@given(MARKDOWN)
def test_the_digest_is_of_day_and_words(text):
    digests = {(b.day, " ".join(b.text.split())): b.digest for b in blocks(text)}

    assert all(len(d) == 16 for d in digests.values())
    assert len(set(digests.values())) == len(digests)


@settings(max_examples=60, deadline=None)
@given(MARKDOWN, st.sampled_from([None, "18:00"]), st.text(string.ascii_letters).map("w{}".format))
def test_an_appended_entry_is_read_back_and_nothing_before_it_changes(text, at, words):
    new = append_entry(text, DAY, at, words)
    last = blocks(new)[-1]

    assert new.startswith(text)
    assert (last.day, last.time or at, last.text) == (DAY, at or last.time, words)
    assert last.speaker is None
    assert last.kind == "bullet"


@settings(max_examples=30, deadline=None)
@given(MARKDOWN, MARKDOWN.filter(str.strip))
def test_any_entry_leaves_the_old_text_a_prefix(text, entry):
    new = append_entry(text, DAY, "18:00", entry)

    assert new.startswith(text)
    assert len(new) > len(text)


@pytest.mark.parametrize(
    ("text", "added"),
    [
        ("", "# 2026-01-27\n\n- 18:00 fog\n"),
        ("# 2026-01-27\n\n- 08:10 x\n", "- 18:00 fog\n"),
        ("# 2026-01-27\n\n* 08:10 x", "\n* 18:00 fog\n"),
        ("# 2026-01-27\n\n- 08:10：x\n", "- 18:00：fog\n"),
        ("# 2026-01-27\r\n\r\n- 08:10 x\r\n", "- 18:00 fog\r\n"),
        ("# 2026-01-27\n\n## 10:00\n- a\n", "\n## 18:00\n- fog\n"),
        ("# 2026-01-26\n- a\n", "\n# 2026-01-27\n\n- 18:00 fog\n"),
        ("# 2026-01-27\nprose\n", "\n- 18:00 fog\n"),
        ("# 2026-01-27\n```\nopen\n", "```\n\n- 18:00 fog\n"),
        ("user: hi\nassistant: yo\n", "\n## 18:00\n\n- fog\n"),
        ("## 18:10 Memory health\n9 facts, 3 errors\n", "\n## 18:00\n- fog\n"),
    ],
)
def test_an_entry_is_written_as_the_note_writes_its_own(text, added):
    assert append_entry(text, DAY, "18:00", "fog") == text + added


@pytest.mark.parametrize("line", ["# head", "```", "<!-- memctl:summary -->", "---"])
def test_a_line_that_looks_like_structure_stays_text_of_its_entry(line):
    new = append_entry("# 2026-01-27\n\n- a\n", DAY, "18:00", f"pasted:\n{line}\nend")

    assert [b.kind for b in blocks(new)] == ["bullet", "bullet"]
    assert line in blocks(new)[-1].text


def test_expectations_are_complete():
    assert len(json.dumps([e for _, e in cases("notes")])) > 1_000
