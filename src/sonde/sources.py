"""Any table a person may hold, as a source that an engine can count.

A source knows its columns' names before it reads a row, and hands out just the columns asked
for, by position. Names therefore never reach the engine: quotes, emoji, or two columns that
differ only in case are no trouble.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import SondeError
from .plain import plain

if TYPE_CHECKING:
    import ibis.expr.types as ir
    import pyarrow as pa

Load = Callable[[Sequence[int]], "ir.Table"]


@dataclass(frozen=True)
class Source:
    """A named table somewhere: ``load`` gives columns by position, ``run`` executes a query.

    ``columnar`` is whether one column can be read without reading the others, ``file`` whether
    the engine reads anew whenever it is asked.
    """

    name: str
    columns: tuple[str, ...]
    load: Load
    execute: Callable[[ir.Table], pa.Table]
    explain: Callable[[Exception], SondeError | None] = lambda _: None
    columnar: bool = True
    file: bool = False

    def __repr__(self) -> str:
        return plain(f"{self.title}: columns {', '.join(self.columns)}")

    @property
    def title(self) -> str:
        """The name, as the first word of a sentence."""
        return "T" + self.name[1:] if self.name.startswith("the table") else self.name

    def run(self, query: ir.Table) -> pa.Table:
        """Execute a query over this source."""
        return self._explained(lambda: self.execute(query))

    @property
    def here(self) -> bool:
        """Whether this process's own engine counts, which hands rows over as they come."""
        from .engine import run

        return self.execute is run

    def stream(self, query: ir.Table, rows: int) -> Generator[pa.Table]:
        """Execute a query in this process's engine, some rows at a time."""
        from .engine import stream

        with closing(stream(query, rows)) as batches:
            while (batch := self._explained(lambda: next(batches, None))) is not None:
                yield batch

    def keep(self, query: ir.Table) -> ir.Table:
        """Have the engine keep what a query over a file gives, for as long as it is in use."""
        return self._explained(query.cache) if self.file else query

    def _too_large(self, error: Exception) -> SondeError | None:
        duckdb = _module("duckdb")
        memory = (MemoryError, duckdb.OutOfMemoryException) if duckdb else MemoryError
        if not isinstance(error, memory) and "No space left on device" not in str(error):
            return None
        return SondeError(
            f"{self.title} takes more memory and disk to count than this machine has: name fewer "
            "keys, lay coarser partitions, or hand it over in a larger engine, such as Spark."
        )

    def _explained(self, act: Callable[[], Any]) -> Any:
        """Say in words what is wrong with a file when the engine finds it out."""
        try:
            return act()
        except Exception as error:
            words = self._too_large(error) or self.explain(error)
            if words is None:
                raise
            raise words from error


def open_source(table: Any, *, encoding: str = "utf-8", nulls: Sequence[str] = ()) -> Source:
    """Open whatever the user holds: a path, a frame, an Arrow, DuckDB or Ibis table, a dict.

    ``encoding`` and ``nulls`` (further texts that stand for a missing value) concern CSV alone.
    """
    if isinstance(table, Source):
        return table
    if isinstance(table, str | Path):
        from .files import open_file

        return open_file(table, encoding=encoding, nulls=nulls)
    for opens in (_ibis, _pandas, _polars, _relation, _arrow):
        source = opens(table)
        if source is not None:
            return source
    raise SondeError(
        f"Sonde cannot read a table from {_kind(table)}: give a path, a pandas or Polars frame, "
        "an Arrow table, a DuckDB relation or an Ibis table."
    )


def _kind(thing: Any) -> str:
    return f"{type(thing).__module__}.{type(thing).__qualname__}".removeprefix("builtins.")


def _module(name: str) -> Any:
    """Return a library if the user has imported it: who holds its table has."""
    return sys.modules.get(name)


def _ibis(table: Any) -> Source | None:
    ibis = _module("ibis")
    if ibis is None or not isinstance(table, ibis.Table):
        return None
    from .engine import run_where_it_is

    names = tuple(table.columns)
    called = getattr(table.op(), "name", None)
    return Source(
        name=f"the table {called!r}" if called else "the table",
        columns=names,
        load=lambda positions: table.select(**{f"c{p}": table[names[p]] for p in positions}),
        execute=run_where_it_is,
        explain=lambda error: _beyond_the_backend(error, table),
    )


def _beyond_the_backend(error: Exception, table: ir.Table) -> SondeError | None:
    from ibis.common.exceptions import OperationNotDefinedError, UnsupportedOperationError

    if not isinstance(error, OperationNotDefinedError | UnsupportedOperationError):
        return None
    why = str(error).partition("\n")[0]
    return SondeError(
        f"The backend {table.get_backend().name} cannot do what was asked ({why}): lay the "
        "partition beforehand, or hand the table over as Arrow, with to_pyarrow()."
    )


def _pandas(frame: Any) -> Source | None:
    pandas = _module("pandas")
    if pandas is None or not isinstance(frame, pandas.DataFrame):
        return None
    names = tuple(str(name) for name in frame.columns)
    return _in_memory(names, lambda p: _pandas_column(frame.iloc[:, p], names[p]))


def _pandas_column(series: Any, name: str) -> Any:
    import pandas as pd

    held = series.dtype.categories.dtype if series.dtype == "category" else series.dtype
    if isinstance(held, pd.IntervalDtype | pd.PeriodDtype):
        series = series.astype(object).map(str, na_action="ignore")
    if series.dtype == object:
        _check_one_type(series.dropna(), name)
    return _array(series, name)


def _array(values: Any, name: str) -> pa.Array:
    """Hand a column to Arrow, or say which column it will not take."""
    import pyarrow as pa

    try:
        return pa.array(values, from_pandas=True)
    except (pa.ArrowException, OverflowError, TypeError, ValueError) as error:
        why = str(error).partition("\n")[0]
        raise SondeError(
            f"Column {name!r} cannot be read ({why}): turn its values to text or numbers first."
        ) from error


def _check_one_type(values: Any, name: str) -> None:
    """Refuse a mixture that Arrow would make one of by cutting, as it does times off dates."""
    kinds = {type(value) for value in values if value is not None}
    if len(kinds) > 1 and not kinds <= {int, float}:
        listed = ", ".join(sorted(kind.__name__ for kind in kinds))
        raise SondeError(
            f"Column {name!r} holds values of several types ({listed}): make it one type first, "
            "for instance text."
        )


def _polars(frame: Any) -> Source | None:
    polars = _module("polars")
    if polars is not None and isinstance(frame, polars.LazyFrame):
        names = tuple(frame.collect_schema().names())
        # By names of ours: Polars takes some names of columns for patterns of others.
        renamed = frame.rename(dict(zip(names, _engine_names(range(len(names))), strict=True)))
        return _from_arrow(names, lambda p: renamed.select(_engine_names(p)).collect().to_arrow())
    if polars is not None and isinstance(frame, polars.DataFrame):
        return _in_memory(tuple(frame.columns), lambda p: frame.to_series(p).to_arrow())
    return None


def _relation(relation: Any) -> Source | None:
    duckdb = _module("duckdb")
    if duckdb is None or not isinstance(relation, duckdb.DuckDBPyRelation):
        return None
    names = tuple(relation.columns)

    def read(positions: Sequence[int]) -> pa.Table:
        chosen = [duckdb.ColumnExpression(names[p]) for p in positions]
        return relation.select(*chosen).to_arrow_table()

    return _from_arrow(names, read)


def _arrow(table: Any) -> Source | None:
    import pyarrow as pa

    if isinstance(table, Mapping):
        return _mapping({str(name): values for name, values in table.items()})
    if hasattr(table, "__arrow_c_stream__") or hasattr(table, "__arrow_c_array__"):
        try:
            table = pa.table(table)
        except pa.ArrowException:
            return None  # one column, not a table
    dataset = _module("pyarrow.dataset")
    known = isinstance(table, pa.Table) or (dataset and isinstance(table, dataset.Dataset))
    return arrow_source(table) if known else None


def _mapping(columns: Mapping[str, Any]) -> Source:
    """Take columns by name, each a sequence of values."""
    import pyarrow as pa

    arrays = {}
    for name, values in columns.items():
        if isinstance(values, str | bytes):
            raise SondeError(
                f"Column {name!r} is one text: give a list of values, one for each row."
            )
        if isinstance(values, list | tuple):
            _check_one_type(values, name)
        arrays[name] = (
            values if isinstance(values, pa.Array | pa.ChunkedArray) else _array(values, name)
        )
    if len({len(array) for array in arrays.values()}) > 1:
        lengths = ", ".join(f"{name!r} has {len(array):,}" for name, array in arrays.items())
        raise SondeError(f"The columns must be of one length, and {lengths} values.")
    return arrow_source(pa.table(arrays))


def arrow_source(held: Any) -> Source:
    """Make a source of an Arrow table or of a dataset, which is read batch by batch."""
    import ibis
    import pyarrow as pa

    from .engine import run

    names = tuple(held.schema.names)
    if isinstance(held, pa.Table):
        return _in_memory(names, held.column)
    if len({name.casefold() for name in names}) < len(names):
        # The engine cannot tell names apart that differ only in case; renaming reads the columns.
        return _from_arrow(names, lambda positions: held.to_table([names[p] for p in positions]))
    table = ibis.memtable(held)
    return Source(
        "the table",
        names,
        lambda positions: table.select(**{f"c{p}": table[names[p]] for p in positions}),
        run,
    )


def _in_memory(names: tuple[str, ...], column: Callable[[int], Any]) -> Source:
    """Make a source of Arrow columns, converting only those that are asked for."""
    import pyarrow as pa

    return _from_arrow(
        names, lambda positions: pa.table([column(p) for p in positions], _engine_names(positions))
    )


def _engine_names(positions: Sequence[int]) -> list[str]:
    return [f"c{p}" for p in positions]


def _from_arrow(names: tuple[str, ...], read: Callable[[Sequence[int]], pa.Table]) -> Source:
    import ibis
    import pyarrow as pa

    from .engine import run

    def load(positions: Sequence[int]) -> ir.Table:
        columns = [_plain_type(column) for column in read(positions).columns]
        table = pa.table(columns, _engine_names(positions))
        try:
            return ibis.memtable(table)
        except (pa.ArrowException, KeyError, NotImplementedError) as error:
            kinds = ", ".join(
                f"{names[p]!r} of {c.type}" for p, c in zip(positions, columns, strict=True)
            )
            raise SondeError(
                f"Sonde cannot count one of the columns {kinds}: turn it to text or numbers first."
            ) from error

    return Source("the table", names, load, run)


def _plain_type(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Give a type that the engine lacks as one that it has, value by value the same."""
    import pyarrow as pa

    if pa.types.is_duration(column.type):
        return column.cast(pa.int64())
    return column.cast(pa.float32()) if pa.types.is_float16(column.type) else column
