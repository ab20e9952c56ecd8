"""ITPR: the information theoretic privacy risk, by the class that leaves least uncertainty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .base import measure
from .discrimination_rate import discrimination_rate

if TYPE_CHECKING:
    from ..entropy import Floats
    from ..profiles import Profile


def of_one_value(profile: Profile) -> Floats:
    """1 - |T| p(y) H(X|Y=y) / H(X), below 0 for a class that is large or leaves X open."""
    profile.require_uncertainty()
    share = profile.class_bits / (profile.total * profile.entropy)
    return 1 - profile.classes * share


@measure(
    title="ITPR",
    short="ITPR",
    says="The class that adds least to the uncertainty left is at {value:.3f}; "
    "1 is somebody settled for sure.",
    low=0,
    high=1,
    worse="higher",
    source="Information Theoretic-based Privacy Risk Evaluation, 2019, definitions 4.1 and 4.2",
    of_each_class=of_one_value,
)
def itpr(profile: Profile) -> float:
    """The class that adds least to the uncertainty: max over y of 1 - |T| p(y) H(X|Y=y) / H(X).

    |T| is the number of distinct combinations of key values. 1: at least one class settles X for
    the people in it. 0: each class leaves X as open as before, and all are of one size. Never
    below the discrimination rate, which is the same figure with the mean in place of the largest.
    By value it may be negative, for a class that leaves more than 1/|T| of H(X): a large one, or
    one in which X is open. Undefined where X has one value.

    The paper prints the definition without p(y), which six of its ten examples need.

    Rests on one class: a single unique person makes it 1, in a table of nine as of a million.
    Below 1 it is no probability, and a small class comes near 1 however open X is in it.

    >>> import sonde
    >>> ages = [30, 30, 30, 47, 30, 30, 30, 30]
    >>> sonde.itpr({"Age": ages}, keys="Age").overall
    1.0
    """
    profile.require_uncertainty()
    # The worst class is never better than the mean, which floats might say by a last digit.
    return max(discrimination_rate.formula(profile), float(of_one_value(profile).max()))
