"""Chance: what a table would give away if its keys and its sensitive attribute had no link."""

from __future__ import annotations

import numpy as np

from .cells_by_chance import mean_n_log_n
from .entropy import Ints


def expected_n_log_n(sizes: Ints, others: Ints) -> float:
    """Return the mean of S(X,Y) over all tables with these class sizes and value sizes.

    Every way to hand out the values to the facts is as likely as any other, so that a cell of a
    class of a facts and a value of b is hypergeometric, and S(X,Y) is the sum of n log2 n over
    the cells (Vinh, Epps, Bailey, JMLR 2010, of which this is the part that is not a margin).

    Classes of one size are taken together, as are values of one size, so that what it costs does
    not grow with the number of classes. Neither does the order that they come in change a digit.

    >>> expected_n_log_n(np.array([2, 2]), np.array([2, 2]))  # 2 ways of 6 make pairs
    1.3333333333333333
    """
    total = int(sizes.sum())
    a, classes = np.unique(sizes, return_counts=True)
    b, values = np.unique(others, return_counts=True)
    of_class, of_value = (side.ravel() for side in np.meshgrid(a, b, indexing="ij"))
    times = np.outer(classes, values).ravel()
    # In ascending order, so that the sum is the same if classes and values change places.
    return float(np.sort(times * mean_n_log_n(of_class, of_value, total)).sum())
