"""How columns of numbers hang together: covariances, correlations, principal components."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..entropy import Floats
from ..errors import Undefined

# An eigenvalue below this share of them all is 0, but for the last digits of floats.
SINGULAR = 1e-12
# Who has no more of a direction in which nothing varies than this is no part of it.
NO_PART = 1e-6
FEWEST_ROWS = 2


@dataclass(frozen=True, eq=False)
class Structure:
    """Means, standard deviations and covariances of named columns, from their complete rows."""

    names: tuple[str, ...]
    means: Floats
    covariance: Floats

    @classmethod
    def of(cls, numbers: Floats, names: Sequence[str]) -> Structure:
        """Compute it, column against column, so that nothing as large as the table is made."""
        if len(numbers) < FEWEST_ROWS:
            raise Undefined("a single complete row does not vary")
        means = numbers.mean(axis=0)
        covariance = np.zeros((len(names), len(names)))
        for i in range(len(names)):
            here = numbers[:, i] - means[i]
            for j in range(i + 1):
                covariance[i, j] = covariance[j, i] = here @ (numbers[:, j] - means[j])
        return cls(tuple(names), means, covariance / (len(numbers) - 1))

    @property
    def deviations(self) -> Floats:
        """The standard deviation of each column."""
        found: Floats = np.sqrt(np.diag(self.covariance))
        return found

    @cached_property
    def correlation(self) -> Floats:
        """The correlation of each two columns, where each varies."""
        for name, deviation in zip(self.names, self.deviations, strict=True):
            if deviation == 0:
                raise Undefined(f"{name!r} has the same value everywhere, so it goes with nothing")
        found: Floats = self.covariance / np.outer(self.deviations, self.deviations)
        return found

    @cached_property
    def components(self) -> tuple[Floats, Floats]:
        """The variances of the principal components, largest first, and a column for each."""
        values, vectors = np.linalg.eigh(self.correlation)
        return values[::-1], vectors[:, ::-1]

    @property
    def rank(self) -> int:
        """How many components vary at all."""
        return int((self.components[0] > SINGULAR * len(self.names)).sum())

    @property
    def dependent(self) -> tuple[str, ...]:
        """The columns of which some follow from the others, as a sum from its parts."""
        directions = self.components[1][:, self.rank :]
        parts = np.abs(directions).max(axis=1, initial=0.0)
        return tuple(name for name, part in zip(self.names, parts, strict=True) if part > NO_PART)

    @property
    def loadings(self) -> Floats:
        """The correlation of each column with each principal component."""
        values, vectors = self.components
        found: Floats = vectors * np.sqrt(np.maximum(values, 0.0))
        return found

    @property
    def scores(self) -> Floats:
        """What each column is multiplied with to have the scores on each component that varies."""
        values, vectors = self.components
        found: Floats = vectors[:, : self.rank] / np.sqrt(values[: self.rank])
        return found


def alike(before: Floats, after: Floats) -> Floats:
    """Turn the columns of a matrix the way those of another point: a sign is a convention."""
    signs = np.where((before * after).sum(axis=0) < 0, -1.0, 1.0)
    found: Floats = after * signs
    return found
