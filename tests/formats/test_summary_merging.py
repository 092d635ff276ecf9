"""Of generated blocks one stays; words of people are never chosen between."""

import pytest

from memctl.formats.markdown.markers import replace_block
from memctl.formats.markdown.summary_merging import with_one_block

PAGE = "# Ana\n\nMy words.\n"
BASE, OURS, THEIRS = (
    replace_block(PAGE, "summary", t, ["a-1"]) for t in ("Old.", "Mine.", "Other.")
)
EDITED = THEIRS.replace("Other.", "By hand.")
BOTH = OURS.replace("Mine.", "By hand too.")


@pytest.mark.parametrize(
    ("versions", "expected"),
    [
        ((BASE, OURS, THEIRS), (OURS, OURS, OURS)),
        ((BASE, OURS, EDITED), (EDITED, EDITED, EDITED)),
        ((BASE, BOTH, THEIRS), (BOTH, BOTH, BOTH)),
        ((BASE, BOTH, EDITED), (BASE, BOTH, EDITED)),
        ((PAGE, OURS, THEIRS), (PAGE, OURS, OURS)),
        ((BASE, PAGE, THEIRS), (BASE, PAGE, THEIRS)),
    ],
    ids=["both written", "theirs edited", "ours edited", "both edited", "both new", "ours gone"],
)
def test_a_block_that_a_person_edited_wins_and_else_ours(versions, expected):
    assert with_one_block(*versions) == expected
