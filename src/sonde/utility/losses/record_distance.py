"""Record distance: how far a record may be from what it was, by places in the hierarchies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...errors import Undefined
from .base import Lost, loss

if TYPE_CHECKING:
    from ...entropy import Floats
    from ..ladders import Ladder
    from ..pairs import Pair


@loss(
    title="Record distance",
    says="Records may be all but {value:.2%} of the farthest from what they were.",
    high=1,
    worse="lower",
    nothing=1,
    source="Sánchez, Martínez and Domingo-Ferrer, Science 351, 2016; ARX, record-level error",
    family="Generalization",
    needs="hierarchies",
)
def record_distance(pair: Pair) -> Lost:
    """1 less how far a record may be from what it was, out of the farthest that it could be.

    A value's place is its line in the hierarchy. A released value may be any that it stands for,
    and the farthest of them is taken, in standard deviations of the original's places; over the
    keys they make a Euclidean distance, and records are added up. 1: no value was changed. 0:
    every record may be as far as can be. It equals ARX's record-level squared error for keys
    that are text. Rests on the order of lines in the hierarchies, which means something for
    numbers and for what has an order, and nothing for the rest.

    >>> import sonde
    >>> ladder = {"sex": sonde.Hierarchy((("f", "*"), ("m", "*")))}
    >>> near = sonde.losses()["record_distance"]
    >>> near({"sex": ["f", "m"]}, {"sex": ["f", "*"]}, hierarchies=ladder).overall
    0.5
    """
    may, could = np.zeros(pair.rows), np.zeros(pair.rows)
    for ladder in pair.ladders.values():
        squares = _squares(ladder)
        may += squares[0]
        could += squares[1]
    farthest = float(np.sqrt(could).sum())
    if farthest == 0:
        raise Undefined("no key varies in the original")
    return Lost(1 - float(np.sqrt(may).sum()) / farthest)


def _squares(ladder: Ladder) -> tuple[Floats | float, Floats | float]:
    """Each record's squared distance from the farthest it may be now, and from the farthest."""
    low, high = ladder.span
    column = ladder.column
    place = low[column.before]
    deviation = float(place.std())
    if deviation == 0:
        return 0.0, 0.0
    after = low[column.after], high[column.after]
    ends = min(place.min(), after[0].min()), max(place.max(), after[1].max())
    may = np.maximum(after[1] - place, place - after[0])
    could = np.maximum(ends[1] - place, place - ends[0])
    return np.square(may / deviation), np.square(could / deviation)
