"""The pair: an original and its release, laid side by side row by row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ..datasets import check_names, require_column
from ..entropy import Floats, Ints
from ..errors import SondeError
from ..numbering import combined
from ..partitions import Hierarchy, text
from ..sources import Source, open_source
from .columns import SUPPRESSED, Categories, as_numbers, categories
from .ladders import Ladder
from .rows import read_rows
from .structures import Structure

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, eq=False)
class Pair:
    """The columns that an original and its release share.

    ``numbers`` names those that are numbers in both, of which ``before`` and ``after`` hold the
    complete rows, a column each. ``names`` of all others are in ``others``: they are compared by
    their values, as is a number that the release divides (``20-39``), and so is each column with
    a hierarchy, those of ``keys``.
    """

    rows: int
    columns: tuple[str, ...]
    numbers: tuple[str, ...]
    others: tuple[str, ...]
    before: Floats
    after: Floats
    tables: tuple[pa.Table, pa.Table]
    hierarchies: Mapping[str, Hierarchy]
    orders: Mapping[str, tuple[str, ...]]
    # Columns whose numbers are said to be names.
    labels: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """The columns with a hierarchy: those that a generalization is about."""
        return tuple(name for name in self.columns if name in self.hierarchies)

    @cached_property
    def held(self) -> dict[str, Categories]:
        """Each attribute that is compared by its values."""
        one, other = self.tables
        names = [name for name in self.columns if name in (*self.others, *self.keys, *self.orders)]
        return {name: categories(name, one[name], other[name]) for name in names}

    @cached_property
    def ladders(self) -> dict[str, Ladder]:
        """Each key's values by their places in its hierarchy."""
        return {name: Ladder(self.held[name], self.hierarchies[name]) for name in self.keys}

    @cached_property
    def suppressed(self) -> npt.NDArray[np.bool_]:
        """Which records the release suppresses: all their keys are ``*`` or null."""
        gone = np.ones(self.rows, bool)
        for name in self.keys:
            column = self.held[name]
            lost = np.array([value in (None, SUPPRESSED) for value in column.values])
            gone &= lost[column.after]
        return gone

    @cached_property
    def class_sizes(self) -> tuple[Ints, Ints]:
        """How many records are alike in all keys: in the original, and in the release.

        Those that the release suppresses are in no class of it.
        """
        columns = [self.held[name] for name in self.keys]
        one = combined([column.before.astype(np.int64) for column in columns], self.rows)[0]
        kept = ~self.suppressed
        after = [np.unique(c.after[kept], return_inverse=True)[1] for c in columns]
        other = combined(after, int(kept.sum()))[0]
        sizes = np.bincount(one), np.bincount(other)
        return sizes[0][sizes[0] > 0], sizes[1]

    @cached_property
    def structure(self) -> tuple[Structure, Structure]:
        """How the numbers hang together, in the original and in the release."""
        return Structure.of(self.before, self.numbers), Structure.of(self.after, self.numbers)

    @property
    def basis(self) -> str:
        """What the numbers rest on, in words."""
        counted = f"{len(self.numbers)} of them numbers"
        left = self.rows - len(self.before)
        beside = f"; {left:,} rows with a null left out of the numbers" if left else ""
        return f"Rests on {self.rows:,} rows of {len(self.columns)} columns, {counted}{beside}."


def pair(
    original: Any,
    release: Any,
    *,
    columns: str | Sequence[str] | None = None,
    categories: str | Sequence[str] = (),
    hierarchies: Mapping[str, Any] | None = None,
    orders: Mapping[str, Sequence[Any]] | None = None,
) -> Pair:
    """Lay a release beside its original: the first row of one is the first row of the other."""
    if isinstance(original, Pair):
        if release is not None or columns or categories or hierarchies or orders:
            raise SondeError(
                "A pair has its tables and columns already: give the tables themselves to compare "
                "others, or with other hierarchies or orders."
            )
        return original
    if release is None:
        raise SondeError("Name the release beside its original: what was lost is between the two.")
    before = _opened(original, "the original")
    after = _opened(release, "the release")
    names, notes = _shared(before, after, _several(columns))
    ladders = _ladders(hierarchies, names, before)
    listed = _listed(orders, names, before)
    for name in _several(categories) or ():
        require_column(before, name, "which is said to be no number")
    tables = read_rows(before, names), read_rows(after, names)
    _check_rows(before, after, *tables)
    kept = [name for name in names if name not in (_several(categories) or ())]
    read = {name: [as_numbers(table[name]) for table in tables] for name in kept}
    numbers = tuple(name for name in kept if all(found is not None for found in read[name]))
    sides = [_side([read[name][i] for name in numbers], tables[0].num_rows) for i in (0, 1)]
    complete = ~(np.isnan(sides[0]).any(axis=1) | np.isnan(sides[1]).any(axis=1))
    if not complete.all():
        sides = [side[complete] for side in sides]
    return Pair(
        rows=tables[0].num_rows,
        columns=tuple(names),
        numbers=numbers,
        others=tuple(name for name in names if name not in numbers),
        before=sides[0],
        after=sides[1],
        tables=tables,
        hierarchies=ladders,
        orders=listed,
        labels=tuple(_several(categories) or ()),
        notes=tuple(notes),
    )


def _opened(table: Any, name: str) -> Source:
    source = open_source(table)
    if source.name == "the table":
        source = replace(source, name=f"the table of {name}")
    check_names(source)
    return source


def _several(names: str | Sequence[str] | None) -> list[str] | None:
    if names is None:
        return None
    return [names] if isinstance(names, str) else list(map(str, names))


def _shared(before: Source, after: Source, asked: list[str] | None) -> tuple[list[str], list[str]]:
    """Name the columns to compare, and say which are in one of the tables only."""
    for name in asked or ():
        require_column(before, name, "which is to be compared")
        require_column(after, name, "which is to be compared")
    if asked is not None:
        return list(dict.fromkeys(asked)), []
    names = [name for name in before.columns if name in after.columns]
    if not names:
        raise SondeError(
            f"{before.title} and {after.title} share no column: give the columns of the release "
            "the names that they have in the original."
        )
    gone = [name for name in before.columns if name not in after.columns]
    new = [name for name in after.columns if name not in before.columns]
    notes = [f"{after.title} has no column {name!r}, of which all is lost." for name in gone]
    notes += [
        f"{before.title} has no column {name!r}: it is compared with nothing." for name in new
    ]
    return names, notes


def _check_rows(before: Source, after: Source, one: pa.Table, other: pa.Table) -> None:
    if one.num_rows != other.num_rows:
        raise SondeError(
            f"{before.title} has {one.num_rows:,} rows and {after.title} {other.num_rows:,}: they "
            "are compared row by row, so keep each row in its place, suppressed ones too."
        )
    if one.num_rows == 0:
        raise SondeError(f"{before.title} has no rows.")


def _side(columns: Sequence[Floats | None], rows: int) -> Floats:
    """Put columns of numbers side by side, each in one piece of memory."""
    side = np.empty((rows, len(columns)), order="F")
    for place, column in enumerate(columns):
        side[:, place] = column
    return side


def _ladders(
    given: Mapping[str, Any] | None, names: Sequence[str], before: Source
) -> dict[str, Hierarchy]:
    for name in given or {}:
        require_column(before, name, "which has a hierarchy")
    return {
        name: held if isinstance(held, Hierarchy) else Hierarchy.read(held)
        for name, held in (given or {}).items()
        if name in names
    }


def _listed(
    given: Mapping[str, Sequence[Any]] | None, names: Sequence[str], before: Source
) -> dict[str, tuple[str, ...]]:
    for name, values in (given or {}).items():
        require_column(before, name, "which has an order")
        if isinstance(values, str) or len(set(map(text, values))) < max(2, len(values)):
            raise SondeError(
                f"The order of {name!r} lists two values or more, from lowest to highest and each "
                f"once, not {values!r}."
            )
    return {n: tuple(map(text, values)) for n, values in (given or {}).items() if n in names}
