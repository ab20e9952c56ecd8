"""beta-likeness: how much likelier, in relation, a class makes a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..distances import gains
from ..errors import Undefined
from .base import measure

if TYPE_CHECKING:
    from ..entropy import Floats
    from ..profiles import Profile


def basic_of_one_value(profile: Profile) -> Floats:
    """The largest (p(x|y) - p(x)) / p(x) of the class, 0 where no value is likelier."""
    return np.maximum.reduceat(gains(profile) - 1, profile.cell_starts)


@measure(
    title="Basic beta-likeness",
    short="beta",
    says="In some class a value of {target} is likelier than in the whole table by {value:.0%}.",
    low=0,
    high=None,
    worse="higher",
    family="Closeness",
    needs=("sensitive",),
    source="Cao and Karras, PVLDB 2012, definition 2",
    of_each_class=basic_of_one_value,
)
def basic_beta_likeness(profile: Profile) -> float:
    """The smallest beta of the table: max over classes and values of (p(x|y) - p(x)) / p(x).

    Only values that become likelier count. 0: none does, so each class has the shares of the
    whole table. 1: a value is twice as likely in some class. Unlike t it weighs a step from 1% to
    3% more than one from 50% to 60%.

    Rests on one value of one class: one person with a rare value, alone in their class, makes it
    1/p(x) - 1.

    >>> import sonde
    >>> table = {"Age": [22, 22, 35, 35], "Test": ["-", "-", "+", "-"]}
    >>> sonde.basic_beta_likeness(table, keys="Age", sensitive="Test").overall
    1.0
    """
    return float(basic_of_one_value(profile).max())


def enhanced_of_one_value(profile: Profile) -> Floats:
    """The basic one, and NaN where a value gains more than -ln p(x)."""
    gain = gains(profile) - 1
    bound = -np.log(profile.value_size / profile.total)[profile.cell_value]
    beyond = np.logical_or.reduceat(gain > bound, profile.cell_starts)
    return np.where(beyond, np.nan, np.maximum.reduceat(gain, profile.cell_starts))


@measure(
    title="Enhanced beta-likeness",
    short="enhanced beta",
    says="No value of {target} gains more than {value:.0%} in a class, nor than -ln of its share.",
    low=0,
    high=None,
    worse="higher",
    family="Closeness",
    needs=("sensitive",),
    source="Cao and Karras, PVLDB 2012, definition 3",
    of_each_class=enhanced_of_one_value,
)
def enhanced_beta_likeness(profile: Profile) -> float:
    """The smallest beta for which each gain is at most min(beta, -ln p(x)).

    The second bound keeps a frequent value from becoming certain, which basic beta-likeness
    allows for: with p(x) = 60% a class may not go beyond 90.6%. Where a gain is above it no beta
    is large enough, and the number is undefined. Else it is the basic one.

    Rests on one value of one class.

    >>> import sonde
    >>> table = {"Age": [22] * 4 + [35] * 4, "Test": ["+", "-", "-", "-", "+", "+", "-", "-"]}
    >>> round(sonde.enhanced_beta_likeness(table, keys="Age", sensitive="Test").overall, 4)
    0.3333
    """
    by_class = enhanced_of_one_value(profile)
    if np.isnan(by_class).any():
        raise Undefined(
            f"in some class a value of {profile.dataset.sensitive!r} gains more than -ln of its "
            "share in the table, which no beta allows"
        )
    return float(by_class.max())
