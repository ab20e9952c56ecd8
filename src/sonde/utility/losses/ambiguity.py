"""Ambiguity: of how many combinations of values a released record may be."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from ...errors import Undefined
from .base import Lost, loss

if TYPE_CHECKING:
    from ..pairs import Pair


@loss(
    title="Ambiguity",
    says="Records stand for all but {value:.4%} of the combinations of values that there can be.",
    high=1,
    worse="lower",
    nothing=1,
    source="Goldberger and Tassa, Transactions on Data Privacy 2010; ARX",
    family="Generalization",
    needs="hierarchies",
)
def ambiguity(pair: Pair) -> Lost:
    """1 less the combinations of key values that a record may stand for, out of all there can be.

    The mean over the records, stretched so that 1 is an untouched table and 0 one wholly
    suppressed; it equals ARX's. Nearly always near 1 less the share of suppressed records, as
    one of them stands for more combinations than all the others. Rests on the hierarchies and
    the release alone.

    >>> import sonde
    >>> ladder = {"sex": sonde.Hierarchy((("f", "*"), ("m", "*")))}
    >>> clear = sonde.losses()["ambiguity"]
    >>> clear({"sex": ["f", "m"]}, {"sex": ["f", "*"]}, hierarchies=ladder).overall
    0.5
    """
    most = math.prod(float(ladder.size) for ladder in pair.ladders.values())
    if most == 1:
        raise Undefined("each hierarchy has one value, so that nothing can be ambiguous")
    combinations = np.ones(pair.rows)
    for ladder in pair.ladders.values():
        combinations *= (ladder.share * ladder.size)[ladder.column.after]
    return Lost(1 - (float(combinations.mean()) - 1) / (most - 1))
