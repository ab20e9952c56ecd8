# ruff: noqa: S608 - the queries hold nothing but numbers and paths of our own
"""The tables that are measured, made by DuckDB from the row number: the same for everybody."""

from __future__ import annotations

from pathlib import Path

import duckdb

KEYS, VALUES = 120, 100

# Squaring a uniform number makes low values far more common than high ones.
_UNEVEN = "CAST(floor({many} * pow((hash(i, {seed}) % 1000003) / 1000003, 2)) AS INTEGER)"


def few_classes(path: Path, rows: int, *, text: bool = False) -> Path:
    """Write rows of 120 keys and 100 sensitive values, however many rows there are."""
    key, value = _UNEVEN.format(many=KEYS, seed=1), _UNEVEN.format(many=VALUES, seed=2)
    if text:
        key, value = f"'district ' || {key}", f"'diagnosis ' || {value}"
    return _write(path, f"SELECT {key} AS key, {value} AS sensitive FROM range({rows}) t(i)")


def many_classes(path: Path, rows: int, classes: int) -> Path:
    """Write rows of exactly so many keys, each met at least once, and 10 sensitive values."""
    uneven = _UNEVEN.format(many=classes, seed=1)
    # 7919 shares no factor with a power of ten, so it shuffles the keys without losing one.
    key = f"CASE WHEN i < {classes} THEN (i * 7919) % {classes} ELSE {uneven} END"
    value = _UNEVEN.format(many=10, seed=2)
    return _write(path, f"SELECT {key} AS key, {value} AS sensitive FROM range({rows}) t(i)")


def repeated(path: Path, table: Path, rows: int) -> Path:
    """Write a table over and over, up to so many rows."""
    source = f"read_parquet('{table}')"
    times = f"range({rows} // (SELECT count(*) FROM {source}) + 1)"
    return _write(path, f"SELECT t.* FROM {source} t, {times} LIMIT {rows}")


# The values of eleven columns, as of a census.
ELEVEN = (5570, 100, 31, 27, 15, 12, 8, 6, 4, 3, 2)


def uneven(path: Path, rows: int, values: tuple[int, ...] = ELEVEN) -> Path:
    """Write rows of as many columns, a0, a1 and so on, of so many values each."""
    columns = ", ".join(
        f"{_UNEVEN.format(many=many, seed=seed)} AS a{seed}" for seed, many in enumerate(values)
    )
    return _write(path, f"SELECT {columns} FROM range({rows}) t(i)")


def _write(path: Path, query: str) -> Path:
    kind = "parquet" if path.suffix == ".parquet" else "csv, HEADER"
    with duckdb.connect() as con:
        con.execute(f"COPY ({query}) TO '{path}' (FORMAT {kind})")
    return path
