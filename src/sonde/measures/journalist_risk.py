"""Journalist risk: to be found by somebody who does not know who is in the sample."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .base import measure

if TYPE_CHECKING:
    from ..entropy import Floats
    from ..profiles import Profile


def of_one_value(profile: Profile) -> Floats:
    """One over the number of people of the population in the class."""
    assert profile.population is not None  # noqa: S101 - it is needed
    return 1 / profile.population.size


@measure(
    title="Journalist risk, highest",
    short="journalist",
    says="Somebody of the sample is found in the population with a chance of {value:.1%}.",
    low=0,
    high=1,
    worse="higher",
    family="Guesses",
    needs=("population",),
    source="El Emam and Dankar, JAMIA 2008",
    of_each_class=of_one_value,
)
def journalist_risk(profile: Profile) -> float:
    """The highest chance that a record of the sample is matched to the right person: 1 over k-map.

    The attacker wants to show that somebody can be found, whoever it is, has a register of the
    population, and does not know who is in the sample. Never above the prosecutor risk.

    Rests on one class and on the population's table, with the cautions of k-map.

    >>> import sonde
    >>> people = {"Age": [22, 22, 22, 35, 35]}
    >>> sonde.journalist_risk({"Age": [22, 35]}, keys="Age", population=people).overall
    0.5
    """
    return float(of_one_value(profile).max())
