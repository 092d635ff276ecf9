"""Weights learned from labelled examples: how likely each of several answers is, and why.

Multinomial logistic regression: each feature speaks for or against each answer by a number that
stands in the data, and the sums become shares (softmax). Nothing else goes in, so the same
features give the same shares everywhere, and a person can read what weighs how much.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """What was learned. Compared by identity."""

    answers: tuple[str, ...]
    """In the order of the numbers."""
    start: tuple[float, ...]
    """What is added for each answer, whatever the features."""
    features: Mapping[str, Sequence[float]]
    """By the name of a feature: what it adds for each answer, times its value."""

    def shares(self, features: Mapping[str, float], *more: Sequence[float]) -> dict[str, float]:
        """How likely each answer is; together 1. A feature without weights says nothing.

        Args:
            features: By name.
            more: Sums of other features that were added up before (`sums`).
        """
        sums = [sum(told) for told in zip(self.start, *more, self.sums(features), strict=True)]
        most = max(sums)
        powers = [math.exp(s - most) for s in sums]
        whole = sum(powers)
        return {name: p / whole for name, p in zip(self.answers, powers, strict=True)}

    def sums(self, features: Mapping[str, float]) -> list[float]:
        """What the features add for each answer."""
        rows = self.features
        said = [(rows[n], value) for n, value in features.items() if value and n in rows]
        return [sum(row[i] * value for row, value in said) for i in range(len(self.start))]


def read_weights(table: Mapping[str, Any]) -> Weights | None:
    """The weights of a table with `answers`, `start` and `features`; None for an empty one.

    Raises:
        ValueError: A row has not one number for each answer.
    """
    if not table:
        return None
    answers, start, features = table["answers"], table["start"], table["features"]
    wrong = [n for n, row in (("start", start), *features.items()) if len(row) != len(answers)]
    if wrong:
        raise ValueError(f"{wrong[0]}: a number for each of {', '.join(answers)} is needed")
    return Weights(tuple(answers), tuple(start), features)
