import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.graph.controls import harmless, harmless_json, without_controls

TEXTS = st.text(st.sampled_from("a[0;31m]\\é界\t\n\r\x00\x07\x1b\x1c\x7f\x85\x9b\x9c\x9d"))


def controls(text: str, kept: str) -> set[str]:
    return {c for c in text if unicodedata.category(c) == "Cc"} - set(kept)


@given(TEXTS)
def test_no_control_is_left_and_no_line_is_lost(text):
    said = without_controls(text)

    assert not controls(said, "\t\n\r")
    assert said.count("\n") == text.count("\n")
    assert controls(text, "\t\n\r") or said == text


@given(TEXTS)
def test_what_is_shown_holds_none_and_plain_text_stays(text):
    assert not controls(harmless(text), "\t\n")
    assert controls(text, "\t\n") or harmless(text) == text


@given(TEXTS)
def test_json_means_what_it_meant(text):
    made = harmless_json(json.dumps(text, ensure_ascii=False))

    assert not controls(made, "")
    assert json.loads(made) == text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("I take \x1b[31mramipril\x1b[0m 5 mg", "I take ramipril 5 mg"),
        ("\x9b1mLena\x9b0m", "Lena"),
        ("\x1b]0;title\x07Lena", "Lena"),
        ("Dr Paul\x00Jones", "Dr Paul Jones"),
    ],
)
def test_an_order_to_the_terminal_is_no_part_of_what_is_said(text, said):
    assert without_controls(text) == said
