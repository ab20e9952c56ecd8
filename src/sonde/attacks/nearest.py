"""Nearest records: how many are nearer than the right one, and how many as near.

Numbers alone are looked up in a k-d tree; with other attributes every distance is computed, in
pieces that fit in memory, over records that differ.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..entropy import Floats, Ints
from ..numbering import combined
from .comparable import Attribute, Numbers

# Distances nearer to each other than this are the same, but for the last digits of floats.
SAME = 1e-9
# So many distances are held at a time.
AT_ONCE = 4_000_000
# A tree that must hand out more neighbours than this in all is no quicker than all distances.
MOST_NEIGHBOURS = 20_000_000


def ranks(attributes: Sequence[Attribute], mate: Ints, others: int) -> tuple[Ints, Ints]:
    """For each row, how many others are nearer than its mate, and how many as near, it included.

    Two that are nearer may stand for more: it is then neither the nearest nor the second.
    """
    here = np.arange(len(mate), dtype=np.int64)
    there = np.arange(others, dtype=np.int64)
    one = _alike(attributes, here, side="here")
    other = _alike(attributes, there, side="there")
    first, weight = _first(other)
    code, met = combined([one, other[mate]], len(mate))
    pair_here, pair_there = met, first[other[mate[met]]]
    if all(isinstance(each, Numbers) and each.complete for each in attributes):
        found = _by_tree(attributes, pair_here, pair_there, first, weight)
    else:
        found = _by_all(attributes, pair_here, pair_there, first, weight)
    nearer, tied = found
    return nearer[code], tied[code]


def _alike(attributes: Sequence[Attribute], rows: Ints, side: str) -> Ints:
    """Number the records of one table, equal ones with one number."""
    columns = [np.unique(getattr(each, side), return_inverse=True)[1] for each in attributes]
    return combined([column.astype(np.int64) for column in columns], len(rows))[0]


def _first(number: Ints) -> tuple[Ints, Ints]:
    """Return where each distinct record is met first, and how often it is there."""
    _, first, weight = np.unique(number, return_index=True, return_counts=True)
    return first.astype(np.int64), weight.astype(np.int64)


def _apart(attributes: Sequence[Attribute], here: Ints, there: Ints) -> Floats:
    total: Floats = attributes[0].distances(here, there)
    for each in attributes[1:]:
        total = total + each.distances(here, there)
    return total


def _by_all(
    attributes: Sequence[Attribute], here: Ints, there: Ints, first: Ints, weight: Ints
) -> tuple[Ints, Ints]:
    """Compute every distance of each row to each distinct other."""
    nearer, tied = np.zeros(len(here), np.int64), np.zeros(len(here), np.int64)
    right = _apart(attributes, here, there)
    step = max(1, AT_ONCE // len(first))
    for start in range(0, len(here), step):
        some = slice(start, start + step)
        apart = _apart(attributes, here[some][:, None], first[None, :])
        apart -= right[some][:, None]
        nearer[some] = _weighed(apart < -SAME, weight)
        tied[some] = _weighed(np.abs(apart) <= SAME, weight)
    return nearer, tied


def _weighed(has: np.ndarray[tuple[int, ...], np.dtype[np.bool_]], weight: Ints) -> Ints:
    """Count, for each row, how many records the distinct ones stand for."""
    counted: Ints = (
        np.count_nonzero(has, axis=1).astype(np.int64)
        if int(weight.max()) == 1
        else np.einsum("ij,j->i", has, weight, dtype=np.int64, casting="unsafe")
    )
    return counted


def _by_tree(
    attributes: Sequence[Attribute], here: Ints, there: Ints, first: Ints, weight: Ints
) -> tuple[Ints, Ints]:
    """Look up the neighbours of those rows alone whose mate may be nearest or second."""
    from scipy.spatial import cKDTree

    right = _apart(attributes, here, there)
    sought = np.column_stack([each.here[here] for each in attributes])  # type: ignore[attr-defined]
    held = np.column_stack([each.there[first] for each in attributes])  # type: ignore[attr-defined]
    tree = cKDTree(held)
    near = tree.query(sought, k=[min(2, len(first))], p=1)[0][:, 0]
    nearer = np.full(len(here), 2, np.int64)
    tied = np.ones(len(here), np.int64)
    close = np.flatnonzero(right <= near + SAME)
    around = right[close] + 2 * SAME
    counts = tree.query_ball_point(sought[close], around, p=1, return_length=True)
    if int(counts.sum()) > MOST_NEIGHBOURS:
        return _by_all(attributes, here, there, first, weight)
    step = 10_000
    for start in range(0, len(close), step):
        some = close[start : start + step]
        balls = tree.query_ball_point(sought[some], around[start : start + step], p=1)
        of_row = np.repeat(np.arange(len(some)), [len(ball) for ball in balls])
        point = np.concatenate([np.asarray(ball, np.int64) for ball in balls])
        apart = _apart(attributes, here[some][of_row], first[point]) - right[some][of_row]
        n = weight[point]
        nearer[some] = np.bincount(of_row, n * (apart < -SAME), len(some))
        tied[some] = np.bincount(of_row, n * (np.abs(apart) <= SAME), len(some))
    return nearer, tied


def chances(nearer: Ints, tied: Ints) -> tuple[Floats, Floats]:
    """The chances that the right record is nearest, and that it is second, drawn among ties."""
    nearest = np.where(nearer == 0, 1 / tied, 0.0)
    second = np.where((nearer <= 1) & (nearer + tied >= 2), 1 / tied, 0.0)  # noqa: PLR2004 - two
    return nearest, second
