"""Any table a person may hold, as a source that an engine can count.

A source knows its columns' names before it reads a row, and hands out just the columns asked
for, by position. Names therefore never reach the engine: quotes, emoji, or two columns that
differ only in case are no trouble.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import SondeError

if TYPE_CHECKING:
    import ibis.expr.types as ir
    import pyarrow as pa

Load = Callable[[Sequence[int]], "ir.Table"]


@dataclass(frozen=True)
class Source:
    """A named table somewhere: ``load`` gives columns by position, ``run`` executes a query.

    ``columnar`` is whether one column can be read without reading the others.
    """

    name: str
    columns: tuple[str, ...]
    load: Load
    execute: Callable[[ir.Table], pa.Table]
    explain: Callable[[Exception], SondeError | None] = lambda _: None
    columnar: bool = True

    @property
    def title(self) -> str:
        """The name, as the first word of a sentence."""
        return self.name.replace("the table", "The table", 1)

    def run(self, query: ir.Table) -> pa.Table:
        """Execute a query over this source."""
        return self._explained(lambda: self.execute(query))

    def keep(self, query: ir.Table) -> ir.Table:
        """Execute a query and keep what it gives in the engine, for as long as it is in use."""
        return self._explained(query.cache)

    def _explained(self, act: Callable[[], Any]) -> Any:
        """Say in words what is wrong with a file when the engine finds it out."""
        try:
            return act()
        except Exception as error:
            words = self.explain(error)
            if words is None:
                raise
            raise words from error


def open_source(table: Any, *, encoding: str = "utf-8", nulls: Sequence[str] = ("",)) -> Source:
    """Open whatever the user holds: a path, a frame, an Arrow, DuckDB or Ibis table, a dict.

    ``encoding`` and ``nulls`` (the texts that stand for a missing value) concern CSV alone.
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
    )


def _pandas(frame: Any) -> Source | None:
    pandas = _module("pandas")
    if pandas is None or not isinstance(frame, pandas.DataFrame):
        return None
    names = tuple(str(name) for name in frame.columns)
    return _in_memory(names, lambda p: _pandas_column(frame.iloc[:, p], names[p]))


def _pandas_column(series: Any, name: str) -> Any:
    import pandas as pd
    import pyarrow as pa

    held = series.dtype.categories.dtype if series.dtype == "category" else series.dtype
    if isinstance(held, pd.IntervalDtype | pd.PeriodDtype):
        series = series.astype(object).map(str, na_action="ignore")
    try:
        return pa.array(series, from_pandas=True)
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError) as error:
        kinds = sorted({type(value).__name__ for value in series.dropna()})
        raise SondeError(
            f"Column {name!r} holds values of several types ({', '.join(kinds)}): "
            f"make it one type first, for instance with frame[{name!r}].astype(str)."
        ) from error


def _polars(frame: Any) -> Source | None:
    polars = _module("polars")
    if polars is not None and isinstance(frame, polars.LazyFrame):
        names = tuple(frame.collect_schema().names())
        return _from_arrow(
            names, lambda columns: frame.select([names[p] for p in columns]).collect().to_arrow()
        )
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
        table = pa.table({str(name): values for name, values in table.items()})
    elif hasattr(table, "__arrow_c_stream__") or hasattr(table, "__arrow_c_array__"):
        table = pa.table(table)
    dataset = _module("pyarrow.dataset")
    known = isinstance(table, pa.Table) or (dataset and isinstance(table, dataset.Dataset))
    return arrow_source(table) if known else None


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

    from .engine import run

    def load(positions: Sequence[int]) -> ir.Table:
        return ibis.memtable(read(positions).rename_columns(_engine_names(positions)))

    return Source("the table", names, load, run)
