from collections import Counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memctl.formats.markdown.added import added_lines
from memctl.formats.markdown.lines import Fences
from memctl.formats.markdown.markers import append_block, digest_of, find_block

PLAIN = st.sampled_from(("- ring Bo", "- mine", "Knock twice.", "", "  ", "## Rules", "make lint"))
CODE = st.builds(
    lambda mark, lines: [f"{mark}sh", *lines, mark],
    st.sampled_from(("```", "~~~")),
    st.lists(PLAIN, max_size=3),
)
UNITS = st.lists(PLAIN.map(lambda line: [line]) | CODE, max_size=6)


def flat(units):
    return [line for unit in units for line in unit]


def inked(lines):
    return [line for line in lines if line.strip()]


def in_order(lines, there):
    left = iter(there)
    return all(line in left for line in lines)


def are_balanced(lines):
    fences = Fences()
    for line in lines:
        fences.holds(line)
    return not fences.is_open


@example([["- ring Bo"]], [["x"], ["- ring Bo"], ["y"]], 0)
@example([["```sh", "```"]], [["- ring Bo"], ["```sh", "make lint", "```"], ["- ring Bo"]], 1)
@given(UNITS, UNITS, st.integers(0, 6))
def test_what_was_put_in_at_one_place_is_found_line_for_line(ours, mine, at):
    at = min(at, len(ours))
    text = flat([*ours[:at], *mine, *ours[at:]])

    kept = added_lines("\n".join(text), "\n".join(flat(ours)))

    assert Counter(inked(flat(ours))) + Counter(inked(kept)) == Counter(inked(text))
    assert in_order(inked(flat(mine)), [*flat(ours), *kept])
    assert are_balanced(kept)


@given(UNITS, st.lists(st.tuples(st.integers(0, 20), PLAIN), max_size=5))
def test_of_lines_put_in_anywhere_none_is_lost(ours, mine):
    text = flat(ours)
    for at, line in mine:
        text.insert(at, line)

    kept = added_lines("\n".join(text), "\n".join(flat(ours)))

    assert Counter(inked(text)) <= Counter(inked(flat(ours))) + Counter(inked(kept))
    assert are_balanced(kept)


@given(UNITS, UNITS, UNITS)
def test_no_line_is_lost_whatever_stands_there_by_now(mine, other, now):
    text, ours = flat([*mine, *other]), flat([*now, *other])

    kept = added_lines("\n".join(text), "\n".join(ours))

    assert Counter(inked(text)) <= Counter(inked(ours)) + Counter(inked(kept))
    assert in_order(kept, ["", *[x for line in text for x in (line, "")]])
    assert not added_lines("\n".join(ours), "\n".join(ours))


@given(UNITS, UNITS, UNITS)
def test_a_repeated_block_loses_no_line_of_a_person(ours, mine, rest):
    body = "\n".join(flat(ours))
    first = append_block("", "rules", body)
    again = "\n".join(flat([*ours, *mine]))
    mark = digest_of(body)[:16]
    text = "\n".join(
        (
            f"{first}\n## Rest",
            *flat(rest),
            f"<!-- memctl:rules -->\n{again}\n<!-- /memctl:rules sha256:{mark} -->\n",
        )
    )

    now = append_block(text, "rules", body)

    block = find_block(now, "rules")
    outside = (now[: block.start] + now[block.end :]).split("\n")
    missing = Counter(inked(flat([*rest, *mine]))) - Counter(inked(outside))
    assert not missing
    assert in_order(inked(flat(mine)), now.split("\n"))
    assert are_balanced(outside)


def test_a_code_block_of_a_person_keeps_both_fences_and_every_line_its_count():
    mine = "Before a push:\n\n```sh\nmake lint\n```\n\n- ring Bo\n- ring Ann\n- ring Bo"
    first = append_block("", "rules", "Read first.\n\n```sh\nmemctl check\n```")
    text = f"{first}\n```\nmine\n```\n\n{first}".replace("```\n<!-- /", f"```\n\n{mine}\n<!-- /")
    once = text.replace(f"\n\n{mine}", "", 1)

    now = append_block(once, "rules", "Read first.\n\n```sh\nmemctl check\n```")

    kept = f"## Kept from the rules block (edited by hand)\n\n{mine}\n"
    assert now == f"{first}\n{kept}\n```\nmine\n```\n\n"


@pytest.mark.parametrize("text", ["b\na\nc", "a\nb\nc\n", "", "\n\n", "c"])
def test_what_only_moved_or_went_is_nobodys(text):
    assert added_lines(text, "a\nb\nc") == ()


def test_a_code_block_left_open_is_closed():
    assert added_lines("a\n~~~~\nb", "a") == ("~~~~", "b", "~~~~")
