"""Ladders: where the values of a release stand in the hierarchy of their attribute."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..entropy import Floats, Ints
from ..errors import SondeError
from ..partitions import Hierarchy
from .columns import SUPPRESSED, Categories


@dataclass(frozen=True, eq=False)
class Ladder:
    """One attribute's values in both tables, and what its hierarchy says of each.

    A value that was suppressed stands at the top, whatever the top is called. Of a name that
    the hierarchy has at several levels, the lowest is meant.
    """

    column: Categories
    hierarchy: Hierarchy

    @property
    def size(self) -> int:
        """How many values the hierarchy has below."""
        return len(self.hierarchy.rows)

    @cached_property
    def level(self) -> Ints:
        """The level at which each value stands."""
        found: dict[str, int] = {}
        for level in range(self.hierarchy.levels + 1):
            for row in self.hierarchy.rows:
                found.setdefault(row[level], level)
        return np.array([self._of(found, value, self.hierarchy.levels) for value in self._values])

    @cached_property
    def share(self) -> Floats:
        """Of how many of the hierarchy's values each may stand for, as a share of all."""
        counts: dict[str, int] = {}
        for level in range(self.hierarchy.levels + 1):
            counts |= Counter(row[level] for row in self.hierarchy.rows)
        held = [self._of(counts, value, self.size) for value in self._values]
        return np.array(held, np.float64) / self.size

    @cached_property
    def span(self) -> tuple[Floats, Floats]:
        """The first and the last line of the hierarchy that each value may stand for."""
        first: dict[str, int] = {}
        last: dict[str, int] = {}
        for line, row in enumerate(self.hierarchy.rows):
            for value in row:
                first.setdefault(value, line)
                last[value] = line
        low = [self._of(first, value, 0) for value in self._values]
        high = [self._of(last, value, self.size - 1) for value in self._values]
        return np.array(low, np.float64), np.array(high, np.float64)

    def up(self, level: int) -> Ints:
        """Number what each value of the original becomes at a level."""
        names = {row[0]: row[level] for row in self.hierarchy.rows}
        place = {name: code for code, name in enumerate(dict.fromkeys(names.values()))}
        return np.array([place.get(names.get(str(value), ""), -1) for value in self._values])

    @property
    def _values(self) -> tuple[str | None, ...]:
        return self.column.values

    def _of(self, found: dict[str, int], value: str | None, top: int) -> int:
        if value is None or (value == SUPPRESSED and value not in found):
            return top
        if value not in found:
            raise SondeError(
                f"The value {value!r} of column {self.column.name!r} is at no level of "
                f"{self.hierarchy.name}: add it there, or leave out the hierarchy."
            )
        return found[value]
