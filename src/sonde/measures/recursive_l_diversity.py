"""Recursive (c, l)-diversity: the most frequent value against all but the l - 1 most frequent.

With r1 >= r2 >= ... >= rm for how often the values of a class occur, the class is
(c, l)-diverse where r1 < c (rl + ... + rm).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import Undefined
from ..parameters import fraction, whole
from .base import measure

if TYPE_CHECKING:
    from ..entropy import Floats, Ints
    from ..profiles import Profile


def _rarest(profile: Profile) -> Ints:
    """For each cell, how many facts have its value or a rarer one of the class."""
    added = np.cumsum(profile.cell_size)
    before = (added - profile.cell_size)[profile.cell_starts]
    return added - before[profile.cell_class]


def l_of_one_value(profile: Profile, *, c: Any = 2) -> Ints:
    """The largest l of the class: how many of its tails, all values down to the rarest, do.

    A tail does where c times it is above r1; by whole numbers, where it is above floor(r1 / c).
    """
    ratio = fraction("c", c)
    most, index = np.unique(profile.largest, return_inverse=True)
    bound = [int(r1) * ratio.denominator // ratio.numerator for r1 in most]
    none_does = profile.total  # as no tail is longer
    needed = np.array([min(one, none_does) for one in bound], np.int64)[index]
    does = _rarest(profile) > needed[profile.cell_class]
    return np.bincount(profile.cell_class, does, len(profile.size)).astype(np.int64)


@measure(
    title="Recursive diversity, largest l",
    short="recursive l",
    says="With c = {c}, each class is recursively diverse up to l = {value:,}.",
    low=0,
    high=None,
    worse="lower",
    unit="values",
    family="Diversity",
    needs=("sensitive",),
    source="Machanavajjhala, Kifer, Gehrke and Venkitasubramaniam, ICDE 2006, definition 4.3",
    of_each_class=l_of_one_value,
)
def recursive_l_diversity(profile: Profile, *, c: Any = 2) -> int:
    """The largest l for which the table is recursively (c, l)-diverse.

    A class is so where its most frequent value occurs less than ``c`` times as often as the
    values from the l-th most frequent to the rarest together. 1 with c above 1 says nothing: every
    class is that. 0: with a c of at most 1, not even that. Never above the distinct l.

    Rests on one class, and on c, without which the number cannot be read. Whole numbers decide,
    so that the bound, which is strict, is not met by a rounding; c = 0.1 is one tenth.

    >>> import sonde
    >>> table = {"Age": [22] * 6, "Disease": ["flu", "flu", "flu", "aids", "aids", "cold"]}
    >>> sonde.recursive_l_diversity(table, keys="Age", sensitive="Disease", c=2).overall
    2
    >>> sonde.recursive_l_diversity(table, keys="Age", sensitive="Disease", c=3.5).overall
    3
    """
    return int(l_of_one_value(profile, c=c).min())


def c_of_one_value(profile: Profile, *, l: int = 2) -> Floats:  # noqa: E741 - the papers' name
    """r1 over the tail from the l-th value, and NaN where the class has fewer values."""
    values = profile.distinct - whole("l", l) + 1
    tail = _rarest(profile)[profile.cell_starts + np.maximum(values, 1) - 1]
    return np.where(values < 1, np.nan, profile.largest / tail)


@measure(
    title="Recursive diversity, smallest c",
    short="recursive c",
    says="Each class is recursively diverse with l = {l} for every c above {value:.4g}.",
    low=0,
    high=None,
    worse="higher",
    family="Diversity",
    needs=("sensitive",),
    source="Machanavajjhala, Kifer, Gehrke and Venkitasubramaniam, ICDE 2006, definition 4.3",
    of_each_class=c_of_one_value,
)
def recursive_c(profile: Profile, *, l: int = 2) -> float:  # noqa: E741 - the papers' name
    """The bound that c must be above for the table to be recursively (c, l)-diverse.

    max over y of r1 / (rl + ... + rm). The definition is strict, so at c = this number the table
    is not yet so, and above it it is. Undefined where a class has fewer than ``l`` values:
    no c is large enough for it.

    Rests on one class. A table with a high number here is one in which a class has one value that
    nearly all in it share.

    >>> import sonde
    >>> table = {"Age": [22] * 6, "Disease": ["flu", "flu", "flu", "aids", "aids", "cold"]}
    >>> sonde.recursive_c(table, keys="Age", sensitive="Disease", l=3).overall
    3.0
    """
    least = int(profile.distinct.min())
    if least < whole("l", l):
        raise Undefined(f"a class has fewer than l = {l} values, so no c is large enough")
    return float(c_of_one_value(profile, l=l).max())
