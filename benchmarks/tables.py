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


# Five columns of numbers that go together, three keys of 100 values and two of 20.
_NUMBERS = [f"{n} + i % 1000 + (hash(i, {n}) % 1000003) / 1000.0 AS n{n}" for n in range(1, 6)]
_KEYS = [f"CAST(hash(i, {k + 10}) % 100 AS INTEGER) AS k{k}" for k in range(1, 4)]
_TEXTS = [f"'value ' || hash(i, {t + 20}) % 20 AS t{t}" for t in range(1, 3)]


def original(path: Path, rows: int) -> Path:
    """Write a table of ten columns to be released."""
    columns = ", ".join([*_NUMBERS, *_KEYS, *_TEXTS])
    return _write(path, f"SELECT {columns} FROM range({rows}) t(i)")


def released(path: Path, rows: int) -> Path:
    """Write it with noise in its numbers, its keys by tens, and a tenth of its texts another."""
    numbers = [f"n{n} + hash(i, {n + 30}) % 100 / 10.0 AS n{n}" for n in range(1, 6)]
    keys = [f"k{k} // 10 || '*' AS k{k}" for k in range(1, 4)]
    texts = [f"if(hash(i, {t + 40}) % 10 = 0, 'value 0', t{t}) AS t{t}" for t in range(1, 3)]
    columns = ", ".join([*_NUMBERS, *_KEYS, *_TEXTS])
    changed = ", ".join([*numbers, *keys, *texts])
    return _write(path, f"SELECT {changed} FROM (SELECT i, {columns} FROM range({rows}) t(i))")


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
