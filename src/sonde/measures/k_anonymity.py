"""k-anonymity: the size of the smallest crowd."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .base import measure

if TYPE_CHECKING:
    from ..entropy import Ints
    from ..profiles import Profile


def of_one_value(profile: Profile) -> Ints:
    """The number of people in the class."""
    return profile.people


@measure(
    title="k-anonymity",
    short="k",
    says="The smallest class, the people alike in {keys}, is of size {value:,}.",
    low=1,
    high=None,
    worse="lower",
    unit="people",
    family="Crowds",
    source="Samarati and Sweeney, 1998",
    of_each_class=of_one_value,
)
def k_anonymity(profile: Profile) -> int:
    """The number of people in the smallest class: each shares their key values with k - 1 others.

    1: somebody is unique. With a subject column people are counted, not rows: five rows of one
    patient are a class of one. A null is a value of its own unless rows with nulls are dropped.

    Rests on one class, and is silent on what its members have in common: a class of a hundred
    with one disease gives that disease away.

    >>> import sonde
    >>> sonde.k_anonymity({"Age": [22, 22, 35, None]}, keys="Age").overall
    1
    """
    return int(profile.people.min())
