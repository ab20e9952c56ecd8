"""Prosecutor risk: to be found by somebody who knows that one is in the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .base import measure

if TYPE_CHECKING:
    from ..entropy import Floats
    from ..profiles import Profile


def of_one_value(profile: Profile) -> Floats:
    """One over the number of people in the class."""
    return 1 / profile.people


@measure(
    title="Prosecutor risk, highest",
    short="prosecutor",
    says="Of those known to be in the table, somebody is found with a chance of {value:.1%}.",
    low=0,
    high=1,
    worse="higher",
    family="Guesses",
    source="El Emam and Dankar, JAMIA 2008",
    of_each_class=of_one_value,
)
def prosecutor_risk(profile: Profile) -> float:
    """The highest chance to find a person who is known to be in the table: one over k.

    The attacker knows the person's keys and that they are in the table, picks one of the people in
    their class, and is right with one over its size. 1: somebody is alone.

    Rests on one class. The mean of the same over all people is the marketer risk, and the share
    of people above a bound is ``records_at_risk``.

    >>> import sonde
    >>> sonde.prosecutor_risk({"Age": [22, 22, 35, 35, 35]}, keys="Age").overall
    0.5
    """
    return 1 / int(profile.people.min())
