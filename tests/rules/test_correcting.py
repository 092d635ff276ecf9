from memctl.rules.reconciliation import Corrects, reconcile
from tests.helpers.pairs import candidate, entity, fact, shipped

REF = "people/me"


def corrected(text, day, *rows):
    """The texts that a correction takes back, of rows with their days."""
    facts = [fact(old, said, n) for n, (old, said) in enumerate(rows, 1)]
    found = reconcile(
        candidate(REF, text, day, kind="correction"), facts, entity(REF, *facts), shipped()
    )
    ids = found.fact_ids if isinstance(found, Corrects) else ()
    return [f.text for f in facts if f.id in ids]


def test_what_was_told_on_another_day_than_the_one_named_stays():
    rows = [
        ("the van has 90,000 on the clock", "2026-05-06"),
        ("thirty-six hives are alive", "2026-05-12"),
    ]
    text = "Correction to Tuesday: thirty-eight hives are alive, I missed two"
    assert corrected(text, "2026-05-15", *rows) == ["thirty-six hives are alive"]


def test_one_thing_is_taken_back_and_not_what_it_is_about():
    rows = [
        ("The Holm barn is ours: Mrs Ashby signed on Saturday", "2026-05-11"),
        ("price of the Holm barn agreed with Mrs Ashby: £48,000", "2026-05-14"),
    ]
    text = "Correction to yesterday: the Holm barn price is £84,000, not 48."
    assert corrected(text, "2026-05-15", *rows) == [rows[1][0]]


def test_a_number_that_is_taken_back_says_nothing_of_a_row_without_one():
    rows = [("The Holm barn is ours: Mrs Ashby signed on Saturday", "2026-05-14")]
    text = "Correction to yesterday: the Holm barn price is £84,000, not 48."
    assert corrected(text, "2026-05-15", *rows) == []


def test_of_chinese_rows_those_of_the_day_are_meant():
    rows = [
        ("小盛回来上班了", "2026-03-05"),
        ("小盛说他上周领证了", "2026-04-01"),
    ]
    assert corrected("小盛领证是瞎扯的，4月1号那句不算", "2026-04-03", *rows) == [rows[1][0]]
