from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.graph.fact import Evidence
from memctl.rules.comparing.comparison import relate
from memctl.rules.reconciliation import (
    Contested,
    Corrects,
    Distinct,
    End,
    Same,
    Update,
    reconcile,
)
from tests.helpers.pairs import candidate, entity, fact, language_of, pairs, shipped

LABELS = {
    Same: "duplicate",
    Update: "supersede",
    End: "end",
    Distinct: "distinct",
    Contested: "contested",
    Corrects: "correction",
}
FLOORS = {"supersede": 0.85, "end": 0.8, "distinct": 0.95, "duplicate": 0.8, "contested": 0.8}
RETIRING = (Update, End, Corrects)


def outcome(  # noqa: PLR0913 - two statements with their days
    ref, old, new, old_day="2025-01-01", new_day="2025-06-01", *, stored=None, **read
):
    row = fact(old, old_day, **(stored or {}))
    return reconcile(candidate(ref, new, new_day, **read), [row], entity(ref, row), shipped())


def outcome_of(pair):
    old, new = pair["old"], pair["new"]
    return outcome(pair["entity"], old["fact"], new["fact"], old["timestamp"], new["timestamp"])


@pytest.mark.parametrize(
    "pair",
    [p for p in pairs() if p["expect"] not in {"supersede", "end", "correction"}],
    ids=lambda p: p["id"],
)
def test_two_facts_that_can_both_be_true_stay(pair):
    assert not isinstance(outcome_of(pair), RETIRING)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("label", FLOORS)
def test_each_kind_is_told_often_enough(language, label):
    chosen = [p for p in pairs() if p["expect"] == label and language_of(p) == language]

    right = sum(LABELS[type(outcome_of(p))] == label for p in chosen)

    assert right >= FLOORS[label] * len(chosen)


MOVED = ("people/tilda", "Tilda lives in Porto", "Tilda moved to Braga")


def test_the_newer_day_wins():
    assert isinstance(outcome(*MOVED), Update)


def test_old_information_in_a_new_note_is_history():
    found = outcome(*MOVED, new_day="2024-03-01")

    assert isinstance(found, Distinct)
    assert found.outdated_by == "f-001"


def test_on_equal_days_the_later_line_of_one_note_wins():
    stored = {"evidence": (Evidence("memory/2025-01-01.md", 3, "Tilda lives in Porto"),)}

    later = outcome(*MOVED, new_day="2025-01-01", stored=stored, line=5)
    earlier = outcome(*MOVED, new_day="2025-01-01", stored=stored, line=2)

    assert isinstance(later, Update)
    assert isinstance(earlier, Contested)


def test_on_equal_days_different_sources_are_contested():
    assert isinstance(outcome(*MOVED, new_day="2025-01-01"), Contested)


def test_what_a_person_wrote_is_never_retired_by_what_was_read():
    assert isinstance(outcome(*MOVED, stored={"source": "manual"}), Contested)


def test_what_was_guessed_never_retires_what_was_read():
    assert isinstance(outcome(*MOVED, source="inferred"), Contested)


def test_a_dated_statement_replaces_an_undated_one():
    assert isinstance(outcome(*MOVED, old_day=None), Update)


@pytest.mark.parametrize(
    "text",
    [
        "I was wrong, Tilda lives in Braga",
        "Correction: Tilda lives in Braga",
        "更正：Tilda 住在布拉加",
    ],
)
def test_a_correction_retracts(text):
    assert isinstance(outcome("people/tilda", "Tilda lives in Porto", text), Corrects)


@pytest.mark.parametrize(
    ("old", "text"),
    [
        (
            "My brother is Tilo, he repairs violins at Larkspur Workshop",
            "Correction: Tilo repairs cellos, not violins",
        ),
        (
            "Tilo lives in Porto and works at Quay Boats as a welder",
            "Correction: Tilo lives in Braga",
        ),
    ],
)
def test_a_correction_of_a_part_asks_before_it_takes_the_rest(old, text):
    assert isinstance(outcome("people/tilo", old, text), Contested)


def test_a_fact_that_a_person_took_back_stays_away():
    quote = "Tilda lives in Porto"
    day = "2025-01-01"
    row = fact(quote, day, status="retracted", evidence=(Evidence(f"memory/{day}.md", 1, quote),))
    read = candidate("people/tilda", quote, day)

    assert isinstance(reconcile(read, [row], entity("people/tilda", row), shipped()), Same)


@pytest.mark.parametrize(
    "text",
    [
        "In 2019 Tilda lived in Faro before she moved to Braga",
        "Tilda might move to Braga",
        "I heard that Tilda moved to Braga",
        "If she gets the job, Tilda moves to Braga",
        "Tilda plans to move to Braga",
        "Tilda's brother moved to Braga",
        "Tilda jokes that she moved to Braga",
        "听说 Tilda 搬到布拉加了",
        "Tilda 打算搬到布拉加",
        "Tilda 的哥哥搬到布拉加了",
        "如果拿到工作，Tilda 就搬到布拉加",
    ],
)
def test_no_hedge_plan_rumour_memory_or_other_person_retires(text):
    assert isinstance(outcome("people/tilda", "Tilda lives in Porto", text), Distinct)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Tilda likes coffee", "Tilda does not like coffee"),
        ("用户喜欢咖啡", "用户不喜欢咖啡"),
        ("The team has 2 testers", "The team has 3 testers"),
        ("两名测试", "三名测试"),
        ("The demo is on 5 January", "The demo is on 5 February"),
    ],
)
def test_likeness_alone_never_merges(old, new):
    assert not isinstance(outcome("projects/blue-door", old, new), Same)


def test_an_old_fact_in_english_meets_a_new_one_in_chinese():
    assert isinstance(outcome("people/tilda", "Tilda lives in Shanghai", "Tilda 住在上海"), Same)
    assert isinstance(
        outcome("people/tilda", "Tilda lives in Shanghai", "Tilda 搬到成都了"), Update
    )


texts = st.sampled_from([p for p in pairs() if p["expect"] in {"supersede", "end"}])
days = st.dates(min_value=date(2020, 1, 1), max_value=date(2030, 1, 1))


@given(pair=texts, day=days)
def test_an_undated_statement_never_retires_a_dated_one(pair, day):
    found = outcome(pair["entity"], pair["old"]["fact"], pair["new"]["fact"], day.isoformat(), None)

    assert not isinstance(found, RETIRING)


@given(pair=texts, day=days, earlier=st.integers(min_value=1, max_value=900))
def test_an_older_statement_never_retires_a_newer_one(pair, day, earlier):
    before = (day - timedelta(days=earlier)).isoformat()

    found = outcome(
        pair["entity"], pair["old"]["fact"], pair["new"]["fact"], day.isoformat(), before
    )

    assert not isinstance(found, Update | End)


def test_a_row_that_names_its_slot_is_compared_by_it():
    stored = {"attribute": "home", "value": "Porto"}

    moved = outcome("people/tilda", "As before", "Tilda lives in Braga", stored=stored)
    stays = outcome("people/tilda", "As before", "Tilda lives in Porto", stored=stored)

    assert isinstance(moved, Update)
    assert isinstance(stays, Same)


def test_a_name_in_letters_hides_no_part_of_a_longer_word():
    found = outcome("people/me", "We have a cat named Mortimer", "Mortimer passed away")

    assert isinstance(found, End)


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("Ada", "My sister Ada lives in Ghent", "Ada moved to Lyon"),
        ("小雨", "我妹妹小雨住在苏州", "小雨搬到杭州了"),
    ],
)
def test_whom_the_first_line_introduces_as_kin_is_nobody_else_later(name, old, new):
    row = fact(old, "2025-01-01")
    read = candidate("people/ada", new, "2025-06-01")

    assert isinstance(
        reconcile(read, [row], entity("people/ada", row, name=name), shipped()), Update
    )


def test_the_kin_of_somebody_named_is_somebody_else():
    row = fact("Ada lives in Ghent", "2025-01-01")
    read = candidate("people/ada", "Ada's sister Eve moved to Lyon", "2025-06-01")

    found = reconcile(read, [row], entity("people/ada", row, name="Ada"), shipped())

    assert isinstance(found, Distinct)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada likes alpha0 very much.", "Ada likes beta0 very much."),
        ("Ada owns an S4", "Ada owns a Q4"),
        ("Ada uses python3", "Ada uses node3"),
        ("阿达有一台S9", "阿达有一台M9"),
    ],
)
def test_words_that_share_no_more_than_a_number_do_not_say_the_same(one, other):
    assert relate(one, other, ("Ada", "阿达"), shipped()).kind != "same"


def test_what_one_block_says_in_two_sentences_contests_nothing():
    old = replace(
        fact("I don't touch larch any more", "2026-01-05"),
        evidence=(Evidence("memory/2026-01-05.md", 3, "I don't touch larch any more"),),
    )
    read = candidate("people/me", "Larch dust gives me asthma, I stopped the job", "2026-01-05", 3)

    assert isinstance(reconcile(read, [old], entity("people/me", old), shipped()), Distinct)


def test_a_note_that_goes_on_contests_nothing():
    old = replace(
        fact("phase 2，多币种，目标六月", "2026-01-05"),
        evidence=(Evidence("memory/2026-01-05.md", 2, "phase 2，多币种，目标六月"),),
    )
    read = candidate("people/me", "phase 2 的负责人交给秦朗", "2026-01-05", 3)

    outcome = reconcile(read, [old], entity("people/me", old), shipped())

    assert not isinstance(outcome, Contested)


@pytest.mark.parametrize(
    ("path", "was", "asks"),
    [
        ("source:jsonl/chat.jsonl", "source:jsonl/chat.jsonl", False),
        ("source:jsonl/chat.jsonl.1", "source:jsonl/chat.jsonl", False),
        ("source:jsonl/chat.jsonl", "source:chatgpt/conversations.json", True),
        ("source:jsonl/chat.jsonl", "memory/2026-01-05.md", True),
        ("memory/2026-01-05.md", "memory/2026-01-05.md", True),
    ],
)
def test_a_conversation_that_goes_on_elsewhere_in_its_source_contests_nothing(path, was, asks):
    texts = ("Ada is allergic to walnuts", "Ada is allergic to lupins")
    old = replace(fact(texts[0], "2026-01-05"), evidence=(Evidence(was, 7, texts[0]),))
    read = candidate("people/ada", texts[1], "2026-01-05", 2)
    read = replace(read, evidence=replace(read.evidence, path=path))

    outcome = reconcile(read, [old], entity("people/ada", old), shipped())

    assert isinstance(outcome, Contested) is asks


@pytest.mark.parametrize(
    "new",
    [
        "邵伟下个月搬到湖州",
        "邵伟明天搬到湖州",
        "邵伟明年和家人搬到湖州",
        "邵伟下周三搬到湖州",
        "邵伟月底搬到湖州",
        "邵伟从下个月起住在湖州",
    ],
)
def test_a_move_that_is_still_to_come_retires_no_home(new):
    assert isinstance(outcome("people/邵伟", "邵伟住在无锡", new), Distinct)


@pytest.mark.parametrize(
    "new",
    [
        "邵伟上个月搬到湖州了",
        "邵伟今天搬到湖州",
        "邵伟去年底搬到湖州",
        "邵伟去年国庆搬到湖州",
        "邵伟搬到湖州了，下个月办婚礼",
    ],
)
def test_a_move_that_is_done_retires_it(new):
    assert isinstance(outcome("people/邵伟", "邵伟住在无锡", new), Update)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Works nights at the hospital", "From 2 July I'm no longer on nights"),
        ("我在医院上夜班", "7月2日起我不再上夜班"),
    ],
)
def test_what_stops_from_a_coming_day_on_holds_until_then(old, new):
    assert isinstance(outcome("people/me", old, new, new_day="2025-06-20"), Distinct)
    assert isinstance(outcome("people/me", old, new, new_day="2025-07-10"), Update | End)
