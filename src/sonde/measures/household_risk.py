"""Household risk: that somebody of a household is found, and the rest with them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from .base import measure
from .individual_risk import of_one_value as risk_of_class

if TYPE_CHECKING:
    from ..entropy import Floats
    from ..profiles import Profile


def _of_each_person(profile: Profile) -> Floats:
    from ..uniqueness import household_risk as risk

    assert profile.households is not None  # noqa: S101 - it is needed
    held = profile.households
    of_person = risk_of_class(profile)[np.repeat(held.of_class, held.people)]
    return risk(of_person, np.repeat(held.household, held.people))


@measure(
    title="Household risk, highest",
    short="household",
    says="Somebody of one household is found with a chance of {value:.2%}.",
    low=0,
    high=1,
    worse="higher",
    family="Uniqueness",
    needs=("weight", "household"),
    source="Franconi and Polettini, PSD 2004; Hundepool et al., Statistical Disclosure Control",
    of_each_class=None,
)
def household_risk(profile: Profile) -> float:
    """The highest chance that at least one member of a household is found: 1 - product of (1 - r).

    Who finds one member finds the others, as they are in the sample together. Never below the
    individual risk.

    Rests on what the individual risk rests on, and on members being found independently: a
    household that is rare as a whole is found more easily than this says.

    >>> import sonde
    >>> table = {"Age": [22, 22, 35], "w": [100, 100, 100], "home": [1, 2, 2]}
    >>> round(sonde.household_risk(table, keys="Age", weight="w", household="home").overall, 4)
    0.0557
    """
    return float(_of_each_person(profile).max())


@measure(
    title="Global household risk",
    short="global household",
    says="{value:.2%} of the sample are expected to be in a household of which one is found.",
    low=0,
    high=1,
    worse="higher",
    family="Uniqueness",
    needs=("weight", "household"),
    source="Franconi and Polettini, PSD 2004; Hundepool et al., Statistical Disclosure Control",
    of_each_class=None,
)
def global_household_risk(profile: Profile) -> float:
    """The mean of the household risks over the people of the sample.

    Rests on what the household risk rests on. An average over people, not over households.

    >>> import sonde
    >>> table = {"Age": [22, 22, 35], "w": [100, 100, 100], "home": [1, 2, 2]}
    >>> result = sonde.global_household_risk(table, keys="Age", weight="w", household="home")
    >>> round(result.overall, 4)
    0.0403
    """
    each = _of_each_person(profile)
    return math.fsum(each) / len(each)
