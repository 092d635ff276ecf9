import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memctl.language.learned.weights import read_weights

TABLE = {"answers": ["no", "yes"], "start": [0.0, 0.0], "features": {"warm": [0.0, 2.0]}}
FEATURES = st.dictionaries(st.sampled_from(["warm", "wet"]), st.floats(-50, 50))


def test_shares_are_the_softmax_of_the_sums():
    weights = read_weights(TABLE)

    assert weights is not None
    assert weights.shares({"warm": 1.0})["yes"] == pytest.approx(1 / (1 + math.exp(-2)))
    assert weights.shares({"wet": 9.0}) == weights.shares({}) == {"no": 0.5, "yes": 0.5}


@given(FEATURES)
def test_shares_are_together_one_and_none_is_negative(features):
    weights = read_weights(TABLE)
    assert weights is not None

    shares = weights.shares(features)

    assert sum(shares.values()) == pytest.approx(1)
    assert min(shares.values()) >= 0


@given(FEATURES, FEATURES)
def test_what_was_added_up_before_counts_like_the_features_themselves(one, other):
    weights = read_weights(TABLE)
    assert weights is not None
    both = one | {f"{name}'": value for name, value in other.items()}
    more = read_weights({**TABLE, "features": {"warm": [0.0, 2.0], "warm'": [0.0, 2.0]}})
    assert more is not None

    shares = weights.shares(one, weights.sums(other))

    assert shares == pytest.approx(more.shares(both))


def test_an_empty_table_says_nothing():
    assert read_weights({}) is None


def test_a_row_with_too_few_numbers_is_named():
    with pytest.raises(ValueError, match="warm"):
        read_weights({**TABLE, "features": {"warm": [1.0]}})
