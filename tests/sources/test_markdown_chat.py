import time
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.sources.markdown_chat import is_markdown_chat, parse_markdown_chat

FORMS = {
    "headings": "# Chat\n\n## User\n\nI moved to Porto.\n\n## Assistant\n\nNoted.\n",
    "bold": "**User:** I moved to Porto.\n\n**Assistant:** Noted.\n",
    "bold without colon": "**You**\n\nI moved to Porto.\n\n**ChatGPT**\n\nNoted.\n",
    "plain": "user: I moved to Porto.\nassistant: Noted.\n",
    "icons": "### 👤 Human\nI moved to Porto.\n\n### 🤖 Claude\nNoted.\n",
    "times": "**User** (2026-02-27 09:10):\nI moved to Porto.\n\n**Assistant** (09:11):\nNoted.\n",
    "times behind": "## User — 09:10\nI moved to Porto.\n\n## Assistant — 09:11\nNoted.\n",
    "chinese": "**用户：** I moved to Porto.\n\n**助手：** Noted.\n",
    "rules": "**Me:** I moved to Porto.\n\n---\n\n**AI:** Noted.\n",
    "system": "## System\nDana lives in Oslo.\n## User\nI moved to Porto.\n## AI\nNoted.\n",
    "SpecStory": "_**User**_\n\nI moved to Porto.\n\n---\n\n_**Agent (model x-1)**_\n\nNoted.\n",
    "Cursor": "_Exported_\n\n---\n\n**User**\n\nI moved to Porto.\n\n---\n\n**Cursor**\n\nNoted.\n",
    "thinking": "user: I moved to Porto.\nthinking: Dana lives in Oslo.\nassistant: Noted.\n",
}


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_turns_are_read_in_every_form(text):
    assert is_markdown_chat(text)
    assert [(m.speaker, m.text) for m in parse_markdown_chat(text, "x.md")] == [
        ("user", "I moved to Porto."),
        ("assistant", "Noted."),
    ]


def test_days_come_from_headings_the_front_matter_and_the_name():
    text = "user: One.\n\n# 2026-02-28\n\nuser: Two.\n"

    assert [m.day for m in parse_markdown_chat(text, "2026-02-27-talk.md")] == [
        date(2026, 2, 27),
        date(2026, 2, 28),
    ]
    head = "---\ndate: 2026-02-26\n---\nuser: One.\n"
    assert [(m.line, m.day) for m in parse_markdown_chat(head, "talk.md")] == [
        (4, date(2026, 2, 26))
    ]


ENDLESS = (
    *("*" * 200_000, "**User [" + "1" * 200_000, "**User (" + "a" * 200_000),
    *("**Me" + " *" * 99_999, "# " + " " * 200_000, "- " * 99_999 + "x"),
)


@pytest.mark.parametrize("line", ENDLESS, ids=lambda line: line[:9])
def test_no_line_is_looked_at_for_ever(line):
    began = time.monotonic()

    list(parse_markdown_chat(f"{line}\n**User:** One.\n", "x.md"))

    assert time.monotonic() - began < 20  # it was hours


def test_the_time_of_a_turn_is_that_of_the_clock_on_the_wall():
    text = "**User** (2026-02-27 09:10 PM): One.\n"

    (message,) = parse_markdown_chat(text, "x.md")

    assert message.at.isoformat() == "2026-02-27T21:10:00"


def test_a_name_inside_a_code_fence_begins_no_turn():
    text = "user: See:\n```\nassistant: no\n```\nassistant: Yes.\n"

    assert [m.speaker for m in parse_markdown_chat(text, "x.md")] == ["user", "assistant"]


@pytest.mark.parametrize(
    "text",
    [
        "# Shopping\n- rice\n",
        "user: alone\n",
        "I, user of this.\n",
        "In the end: rain\nYours, AI\n",
    ],
)
def test_a_page_where_nobody_answers_is_no_chat(text):
    assert not is_markdown_chat(text)


@given(st.text(max_size=300))
def test_any_text_is_read_without_an_exception(text):
    assert all(m.line >= 1 for m in parse_markdown_chat(text, "x.md"))
