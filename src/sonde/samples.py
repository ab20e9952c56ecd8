"""Samples: how far the rate of a table that is a sample may lie from that of its population."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from .chance import expected_n_log_n
from .entropy import Floats, Ints, n_log_n
from .errors import Undefined

if TYPE_CHECKING:
    from .profiles import Profile

# A standard normal number is within this of 0 in 95 cases of 100.
CONFIDENT = 1.96
# Where chance may make up more of a rate than this, the sample cannot tell.
MOST_BIAS = 0.2
# By how much independence may fall short of the largest bias. To the bias of N H(X|Y) a cell
# adds E[K ln(K/m)], for a Poisson number K of mean m: 0.58 at its highest, 0.50 as m grows.
MARGIN = 7 / 6
# Facts that might have been seen elsewhere, and were not. As by the rule of three: what is true
# of none of N facts may be true of 3 in N, and 3 is about 1.96 times the root of this.
UNSEEN = 2


def interval(profile: Profile) -> tuple[float, float]:
    """Return the ends between which the population's rate is, 95 times in 100 or more.

    The sample's rate is too high by something between nothing and ``largest_bias``, and random
    beyond that: 1.96 standard errors are added at both ends.
    """
    bias = require_enough(profile)
    rate = 1 - profile.conditional_entropy / profile.entropy
    error = CONFIDENT * standard_error(profile)
    return min(1.0, max(0.0, rate - bias - error)), min(1.0, rate + error)


def require_enough(profile: Profile) -> float:
    """Return the largest bias, refusing a sample that cannot tell."""
    profile.require_uncertainty()
    if profile.total != profile.subjects:
        raise Undefined("some people have several facts, which were not drawn one by one")
    if profile.weight is not None and not np.allclose(profile.weight, _even(profile)):
        raise Undefined("the rows have different weights, so they were not drawn alike")
    bias = largest_bias(profile)
    if bias > MOST_BIAS:
        raise Undefined(
            f"chance may account for {min(1.0, bias):.1%} in classes this small, so the sample "
            "cannot tell: take coarser keys or more people"
        )
    return bias


def _even(profile: Profile) -> Floats:
    """Return what each class's weights would add up to if all rows had the same."""
    assert profile.weight is not None  # noqa: S101 - the caller looked
    return profile.people.astype(np.float64) * (math.fsum(profile.weight) / profile.subjects)


def largest_bias(profile: Profile) -> float:
    """Return by how much the rate of a sample may be too high, on average.

    In a class of few people some values of X are missing by chance, so that H(X|Y) comes out too
    low. Among classes of one size that is worst where X looks the same in all of them, as the
    bias of an entropy is concave in the distribution (nearly: ``MARGIN``); and then it is what
    the permutation model gives. Rare classes may hold other values than frequent ones, so it is
    also taken among classes of much the same size, and the larger of the two counts.
    """
    whole = profile.total * (profile.entropy - profile.entropy_by_chance)
    band = np.frexp(profile.size.astype(np.float64))[1]
    of_cell = band[profile.cell_class]
    by_band = []
    for one in np.unique(band):
        held = of_cell == one
        values = np.bincount(profile.cell_value[held], profile.cell_size[held]).astype(np.int64)
        by_band.append(_lost(profile.size[band == one], values[values > 0]))
    return MARGIN * max(whole, math.fsum(by_band)) / (profile.total * profile.entropy)


def _lost(sizes: Ints, values: Ints) -> float:
    """Return N (H(X) - H(X|Y)) by chance, with the correction of Miller, 1955, to H(X)."""
    alone = n_log_n(sizes.sum(keepdims=True)) - n_log_n(values)
    missing = (len(values) - 1) / (2 * math.log(2))
    return alone + missing - (n_log_n(sizes) - expected_n_log_n(sizes, values))


def standard_error(profile: Profile) -> float:
    """Return the standard error of the rate: by the delta method, and for a few facts not seen.

    A fact with x and y moves DR by (log2 p(x|y)/p(x) + DR log2 p(x)) / (N H(X)). That alone says
    too little where few facts make the difference, and nothing where none does: a fact that is
    the first to disagree with its class adds about log2(N) / N to H(X|Y).
    """
    total, cells = profile.total, profile.cell_size
    surprise = np.log2(profile.value_size / total)[profile.cell_value]
    link = np.log2(cells / profile.size[profile.cell_class]) - surprise
    rate = 1 - profile.conditional_entropy / profile.entropy
    variance = math.fsum(cells * (link + rate * surprise) ** 2) / total
    unseen = UNSEEN * math.log2(total) ** 2 / total
    return math.sqrt((variance + unseen) / total) / profile.entropy
