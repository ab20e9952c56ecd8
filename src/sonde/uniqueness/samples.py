"""The sample: how many classes of each size it has, and how large the population is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..entropy import Ints
from ..errors import SondeError


@dataclass(frozen=True, eq=False)
class Sample:
    """Class sizes in ascending order, each once, and how many classes have it."""

    sizes: Ints
    repeats: Ints
    population: int

    @property
    def records(self) -> int:
        """n, the size of the sample."""
        return int((self.sizes * self.repeats).sum())

    @property
    def classes(self) -> int:
        """u, how many combinations of key values the sample has."""
        return int(self.repeats.sum())

    @property
    def fraction(self) -> float:
        """The share of the population that the sample has, n / N."""
        return self.records / self.population

    def of_size(self, size: int) -> int:
        """How many classes have this size."""
        return int(self.repeats[self.sizes == size].sum())

    @property
    def uniques(self) -> int:
        """How many records of the sample are alone in their class."""
        return self.of_size(1)

    @property
    def known(self) -> float | None:
        """The population uniques, where counting tells: nobody is alone, or all are in."""
        if self.uniques == 0 or self.records == self.population:
            return float(self.uniques)
        return None


def sample(sizes: Ints, repeats: Ints, population: int) -> Sample:
    """Merge entries of the same size, so that their order changes no digit."""
    size, entry = np.unique(sizes, return_inverse=True)
    times = np.zeros(len(size), np.int64)
    np.add.at(times, entry, repeats)
    held = Sample(size, times, population)
    if held.records > population:
        raise SondeError(
            f"A population of {population:,} cannot have a sample of {held.records:,} records: "
            "name the number of people that the sample was drawn from."
        )
    return held
