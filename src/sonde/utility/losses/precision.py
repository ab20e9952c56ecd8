"""Precision: how far up its hierarchy each value was lifted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...errors import Undefined
from .base import Lost, loss

if TYPE_CHECKING:
    from ..pairs import Pair


@loss(
    title="Precision",
    says="The released values have {value:.2%} of the levels that they had below the top.",
    high=1,
    worse="lower",
    nothing=1,
    source="Sweeney, IJUFKS 2002 (Prec); ARX, generalization intensity",
    family="Generalization",
    needs="hierarchies",
)
def precision(pair: Pair) -> Lost:
    """1 less the level of a released value out of all levels: ARX's generalization intensity.

    The mean over records and keys. 1: an untouched table. 0: one wholly suppressed. Rests on the
    hierarchies and the release alone. A level counts the same however much it keeps together, so
    it depends on how finely a hierarchy was built.

    >>> import sonde
    >>> ladder = {"age": sonde.Hierarchy((("22", "2*", "*"), ("25", "2*", "*")))}
    >>> fine = sonde.losses()["precision"]
    >>> fine({"age": [22, 25]}, {"age": ["22", "2*"]}, hierarchies=ladder).overall
    0.75
    """
    kept = {}
    for name, ladder in pair.ladders.items():
        if ladder.hierarchy.levels == 0:
            raise Undefined(f"the hierarchy of {name!r} has no level above the values themselves")
        climbed = ladder.level[ladder.column.after] / ladder.hierarchy.levels
        kept[name] = 1 - float(np.where(pair.suppressed, 1.0, climbed).mean())
    return Lost(sum(kept.values()) / len(kept), kept)
