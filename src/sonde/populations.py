"""A population: how many people there are of each class, in the sample and outside of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .datasets import Dataset
from .entropy import Ints
from .errors import SondeError
from .numbering import arrow, combined, ints
from .partitions import text
from .plain import plain
from .weights import class_counts

if TYPE_CHECKING:
    import pyarrow as pa

    from .profiles import Profile


@dataclass(frozen=True, eq=False)
class Population:
    """``size`` is how many people of the population are in each class of the sample.

    ``absent`` are the sizes of its classes of which nobody is in the sample, ``people`` is how
    many it has in all.
    """

    size: Ints
    absent: Ints
    people: int


def count_population(roles: Dataset, sample: Profile) -> Population:
    """Count a population by the classes of its sample, each of which it must have."""
    counted, names, people = _counted(roles)
    assert sample.keys is not None  # noqa: S101 - a population is counted for named classes
    place = matched(sample.keys, names)
    size = np.where(place < 0, 0, counted[place])
    if (size < sample.people).any():
        row = int(np.flatnonzero(size < sample.people)[0])
        raise _lacking(roles, sample, row, int(size[row]))
    absent = np.ones(len(counted), bool)
    absent[place] = False
    return Population(size, counted[absent], people)


def _counted(roles: Dataset) -> tuple[Ints, pa.Table, int]:
    """Count the people of each class of a population, by a column of counts if it has one."""
    if roles.weight is not None:
        counts, names = class_counts(roles)
        return counts, names, int(counts.sum())
    from .profiles import profile

    made = profile(roles)
    assert made.keys is not None  # noqa: S101 - profile() names the classes unless told not to
    return made.people, made.keys, made.subjects


def matched(keys: pa.Table, others: pa.Table) -> Ints:
    """Find each class among others by its values as text, so that 22 and "22" are one; else -1."""
    ranks = [_as_text(*pair) for pair in zip(keys.columns, others.columns, strict=True)]
    of_class, _ = combined(ranks, keys.num_rows + others.num_rows)
    place = np.full(int(of_class.max()) + 1, -1)
    place[of_class[keys.num_rows :]] = np.arange(others.num_rows)
    return place[of_class[: keys.num_rows]]


def _as_text(column: pa.ChunkedArray, other: pa.ChunkedArray) -> Ints:
    """Number the values of two columns, as many as there are different texts."""
    known: dict[str | None, int] = {}
    numbered = []
    for each in (column, other):
        coded = each.combine_chunks().dictionary_encode(null_encoding="encode")
        written = [None if value is None else text(value) for value in coded.dictionary.to_pylist()]
        rank = np.array([known.setdefault(value, len(known)) for value in written], np.int64)
        numbered.append(rank[ints(coded.indices)])
    return np.concatenate(numbered)


def _lacking(roles: Dataset, sample: Profile, row: int, size: int) -> SondeError:
    assert sample.keys is not None  # noqa: S101 - as above
    held = sample.keys.take(arrow(np.array([row]))).to_pylist()[0].values()
    values = ", ".join(
        f"{name} {'null' if value is None else text(value)}"
        for name, value in zip(sample.dataset.keys, held, strict=True)
    )
    return SondeError(
        plain(
            f"{roles.source.title} has {size or 'none'} of the people with {values}, and the "
            f"sample has {sample.people[row]:,}: it must hold everybody that the sample is drawn "
            "from."
        )
    )
