"""Chance: what a table would give away if its keys and its sensitive attribute had no link."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from .entropy import Floats, Ints, bits

# A cell's size is followed to where less than e^-40 of its chance is left, one part in 10^17.
TAIL = 40.0
# Steps towards how far that is; one fewer would look farther than it has to, and miss nothing.
NEWTON = 4
# A variance below this is taken for it, so that nothing is divided by 0.
LEAST = 1e-9
# How many chances are held at once.
AT_ONCE = 2**16


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
    small, large = (side.ravel() for side in np.meshgrid(a, b, indexing="ij"))
    times = np.outer(classes, values).ravel()
    parts = np.empty(len(times))
    for some, mean in _means(np.minimum(small, large), np.maximum(small, large), total):
        parts[some] = times[some] * mean
    return math.fsum(parts)


def _means(small: Ints, large: Ints, total: int) -> Iterator[tuple[Ints, Floats]]:
    """Give the mean of n log2 n of each pair of sizes, some pairs at a time.

    Pairs are taken in ascending width, so that those at once have much the same.
    """
    low, mode, high = _window(small, large, total)
    width = np.maximum(mode - low, high - mode)
    order = np.argsort(width, kind="stable")
    width, start = width[order], 0
    while start < len(order):
        stop = start + _fitting(width[start : start + AT_ONCE])
        some = order[start:stop]
        edges = low[some], mode[some], high[some]
        yield some, _mean(small[some, None], large[some, None], total, edges)
        start = stop


def _fitting(width: Ints) -> int:
    """Return how many rows, all as wide as the last of them, are held at once."""
    cost = (width + 1) * np.arange(1, len(width) + 1)
    return max(1, int(np.searchsorted(cost, AT_ONCE, side="right")))


def _window(small: Ints, large: Ints, total: int) -> tuple[Ints, Ints, Ints]:
    """Return the least, the likeliest and the largest size of a cell that is worth a look.

    A hypergeometric number is a sum of independent draws of 0 or 1 (Vatutin and Mikhailov 1982),
    so that Bennett's inequality bounds what lies outside.
    """
    a, b = small.astype(np.float64), large.astype(np.float64)
    variance = a * b / total * (1 - b / total) * (total - a) / max(1, total - 1)
    reach = np.ceil(_reach_of(variance)).astype(np.int64) + 1
    mode = np.floor((a + 1) * (b + 1) / (total + 2)).astype(np.int64)
    low = np.maximum(np.maximum(0, small + large - total), mode - reach)
    high = np.minimum(small, mode + reach)
    mode = np.clip(mode, low, high)
    return low, mode, high


def _reach_of(variance: Floats) -> Floats:
    """Return how far from its mean a number of that variance may come.

    Bennett: farther than t has less than e^-v h(t/v) of the chance, h(u) = (1+u) ln(1+u) - u. As
    h is convex, Newton's steps come down to where that is e^-TAIL from Bernstein's t, above it.
    """
    v = np.maximum(variance, LEAST)
    t = TAIL / 3 + np.sqrt((TAIL / 3) ** 2 + 2 * TAIL * v)
    for _ in range(NEWTON):
        grown = np.log1p(t / v)
        t -= ((v + t) * grown - t - TAIL) / grown
    return t


def _mean(a: Ints, b: Ints, total: int, edges: tuple[Ints, Ints, Ints]) -> Floats:
    """Return the mean of n log2 n, by the ratios of each chance to the one before it.

    Starting from the likeliest size nothing can overflow, and no large logarithms cancel.
    """
    low, mode, high = (edge[:, None] for edge in edges)
    steps = np.arange(1, max(1, int((high - mode).max()), int((mode - low).max())) + 1)
    up, down = mode + steps, mode - steps
    more = (a - up + 1.0) * (b - up + 1.0) / (up * (total - a - b + up + 0.0))
    less = (down + 1.0) * (total - a - b + down + 1.0) / ((a - down) * (b - down + 0.0))
    above = np.cumprod(np.where(up <= high, more, 0.0), axis=1)
    below = np.cumprod(np.where(down >= low, less, 0.0), axis=1)
    weight = 1 + above.sum(axis=1) + below.sum(axis=1)
    held = _bits(mode[:, 0])
    held += (above * _bits(up)).sum(axis=1) + (below * _bits(np.maximum(down, 0))).sum(axis=1)
    mean: Floats = held / weight
    return mean


def _bits(n: Ints) -> Floats:
    """Return n log2 n, which is 0 for none."""
    return bits(np.maximum(n, 1))
