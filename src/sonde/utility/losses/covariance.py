"""Covariances: whether columns still vary together as they did.

>>> import sonde
>>> original = {"age": [20, 40], "income": [1, 3]}
>>> sonde.losses()["covariance_mae"](original, original).overall
0.0
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .three_ways import three_ways

if TYPE_CHECKING:
    from ...entropy import Floats
    from ..pairs import Pair


def _covariances(pair: Pair) -> tuple[Floats, Floats, None]:
    """Each once, with the variances."""
    places = np.tril_indices(len(pair.numbers))
    one, other = pair.structure
    return one.covariance[places], other.covariance[places], None


three_ways(
    "covariance",
    "Covariance",
    "a covariance or variance",
    _covariances,
    """What the covariances moved by, each once and the variances among them (V - V').

    0: they stayed. No upper bound; in the squared units of the columns, so that large numbers
    outweigh the others: see the correlations. Rests on the complete rows. Rows may change beyond
    recognition and leave it at 0.
    """,
    needs="numbers",
)
