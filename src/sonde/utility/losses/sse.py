"""SSE/SST: how much of what varies was lost, as microaggregation counts it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...errors import Undefined
from .base import Lost, loss
from .il1s import in_deviations

if TYPE_CHECKING:
    from ..pairs import Pair


@loss(
    title="SSE/SST",
    says="The squares of what the numbers moved by are {value:.2%} of all that varies.",
    source="Domingo-Ferrer and Mateo-Sanz, IEEE TKDE 2002",
    family="Numbers",
    needs="numbers",
)
def sse_sst(pair: Pair) -> Lost:
    """The sum of squares between original and release, out of that within the original.

    Each column is divided by the original's standard deviation first, so that all count alike.
    0: no number was changed. 1: as if each had its column's mean, which is the most that
    averaging groups can lose; noise may lose more. Undefined where no column varies. Rests on
    the complete rows.

    >>> import sonde
    >>> round(sonde.losses()["sse_sst"]({"age": [20, 40]}, {"age": [30, 30]}).overall, 9)
    1.0
    """
    lost, varying = {}, 0
    for place, name in enumerate(pair.numbers):
        apart = pair.after[:, place] - pair.before[:, place]
        squares = float(np.square(in_deviations(pair, apart, place)).sum())
        if pair.structure[0].deviations[place] > 0:
            lost[name] = squares / (len(pair.before) - 1)
            varying += 1
    if not varying:
        raise Undefined("no column of numbers varies in the original")
    return Lost(sum(lost.values()) / varying, lost)
