"""The rate by chance: what the discrimination rate would be if the keys said nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .base import measure

if TYPE_CHECKING:
    from ..profiles import Profile


@measure(
    title="Rate by chance",
    short="DR0",
    says="By chance alone {keys} would remove {value:.1%} of the uncertainty about {target}.",
    low=0,
    high=1,
    worse="higher",
    source="Vinh, Epps, Bailey, JMLR 2010, equation 24a",
    family="Chance",
    needs=("sensitive",),
    of_each_class=None,
)
def rate_by_chance(profile: Profile) -> float:
    """The discrimination rate to expect where the keys and X have no link: 1 - E[H(X|Y)] / H(X).

    E is the mean over all ways to deal the values of X out among the rows (or facts, with a
    subject column), while classes and values keep their sizes. It is computed and not drawn.
    0: there is one class. 1: each class has one row, so that the rate is 1 whatever the keys
    mean. Undefined where X has one value.

    Rests on the sizes of classes and values alone, and is silent on any link between them. A high
    one is no comfort: what the table gives away about the people in it, it gives away. It says
    that the rate would be as high for keys that mean nothing, and so says little of others.

    >>> import sonde
    >>> table = {"Age": [22, 22, 35, 35], "Disease": ["flu", "flu", "aids", "aids"]}
    >>> round(sonde.rate_by_chance(table, keys="Age", sensitive="Disease").overall, 4)
    0.3333
    """
    profile.require_uncertainty()
    if int(profile.size.max()) == 1:
        return 1.0
    if profile.classes == 1:
        return 0.0
    return max(0.0, 1 - profile.entropy_by_chance / profile.entropy)
