"""A cell by chance: how many of a class have a value if the values are dealt out to the facts.

It is hypergeometric: of ``total`` facts a class has a, a value b, and n of them are in both. What
is asked is the mean of n log2 n, for many pairs of a and b at once.
"""

from __future__ import annotations

import math

import numpy as np

from .entropy import Floats, Ints, bits

# A cell's size is followed to where less than e^-40 of its chance is left, one part in 10^17.
TAIL = 40.0
# Steps towards how far that is; one fewer would look farther than it has to, and miss nothing.
NEWTON = 4
# A variance below this is taken for it, so that nothing is divided by 0.
LEAST = 1e-9
# How many numbers are held at once.
AT_ONCE = 2**16
# Cells that are expected to be at least so large are left to their moments, the first so many of
# them: what is cut off is below one part in 10^14.
MOMENTS = {100: 20, 200: 14, 300: 12, 500: 10, 700: 8, 10_000: 6}


def mean_n_log_n(a: Ints, b: Ints, total: int) -> Floats:
    """Return the mean of n log2 n of each pair of sizes.

    >>> mean_n_log_n(np.array([2]), np.array([2]), 4).tolist()  # 2, of 1 way in 6
    [0.3333333333333333]
    """
    mean = np.empty(len(a))
    level = np.digitize(a.astype(np.float64) * b / total, list(MOMENTS))
    few = np.flatnonzero(level == 0)
    small, large = np.minimum(a[few], b[few]), np.maximum(a[few], b[few])
    mean[few] = _by_chances(small, large, total)
    for place, highest in enumerate(MOMENTS.values(), 1):
        many = np.flatnonzero(level == place)
        step = AT_ONCE // highest
        for start in range(0, len(many), step):
            some = many[start : start + step]
            mean[some] = _by_moments(a[some], b[some], total, highest)
    return mean


def _by_moments(a: Ints, b: Ints, total: int, highest: int) -> Floats:
    """Sum up the series of n log n around the mean m, in the central moments of n - m.

    n ln n = m ln m + (1 + ln m) (n - m) + sum over k of (-1)^k (n - m)^k / (k (k-1) m^(k-1)).
    """
    mean = a.astype(np.float64) * b / total
    moments = _central_moments(a.astype(np.float64), b.astype(np.float64), total, highest)
    series = np.zeros(len(mean))
    for k in range(highest, 1, -1):  # the smallest first
        series += (-1) ** k / (k * (k - 1)) * moments[k] / mean ** (k - 1)
    return mean * np.log2(mean) + series / math.log(2)


def _central_moments(a: Floats, b: Floats, total: int, highest: int) -> Floats:
    """Return the central moments of each pair from M(0) on, each from those before it.

    The chances obey p(n+1) (n+1) (N-a-b+n+1) = p(n) (a-n) (b-n). Times (n - m)^k and summed over
    n, with (a-n) (b-n) = n (N-a-b+n) - N (n-m):

        N M(k+1) = sum over j < k of (-1)^(k-j-1) binom(k, j) E[(n-m)^j n (N-a-b+n)]
    """
    mean, rest = a * b / total, total - a - b
    moments = np.zeros((highest + 1, len(a)))
    moments[0] = 1
    ahead = np.zeros((highest, len(a)))  # E[(n-m)^j n (N-a-b+n)]
    term = np.empty(len(a))
    for k in range(1, highest):
        # The last of these holds M(k+1) itself, k times, which goes to the other side.
        ahead[k - 1] = mean * (rest + mean) * moments[k - 1] + (rest + 2 * mean) * moments[k]
        for j in range(k):  # and not by @, whose digits depend on how many are held at once
            np.multiply(ahead[j], (-1) ** (k - j - 1) * math.comb(k, j), out=term)
            moments[k + 1] += term
        moments[k + 1] /= total - k
        ahead[k - 1] += moments[k + 1]
    return moments


def _by_chances(small: Ints, large: Ints, total: int) -> Floats:
    """Add up n log2 n times its chance, over all n that are worth a look.

    Pairs are taken in ascending width of that, so that those at once have much the same.
    """
    low, mode, high = _window(small, large, total)
    width = np.maximum(mode - low, high - mode)
    order = np.argsort(width, kind="stable")
    mean, width, start = np.empty(len(order)), width[order], 0
    while start < len(order):
        stop = start + _fitting(width[start : start + AT_ONCE])
        some = order[start:stop]
        edges = low[some], mode[some], high[some]
        mean[some] = _mean(small[some, None], large[some, None], total, edges)
        start = stop
    return mean


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
