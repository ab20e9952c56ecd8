"""Engines: this process's DuckDB, which counts unless the table brings its own, and Spark."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Generator
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import ibis.expr.types as ir
    import pyarrow as pa
    from ibis.backends.duckdb import Backend


@cache
def private_folder() -> str:
    """Return a folder that only this user can read and that goes when the process ends."""
    folder = tempfile.mkdtemp(prefix="sonde-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@cache
def duckdb_engine() -> Backend:
    """Return the DuckDB that reads files and frames in this process.

    What does not fit in memory spills to the private folder, not to the working directory. The
    engine fetches nothing from a network, and owes no one the order of rows.
    """
    import ibis

    return ibis.duckdb.connect(
        ":memory:",
        temp_directory=private_folder(),
        preserve_insertion_order=False,
        autoinstall_known_extensions=False,
    )


def run(query: ir.Table) -> pa.Table:
    """Execute a query in this process's DuckDB.

    Ibis's own way out imports pandas, which costs more than a small query. It is needed only to
    hand over tables that live in this process.
    """
    from ibis.expr.operations import InMemoryTable

    engine = duckdb_engine()
    if query.op().find(InMemoryTable):
        return engine.to_pyarrow(query)
    found = engine.con.sql(engine.compile(query)).to_arrow_table()
    return found.cast(query.schema().to_pyarrow())


def stream(query: ir.Table, rows: int) -> Generator[pa.Table]:
    """Execute a query in this process's DuckDB, so many rows at a time."""
    import pyarrow as pa
    from ibis.expr.operations import InMemoryTable

    engine, schema = duckdb_engine(), query.schema().to_pyarrow()
    for held in query.op().find(InMemoryTable):
        # Makes a table of this process known to the engine, and reads nothing of it.
        engine.to_pyarrow(held.to_expr().limit(0))
    with engine.con.sql(engine.compile(query)).to_arrow_reader(rows) as reader:
        for batch in reader:
            yield pa.Table.from_batches([batch]).cast(schema)


def run_where_it_is(query: ir.Table) -> pa.Table:
    """Execute a query over a user's Ibis table, in the backend that holds it.

    On Spark not by Ibis's way out: it passes through pandas, where a whole number in a column
    with nulls becomes a float, and 9007199254740993 becomes its neighbour without a word.
    """
    backend = query.get_backend()
    if backend.name != "pyspark":
        return query.to_pyarrow()
    from ibis.expr.operations import InMemoryTable

    if query.op().find(InMemoryTable):
        backend.execute(query.limit(0))  # makes the tables of this process known to Spark
    return backend.raw_sql(backend.compile(query)).toArrow().cast(query.schema().to_pyarrow())
