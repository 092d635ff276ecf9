"""A fact that is made quickly is the same as one made slowly."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from memctl.formats.rows._fast_facts import read_fact
from memctl.graph.fact import Evidence, Fact

WORDS = st.none() | st.text(max_size=5)
DAYS = st.none() | st.dates()


@given(
    st.tuples(st.text(), st.text(), WORDS, WORDS, DAYS, WORDS, st.text(), WORDS),
    st.none() | st.integers(1),
    st.fixed_dictionaries(
        {}, optional={"valid_until": DAYS, "related": st.just(("a",)), "attribute": WORDS}
    ),
)
def test_a_quick_fact_equals_a_slow_one(head, line, rest):
    quick, slow = read_fact(*head, line, rest), Fact(*head, line=line, **rest)

    assert type(quick) is Fact
    assert quick == slow
    assert hash(quick) == hash(slow)
    assert repr(quick) == repr(slow)


def test_defaults_are_those_of_a_fact():
    evidence = (Evidence("m.md", 1, "x", date(2026, 1, 2)),)

    quick = read_fact("a", "b", None, None, None, None, "active", None, 3, {"evidence": evidence})

    assert quick == Fact("a", "b", line=3, evidence=evidence)
