"""A ledger gives back what was written into it, whatever the words."""

from datetime import date

import pytest

from memctl.formats.rows.rewriting import lines_without_words
from memctl.graph.entity import EntityRef
from memctl.graph.fact import Evidence, FactId
from memctl.graph.plan import AddEvidence, Decide
from memctl.workspace.layout import read_layout
from memctl.workspace.ledgers import ledger_of, read_decisions, read_evidence
from tests.helpers.trees import write_tree

BREAKS = ("\u2028", "\u2029", "\x85", "\x0b", "\x1c", "\r", "\n")
"""What ends a line for some, and may stand in a sentence that was copied from elsewhere."""
DAY = date(2026, 1, 5)


@pytest.mark.parametrize("mark", BREAKS, ids=ascii)
def test_no_row_is_lost_for_what_stands_in_its_words(tmp_path, mark):
    words = f"Ada likes{mark}tea."
    decided = Decide("0a1b2c3d", DAY, "rejected", words)
    read = Evidence(path="memory/2026-01-05.md", line=3, quote=words, day=DAY)
    ref, fact_id = EntityRef("people/ada"), FactId("ada-001")
    rows = (ledger_of(decided), ledger_of(AddEvidence(ref, fact_id, read)))
    write_tree(tmp_path, {"areas/x": "", **dict(rows)})
    layout = read_layout(tmp_path, {})

    assert read_decisions(layout) == (decided,)
    assert read_evidence(layout) == {(ref, fact_id): (read,)}


@pytest.mark.parametrize("mark", BREAKS, ids=ascii)
def test_what_is_purged_leaves_no_half_of_its_row(mark):
    _, gone = ledger_of(Decide("0a1b2c3d", DAY, "seen", f"Ada likes{mark}green tea."))
    _, stays = ledger_of(Decide("1a1b2c3d", DAY, "seen", f"Bo likes{mark}rum."))

    assert lines_without_words(gone + stays, ["green tea"]) == stays
    assert lines_without_words(stays + gone.rstrip("\n"), ["green tea"]) == stays
