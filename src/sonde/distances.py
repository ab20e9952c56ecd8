"""Distances between the sensitive values of a class and those of everybody, by whole numbers.

What is p(x|y) - p(x) as shares is N n_xy - n_y n_x as counts, over N n_y. Sums of the latter are
exact, so that a class that looks like the whole is at 0, and the order of values changes no digit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .entropy import Floats, Ints
from .numbering import sorted_rows

if TYPE_CHECKING:
    from .profiles import Profile

# Whole numbers as numpy has them, or Python's, which have no end.
Wholes = Any


def exact(most: int) -> type:
    """Return the kind of whole number that holds numbers up to ``most``."""
    return np.int64 if most < 2**62 else object


def _counted(number: Ints, n: Ints, many: int = 0) -> Ints:
    return np.bincount(number, n, many).astype(np.int64)


def apart(profile: Profile) -> Wholes:
    """For each class, the sum over the values of max(0, N n_xy - n_y n_x)."""
    n_x = profile.value_size[profile.cell_value]
    return _over(profile, profile.cell_class, profile.cell_size, n_x)


def groups_apart(profile: Profile, cell_group: Ints) -> Wholes:
    """For each class, the same over groups of values, where each cell's is given."""
    groups = int(cell_group.max()) + 1
    code, index = np.unique(profile.cell_class * groups + cell_group, return_inverse=True)
    n_g = _counted(cell_group, profile.cell_size, groups)
    return _over(profile, code // groups, _counted(index, profile.cell_size), n_g[code % groups])


def _over(profile: Profile, of_class: Ints, within: Ints, overall: Ints) -> Wholes:
    """Add up, class by class, by how much a class has more of something than it would."""
    kind = exact(profile.total**2)
    expected: Wholes = profile.size.astype(kind)[of_class] * overall.astype(kind)
    more = np.maximum(within.astype(kind) * profile.total - expected, 0)
    return np.add.reduceat(more, np.flatnonzero(np.diff(of_class, prepend=-1)))


def moved(profile: Profile, cell_place: Ints, many: int) -> Wholes:
    """For each class, the sum over the places of |N n_y(up to i) - n_y n(up to i)|.

    A class has few of the places. Between two of them what it has up to i stays the same, and
    what everybody has rises: the sum over such a run is taken from sums of the latter, split at
    the place where it overtakes.
    """
    kind = exact(profile.total**2 * many)
    of_class, place, n = sorted_rows(profile.cell_class, cell_place, profile.cell_size)
    everybody: Wholes = np.cumsum(_counted(cell_place, profile.cell_size, many)).astype(kind)
    up_to = np.concatenate([np.zeros(1, kind), np.cumsum(everybody)])  # the sum over places below i
    added = np.cumsum(n)
    starts = np.flatnonzero(np.diff(of_class, prepend=-1))
    has = added - (added - n)[starts][of_class]
    size: Wholes = profile.size.astype(kind)
    # The run after each cell, to the class's next or to the end, and the one before its first.
    end = np.append(place[1:], many)
    end[np.append(starts[1:], len(place)) - 1] = many
    mine: Wholes = has.astype(kind) * profile.total
    turn = np.searchsorted(everybody, mine // size[of_class], side="right")
    turn = np.clip(turn, place, end)
    below = mine * (turn - place) - size[of_class] * (up_to[turn] - up_to[place])
    above = size[of_class] * (up_to[end] - up_to[turn]) - mine * (end - turn)
    before = size * up_to[place[starts]]
    return np.add.reduceat(below + above, starts) + before


def quotient(sums: Wholes, profile: Profile, steps: int = 1) -> Floats:
    """Turn such sums into shares: over N n_y, and over the steps from one end to the other."""
    whole: Wholes = profile.size.astype(exact(profile.total**2 * steps)) * (profile.total * steps)
    return np.asarray(sums / whole, np.float64)


def gains(profile: Profile) -> Floats:
    """For each cell p(x|y) / p(x), exactly 1 where they are the same."""
    kind = exact(profile.total**2)
    within: Wholes = profile.cell_size.astype(kind) * profile.total
    overall = profile.size.astype(kind)[profile.cell_class] * profile.value_size[profile.cell_value]
    return np.asarray(within / overall, np.float64)
