"""The Discrimination Rate: how far the keys refine the anonymity set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .base import measure

if TYPE_CHECKING:
    from ..entropy import Floats
    from ..profiles import Profile


def of_one_value(profile: Profile) -> Floats:
    """DR_X(y) = 1 - p(y) H(X|Y=y) / H(X): the attacker met this combination of key values."""
    profile.require_uncertainty()
    # A single class has all of the uncertainty, which floats may exceed by a last digit.
    return np.maximum(1 - profile.class_bits / (profile.total * profile.entropy), 0.0)


@measure(
    title="Discrimination rate",
    short="DR",
    says="Knowing {keys} removes {value:.1%} of the uncertainty about {target}.",
    low=0,
    high=1,
    worse="higher",
    source="Sondeck, Laurent, Frey, SECRYPT 2017, definitions 3, 4 and 7",
    of_each_class=of_one_value,
)
def discrimination_rate(profile: Profile) -> float:
    """The share of the uncertainty about X that knowing Y removes: DR = 1 - H(X|Y) / H(X).

    X is the sensitive attribute, or the subjects where none is named; Y is the combination of
    the keys. 0: the keys say nothing (a zero-identifier). 1: they settle X for everybody (an
    identifier). Both ends are decided from the integer counts. With one key it is the simple
    rate, with several the combined one, and with a partition over X the semantic one (SeDR).
    Undefined where X has one value, as there is no uncertainty to remove.

    By value, DR(y) = 1 - p(y) H(X|Y=y) / H(X) is the rate as if all other values of Y gave X
    away: 1 - DR is the sum of 1 - DR(y) over the values, so a rare value stays near 1.

    Rests on the class counts alone. It is an average over people: a low rate may hide a few who
    are identified (see ITPR), and a key with many values looks identifying by chance alone.

    >>> import sonde
    >>> table = {"Age": [22, 22, 35, 35], "Disease": ["flu", "flu", "flu", "aids"]}
    >>> rate = sonde.discrimination_rate(table, keys="Age", sensitive="Disease")
    >>> round(rate.overall, 4)
    0.3837
    """
    profile.require_uncertainty()
    if profile.all_pure:
        return 1.0
    if profile.independent:
        return 0.0
    return max(0.0, 1 - profile.conditional_entropy / profile.entropy)
