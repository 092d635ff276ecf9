"""Reverse edits: what is taken back is exactly what was put there."""

from hypothesis import assume, example, given
from hypothesis import strategies as st

from memctl.workspace.journal.hunks import hunks_between, take_back

lines = st.lists(
    st.sampled_from([b"a\n", b"b\n", b"{\n", b"}\n", "甲\n".encode(), b"\n"]), max_size=30
)
texts = st.builds(
    lambda rows, tail: b"".join(rows) + tail, lines, st.sampled_from([b"", b"x", b"\n"])
)


@given(before=texts, after=texts)
def test_taking_back_gives_the_old_bytes(before, after):
    assert take_back(after, hunks_between(before, after), len(after)) == before


@given(before=texts, after=texts)
def test_hunks_say_what_stands_where(before, after):
    for hunk in hunks_between(before, after):
        assert after[hunk.at : hunk.at + len(hunk.new)] == hunk.new
        assert hunk.new != hunk.old


@given(text=texts)
def test_equal_texts_have_no_hunks(text):
    assert hunks_between(text, text) == ()


@given(
    before=texts, after=texts, place=st.integers(0, 100), words=st.sampled_from([b"hand\n", b"!"])
)
@example(before=b"\n", after=b"\n\na\n", place=2, words=b"hand\n")
def test_a_later_edit_is_kept_or_nothing_is_taken_back(before, after, place, words):
    place = min(place, len(after))
    changed = after[:place] + words + after[place:]

    back = take_back(changed, hunks_between(before, after), len(after))

    assume(back is not None)
    assert words in back


def test_a_row_is_taken_back_from_a_file_that_grew_since():
    before = b"[\n  1\n]\n"
    after = b"[\n  1,\n  2\n]\n"
    changed = b"# by hand\n" + after

    assert take_back(changed, hunks_between(before, after), len(after)) == b"# by hand\n" + before


def test_a_large_file_with_edits_at_both_ends_keeps_two_small_hunks():
    rows = [b"row %d\n" % i for i in range(5000)]
    before = b"".join(rows)
    after = b"".join([b"first\n", *rows[1:], b"last\n"])

    assert [h.new for h in hunks_between(before, after)] == [b"first\n", b"last\n"]
