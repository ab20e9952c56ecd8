"""Individual and global risk: what the sampling weights say of who can be found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .base import measure

if TYPE_CHECKING:
    from ..entropy import Floats
    from ..profiles import Profile


def of_one_value(profile: Profile) -> Floats:
    """E[1/F | f], the expected share of the class's people of the population that one is."""
    from ..uniqueness import individual_risk as risk

    assert profile.weight is not None  # noqa: S101 - it is needed
    return risk(profile.people, profile.weight)


@measure(
    title="Individual risk, highest",
    short="risk",
    says="Somebody of the sample is found in the population with a chance of {value:.2%}.",
    low=0,
    high=1,
    worse="higher",
    family="Uniqueness",
    needs=("weight",),
    source="Benedetti and Franconi, 1998; Franconi and Polettini, PSD 2004",
    of_each_class=of_one_value,
)
def individual_risk(profile: Profile) -> float:
    """The highest chance that a record of the sample is matched to the right person, by weights.

    E[1/F | f], where f people of the sample are in a class and F, how many the population has of
    it, is negative binomial with its weights' sum as the mean. By value it is the risk of each
    person in the class, which sdcMicro calls the individual risk.

    Rests on the weights: on their saying how many people a row stands for, in every class. Where
    a class has one person it is several times what one over the weight would be.

    >>> import sonde
    >>> table = {"Age": [22, 22, 35], "w": [100, 100, 100]}
    >>> round(sonde.individual_risk(table, keys="Age", weight="w").overall, 4)
    0.0465
    """
    return float(of_one_value(profile).max())


@measure(
    title="Global risk",
    short="global risk",
    says="An attacker who tries everybody is expected to find {value:.2%} of the sample.",
    low=0,
    high=1,
    worse="higher",
    family="Uniqueness",
    needs=("weight",),
    source="Franconi and Polettini, PSD 2004; Hundepool et al., Statistical Disclosure Control",
    of_each_class=of_one_value,
)
def global_risk(profile: Profile) -> float:
    """The mean of the individual risks over the people of the sample.

    Times the people of the sample it is the expected number of re-identifications. An average
    over people: a sample of many safe people hides a few who are not.

    Rests on what the individual risk rests on.

    >>> import sonde
    >>> table = {"Age": [22, 22, 35], "w": [100, 100, 100]}
    >>> round(sonde.global_risk(table, keys="Age", weight="w").overall, 4)
    0.0219
    """
    from ..uniqueness import global_risk as mean

    return mean(of_one_value(profile), profile.people)
