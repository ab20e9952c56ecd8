"""delta-presence: how sure an attacker can be that somebody is in the sample, or is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .base import measure

if TYPE_CHECKING:
    from ..entropy import Floats
    from ..profiles import Profile


def of_one_value(profile: Profile) -> Floats:
    """The share of the population's people of the class who are in the sample."""
    assert profile.population is not None  # noqa: S101 - it is needed
    return profile.people / profile.population.size


@measure(
    title="delta-presence, highest",
    short="delta max",
    says="Of somebody in the population it is {value:.1%} likely that they are in the sample.",
    low=0,
    high=1,
    worse="higher",
    family="Crowds",
    needs=("population",),
    source="Nergiz, Atzori and Clifton, SIGMOD 2007",
    of_each_class=of_one_value,
)
def delta_presence(profile: Profile) -> float:
    """The highest probability that a person of the population is in the sample, by their keys.

    Being in the table may itself be the secret: a register of patients, of debtors. 1: of
    somebody in the population it is certain that they are in it. The table is
    (delta_min, delta_max)-present for ``delta_presence_lowest`` and this.

    Rests on one class and on the population's table, with the cautions of k-map.

    >>> import sonde
    >>> people = {"Age": [22, 22, 22, 22, 35, 35, 63]}
    >>> sonde.delta_presence({"Age": [22, 35]}, keys="Age", population=people).overall
    0.5
    """
    return float(of_one_value(profile).max())


@measure(
    title="delta-presence, lowest",
    short="delta min",
    says="Of everybody in the population it is {value:.1%} likely, or more, to be in the sample.",
    low=0,
    high=1,
    worse="lower",
    family="Crowds",
    needs=("population",),
    source="Nergiz, Atzori and Clifton, SIGMOD 2007",
    of_each_class=of_one_value,
)
def delta_presence_lowest(profile: Profile) -> float:
    """The lowest probability that a person of the population is in the sample, by their keys.

    0: of somebody in the population it is certain that they are not in it, because nobody of the
    sample has their key values. That is a disclosure where absence says something, such as in a
    register of the vaccinated, and is none for most samples.

    Rests on one class and on the population's table, with the cautions of k-map. By value it
    has the classes of the sample, in none of which it is 0.

    >>> import sonde
    >>> people = {"Age": [22, 22, 22, 22, 35, 35, 63]}
    >>> sonde.delta_presence_lowest({"Age": [22, 35]}, keys="Age", population=people).overall
    0.0
    """
    assert profile.population is not None  # noqa: S101 - it is needed
    return 0.0 if len(profile.population.absent) else float(of_one_value(profile).min())
