"""Correlations: whether columns still go together as they did.

>>> import sonde
>>> original = {"age": [20, 30, 40], "income": [1, 2, 3]}
>>> release = {"age": [20, 30, 40], "income": [3, 2, 1]}
>>> round(sonde.losses()["correlation_mae"](original, release).overall, 9)
2.0
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .three_ways import three_ways

if TYPE_CHECKING:
    from ...entropy import Floats
    from ..pairs import Pair


def _correlations(pair: Pair) -> tuple[Floats, Floats, None]:
    places = np.tril_indices(len(pair.numbers), -1)
    one, other = pair.structure
    return one.correlation[places], other.correlation[places], None


three_ways(
    "correlation",
    "Correlation",
    "a correlation",
    _correlations,
    """What the correlations moved by, each once (R - R').

    0: they stayed; the mean absolute error is at most 2, where each turned round. Undefined where
    a column has one value, as it goes with nothing then. Rests on the complete rows. Averaging
    groups, as microaggregation does, raises correlations, and this does not say which way.
    """,
)
