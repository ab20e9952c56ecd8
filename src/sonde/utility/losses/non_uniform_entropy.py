"""Non-uniform entropy: how much less likely it is to guess what a released value was."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from ...errors import SondeError, Undefined
from .base import Lost, loss

if TYPE_CHECKING:
    from ...entropy import Floats, Ints
    from ..ladders import Ladder
    from ..pairs import Pair


@loss(
    title="Non-uniform entropy",
    says="The released values keep {value:.2%} of the information about the original ones.",
    high=1,
    worse="lower",
    nothing=1,
    source="De Waal and Willenborg 1999; Prasser, Bild and Kuhn, MIE 2016; ARX",
    family="Generalization",
    needs="hierarchies",
)
def non_uniform_entropy(pair: Pair) -> Lost:
    """The share of the information about the original values that the release keeps.

    What is lost of a value is -log2 of how often it occurs among those that it is released with.
    The sum over all values, out of that of a table wholly suppressed: 1 is an untouched table, 0
    a suppressed one. Rare values weigh as they occur, unlike with granularity. Where a column is
    released at several levels, each level is reckoned from the one below, among the rows that
    are lifted so far; it equals ARX's. Rests on the rows and the hierarchies. Undefined where no
    key varies.

    >>> import sonde
    >>> ladder = {"sex": sonde.Hierarchy((("f", "*"), ("m", "*")))}
    >>> keep = sonde.losses()["non_uniform_entropy"]
    >>> keep({"sex": ["f", "m"]}, {"sex": ["*", "*"]}, hierarchies=ladder).overall
    0.0
    """
    lost, most = {}, {}
    for name, ladder in pair.ladders.items():
        before, after, n = ladder.column.crossed()
        lost[name] = _lost(ladder, before, after, n)
        most[name] = -math.fsum(n * np.log2(_sizes(before, n) / pair.rows))
    if not sum(most.values()):
        raise Undefined("no key varies in the original, so there is no information to lose")
    overall = 1 - math.fsum(lost.values()) / math.fsum(most.values())
    return Lost(overall, {n: 1 - lost[n] / most[n] if most[n] else 1.0 for n in lost})


def _lost(ladder: Ladder, before: Ints, after: Ints, n: Ints) -> float:
    """Climb from level to level, with the rows that are released at it or above."""
    level = ladder.level[after]
    lost: list[float] = []
    below = before
    for height in np.unique(level):
        here = ladder.up(int(height))[before]
        if (here < 0).any():
            value = ladder.column.values[int(before[here < 0][0])]
            raise SondeError(
                f"The value {value!r} of column {ladder.column.name!r} in the original is not in "
                f"{ladder.hierarchy.name}: add it there, or leave out the hierarchy."
            )
        so_far = level >= height
        times = n[so_far]
        among = _sizes(below[so_far], times) / _sizes(here[so_far], times)
        lost.append(-math.fsum(times * np.log2(among)))
        below = here
    return math.fsum(lost)


def _sizes(groups: Ints, n: Ints) -> Floats:
    """How many rows each one's group has."""
    found: Floats = np.bincount(groups, n).astype(np.float64)[groups]
    return found
