"""Two people alone with each other: counted once, by the keys in which they differ.

It is the most frequent class by far. Any further set of keys leaves the two together if they
differ in none of it, and otherwise tells them apart; so they leave the classes, as who is alone.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..entropy import Ints
from . import kernels
from .encoding import Codes, Encoded
from .packing import Packing
from .partitioning import NO_PAIRS, Classes

# With more keys there would be more patterns of differences than pairs.
MOST_KEYS = 16


class Pairs:
    """Counts pairs by pattern: a bit for each packed key, and above them one for each head.

    For each sensitive attribute there are two rows of counts, of pairs with the same value of it
    and of others; without any there is one row.
    """

    def __init__(self, table: Encoded, packing: Packing) -> None:
        self.table, self.packing = table, packing
        self.tails = len(packing.tails)
        self.keys = self.tails + len(packing.heads)
        self.rows = max(1, 2 * len(table.sensitive))
        self.leave = not len(table.weights) and self.keys <= MOST_KEYS

    def begin(self, classes: Classes) -> Classes:
        """Begin with no pair."""
        counts = np.zeros((self.rows, 1 << self.keys), np.int64) if self.leave else NO_PAIRS
        return replace(classes, pairs=counts)

    def by(self, classes: Classes, place: int) -> Classes:
        """Divide classes by one more head: pairs part if they differ in it, and new ones leave."""
        made, first = classes.parted(self.packing.heads[place], pairs_leave=self.leave)
        if not self.leave:
            return made
        bit = 1 << (self.tails + place)
        blocks = classes.pairs.reshape(self.rows, -1, 2, bit)
        apart = blocks[: 2 if self.table.sensitive else 1, :, 1].sum()
        made.alone[1] += 2 * apart
        pairs = np.zeros_like(blocks)
        pairs[:, :, 0] = blocks[:, :, 0]
        made = replace(made, pairs=pairs.reshape(classes.pairs.shape))
        self._count(made, first)
        return made

    def _count(self, made: Classes, first: Codes) -> None:
        """Count new pairs by pattern."""
        differ, rows = np.zeros(len(first), np.int32), made.space.rows
        for place, key in enumerate(self.packing.heads):
            bit = 1 << (self.tails + place)
            kernels.add_difference(self.table.keys[key], rows, first, bit, differ)
        kernels.add_packed_difference(self.packing.code, rows, first, self.packing.differs, differ)
        for number, codes in enumerate(self.table.sensitive):
            mixed = np.zeros(len(first), np.int32)
            kernels.add_difference(codes, rows, first, 1, mixed)
            kernels.add_up(differ[mixed == 0], made.pairs[2 * number])
            kernels.add_up(differ[mixed == 1], made.pairs[2 * number + 1])
        if not self.table.sensitive:
            kernels.add_up(differ, made.pairs[0])

    def of_any(self, classes: Classes) -> Ints:
        """Count the pairs by the packed keys in which they differ."""
        both = classes.pairs[: 2 if self.table.sensitive else 1]
        return np.asarray(self._packed(both).sum(axis=0))

    def by_value(self, classes: Classes, number: int) -> Ints:
        """Count them by whether they have the same value of a sensitive attribute, too."""
        return self._packed(classes.pairs[2 * number : 2 * number + 2])

    def _packed(self, pairs: Ints) -> Ints:
        """Add up over the heads that may still come, which a set without them does not know."""
        if not pairs.size:
            return np.zeros((1, 1 << self.tails), np.int64)
        return np.asarray(pairs.reshape(len(pairs), -1, 1 << self.tails).sum(axis=1))
