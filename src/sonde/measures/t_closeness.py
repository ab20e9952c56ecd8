"""t-closeness with equal ground distance, which is the variational distance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..distances import apart, quotient
from .base import measure

if TYPE_CHECKING:
    from ..entropy import Floats
    from ..profiles import Profile


def of_one_value(profile: Profile) -> Floats:
    """The sum over the values x of max(0, p(x|y) - p(x))."""
    profile.require_uncertainty()
    return quotient(apart(profile), profile)


@measure(
    title="t-closeness (variational)",
    short="t",
    says="In some class the shares of {target} are {value:.3f} away from those of everybody.",
    low=0,
    high=1,
    worse="higher",
    family="Closeness",
    needs=("sensitive",),
    source="Li, Li and Venkatasubramanian, ICDE 2007",
    of_each_class=of_one_value,
)
def t_closeness(profile: Profile) -> float:
    """The smallest t for which the table is t-close: max over y of half the sum of |p(x|y) - p(x)|.

    The earth mover's distance where every value is equally far from every other; that is the
    variational distance (total variation), under its other name. 0: every class has the shares of
    the whole table. It comes near 1 where a class has only values that few others have.
    Undefined where X has one value.

    Rests on one class: a single unique person makes it 1 - p(x), however large the table. Values
    that are alike (two kinds of cancer) are as far apart here as any: the ordered and the
    hierarchical distance know better.

    >>> import sonde
    >>> table = {"Age": [22, 22, 35, 35], "Disease": ["flu", "flu", "flu", "aids"]}
    >>> sonde.t_closeness(table, keys="Age", sensitive="Disease").overall
    0.25
    """
    return float(of_one_value(profile).max())
