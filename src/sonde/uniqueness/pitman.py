"""Pitman's sampling formula: classes that grow as the rich get richer."""

from __future__ import annotations

import math
from functools import partial

from ..entropy import Ints
from ..errors import Undefined
from .samples import Sample, sample

# Nearer to 0 the process is Ewens's, which has a formula of its own; 1 itself is all unique.
NEAR_0, NEAR_1 = 1e-6, 1 - 1e-9
# From here on the first terms of Stirling's series have all the digits of a float.
LARGE = 1000.0


def pitman(sizes: Ints, repeats: Ints, population: int) -> float:
    """How many people are unique in the population, by Pitman's model.

    People come one by one. The next, after i others in u classes, opens a class with the chance
    (theta + u alpha) / (theta + i), and joins one of size f with (f - alpha) / (theta + i). The
    two parameters are those under which the sample is most likely. The expected number of
    uniques among N is then exact, where Hoshino (2001) and ARX give its limit for large N,
    N^alpha Gamma(theta + 1) / Gamma(theta + alpha).

    Between 0 and N. Undefined where no two records of the sample are alike, as any number of
    classes explains that.

    Rests on the whole sample, and on the population's classes being of the model's kind: few
    large, and ever more of ever smaller size. It is the best of the three for samples of 10%
    and less, and even so may say a quarter of the truth where one value is very frequent and
    the others are many (the best alpha is then near 0), or four times the truth where few are
    unique. Where people come in twos, and nobody is unique, it does not notice.

    Pitman, Exchangeable and partially exchangeable random partitions, 1995; Hoshino, Applying
    Pitman's sampling formula to microdata disclosure risk assessment, 2001.

    >>> import numpy as np
    >>> round(pitman(np.array([1, 2, 5]), np.array([60, 20, 8]), 1000), 1)
    120.9
    """
    held = sample(sizes, repeats, population)
    if held.known is not None:
        return held.known
    if held.classes == held.records:
        raise Undefined(
            "no two records of the sample are alike, which says nothing of how many more there are"
        )
    return expected_uniques(*most_likely(held), population)


def expected_uniques(theta: float, alpha: float, people: int) -> float:
    """The uniques that the process with these parameters leaves among so many people.

    A person stays alone as long as nobody joins, and all come in exchangeable order:
    N Gamma(theta+alpha+N-1) Gamma(theta+1) / (Gamma(theta+alpha) Gamma(theta+N)).

    >>> round(expected_uniques(1.0, 0.5, 2), 6)
    1.5
    """
    late = _log_gamma_ratio(theta + people - 1, alpha)
    return people * math.exp(late - _log_gamma_ratio(theta, alpha))


def most_likely(held: Sample) -> tuple[float, float]:
    """The theta and alpha, 0 <= alpha < 1, that give the sample its greatest likelihood."""
    from scipy.optimize import brentq

    slope = partial(_slope_of_alpha, held)
    if slope(NEAR_0) <= 0:
        return _theta(held, 0.0), 0.0
    alpha = NEAR_1 if slope(NEAR_1) >= 0 else float(brentq(slope, NEAR_0, NEAR_1, xtol=1e-13))
    return _theta(held, alpha), alpha


def _theta(held: Sample, alpha: float) -> float:
    """The best theta for this alpha: there is one, above -alpha and below n squared."""
    from scipy.optimize import brentq

    def slope(log_above: float) -> float:
        return _slope_of_theta(held, math.exp(log_above), alpha)

    most = 2 * math.log(held.records) + 1
    return math.exp(float(brentq(slope, -30.0, most, xtol=1e-13))) - alpha


def _slope_of_theta(held: Sample, above: float, alpha: float) -> float:
    """How the log-likelihood rises with theta, which is ``above`` more than -alpha."""
    joined = _reciprocals(above + (1 - alpha), held.records - 1)
    return _opened(held, above, alpha) - joined


def _opened(held: Sample, above: float, alpha: float) -> float:
    """The sum of 1 / (theta + i alpha) for each class i after the first."""
    if alpha == 0:
        return (held.classes - 1) / above
    return _reciprocals(above / alpha, held.classes - 1) / alpha


def _slope_of_alpha(held: Sample, alpha: float) -> float:
    """How the log-likelihood rises with alpha, theta being the best for each."""
    from scipy.special import digamma

    theta = _theta(held, alpha)
    opened = (held.classes - 1 - theta * _opened(held, theta + alpha, alpha)) / alpha
    grown = held.repeats * (digamma(held.sizes - alpha) - digamma(1 - alpha))
    return float(opened - math.fsum(grown))


def _reciprocals(start: float, terms: int) -> float:
    """1/start + 1/(start+1) + ... for so many terms, without taking near from near."""
    from scipy.special import digamma

    end = start + terms
    if start < LARGE:
        return float(digamma(end) - digamma(start))
    halves = (1 / start - 1 / end) / 2
    return math.log1p(terms / start) + halves + (1 / start**2 - 1 / end**2) / 12


def _log_gamma_ratio(at: float, alpha: float) -> float:
    """Log of Gamma(at + alpha) / Gamma(at + 1)."""
    if at < LARGE:
        return math.lgamma(at + alpha) - math.lgamma(at + 1)
    # The difference of the two Stirling series, by Bernoulli polynomials.
    second = alpha * (alpha - 1) / (2 * at)
    third = alpha * (alpha - 1) * (2 * alpha - 1) / (12 * at**2)
    return (alpha - 1) * math.log(at) + second - third
