"""Rows of two tables, side by side: those that are about the same person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..datasets import clean, require_column
from ..engine import duckdb_engine, run
from ..errors import SondeError
from ..numbering import arrow
from ..partitions import text
from .needs import Unsuited

if TYPE_CHECKING:
    import pyarrow as pa

    from ..entropy import Ints
    from ..sources import Source
    from .tables import Tables


@dataclass(frozen=True, eq=False)
class Rows:
    """Columns of the release and of another table. ``mate`` is each released row's place there.

    It is -1 where the other table lacks the person.
    """

    release: pa.Table
    other: pa.Table
    mate: Ints
    how: str

    @property
    def matched(self) -> tuple[pa.Table, pa.Table]:
        """Only the rows that are in both, in one order."""
        has = self.mate >= 0
        return self.release.take(arrow(np.flatnonzero(has))), self.other.take(arrow(self.mate[has]))


def rows(
    tables: Tables, other: Source, release_columns: Sequence[str], other_columns: Sequence[str]
) -> Rows:
    """Read columns of the release and of another table, and find out which rows are the same."""
    ids = [] if tables.row_id is None else [tables.row_id]
    here = _read(tables.release, [*release_columns, *ids], ordered=not ids)
    there = _read(other, [*other_columns, *ids], ordered=not ids)
    if not ids:
        if here.num_rows != there.num_rows:
            raise Unsuited(
                f"{tables.release.title} and {other.name} have {here.num_rows:,} and "
                f"{there.num_rows:,} rows, which cannot be matched by their order: name the column "
                "that says which row is which (row_id)"
            )
        _check_order(tables, other)
        same = np.arange(here.num_rows, dtype=np.int64)
        return Rows(here, there, same, "rows matched by their order")
    mate = _mates(here, there, tables, other)
    if not (mate >= 0).any():
        raise Unsuited(f"No row of {tables.release.name} is in {other.name} by {ids[0]!r}")
    kept = here.select(range(len(release_columns))), there.select(range(len(other_columns)))
    alone = int((mate < 0).sum())
    how = f"rows matched by {ids[0]}" + (f", {alone:,} without a mate" if alone else "")
    return Rows(*kept, mate, how)


def _check_order(tables: Tables, other: Source) -> None:
    """Refuse tables that hold the same secrets in another order: they are of other rows."""
    for name in tables.sensitive:
        old = tables.about((name,))[0]
        if old not in other.columns:
            continue
        here, there = (
            [text(value) if value is not None else "" for value in table[0].to_pylist()]
            for table in (
                _read(tables.release, [name], ordered=True),
                _read(other, [old], ordered=True),
            )
        )
        if here != there and sorted(here) == sorted(there):
            row = [a != b for a, b in zip(here, there, strict=True)].index(True) + 1
            raise Unsuited(
                f"The rows of {tables.release.name} and {other.name} are not in the same order: "
                f"both have the same values of {name!r}, and not in row {row:,}; name the column "
                "that says which row is which (row_id)"
            )


def _mates(here: pa.Table, there: pa.Table, tables: Tables, other: Source) -> Ints:
    place: dict[str, int] = {}
    for source, table in ((tables.release, here), (other, there)):
        held = [None if value is None else text(value) for value in table[-1].to_pylist()]
        if None in held or len(set(held)) < len(held):
            wrong = "is null in some row" if None in held else "names some row twice"
            raise SondeError(
                f"Column {tables.row_id!r} of {source.name} {wrong}: it must tell rows apart."
            )
        if table is there:
            place = {str(value): at for at, value in enumerate(held)}
    return np.array([place.get(text(value), -1) for value in here[-1].to_pylist()], np.int64)


def _read(source: Source, names: Sequence[str], *, ordered: bool) -> pa.Table:
    """Read columns as ``c0``, ``c1`` and so on, in the order of the rows if that is asked."""
    for name in names:
        require_column(source, name)
    positions = [source.columns.index(name) for name in names]
    loaded = source.load(sorted(set(positions)))
    query = loaded.select(
        **{f"v{i}": clean(loaded, f"c{p}", names[i]) for i, p in enumerate(positions)}
    )
    if not ordered:
        return source.run(query)
    if source.execute is not run:
        raise Unsuited(
            f"The rows of {source.name} have no order in its engine: name the column that says "
            "which row is which (row_id)"
        )
    engine = duckdb_engine().con
    engine.execute("SET preserve_insertion_order = true")
    try:
        return source.run(query)
    finally:
        engine.execute("SET preserve_insertion_order = false")
