"""k-map: the smallest crowd in the population that somebody of the sample hides in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .base import measure

if TYPE_CHECKING:
    from ..entropy import Ints
    from ..profiles import Profile


def of_one_value(profile: Profile) -> Ints:
    """The number of people of the population in the class."""
    assert profile.population is not None  # noqa: S101 - it is needed
    return profile.population.size


@measure(
    title="k-map",
    short="k-map",
    says="Of the classes of the sample, the smallest in the population is of size {value:,}.",
    low=1,
    high=None,
    worse="lower",
    unit="people",
    family="Crowds",
    needs=("population",),
    source="Sweeney, Computational disclosure control, 2001; El Emam and Dankar, JAMIA 2008",
    of_each_class=of_one_value,
)
def k_map(profile: Profile) -> int:
    """The number of people of the population in the smallest class that the sample has.

    For an attacker who does not know who is in the sample, each person hides among the people of
    the population with the same key values, of whom k-anonymity sees only those in the sample. It
    is never below k. 1: somebody is the only one of their kind in the whole population.

    Rests on the population's table: on whether it is whole, as new as the sample, and says the
    keys in the same way. An attacker who knows who is in the sample is met by k-anonymity alone.

    >>> import sonde
    >>> people = {"Age": [22, 22, 22, 35, 35]}
    >>> sonde.k_map({"Age": [22, 35]}, keys="Age", population=people).overall
    2
    """
    return int(of_one_value(profile).min())
