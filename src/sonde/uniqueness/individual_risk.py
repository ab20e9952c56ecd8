"""The individual risk: the chance that a record of a weighted sample is whose it seems to be."""

from __future__ import annotations

import numpy as np

from ..entropy import Floats, Ints

# Both ways of computing are good to the last digits on both sides of these.
FEW, HALF = 20, 0.5
TERMS = 64


def individual_risk(size: Ints, weight: Floats) -> Floats:
    """The chance of naming the person behind a record: r = E[1/F | f], for each class.

    f is the size of the class in the sample and ``weight`` the sum of its sampling weights, an
    estimate of its size F in the population. F is taken to be negative binomial given f, with
    p = f / weight, and an attacker who knows the keys of a person picks one of F at random:

        r = p^f / f  2F1(f, f; f+1; 1-p) = (p / f) 2F1(1, 1; f+1; 1-p)

    Above 0, at most 1/f, which it is where p = 1 (nobody else is in the class); p / (1-p)
    log(1/p) where f = 1. Weights that sum to less than f count as f.

    Rests on weights that say how many people a record stands for, and holds for an attacker
    who knows the keys of somebody in the sample. Where f is 1 it rests on one weight, which
    says little of how many are alike: r is then 4.7 times as high as 1 / weight at a weight of
    100, to allow for classes that are small.

    Benedetti, Franconi, Statistical and technological solutions for controlled data
    dissemination, 1998; Capobianchi, Polettini, Lucarelli, Strategy for the implementation of
    individual risk methodology into SDC, 2001.

    >>> individual_risk(np.array([1, 1, 2]), np.array([1.0, 100.0, 2.0])).round(6).tolist()
    [1.0, 0.046517, 0.5]
    """
    f = np.asarray(size, np.float64)
    p = np.minimum(1.0, f / weight)
    by_series = (f >= FEW) | (p >= HALF)
    risk = np.empty(np.broadcast(f, p).shape)
    risk[by_series] = _series(f[by_series], p[by_series])
    risk[~by_series] = _steps(f[~by_series], p[~by_series])
    return risk


def _series(f: Floats, p: Floats) -> Floats:
    """(p / f) times the sum of k! (1-p)^k / ((f+1) ... (f+k)): all terms are positive."""
    term = p / f
    total = term.copy()
    for k in range(1, TERMS):
        term = term * (1 - p) * (k / (f + k))
        total += term
    return total


def _steps(f: Floats, p: Floats) -> Floats:
    """From f = 1 upwards, r(f+1) = (1/f - r(f)) p / (1-p): errors shrink where p < 1/2."""
    risk = -np.log(p) * (p / (1 - p))
    for step in range(1, FEW - 1):
        risk = np.where(f > step, (1 / step - risk) * (p / (1 - p)), risk)
    return risk
