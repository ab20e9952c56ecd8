"""Uniques: the people who are alone in their class."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .base import measure

if TYPE_CHECKING:
    from ..entropy import Ints
    from ..profiles import Profile


def of_one_value(profile: Profile) -> Ints:
    """1 where the class has one person, else 0."""
    return np.where(profile.people == 1, 1, 0)


@measure(
    title="Uniques",
    short="unique",
    says="So many people share their values of {keys} with nobody in the table.",
    low=0,
    high=None,
    worse="higher",
    unit="people",
    family="Uniqueness",
    source="Skinner and Elliot, JRSS B 2002",
    of_each_class=of_one_value,
)
def uniques(profile: Profile) -> int:
    """The number of people who are alone in their class: in a sample, the sample uniques.

    Everybody who knows the keys of such a person and that they are in the table has found them.
    Of a sample's uniques many may have their like outside of it: ``population_uniques`` estimates
    how many have not. With a subject column a person counts once for each class that they are
    alone in.

    Rests on everybody. A null is a value of its own, so that a person may be unique by what is
    not known of them.

    >>> import sonde
    >>> sonde.uniques({"Age": [22, 22, 35, None]}, keys="Age").overall
    2
    """
    return int(profile.repeats[profile.people == 1].sum())
