"""Class sizes: discernibility and the average class, from how many records are alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...errors import Undefined
from .base import Lost, loss

if TYPE_CHECKING:
    from ..pairs import Pair


@loss(
    title="Discernibility",
    says="Records are told apart {value:.2%} of the way from not at all to as they were.",
    high=1,
    worse="lower",
    nothing=1,
    source="Bayardo and Agrawal, ICDE 2005; ARX, statistics of quality",
    family="Generalization",
    needs="hierarchies",
)
def discernibility(pair: Pair) -> Lost:
    """How well records can be told apart by their keys, between not at all and as they were.

    The penalty of the papers is the number of records that each is alike with, added up: the
    sum of n² over the classes, and all rows for a record that was suppressed. It is stretched so
    that 1 is the penalty of the original and 0 that of a table of one class; it equals ARX's.
    Rests on the class sizes alone: classes of one size are as bad whatever they keep together.

    >>> import sonde
    >>> ladder = {"sex": sonde.Hierarchy((("f", "*"), ("m", "*")))}
    >>> apart = sonde.losses()["discernibility"]
    >>> apart({"sex": ["f", "m"]}, {"sex": ["*", "*"]}, hierarchies=ladder).overall
    0.0
    """
    before, after = pair.class_sizes
    least, most = int(np.square(before).sum()), pair.rows**2
    if least == most:
        raise Undefined("the records of the original are all alike")
    penalty = int(np.square(after).sum()) + int(pair.suppressed.sum()) * pair.rows
    return Lost(1 - (penalty - least) / (most - least))


@loss(
    title="Average class size",
    says="The average class is {value:.2%} of the way from all records to what it was.",
    worse="lower",
    nothing=1,
    source="LeFevre, DeWitt and Ramakrishnan, ICDE 2006; ARX, statistics of quality",
    family="Generalization",
    needs="hierarchies",
)
def average_class_size(pair: Pair) -> Lost:
    """How small the classes are on average, between all records in one and as they were.

    Records over classes, without those that were suppressed, stretched so that 1 is the average
    of the original and 0 a table of one class; it equals ARX's. Above 1 where suppressing records
    left smaller classes than there were, where ARX says 1. Undefined where all records are
    suppressed. Rests on the class sizes alone; a release that suppresses most records may look
    well by it.

    >>> import sonde
    >>> ladder = {"sex": sonde.Hierarchy((("f", "*"), ("m", "*")))}
    >>> small = sonde.losses()["average_class_size"]
    >>> small({"sex": ["f", "m"]}, {"sex": ["f", "m"]}, hierarchies=ladder).overall
    1.0
    """
    before, after = pair.class_sizes
    if len(after) == 0:
        raise Undefined("all records of the release are suppressed, so it has no class")
    if len(before) == 1:
        raise Undefined("the records of the original are all alike")
    least = pair.rows / len(before)
    mean = int(after.sum()) / len(after)
    return Lost(1 - (mean - least) / (pair.rows - least))
