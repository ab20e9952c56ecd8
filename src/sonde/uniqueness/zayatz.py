"""Zayatz's estimator: the sizes of the sample's classes stand for those of the population's."""

from __future__ import annotations

import numpy as np

from ..entropy import Floats, Ints
from .samples import Sample, sample


def zayatz(sizes: Ints, repeats: Ints, population: int) -> float:
    """How many people are unique in the population, by the equivalence class model.

    The share of the population's classes that have size i is taken to be that of the sample's,
    P(i). With h(i) the chance that a class of size i sends one record into the sample
    (hypergeometric), Bayes' rule gives the chance that a sample unique is a population unique,
    P(1) h(1) / sum of P(i) h(i), and each stands for N / n of them.

    Between 0 and N; it has an answer for every sample.

    Rests on the shape of the sample alone. Classes are smaller in a sample than in its
    population, so the smaller the share that is sampled, the more it says too much: twice the
    truth at 5%, several times at 1%. Where no two records of the sample are alike it says N.

    Zayatz, Estimation of the number of unique population elements using a sample, 1991.

    >>> round(zayatz(np.array([1, 2]), np.array([60, 20]), 200), 2)
    89.89
    """
    held = sample(sizes, repeats, population)
    if held.known is not None:
        return held.known
    sent = held.repeats * _sends_one(held)
    # h(1) = n / N cancels against the N / n that a unique stands for.
    return float(held.uniques**2 / sent.sum())


def _sends_one(held: Sample) -> Floats:
    """h(i) for each size: i (n/N) times the chance that the other i - 1 stay outside."""
    others = np.arange(1, held.sizes[-1])
    # Exactly 0 as soon as there is nobody outside any more, and then for good.
    stays = 1 - (held.records - 1) / (held.population - others)
    outside = np.concatenate([[1.0], np.cumprod(stays)])
    chance: Floats = held.sizes * held.fraction * outside[held.sizes - 1]
    return chance
