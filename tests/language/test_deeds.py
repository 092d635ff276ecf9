"""What an assistant states as done is told from all else that it says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.jobs.lexicons import shipped_lexicon
from memctl.language.deeds import deeds, only_deeds

LEXICON = shipped_lexicon()


@pytest.mark.parametrize(
    ("text", "done"),
    [
        ("Rescheduled: the Heron review is on 4 May.", "the Heron review is on 4 May."),
        ("The Heron review has been moved to 4 May.", "The Heron review has been moved to 4 May."),
        ("Done. The lease of the barn is now signed.", "The lease of the barn is now signed."),
        ("Heron is now called Egret. Anything else?", "Heron is now called Egret."),
        ("改签：火车是5月4日上午。", "火车是5月4日上午。"),
        ("已更新：苍鹭项目的评审在5月4日。", "苍鹭项目的评审在5月4日。"),
        ("苍鹭项目的评审已经改到5月4日。要通知大家吗？", "苍鹭项目的评审已经改到5月4日。"),
    ],
)
def test_what_was_done_is_left(text, done):
    assert only_deeds(text, LEXICON).strip() == done


@pytest.mark.parametrize(
    "text",
    [
        "I can move the Heron review to 4 May.",
        "Shall I tell Ines that the review has been moved to May?",
        "Noted: Ines only drinks tea.",
        "You said that Ines moved to Faro.",
        "The Heron review is a meeting about birds.",
        "好的，我记下了。",
        "要不要把评审改到5月4日？",
    ],
)
def test_offers_questions_and_echoes_are_no_deeds(text):
    assert deeds(text, LEXICON) == ()


@given(st.text(max_size=120))
def test_every_word_that_is_left_stands_where_it_stood(text):
    left = only_deeds(text, LEXICON)

    assert len(left) == len(text)
    assert all(a in {b, " "} for a, b in zip(left, text, strict=True))
