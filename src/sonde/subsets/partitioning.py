"""The classes that some keys divide the people into, and one key more divides further."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from ..entropy import Ints
from . import kernels
from .encoding import Codes, Encoded, values_of

# Where pairs of people are not counted apart from the other classes.
NO_PAIRS: Ints = np.zeros((0, 0), np.int64)


class Space:
    """What one thread needs to divide people: who is where, and room to count."""

    def __init__(self, table: Encoded) -> None:
        widest = max(values_of(codes) for codes in table.keys)
        self.rows = np.arange(table.length, dtype=np.int32)
        # No more than that is ever written, and what is not is not in memory.
        self.starts = np.empty(table.length, np.int32)
        self.ends = np.empty(table.length, np.int32)
        self.counts = np.zeros(widest, np.int32)
        self.seen = np.empty(widest, np.int32)


@dataclass(frozen=True, eq=False)
class Classes:
    """The people by class: ``starts`` and ``ends`` of each class of several in ``space.rows``.

    Who is alone is in none of them, and counted in ``alone``, by the rows they stand for.
    Dividing brings people in another order within their class, and so leaves coarser classes
    as they were: one space serves any number of these.
    """

    table: Encoded
    space: Space = field(repr=False)
    starts: Codes
    ends: Codes
    alone: Ints
    pairs: Ints = field(default_factory=lambda: NO_PAIRS, repr=False)

    def by(self, key: int) -> Classes:
        """Divide every class by one more key."""
        return self.parted(key, pairs_leave=False)[0]

    def parted(self, key: int, *, pairs_leave: bool) -> tuple[Classes, Codes]:
        """Divide every class by one more key, and say where the pairs are, if they leave."""
        alone = self.alone.copy()
        made, moved = kernels.divide(
            self.table.keys[key],
            self.space.rows,
            self.space.starts,
            self.space.ends,
            self.starts,
            self.ends,
            self.table.weights,
            alone,
            self.space.counts,
            self.space.seen,
            pairs_leave,
        )
        starts, ends = self.space.starts[:made].copy(), self.space.ends[:made].copy()
        first = self.space.starts[self.table.length - moved :].copy()
        return replace(self, starts=starts, ends=ends, alone=alone), first

    @property
    def settled(self) -> bool:
        """Whether nobody is left whom another key could tell from somebody."""
        return not len(self.starts) and not self.pairs.any()


def everybody(table: Encoded, space: Space, width: int) -> Classes:
    """Put all people in one class; those alone are to be counted up to a weight of ``width``.

    With a width of 0 nobody is ever left out.
    """
    starts, ends = np.zeros(1, np.int32), np.array([table.length], np.int32)
    return Classes(table, space, starts, ends, np.zeros(width, np.int64))


def width_for(table: Encoded) -> int:
    """Return up to which size classes are counted by size: only few can be larger."""
    return max(64, 1 << int(2 * np.sqrt(table.total)).bit_length())
