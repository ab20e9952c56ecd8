"""The corrected rate: what a sample says of the discrimination rate in its population."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..samples import interval, require_enough
from .adjusted_rate import adjusted_rate
from .base import measure

if TYPE_CHECKING:
    from ..profiles import Profile


@measure(
    title="Corrected rate",
    short="CDR",
    says="In the population of this sample {keys} would remove about {value:.1%} of the "
    "uncertainty about {target}; between {low:.1%} and {high:.1%} in 95 cases of 100.",
    low=0,
    high=1,
    worse="higher",
    source="Sonde: the adjusted rate as an estimate, with an interval that was simulated",
    family="Chance",
    needs=("sensitive", "sample"),
    of_each_class=None,
    interval=interval,
)
def corrected_rate(profile: Profile) -> float:
    """The discrimination rate in the population of which the table is a sample: max(0, ADR).

    The rate of a sample is too high: small classes look settled as some of their values were not
    drawn. Of the estimates that were simulated none came clearly nearer. The interval goes
    from the rate less the most that chance may account for to the rate itself, with 1.96 standard
    errors at both ends. Undefined where chance may account for more than 0.2, where people have
    several facts or different weights, or where X has one value: such a sample cannot tell.

    Rests on the rows being drawn one by one, each person as likely as any other. It says nothing
    of the people in the table, about whom the discrimination rate has the whole truth, and
    nothing of values of X that nobody in the sample has.

    >>> import sonde
    >>> table = {"Sex": ["f", "m"] * 200, "Disease": ["flu", "flu", "flu", "aids"] * 100}
    >>> rate = sonde.corrected_rate(table, keys="Sex", sensitive="Disease", sample=True)
    >>> low, high = rate.interval
    >>> round(low, 2), round(rate.overall, 2), round(high, 2)
    (0.29, 0.38, 0.47)
    """
    require_enough(profile)
    return max(0.0, adjusted_rate.formula(profile))
