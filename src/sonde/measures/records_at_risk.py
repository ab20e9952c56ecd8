"""Records at risk: the share of people whose own risk is above a bound."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from ..parameters import fraction, share
from .base import measure

if TYPE_CHECKING:
    from ..entropy import Floats
    from ..profiles import Profile


def _at_risk(profile: Profile, threshold: Any) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Whether 1 / people is above the bound, by whole numbers: below how many people it is."""
    share("threshold", threshold)
    bound = 1 / fraction("threshold", threshold)
    return profile.people < min(-(-bound.numerator // bound.denominator), 2**62)


# What the European Medicines Agency and Health Canada ask of clinical data that is made public.
ONE_IN_ELEVEN = Fraction(1, 11)


def of_one_value(profile: Profile, *, threshold: Any = ONE_IN_ELEVEN) -> Floats:
    """1 where the class is at risk, else 0."""
    return _at_risk(profile, threshold).astype(np.float64)


@measure(
    title="Records at risk",
    short="at risk",
    says="{value:.2%} of the people are found with a chance above {threshold}.",
    low=0,
    high=1,
    worse="higher",
    family="Guesses",
    source="El Emam, Guide to the de-identification of personal health information, 2013",
    of_each_class=of_one_value,
)
def records_at_risk(profile: Profile, *, threshold: Any = ONE_IN_ELEVEN) -> float:
    """The share of people in classes so small that one over their size is above ``threshold``.

    The threshold is 1/11 unless told otherwise, which regulators of health data ask for and write
    as 0.09: above it are the people in classes of ten or fewer. It says how many are exposed
    where the prosecutor risk says how much one is.

    Rests on everybody, and on the bound: state it with the number. A class exactly at the bound is
    not above it, which whole numbers decide; 0.2 is one fifth.

    >>> import sonde
    >>> table = {"Age": [22] * 5 + [35] * 4 + [63]}
    >>> sonde.records_at_risk(table, keys="Age", threshold=0.2).overall
    0.5
    """
    people = profile.people * profile.repeats
    return int(people[_at_risk(profile, threshold)].sum()) / int(people.sum())
