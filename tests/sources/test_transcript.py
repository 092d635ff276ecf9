from datetime import UTC, date, datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st

from memctl.sources.message import Message
from memctl.sources.transcript import Days, make_note

LATE = datetime(2026, 2, 28, 23, 50, tzinfo=UTC)
zones = st.integers(-12, 14).map(lambda hours: timezone(timedelta(hours=hours)))


def note(*messages, days=None, path="source:x/y.jsonl"):
    return make_note(path, messages, days or Days(UTC))


def test_the_day_is_that_of_the_zone():
    message = Message(1, "user", "I moved to Porto.", LATE)

    assert note(message).blocks[0].day == date(2026, 2, 28)
    east = Days(timezone(timedelta(hours=1)))
    assert note(message, days=east).blocks[0].day == date(2026, 3, 1)


@given(shown=zones, kept=zones)
def test_a_message_is_known_again_in_every_zone_and_every_copy(shown, kept):
    first = note(Message(1, "user", "I moved  to Porto.", LATE, id="a"), days=Days(shown))
    copy = note(
        Message(9, "user", "I moved to Porto.", LATE.astimezone(kept), id="b"),
        days=Days(kept),
        path="source:x/y.jsonl.1.gz",
    )

    assert first.blocks[0].digest == copy.blocks[0].digest


def test_the_same_words_said_again_later_are_new():
    blocks = note(
        Message(1, "user", "I live in Porto.", LATE),
        Message(2, "user", "I live in Porto.", LATE + timedelta(minutes=1)),
    ).blocks

    assert len({block.digest for block in blocks}) == 2


def test_a_message_becomes_a_block_for_each_thing_it_says():
    text = "I moved to Porto.\n\n- I sold the car\n\n```\nls\n```\n\nERROR: [x] disk full"

    blocks = note(Message(4, "user", text, LATE, id="m")).blocks

    assert [(b.kind, b.text) for b in blocks] == [
        ("paragraph", "I moved to Porto."),
        ("bullet", "I sold the car"),
    ]
    assert {(b.line, b.message, b.source, b.speaker, b.time) for b in blocks} == {
        (4, "m", "conversation", "user", "23:50")
    }


def test_the_other_side_of_a_pasted_chat_is_not_the_users():
    text = "user: I moved to Porto.\nassistant: You live in Oslo."

    assert [b.text for b in note(Message(1, "user", text, LATE)).blocks] == ["I moved to Porto."]


def test_conversations_of_one_file_are_set_apart():
    blocks = note(
        Message(1, "user", "One.", LATE, topic="A"),
        Message(1, "user", "Two.", LATE, topic="A"),
        Message(1, "user", "Three.", LATE, topic="B"),
    ).blocks

    assert [(b.kind, b.text) for b in blocks if b.kind == "heading"] == [
        ("heading", "A"),
        ("heading", "B"),
    ]


def test_messages_without_a_day_take_the_given_one_or_that_of_the_name():
    message = Message(3, "user", "One.")

    assert note(message).blocks == ()
    assert [(p.slug, p.line) for p in note(message).problems] == [("undated-message", 3)]
    given_day = Days(UTC, given=date(2026, 1, 2))
    assert note(message, days=given_day).blocks[0].day == date(2026, 1, 2)
    assert note(message, path="source:x/2026-01-03.jsonl").blocks[0].day == date(2026, 1, 3)


def test_what_was_said_before_a_source_begins_is_left_out():
    message = Message(1, "user", "One.", LATE)

    assert note(message, days=Days(UTC, since=date(2026, 3, 1))).blocks == ()
