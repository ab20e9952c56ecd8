"""Cell information gain: what the other keys of a person tell about one of them, in bits.

A pure function of the classes: the codes of their key values, one row a class, and their sizes.
"""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from .entropy import Floats, Ints
from .errors import SondeError


def cell_gains(codes: Ints, size: Ints) -> Floats:
    """The cell information gain of each class (down) and key (across), in bits.

    An attacker who knows all keys of a person but one expects the values of that one as they are
    among the people alike in the others (posterior), no longer as in the whole table (prior):

        CIG = sum over v of P(v | others) log2(P(v | others) / P(v))

    0: the others tell nothing. At most -log2 P(v) of the rarest value, where they settle it for
    somebody who has that. It is the same for all who are alike in the others, whichever value
    they have.

    Rests on the table being the population. Where few are alike in the others, the posterior is
    one of a handful of people, and the gain is great by chance alone: somebody who is unique in
    the other keys has the whole -log2 P(v), though nothing would be learned of a stranger.

    ``codes`` are whole numbers from 0 for each key's values; no two rows are alike.

    CSIRO's Data61, piflib, 2021: "Cell Information Gain".

    >>> cell_gains(np.array([[0, 0], [0, 1], [1, 2]]), np.array([1, 1, 2])).tolist()
    [[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]]
    """
    total = int(size.sum())
    columns = [_gains(codes[:, key], size, alike, total) for key, alike in _alike_in_others(codes)]
    return np.column_stack(columns)


def row_gains(cells: Floats) -> Floats:
    """The row information gain of each class: the sum of its cells' gains, in bits.

    It adds up what is learned of each key by one who knows all the others, so keys that tell each
    other are counted once each. It is a sum of bits and not the information in the row.

    >>> row_gains(np.array([[1.0, 0.5], [0.0, 0.25]])).tolist()
    [1.5, 0.25]
    """
    gains: Floats = np.sort(cells, axis=1).sum(axis=1)
    return gains


def column_gains(cells: Floats, size: Ints) -> Floats:
    """The mean gain of each key over the people, in bits: the mutual information with the others.

    Between 0 and the entropy of the key, H(key) - H(key | others). piflib adds the same gains up.

    >>> column_gains(np.array([[1.0, 0.5], [0.0, 0.25]]), np.array([1, 3])).tolist()
    [0.25, 0.3125]
    """
    total = int(size.sum())
    return np.array([math.fsum(gains * size) / total for gains in cells.T])


def personal_information_factor(rows: Floats, size: Ints, percentile: float = 95) -> float:
    """PIF: the gain that the rows of so many percent of the people do not exceed, in bits.

    The smallest row gain of somebody in the table for which that holds (nearest rank); piflib
    goes a part of the way to the next larger one, which nobody may have. 100 is the largest.

    Rests on one person, who has that rank. It says nothing of those above.

    CSIRO's Data61, piflib, 2021: "Summarizing Personal Information Factors".

    >>> personal_information_factor(np.array([3.0, 1.0, 9.0]), np.array([4, 15, 1]))
    3.0
    """
    if not 0 <= percentile <= 100:  # noqa: PLR2004 - per cent
        raise SondeError(f"A percentile lies between 0 and 100, and {percentile} does not.")
    order = np.argsort(rows, kind="stable")
    up_to = np.cumsum(size[order])
    # As it is written: 32.2% of 1,000 people are 322, and not a little more, as in floats.
    rank = math.ceil(Fraction(str(percentile)) * int(up_to[-1]) / 100)
    return float(rows[order][np.searchsorted(up_to, max(rank, 1))])


def _alike_in_others(codes: Ints) -> list[tuple[int, Ints]]:
    """For each key, numbers that are the same for classes alike in all the others.

    From the columns left of it and those right of it, each numbered once, from either end.
    """
    keys = codes.shape[1]
    left = right = np.zeros(len(codes), np.int64)
    from_right = [right]
    for key in range(keys - 1, 0, -1):
        right = _numbered(right, codes[:, key])
        from_right.append(right)
    alike = []
    for key in range(keys):
        alike.append((key, _numbered(left, from_right[keys - 1 - key])))
        left = _numbered(left, codes[:, key])
    return alike


def _numbered(one: Ints, other: npt.NDArray[np.integer]) -> Ints:
    """Number the pairs without a gap, so that the next product is small again."""
    span = int(other.max(initial=0)) + 1
    return np.unique(one * span + other, return_inverse=True)[1].astype(np.int64)


def _gains(values: Ints, size: Ints, alike: Ints, total: int) -> Floats:
    """One key's gains, of all classes."""
    prior = np.bincount(values, size)[values]
    among = np.bincount(alike, size)[alike]
    # Each product is rounded once, so that their ratio is exactly 1 where posterior is prior.
    term = size * np.log2(size * float(total) / (among * prior))
    # In ascending order within each group, so that the order of the classes changes no digit.
    order = np.lexsort((term, alike))
    sums = np.bincount(alike[order], term[order])
    gains: Floats = np.maximum(sums[alike] / among, 0.0)
    return gains
