"""Minimal sample uniques: the smallest sets of keys by which a record is the only one."""

from __future__ import annotations

import numpy as np

from ..entropy import Ints
from . import kernels
from .encoding import Codes, Encoded
from .partitioning import Classes, Space, everybody

NOBODY_LEAVES = 0


class MinimalUniques:
    """For each record a list of sets, each a number with a bit for each key.

    Sets are looked at in the order of these numbers, in which each comes after all its subsets:
    one by which a record is unique is minimal if none found for the record before lies in it.
    """

    def __init__(self, table: Encoded, up_to: int) -> None:
        self.table, self.up_to = table, up_to
        self.space = Space(table)
        self.first = np.full(table.length, -1, np.int32)
        self.record, self.mask = np.empty(1024, np.int32), np.empty(1024, np.int64)
        self.next = np.empty(1024, np.int32)
        self.found = 0

    def search(self) -> tuple[Codes, Ints]:
        """Return the records and their minimal sets, an entry for each such set."""
        classes = everybody(self.table, self.space, NOBODY_LEAVES)
        self._visit(self._without_alone(classes, 0), 0, 0, len(self.table.keys))
        return self.record[: self.found], self.mask[: self.found]

    def _visit(self, classes: Classes, mask: int, size: int, below: int) -> None:
        if size == self.up_to or classes.settled:
            return
        for key in range(below):
            larger = mask | 1 << key
            kept = self._without_alone(classes.by(key), larger)
            self._visit(kept, larger, size + 1, key)

    def _without_alone(self, classes: Classes, mask: int) -> Classes:
        """Note who is unique by a set of keys; no larger set can be minimal for them."""
        one = classes.ends - classes.starts == 1
        rows = classes.space.rows[classes.starts[one]]
        if len(self.table.weights):
            rows = rows[self.table.weights[rows] == 1]
        if mask:
            self._make_room(len(rows))
            self.found = kernels.note_minimal(
                rows, mask, self.first, self.next, self.record, self.mask, self.found
            )
        return Classes(
            classes.table, classes.space, classes.starts[~one], classes.ends[~one], classes.alone
        )

    def _make_room(self, more: int) -> None:
        while self.found + more > len(self.mask):
            self.record = np.concatenate([self.record, np.empty_like(self.record)])
            self.mask = np.concatenate([self.mask, np.empty_like(self.mask)])
            self.next = np.concatenate([self.next, np.empty_like(self.next)])
