"""The data themselves: how far each number of the release is from the original's.

>>> import sonde
>>> lost = sonde.information_loss({"age": [20, 40]}, {"age": [22, 40]})
>>> lost.overall["data_mse"], lost.overall["data_mae"], lost.overall["data_variation"]
(2.0, 1.0, 0.05)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .three_ways import three_ways

if TYPE_CHECKING:
    from ...entropy import Floats
    from ..pairs import Pair


def _data(pair: Pair) -> tuple[Floats, Floats, None]:
    return pair.before, pair.after, None


three_ways(
    "data",
    "Data",
    "a number",
    _data,
    """What the numbers moved by, over all rows and columns (X - X').

    0: none was changed. It has no upper bound, and but for the mean variation it is in the units
    of the columns, so that one of large numbers outweighs the others: see IL1s. Rests on the
    complete rows. It misleads where a release keeps the distribution and not the rows, as
    synthetic data do: all their numbers move, and little may be lost.
    """,
    needs="numbers",
)
