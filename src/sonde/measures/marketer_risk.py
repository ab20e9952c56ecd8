"""Marketer risk: how many are found by somebody who tries everybody."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from .base import measure

if TYPE_CHECKING:
    from ..entropy import Floats
    from ..profiles import Profile


def of_one_value(profile: Profile) -> Floats:
    """The share of the class's people who are found: one over its people, or the population's."""
    if profile.population is not None:
        return 1 / profile.population.size
    return 1 / profile.people


@measure(
    title="Marketer risk",
    short="marketer",
    says="Who tries to find everybody by {keys} finds {value:.2%} of the people.",
    low=0,
    high=1,
    worse="higher",
    family="Guesses",
    source="Dankar and El Emam, PAIS 2010",
    of_each_class=of_one_value,
)
def marketer_risk(profile: Profile) -> float:
    """The share of people that an attacker finds, on average, who matches every record.

    Without a population they are found within the table: the number of classes over that of the
    people. With one they are found in it: the mean over the people of one over the size of their
    class there. An average over people, not over classes.

    Rests on everybody. With a subject column a person is matched once in each class that they are
    in. The few who are alone may be hidden by the many who are not: see the prosecutor risk.

    >>> import sonde
    >>> sonde.marketer_risk({"Age": [22, 22, 35, 35, 35]}, keys="Age").overall
    0.4
    """
    matched = int((profile.people * profile.repeats).sum())
    if profile.population is None:
        return profile.classes / matched
    return math.fsum(profile.people / profile.population.size) / matched
