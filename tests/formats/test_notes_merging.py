"""Two versions of a note become one: what both days appended is there once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.formats.text import CannotMerge
from memctl.formats.timeline.notes import append_entry, parse_note
from memctl.formats.timeline.notes_merging import merge_notes

PATH = "memory/2026-01-27.md"
BASE = "# 2026-01-27\n\n- 09:00 began\n"


def merged(ours, theirs, base=BASE):
    return merge_notes(base, ours, theirs, PATH)


def test_timed_entries_stand_by_the_clock_and_once():
    ours = BASE + "- 10:30 ours\n- 12:00 both\n"
    theirs = BASE + "- 10:00 theirs\n- 12:00 both\n"

    assert merged(ours, theirs) == BASE + "- 10:00 theirs\n- 10:30 ours\n- 12:00 both\n"


def test_entries_without_times_stand_ours_before_theirs():
    assert merged(BASE + "- a\n", BASE + "- 10:00 b\n") == BASE + "- a\n- 10:00 b\n"


def test_an_order_that_a_person_chose_is_kept():
    ours = BASE + "- 18:00 evening\n- 11:00 remembered later\n"

    assert merged(ours, BASE + "- 10:00 b\n") == ours + "- 10:00 b\n"


def test_sections_stay_whole():
    ours = BASE + "\n## 11:00\n\nWrote.\n"
    theirs = BASE + "\n## 10:00\n\nRead.\n- a book\n"

    assert merged(ours, theirs) == BASE + "\n## 10:00\n\nRead.\n- a book\n\n## 11:00\n\nWrote.\n"


def test_an_entry_does_not_slip_below_another_day():
    ours = BASE + "# 2026-01-28\n\n- 08:00 the day after\n"

    assert merged(ours, BASE + "- 23:00 late\n") == BASE + "- 23:00 late\n" + ours[len(BASE) :]


def test_a_note_that_both_began_has_one_title():
    ours, theirs = "# 2026-01-27\n\n- 10:30 a\n", "# 2026-01-27\n\n- 09:00 b\n"

    assert merged(ours, theirs, base="") == "# 2026-01-27\n\n- 09:00 b\n- 10:30 a\n"


def test_one_blank_line_below_the_title_stays_one():
    title = "# 2026-01-27\n"

    after = merged(title + "\n- 11:00 a\n", title + "\n- 10:00 b\n", title)

    assert after == title + "\n- 10:00 b\n- 11:00 a\n"


def test_a_correction_above_and_an_entry_below_come_together():
    base = "# 2026-01-27\n\n- 08:00 wok up\n- 09:00 began\n"

    after = merged(base.replace("wok", "woke"), base + "- 10:00 b\n", base)

    assert after == "# 2026-01-27\n\n- 08:00 woke up\n- 09:00 began\n- 10:00 b\n"


def test_a_line_that_both_changed_is_left_to_the_person():
    with pytest.raises(CannotMerge):
        merged(BASE.replace("began", "started") + "- a\n", BASE.replace("began", "rose") + "- b\n")


def test_a_last_line_without_an_end_is_no_trap():
    base = BASE.rstrip("\n")

    assert merged(base + "\n- 11:00 a", base + "\n- 10:00 b", base) == (
        BASE + "- 10:00 b\n- 11:00 a\n"
    )


ENTRIES = st.lists(
    st.tuples(
        st.none() | st.times().map(lambda t: f"{t:%H:%M}"),
        st.sampled_from(
            ["walked", "wrote a letter", "见了米娜", "two\nlines", "- a dash", "`code`"]
        ),
    ),
    max_size=4,
)


@given(ENTRIES, ENTRIES, st.booleans())
def test_nothing_that_either_side_said_is_lost_or_doubled(mine, other, is_new):
    day = parse_note(BASE, PATH).day
    base = "" if is_new else BASE
    sides = []
    for entries in (mine, other):
        text = base
        for time, words in entries:
            text = append_entry(text, day, time, words)
        sides.append(text)

    try:
        after = merged(*sides, base)
    except CannotMerge:
        return

    said = [{(b.time, b.text) for b in parse_note(t, PATH).blocks} for t in (*sides, after)]
    assert said[2] == said[0] | said[1]
    assert after.startswith(base)
