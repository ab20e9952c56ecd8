"""l-diversity: how many sensitive values a class leaves open, counted or by their entropy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .base import measure

if TYPE_CHECKING:
    from ..entropy import Floats, Ints
    from ..profiles import Profile


def distinct_of_one_value(profile: Profile) -> Ints:
    """The number of sensitive values in the class."""
    return profile.distinct


@measure(
    title="Distinct l-diversity",
    short="l",
    says="The class with the fewest values of {target} has {value:,}.",
    low=1,
    high=None,
    worse="lower",
    unit="values",
    family="Diversity",
    needs=("sensitive",),
    source="Machanavajjhala, Kifer, Gehrke and Venkitasubramaniam, ICDE 2006",
    of_each_class=distinct_of_one_value,
)
def distinct_l_diversity(profile: Profile) -> int:
    """The number of sensitive values in the class that has the fewest.

    1: a class has one value, which whoever is in it is known to have. A null is a value of its
    own unless rows with nulls are dropped: a class with a diagnosis and blanks has two.

    Rests on one class, and on values that occur once as much as on those that all have: a class
    of a hundred with one flu among aids has l = 2. The entropy and the recursive form look at how
    often the values occur, and none of the three at how alike they are.

    >>> import sonde
    >>> table = {"Age": [22, 22, 35, 35], "Disease": ["flu", "flu", "flu", "aids"]}
    >>> sonde.distinct_l_diversity(table, keys="Age", sensitive="Disease").overall
    1
    """
    return int(profile.distinct.min())


def entropy_of_one_value(profile: Profile) -> Floats:
    """2^H(X|Y=y), the number of equally likely values that the class is worth.

    Exactly their number where they are equally frequent, which a bound may ask for.
    """
    even = profile.cell_size[profile.cell_starts] == profile.largest
    return np.where(even, profile.distinct, np.exp2(profile.class_entropy))


@measure(
    title="Entropy l-diversity",
    short="entropy l",
    says="The least diverse class leaves {target} as open as {value:.2f} equally likely values.",
    low=1,
    high=None,
    worse="lower",
    unit="values",
    family="Diversity",
    needs=("sensitive",),
    source="Machanavajjhala, Kifer, Gehrke and Venkitasubramaniam, ICDE 2006",
    of_each_class=entropy_of_one_value,
)
def entropy_l_diversity(profile: Profile) -> float:
    """The largest l for which the table is entropy l-diverse: min over y of 2^H(X|Y=y).

    A real number, between 1 and the distinct l, which it reaches where the values of the class
    are equally frequent. 1: a class has one value. It is one over the entropy l-diversity risk.

    Rests on one class. It cannot be above 2^H(X): where one value is frequent in the whole table
    no release of it is diverse by this, however little its classes say. The largest share, which
    is (alpha, k)-anonymity's, may be high where the entropy still looks open.

    >>> import sonde
    >>> table = {"Age": [22, 22, 22, 22], "Disease": ["flu", "flu", "flu", "aids"]}
    >>> round(sonde.entropy_l_diversity(table, keys="Age", sensitive="Disease").overall, 4)
    1.7548
    """
    return float(entropy_of_one_value(profile).min())
