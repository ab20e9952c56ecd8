"""delta-disclosure privacy: how many bits more or less likely a class makes any value."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..distances import gains
from ..errors import Undefined
from .base import measure

if TYPE_CHECKING:
    from ..entropy import Floats
    from ..profiles import Profile


def of_one_value(profile: Profile) -> Floats:
    """The largest |log2 p(x|y) / p(x)| of the class, and NaN where it lacks a value."""
    change = np.abs(np.log2(gains(profile)))
    largest = np.maximum.reduceat(change, profile.cell_starts)
    return np.where(profile.distinct < len(profile.values), np.nan, largest)


@measure(
    title="delta-disclosure privacy",
    short="delta",
    says="In some class a value of {target} is {value:.2f} bits likelier or less likely.",
    low=0,
    high=None,
    worse="higher",
    unit="bits",
    family="Closeness",
    needs=("sensitive",),
    source="Brickell and Shmatikov, KDD 2008, definition 5",
    of_each_class=of_one_value,
)
def delta_disclosure(profile: Profile) -> float:
    """The delta that every |log2 p(x|y) / p(x)| stays at or below: max over classes and values.

    The paper's bound is strict, so the table is delta-disclosure private for every delta above the
    number. 0: each class has the shares of the whole table. In bits; the paper leaves the
    logarithm's base open, and ARX takes 2 as well. Undefined where a class lacks a value that the
    table has: the logarithm of 0 has no bound, and no delta is large enough. Tools that skip such
    values give a number there that the definition does not.

    Rests on one value of one class, most often a rare one.

    >>> import sonde
    >>> table = {"Age": [22, 22, 22, 35, 35, 35], "Test": ["+", "-", "-", "+", "+", "-"]}
    >>> round(sonde.delta_disclosure(table, keys="Age", sensitive="Test").overall, 4)
    0.585
    """
    if int(profile.distinct.min()) < len(profile.values):
        name = profile.dataset.sensitive
        raise Undefined(f"some class lacks a value of {name!r}, so no delta is large enough")
    return float(of_one_value(profile).max())
