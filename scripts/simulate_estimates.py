"""Compare estimates of a population's discrimination rate, over samples of known populations.

Run it with: python scripts/simulate_estimates.py
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from itertools import product

import numpy as np

import sonde
from simulate_chance import SEED, SIZES, Population, populations, profile_of
from sonde.entropy import Floats, Ints
from sonde.samples import MOST_BIAS, largest_bias

SAMPLES = 30
Entropy = Callable[[Ints], float]


def as_counted(counts: Ints) -> float:
    """Return the entropy of the shares in the sample, in nats."""
    p = counts / counts.sum()
    return -float((p * np.log(p)).sum())


def miller_madow(counts: Ints) -> float:
    """Add half a count for each value met but one (Miller, 1955)."""
    return as_counted(counts) + (len(counts) - 1) / (2 * int(counts.sum()))


def chao_wang_jost(counts: Ints) -> float:
    """Add what values not met would add, by those met once and twice (Chao, Wang, Jost, 2013)."""
    total = int(counts.sum())
    harmonic = np.concatenate([[0.0], np.cumsum(1 / np.arange(1.0, total))])
    met = float((counts * (harmonic[total - 1] - harmonic[counts - 1])).sum()) / total
    once, twice = int((counts == 1).sum()), int((counts == 2).sum())  # noqa: PLR2004 - two is two
    if once == 0:
        return met
    if twice:
        a = 2 * twice / ((total - 1) * once + 2 * twice)
    else:
        a = 2 / ((total - 1) * (once - 1) + 2)
    return met + once / total * _not_met(a, total)


def _not_met(a: float, total: int) -> float:
    """Sum (1-a)^(r-total+1) / r over r from total on, of which the paper writes the remainder."""
    steps = np.unique(np.geomspace(1, 40 / a + 2, 4_000).astype(np.int64)) - 1
    terms = (1 - a) ** (steps + 1.0) / (total + steps)
    return float(np.trapezoid(terms, steps) + terms[0] / 2)


ESTIMATES: dict[str, Entropy] = {
    "as counted": as_counted,
    "Miller-Madow": miller_madow,
    "Chao-Wang-Jost": chao_wang_jost,
}


def errors(whole: Population, people: int, generator: np.random.Generator) -> dict[str, Floats]:
    """Return how far each estimate is from the truth, for the samples that can tell."""
    model = sonde.profile({"y": [0], "x": [0]}, keys="y", sensitive="x")
    chances = whole.chances.ravel() / whole.chances.sum()
    found = defaultdict(list)
    for counts in generator.multinomial(people, chances, size=SAMPLES):
        made = profile_of(counts.reshape(whole.chances.shape), model)
        if made.constant or largest_bias(made) > MOST_BIAS:
            continue
        for name, entropy in ESTIMATES.items():
            h_x, h_y, h_both = map(entropy, (made.value_size, made.size, made.cell_size))
            found[name].append(min(1.0, max(0.0, (h_x + h_y - h_both) / h_x)))
        found["adjusted"].append(sonde.corrected_rate.formula(made))
    return {name: np.array(rates) - whole.rate for name, rates in found.items()}


if __name__ == "__main__":
    generator = np.random.default_rng(SEED)
    spread, bias = defaultdict(list), defaultdict(list)
    for whole, people in product(populations(), SIZES):
        for name, off in errors(whole, people, generator).items():
            spread[name].append(np.sqrt((off**2).mean()))
            bias[name].append(abs(off.mean()))
    print("estimate         populations  error (root mean square)  bias  largest bias")
    for name, each in spread.items():
        print(
            f"{name:<15}{len(each):>13}  {np.mean(each):>24.4f}  {np.mean(bias[name]):.4f}"
            f"  {np.max(bias[name]):>11.4f}"
        )
