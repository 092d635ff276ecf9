"""What later lines say of what an answer names."""

from memctl.index.filling.documents import Signs
from tests.index.test_latest import asked, rows

BO = ("people/bo", "Bo Arlund", rows("My dentist is Bo Arlund on Quay Street"))


def test_a_later_fact_that_ends_what_is_named_leaves_doubt_and_stands_beside_it():
    me = ("people/me", "me", rows("x", "We are finished with Arlund, too dear by half"))

    found = asked("Who is my dentist?", [BO, me])

    assert found["We are finished with Arlund, too dear by half"] == (True, None)
    assert found["My dentist is Bo Arlund on Quay Street"] == (False, "people/me#f2")


def test_a_later_note_does_too_though_it_shares_no_word_with_the_question():
    note = ("2026-05-05", "Told Arlund that we are finished.")

    found = asked("Who is my dentist?", [BO], notes=[note])

    assert found["My dentist is Bo Arlund on Quay Street"] == (False, "memory/2026-05-05.md:3")


def test_a_namesake_a_question_and_another_clause_end_nothing():
    notes = [
        ("2026-05-05", "Saw that Arlund Petersen quit."),
        ("2026-05-06", "Has Arlund quit?"),
        ("2026-05-07", "Went to Arlund, the old rinse is finished"),
    ]

    found = asked("Who is my dentist?", [BO], notes=notes)

    assert found["My dentist is Bo Arlund on Quay Street"] == (True, None)


def test_a_later_change_of_the_same_entity_stands_beside_the_answer():
    bo = (*BO[:2], (*BO[2], *rows("x", "The practice of Arlund is in Mill Lane now")[1:]))
    signs = {"people/bo": Signs(changes=frozenset({"f2"}))}

    found = asked("Who is my dentist?", [bo], signs=signs)

    assert list(found) == [
        "My dentist is Bo Arlund on Quay Street",
        "The practice of Arlund is in Mill Lane now",
    ]
