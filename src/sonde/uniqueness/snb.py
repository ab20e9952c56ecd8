"""The slide negative binomial model: a class is one person and a negative binomial number more."""

from __future__ import annotations

import math

from ..entropy import Ints
from ..errors import Undefined
from .samples import Sample, sample

# The ends of what 1 - p' may be.
LEAST, MOST = 1e-9, 1 - 1e-12


def snb(sizes: Ints, repeats: Ints, population: int) -> float:
    """How many people are unique in the population, by the slide negative binomial model.

    The K classes of the population have size 1 + NB(r, p), with q = 1 - p. In a sample of the
    share s the one comes with the chance s, and the others are thinned to NB(r, p'), where
    p' = p / (p + q s). K comes from the classes that the sample has (Shlosser's estimator as
    Haas and Stokes modify it, which they call Sh3), r and p from

        uniques of the sample = K p'^r (s + (1-s) x),   x = r (1 - p')
        pairs of the sample   = K p'^r x (s + (1-s) (x + 1 - p') / 2)

    and K p^r classes of the population are of size 1.

    Between 0 and N. Undefined where the sample has no class of two, or its uniques and pairs
    are of no such model.

    Rests on the numbers of uniques and pairs, and on K. It is meant for samples of more than
    10%; small ones say too little of K, and it may then be several times too high.

    Chen, Keller-McNulty, Estimation of identification disclosure risk in microdata, 1998; Haas,
    Stokes, Estimating the number of classes in a finite population, 1998.

    >>> import numpy as np
    >>> round(snb(np.array([1, 2, 5]), np.array([60, 20, 8]), 300), 1)
    70.1
    """
    held = sample(sizes, repeats, population)
    if held.known is not None:
        return held.known
    if held.of_size(2) == 0:
        raise Undefined("no class of the sample has two records, which the model needs")
    classes = population_classes(held)
    r, q = fitted(held, classes)
    return min(float(population), classes * math.exp(r * math.log1p(-q)))


def fitted(held: Sample, classes: float) -> tuple[float, float]:
    """The r and q of the model with as many uniques and pairs as the sample.

    For each 1 - p' the ratio of pairs to uniques has one x; their number then decides on 1 - p'.
    """
    from scipy.optimize import brentq

    s = held.fraction

    def too_many(thinned: float) -> float:
        x = _mean(held, thinned)
        log_share = x / thinned * math.log1p(-thinned) + math.log(s + (1 - s) * x)
        return math.log(classes / held.uniques) + log_share

    if too_many(LEAST) <= 0 or too_many(MOST) >= 0:
        raise Undefined("the sample's uniques and pairs are of no slide negative binomial")
    thinned = float(brentq(too_many, LEAST, MOST, xtol=1e-15))
    return _mean(held, thinned) / thinned, thinned / (s + (1 - s) * thinned)


def population_classes(held: Sample) -> float:
    """K, how many classes the population has, by the modified estimator of Shlosser."""
    s, size, times = held.fraction, held.sizes, held.repeats
    twice, outside = (1 - s**2) ** size, (1 - s) ** size
    met_twice = math.fsum(size * s**2 * twice / (1 - s**2) * times)
    met = math.fsum(size * s * outside / (1 - s) * times)
    unseen = math.fsum(outside * times) / met
    again = met_twice / math.fsum((twice - outside) * times)
    return held.classes + held.uniques * again * unseen**2


def _mean(held: Sample, thinned: float) -> float:
    """X, the root of the ratio of pairs to uniques, where 1 - p' is ``thinned``: there is one."""
    s = held.fraction
    ratio = held.of_size(2) / held.uniques
    half = (1 - s) / 2
    middle = s + half * thinned - ratio * (1 - s)
    root = math.hypot(middle, 2 * math.sqrt(half * ratio * s))
    # Of the two ways to write it, the one that takes nothing from its like.
    return 2 * ratio * s / (middle + root) if middle > 0 else (root - middle) / (2 * half)
