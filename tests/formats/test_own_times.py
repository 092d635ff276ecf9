"""A time at the beginning of a line is the entry's where the note writes its entries so."""

from datetime import date

import pytest

from memctl.formats.timeline.notes import parse_note

DAY = date(2026, 3, 10)


def read(text):
    blocks = parse_note(text, f"memory/{DAY}.md").blocks
    return [(b.time, b.text) for b in blocks if b.kind == "bullet"]


@pytest.mark.parametrize("line", ["05:40 flight, long queue", "07:25火车去绍州"])
def test_a_train_or_a_flight_keeps_its_hour_in_a_note_without_times(line):
    ((time, text),) = read(f"- {line}\n")

    assert time is None
    assert line in text


def test_beside_entries_with_times_it_is_the_entrys_time():
    assert [time for time, _ in read("- 08:10 train late\n- 09:00 call\n")] == ["08:10", "09:00"]


@pytest.mark.parametrize("line", ["08:10 dentist", "08:10 — train late"])
def test_any_other_time_is_the_entrys(line):
    ((time, _),) = read(f"- {line}\n")

    assert time == "08:10"
