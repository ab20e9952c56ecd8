"""Distributions: whether each column, taken alone, still has its values as often."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .base import Lost, loss, mean_of
from .il1s import in_deviations

if TYPE_CHECKING:
    from ...entropy import Floats
    from ..pairs import Pair


def _steps(before: Floats, after: Floats) -> float:
    """Return the largest distance between two distributions, both sorted."""
    places = np.concatenate([before, after])
    below = np.searchsorted(before, places, "right") - np.searchsorted(after, places, "right")
    return float(np.abs(below).max() / len(before))


@loss(
    title="Kolmogorov-Smirnov distance",
    says="In the column that moved most, {value:.2%} of the rows are on the other side of a value.",
    high=1,
    source="Kolmogorov 1933; Smirnov 1948",
    family="Distributions",
    needs="numbers",
)
def ks_distance(pair: Pair) -> Lost:
    """The largest distance between the distributions of a column, in the column where it is most.

    0: each column has the same values as often. 1: some column's values all lie beyond what they
    were. Rests on the complete rows, and not on which row has which value: shuffled columns lose
    nothing by it. It says how many rows moved past a value, not how far.

    >>> import sonde
    >>> sonde.losses()["ks_distance"]({"age": [20, 30, 40, 50]}, {"age": [20, 20, 40, 50]}).overall
    0.25
    """
    one, other = np.sort(pair.before, axis=0), np.sort(pair.after, axis=0)
    found = {name: _steps(one[:, i], other[:, i]) for i, name in enumerate(pair.numbers)}
    return Lost(max(found.values()), found)


@loss(
    title="Wasserstein distance",
    says="To make one distribution of the other takes {value:.4f} standard deviations a row.",
    source="Kantorovich 1942; Vaserstein 1969",
    family="Distributions",
    needs="numbers",
)
def wasserstein_distance(pair: Pair) -> Lost:
    """How far a row's value moves, at least, to make one distribution of the other.

    In standard deviations of the original's column, as the mean over the columns. 0: each column
    has the same values as often. No upper bound. Rests on the complete rows, and not on which
    row has which value.

    >>> import sonde
    >>> lost = sonde.losses()["wasserstein_distance"]({"age": [20, 40]}, {"age": [40, 21]})
    >>> round(lost.overall, 4)
    0.0354
    """
    one, other = np.sort(pair.before, axis=0), np.sort(pair.after, axis=0)
    return mean_of(
        {
            name: float(in_deviations(pair, np.abs(one[:, i] - other[:, i]), i).mean())
            for i, name in enumerate(pair.numbers)
        }
    )
