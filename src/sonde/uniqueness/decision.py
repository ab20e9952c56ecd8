"""The decision rule of Dankar and others: which estimator to trust."""

from __future__ import annotations

from typing import NamedTuple

from ..entropy import Ints
from ..errors import Undefined
from .pitman import pitman
from .samples import sample
from .snb import snb
from .zayatz import zayatz

# The sampling fraction up to which Pitman's model does best.
SMALL = 0.1


class Estimate(NamedTuple):
    """How many people are unique in the population, and who says so."""

    uniques: float
    estimator: str


def population_uniques(sizes: Ints, repeats: Ints, population: int) -> Estimate:
    """How many people are unique in the population, by the estimator that suits the sample.

    Up to 10% of the population: Pitman's. Above: Zayatz's or the slide negative binomial,
    whichever says less. Where the one that is wanted has no answer, Zayatz's, which always has
    one. ``count`` where nobody is alone in the sample, or the sample is the population.

    Between 0 and N. Rests on a simple random sample; one in which households or regions come
    together, or some people more likely than others, has other classes. It is an estimate with
    no bound for its error: Dankar and others chose the rule for six medical tables. Where all
    are alone in the sample, it says N, which is the most that is possible, and no finding.

    Dankar, El Emam, Neisa, Roffey, Estimating the re-identification risk of clinical data sets,
    BMC Medical Informatics and Decision Making 12:66, 2012.

    >>> import numpy as np
    >>> population_uniques(np.array([2, 3]), np.array([5, 5]), 1000)
    Estimate(uniques=0.0, estimator='count')
    >>> population_uniques(np.array([1, 2]), np.array([60, 20]), 2000).estimator
    'pitman'
    """
    held = sample(sizes, repeats, population)
    if held.known is not None:
        return Estimate(held.known, "count")
    by_zayatz = Estimate(zayatz(sizes, repeats, population), "zayatz")
    small = held.fraction <= SMALL
    try:
        wanted = (pitman if small else snb)(sizes, repeats, population)
    except Undefined:
        return by_zayatz
    if small:
        return Estimate(wanted, "pitman")
    return min(by_zayatz, Estimate(wanted, "snb"))
