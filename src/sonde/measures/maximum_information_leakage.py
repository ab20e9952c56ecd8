"""Maximum information leakage: H(X) less the least that one class adds to what is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .base import measure

if TYPE_CHECKING:
    from ..entropy import Floats
    from ..profiles import Profile


def of_one_value(profile: Profile) -> Floats:
    """H(X) - p(y) H(X|Y=y), in bits."""
    return profile.entropy - profile.class_bits / profile.total


@measure(
    title="Maximum information leakage",
    short="MIL",
    says="Were only the class that adds least left uncertain, {value:.3f} bits about {target} "
    "would be known.",
    low=0,
    high=None,
    worse="higher",
    unit="bits",
    source="Du Pin Calmon and Fawaz, 2012; ITPR paper, 2019, equation 8",
    of_each_class=of_one_value,
)
def maximum_information_leakage(profile: Profile) -> float:
    """H(X) less the smallest share of a class in what is left: max of H(X) - p(y) H(X|Y=y).

    Between MI and H(X), in bits; H(X) itself as soon as one class settles X for the people in
    it. It is not what one value tells, H(X) - H(X|Y=y): that is the mutual information by value.
    It grows with the number of values of X, so figures for two attributes do not compare.

    Rests on one class, and on its size: a small one comes near H(X) however open X is in it. The
    paper prints 1.0 in two rows of its Table 4 where the definition that gives all the others
    gives 2.0 and 1.549.

    >>> import sonde
    >>> sonde.maximum_information_leakage({"Age": [22, 22, 35, 35]}, keys="Age").overall
    1.5
    """
    return max(0.0, float(of_one_value(profile).max()))
