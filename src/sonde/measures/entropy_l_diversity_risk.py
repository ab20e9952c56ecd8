"""Entropy l-diversity, read as a risk."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .base import measure

if TYPE_CHECKING:
    from ..entropy import Floats
    from ..profiles import Profile


def of_one_value(profile: Profile) -> Floats:
    """2^-H(X|Y=y): one over the number of equally likely values that X is worth in the class."""
    return np.exp2(-profile.class_entropy)


@measure(
    title="Entropy l-diversity risk",
    short="ELD",
    says="The least diverse class leaves {target} as open as a choice among {choices}.",
    low=0,
    high=1,
    worse="higher",
    source="Machanavajjhala et al., 2007; ITPR paper, 2019, section 3.3.5",
    of_each_class=of_one_value,
)
def entropy_l_diversity_risk(profile: Profile) -> float:
    """The risk in the class with the least entropy: ELD = max over y of 2^-H(X|Y=y).

    One over the l of entropy l-diversity. 1: a class has one value of X. Above 0 always. The
    paper prints the exponent with its sign the other way round.

    Rests on one class. It is not the chance that a guess is right, which may be far higher: 60
    people with one value and 40 with forty others are as open as 8.6 equally likely values, and
    the first guess is right for 60%. Nor does it ask what X looks like in the whole table: a
    value that nearly everybody has counts as a risk though nothing was learned.

    >>> import sonde
    >>> sonde.entropy_l_diversity_risk({"Age": [22, 22, 35, 35]}, keys="Age").overall
    0.5
    """
    return float(of_one_value(profile).max())
