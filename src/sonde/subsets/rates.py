"""From counts to rates: what each subset gives away, undefined where there is nothing to learn."""

from __future__ import annotations

import numpy as np

from ..entropy import Floats, Ints, bits
from .counting import Against, Counts


def rate(counts: Counts, subjects: int) -> Floats:
    """The discrimination rate over the subjects, nan where there is one person only.

    1 and 0 are decided from whole numbers, as for a single profile.
    """
    if subjects == 1:
        return np.full(len(counts.mask), np.nan)
    before = (bits(counts.total) - counts.s_spread) / counts.total
    left = np.maximum(0.0, counts.s) / counts.total
    says_nothing = counts.total == counts.classes * subjects
    return _decided(1 - left / before, counts.classes == counts.total, says_nothing)


def rate_against(counts: Counts, against: Against) -> Floats:
    """The discrimination rate of a sensitive attribute, nan where it is the same everywhere."""
    before = (bits(against.total) - against.s_values) / against.total
    left = np.maximum(0.0, against.s_classes - against.s_cells) / against.total
    with np.errstate(divide="ignore", invalid="ignore"):
        found = 1 - left / before
    pure = against.cells == counts.classes
    return np.where(before > 0, _decided(found, pure, against.independent), np.nan)


def itpr_against(counts: Counts, against: Against) -> Floats:
    """ITPR of a sensitive attribute, by the class that adds least to the uncertainty left."""
    before = (bits(against.total) - against.s_values) / against.total
    with np.errstate(divide="ignore", invalid="ignore"):
        worst = 1 - counts.classes * (against.left / (against.total * before))
    return np.maximum(rate_against(counts, against), worst)


def _decided(found: Floats, settles: Ints, says_nothing: Ints) -> Floats:
    """Put in the ends of the range where the counts say so: settled goes first."""
    return np.where(settles, 1.0, np.where(says_nothing, 0.0, np.maximum(0.0, found)))
