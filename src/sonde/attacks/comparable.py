"""How far values of the release are from those of another table, attribute by attribute."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..entropy import Floats, Ints
from ..errors import SondeError
from ..numbering import NUMBER, ints
from ..partitions import Hierarchy, Partition, Unsettled, text
from .findings import listed
from .needs import Unsuited

if TYPE_CHECKING:
    from .tables import Tables

Scale = Literal["range", "deviation"]


class Attribute(Protocol):
    """An attribute of both tables, by the numbers of its rows."""

    def distances(self, here: Ints, there: Ints) -> Floats:
        """Return how far rows of the release are from rows of the other table."""


@dataclass(frozen=True, eq=False)
class Numbers:
    """Numbers, apart by their difference over the scale. Null is 1 from all but null."""

    here: Floats
    there: Floats

    @property
    def complete(self) -> bool:
        """Whether no number is missing."""
        return not (np.isnan(self.here).any() or np.isnan(self.there).any())

    def distances(self, here: Ints, there: Ints) -> Floats:
        a, b = self.here[here], self.there[there]
        apart: Floats = np.abs(a - b)
        lost = np.isnan(apart)
        if lost.any():
            both = np.broadcast_to(np.isnan(a) & np.isnan(b), apart.shape)
            apart[lost] = np.where(both[lost], 0.0, 1.0)
        return apart


@dataclass(frozen=True, eq=False)
class Codes:
    """Values by number, apart by 1 where they differ."""

    here: Ints
    there: Ints

    def distances(self, here: Ints, there: Ints) -> Floats:
        apart: Floats = (self.here[here] != self.there[there]).astype(np.float64)
        return apart


@dataclass(frozen=True, eq=False)
class Looked:
    """Values by number, apart by what a table of their distances says."""

    here: Ints
    there: Ints
    apart: Floats

    def distances(self, here: Ints, there: Ints) -> Floats:
        return self.apart[self.here[here], self.there[there]]


def attributes(
    tables: Tables, here: pa.Table, there: pa.Table, keys: Sequence[str], scale: Scale
) -> list[Attribute]:
    """Make keys comparable: numbers by their difference, others by equality or hierarchy."""
    if scale not in ("range", "deviation"):
        raise SondeError(f"scale is 'range' or 'deviation', not {scale!r}.")
    made: list[Attribute] = []
    for key, a, b in zip(keys, here.columns, there.columns, strict=True):
        found = numbers(a), numbers(b)
        if key in tables.hierarchies:
            made.append(_by_hierarchy(tables.hierarchies[key], a, b, key))
        elif key in tables.recodings:
            made.append(Codes(*coded_by_partition(tables.recodings[key], a, b)))
        elif found[0] is not None and found[1] is not None:
            one = spread(found[1], scale) or spread(found[0], scale) or 1.0
            made.append(Numbers(found[0] / one, found[1] / one))
        else:
            made.append(Codes(*coded(a, b)))
    if not any(_compares(each) for each in made):
        raise Unsuited(
            f"No value of {listed(keys)} is in both tables: give the hierarchies or partitions by "
            "which they compare"
        )
    return made


def _compares(one: Attribute) -> bool:
    """Whether an attribute can bring records nearer: by distance, or by some equal values."""
    return not isinstance(one, Codes) or bool(np.isin(one.here, one.there).any())


def numbers(column: pa.ChunkedArray) -> Floats | None:
    """Take a column as numbers, also those held as text; None where some value is no finite one."""
    if pa.types.is_boolean(column.type):
        return None
    if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
        if not pc.all(pc.match_substring_regex(column, NUMBER)).as_py():
            return None
    elif not (
        pa.types.is_integer(column.type)
        or pa.types.is_floating(column.type)
        or pa.types.is_decimal(column.type)
    ):
        return None
    found = np.asarray(column.cast(pa.float64()).to_numpy(), np.float64)
    return None if np.isinf(found).any() else found


def spread(values: Floats, scale: Scale) -> float:
    """Return the range of values or their standard deviation; 0 where there is none."""
    held = values[~np.isnan(values)]
    if not len(held):
        return 0.0
    return float(np.std(held) if scale == "deviation" else np.ptp(held))


def coded(a: pa.ChunkedArray, b: pa.ChunkedArray) -> tuple[Ints, Ints]:
    """Number the values of two columns, as text, so that 22 and "22" are one."""
    known: dict[str | None, int] = {}
    numbered = []
    for column in (a, b):
        values, at = distinct(column)
        each = [known.setdefault(value, len(known)) for value in values]
        numbered.append(np.array(each, np.int64)[at])
    return numbered[0], numbered[1]


def distinct(column: pa.ChunkedArray) -> tuple[list[str | None], Ints]:
    """Return a column's distinct values as text, and which of them each row has."""
    held = column.combine_chunks()
    held = held if pa.types.is_dictionary(held.type) else held.dictionary_encode("encode")
    values = [None if value is None else text(value) for value in held.dictionary.to_pylist()]
    return values, ints(held.indices)


def coded_by_partition(
    laid: Partition | Unsettled, a: pa.ChunkedArray, b: pa.ChunkedArray
) -> tuple[Ints, Ints]:
    """Number released values, and the domains that others are in."""
    held = b.combine_chunks().dictionary_encode("encode")
    values = held.dictionary.to_pylist()
    part = laid if isinstance(laid, Partition) else laid.over(v for v in values if v is not None)
    placed = pa.array([None if v is None else part.place(v) for v in values], pa.string())
    return coded(a, pa.chunked_array([placed.take(held.indices)]))


def _by_hierarchy(ladder: Hierarchy, a: pa.ChunkedArray, b: pa.ChunkedArray, key: str) -> Looked:
    """Compare by how far one must climb from a released value until the other is below it too."""
    here, at_here = distinct(a)
    there, at_there = distinct(b)
    apart = np.array([[_climb(ladder, one, other, key) for other in there] for one in here])
    return Looked(at_here, at_there, apart.reshape(len(here), len(there)))


def _climb(ladder: Hierarchy, released: str | None, other: str | None, key: str) -> float:
    if released is None or other is None:
        return float(released is not other)
    path = _path(ladder, other, 0)
    if path is None:
        raise Unsuited(f"The value {other!r} of {key!r} is not in {ladder.name}: list it there")
    levels = range(ladder.levels + 1)
    start = next((level for level in levels if _path(ladder, released, level)), None)
    if start is None:
        raise Unsuited(f"The value {released!r} of {key!r} is not in {ladder.name}: list it there")
    up: Any = _path(ladder, released, start)
    for level in range(start, ladder.levels + 1):
        if up[level] == path[level]:
            return (level - start) / max(ladder.levels, 1)
    return 1.0


def _path(ladder: Hierarchy, value: str, level: int) -> tuple[str, ...] | None:
    return next((row for row in ladder.rows if row[level] == value), None)
