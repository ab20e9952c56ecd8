"""IL1s: how far the numbers moved, in standard deviations of the original."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from ...errors import Undefined
from .base import Lost, loss

if TYPE_CHECKING:
    from ...entropy import Floats
    from ..pairs import Pair


def in_deviations(pair: Pair, apart: Floats, place: int) -> Floats:
    """Divide a column by the original's standard deviation; what did not move has moved by 0."""
    deviation = pair.structure[0].deviations[place]
    if deviation > 0:
        found: Floats = apart / deviation
        return found
    if apart.any():
        name = pair.numbers[place]
        raise Undefined(
            f"{name!r} has the same value everywhere in the original and others in the release, "
            "which is no number of standard deviations"
        )
    return apart


def _moved(pair: Pair) -> dict[str, float]:
    """Return the sum of |x - x'| / (sqrt(2) S) over the rows, for each column."""
    moved = {}
    for place, name in enumerate(pair.numbers):
        apart = np.abs(pair.after[:, place] - pair.before[:, place])
        moved[name] = float(in_deviations(pair, apart, place).sum()) / math.sqrt(2)
    return moved


@loss(
    title="IL1s",
    says="In sum the numbers moved by {value:,.2f} times sqrt(2) standard deviations.",
    source="Yancey, Winkler and Creecy 2002; Mateo-Sanz, Sebé and Domingo-Ferrer, PSD 2004",
    family="Numbers",
    needs="numbers",
)
def il1s(pair: Pair) -> Lost:
    """The sum of |x - x'| / (sqrt(2) S) over all rows and columns, S the original's deviation.

    0: no number was changed. No upper bound, and it grows with the table: it is what sdcMicro
    reports as IL1s. To compare tables take `il1`, the same for one number. Rests on the complete
    rows. A column in which one row is far out has a large S, and seems to move little.

    >>> import sonde
    >>> round(sonde.losses()["il1s"]({"age": [20, 40]}, {"age": [22, 40]}).overall, 6)
    0.1
    """
    moved = _moved(pair)
    return Lost(math.fsum(moved.values()), moved)


@loss(
    title="IL1",
    says="On average a number moved by {value:.4f} times sqrt(2) standard deviations.",
    source="Yancey, Winkler and Creecy 2002; Mateo-Sanz, Sebé and Domingo-Ferrer, PSD 2004",
    family="Numbers",
    needs="numbers",
)
def il1(pair: Pair) -> Lost:
    """The mean of |x - x'| / (sqrt(2) S): IL1s as its papers print it, for one number.

    0: no number was changed. About 1 where release and original have nothing to do with each
    other, which is what the sqrt(2) is for. Rests on the complete rows. Earlier versions of
    sdcMicro multiply by sqrt(2) where the papers divide, which gives twice this.

    >>> import sonde
    >>> round(sonde.losses()["il1"]({"age": [20, 40]}, {"age": [22, 40]}).overall, 6)
    0.05
    """
    rows = len(pair.before)
    moved = {name: total / rows for name, total in _moved(pair).items()}
    return Lost(math.fsum(moved.values()) / len(moved), moved)
