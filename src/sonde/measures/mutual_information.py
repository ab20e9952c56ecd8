"""Mutual information: the bits that the keys tell about X."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .base import measure

if TYPE_CHECKING:
    from ..entropy import Floats
    from ..profiles import Profile


def of_one_value(profile: Profile) -> Floats:
    """H(X) - H(X|Y=y): the bits this value tells, below 0 where it leaves X more open."""
    return profile.entropy - profile.class_entropy


@measure(
    title="Mutual information",
    short="MI",
    says="Knowing {keys} tells {value:.3f} bits about {target}, on average.",
    low=0,
    high=None,
    worse="higher",
    unit="bits",
    source="ITPR paper, 2019, equation 6",
    of_each_class=of_one_value,
)
def mutual_information(profile: Profile) -> float:
    """The average information that Y holds about X, in bits: MI = H(X) - H(X|Y).

    0: X and Y are independent. At most H(X), which grows with the number of values of X, so that
    figures for two attributes do not compare; the discrimination rate is the same divided by
    H(X). By value, H(X) - H(X|Y=y), of which MI is the mean weighted with p(y).

    Rests on the class counts. Like the rate, it is above 0 by chance alone where classes are small.

    >>> import sonde
    >>> sonde.mutual_information({"Age": [22, 22, 35, 35]}, keys="Age").overall
    1.0
    """
    if profile.independent:
        return 0.0
    return max(0.0, profile.entropy - profile.conditional_entropy)
