"""Conditional privacy: the share of the privacy of X that is lost by revealing Y."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .base import measure
from .mutual_information import mutual_information
from .mutual_information import of_one_value as information_of_one_value

if TYPE_CHECKING:
    from ..entropy import Floats
    from ..profiles import Profile


def of_one_value(profile: Profile) -> Floats:
    """1 - 2^-(H(X) - H(X|Y=y)), below 0 where this value leaves X more open."""
    return 1 - np.exp2(-information_of_one_value(profile))


@measure(
    title="Conditional privacy",
    short="CP",
    says="Knowing {keys} takes away {value:.1%} of the privacy of {target}.",
    low=0,
    high=1,
    worse="higher",
    source="Agrawal and Aggarwal, PODS 2001; ITPR paper, 2019, equation 7",
    of_each_class=of_one_value,
)
def conditional_privacy(profile: Profile) -> float:
    """The fraction of the privacy of X that is lost by revealing Y: CP = 1 - 2^-MI.

    With 2^H(X) for the number of equally likely values that X is worth, knowing Y leaves
    2^H(X|Y) of them, and CP is the share that is gone. 0: nothing lost. It never reaches 1: a
    key that settles X among n equally likely values gives 1 - 1/n.

    Rests on the mutual information, with all of its cautions.

    >>> import sonde
    >>> sonde.conditional_privacy({"Age": [22, 22, 35, 35]}, keys="Age").overall
    0.5
    """
    return 1 - float(np.exp2(-mutual_information.formula(profile)))
