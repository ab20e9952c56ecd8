"""Entropy-based loss: how open the release leaves what a value was."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...entropy import n_log_n
from .base import Lost, loss, mean_of

if TYPE_CHECKING:
    from ...entropy import Ints
    from ..columns import Categories
    from ..pairs import Pair


@loss(
    title="Entropy-based loss",
    says="The released values leave {value:.2%} of the uncertainty about the original ones.",
    high=1,
    source="Kooiman, Willenborg and Gouweleeuw 1997; Domingo-Ferrer and Torra, 2001 (EBIL)",
    family="Categories",
    needs="categories",
)
def entropy_based(pair: Pair) -> Lost:
    """H(V|V') / H(V): what the release leaves uncertain of each value, as the mean over columns.

    It is 1 less the discrimination rate, with the original's column for the sensitive attribute
    and the release's for the key. 0: who knows the release's value knows the original's. 1: it
    says nothing of it. A number that the release divides (``20-39``) is compared so too: a
    partition loses what it keeps together. A column of one value has nothing to lose: 0.

    Rests on all rows of the columns that hold no numbers. A release in which values were only
    renamed, or swapped in the same way everywhere, loses nothing by it.

    >>> import sonde
    >>> lose = sonde.losses()["entropy_based"]
    >>> lose({"age": [22, 25, 41, 45]}, {"age": ["2*", "2*", ">=40", ">=40"]}).overall
    0.5
    """
    return mean_of({name: _left(pair.held[name]) for name in pair.others})


def _left(column: Categories) -> float:
    before, after, n = column.crossed()
    values = np.bincount(before, n).astype(np.int64)
    if (values > 0).sum() == 1:
        return 0.0
    domains = np.bincount(after, n).astype(np.int64)
    if _independent(before, after, n, values, domains):
        return 1.0
    everything = n_log_n(np.array([len(column.before)]))
    left = n_log_n(domains[domains > 0]) - n_log_n(n)
    return max(0.0, left / (everything - n_log_n(values[values > 0])))


def _independent(before: Ints, after: Ints, n: Ints, values: Ints, domains: Ints) -> bool:
    """Whether each released value leaves all values as likely as they were, by the integers."""
    if len(n) < int((values > 0).sum()) * int((domains > 0).sum()):
        return False
    rows = int(n.sum())
    # Python's numbers, as products of counts may overflow 64 bits.
    cells = zip(n.tolist(), values[before].tolist(), domains[after].tolist(), strict=True)
    return all(together * rows == one * other for together, one, other in cells)
