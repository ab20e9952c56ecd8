"""The counts of every subset where people have several rows: facts and people are counted."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..entropy import Ints, n_log_n
from . import kernels
from .counting import Against, Counts
from .encoding import Codes, Encoded, values_of
from .partitioning import Classes, Space, everybody

NOBODY_LEAVES = 0


class PeopleCounter:
    """Counts facts: a person with a combination of key values (and a sensitive value).

    Somebody alone may still be split into several classes by a further key, so nobody leaves.
    """

    def __init__(self, table: Encoded, up_to: int) -> None:
        if table.person is None:
            raise ValueError("there is no subject column")
        self.table, self.up_to = table, up_to
        self.person: Codes = table.person
        self.heads = tuple(range(len(table.keys)))
        self.facts = [_facts(self.person, codes) for codes in table.sensitive]

    def below(self, space: Space, keys: list[int], first: int) -> Iterator[Counts]:
        """Count the subsets that have of the first keys just ``keys``."""
        if len(keys) > self.up_to:
            return
        kernels.bring_in_order(space.rows)
        classes = everybody(self.table, space, NOBODY_LEAVES)
        for key in keys:
            classes = classes.by(key)
        yield from self._visit(classes, sum(1 << key for key in keys), len(keys), first)

    def _visit(self, classes: Classes, mask: int, size: int, first: int) -> Iterator[Counts]:
        yield self.count(classes, mask)
        if size == self.up_to:
            return
        for key in range(first, len(self.heads)):
            yield from self._visit(classes.by(key), mask | 1 << key, size + 1, key + 1)

    def count(self, classes: Classes, mask: int, size: int = 0) -> Counts:
        """Count one subset."""
        people = np.empty(len(classes.starts), np.int64)
        spread = np.zeros(self.table.subjects, np.int64)
        kernels.count_people(
            classes.space.rows, classes.starts, classes.ends, self.person, people, spread
        )
        return Counts(
            mask=np.array([mask]),
            total=people.sum(keepdims=True),
            classes=np.array([len(people)]),
            uniques=(people == 1).sum(keepdims=True),
            identified=np.array([self._identified(classes, people)]),
            smallest=people.min(keepdims=True),
            s=np.array([n_log_n(people)]),
            s_spread=np.array([n_log_n(spread)]),
            against=tuple(self._against(classes, i) for i in range(len(self.facts))),
        )

    def _identified(self, classes: Classes, people: Ints) -> int:
        """Count the people who are alone in one class at least."""
        one = classes.space.rows[classes.starts[people == 1]]
        return len(np.unique(self.person[one]))

    def _against(self, classes: Classes, i: int) -> Against:
        value, fact = self.table.sensitive[i], self.facts[i]
        room = [np.empty(self.table.length, np.int64) for _ in range(3)]
        found = kernels.count_facts(
            classes.space.rows,
            classes.starts,
            classes.ends,
            fact,
            value,
            values_of(fact),
            *room,
        )
        of, values, cells = (held[:found] for held in room)
        size = np.bincount(of, cells).astype(np.int64)
        overall = np.bincount(values, cells).astype(np.int64)
        starts = np.flatnonzero(np.diff(of, prepend=-1))
        return Against(
            total=cells.sum(keepdims=True),
            cells=np.array([found]),
            s_classes=np.array([n_log_n(size)]),
            s_cells=np.array([n_log_n(cells)]),
            s_values=np.array([n_log_n(overall)]),
            guessed=np.maximum.reduceat(cells, starts).sum(keepdims=True),
            left=np.array([_least_left(size, cells, starts)]),
            independent=np.array([_independent(of, values, cells, size, overall)]),
        )


def _facts(person: Codes, value: Codes) -> Codes:
    """Number the combinations of a person and a value."""
    together = person.astype(np.int64) * values_of(value) + value
    return np.unique(together, return_inverse=True)[1].astype(np.int32)


def _n_log_n_each(counts: Ints) -> Ints:
    return counts * np.log2(counts)


def _least_left(size: Ints, cells: Ints, starts: Ints) -> float:
    """Return the least of a class's size times its entropy, exactly 0 where one is pure."""
    if (np.diff(starts, append=len(cells)) == 1).any():
        return 0.0
    within = np.add.reduceat(_n_log_n_each(cells), starts)
    return float(max(0.0, (_n_log_n_each(size) - within).min()))


def _independent(of: Ints, values: Ints, cells: Ints, size: Ints, overall: Ints) -> bool:
    """Whether every class looks like the whole, by the integers."""
    if len(cells) < len(size) * len(overall):
        return False
    # n_xy / n_y = n_x / N as reduced fractions, so that no product can overflow.
    d, e = np.gcd(cells, size[of]), np.gcd(overall[values], cells.sum())
    same = (cells // d == overall[values] // e) & (size[of] // d == cells.sum() // e)
    return bool(same.all())
