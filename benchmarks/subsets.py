"""Every subset of the keys, against who else counts them, and in how much memory."""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import privattacks
import pyarrow as pa
import pyarrow.parquet as pq

import sonde
from sonde.subsets.counting import count as count_all
from sonde.subsets.counting import counter_of
from sonde.subsets.roles import roles_of

from .figures import Figure, count
from .processes import ADULT, asked
from .tables import ELEVEN, uneven

SEVEN = ["age", "sex", "race", "native-country", "marital-status", "workclass", "occupation"]
HIDDEN = "relationship"
TIMES_PRIVATTACKS, TIMES_DUCKDB, TIMES_MEMORY = 150, 25, 3
MILLION = 10**6


def subsets(folder: Path, rows: int) -> list[Figure]:
    """Compare with privattacks, with DuckDB and with the size of the encoded table."""
    table = uneven(folder / "subsets.parquet", MILLION)
    figures = [*_against_privattacks(), _against_duckdb(table)]
    # Of a smaller table the engine's room to read it would be the most of it.
    most = min(rows, 10 * MILLION)
    return [*figures, _memory(uneven(folder / "large.parquet", most), most)]


def _against_privattacks() -> list[Figure]:
    """Count 127 subsets of Adult from the table that each holds in memory, in turn."""
    table = pq.read_table(ADULT, columns=[*SEVEN, HIDDEN])
    text = table.cast(pa.schema([(name, pa.string()) for name in table.column_names]))
    frame = text.to_pandas().fillna("null")
    attack = privattacks.Attack(privattacks.Data(dataframe=frame))
    held = roles_of(table, keys=SEVEN, sensitive=HIDDEN).encode()

    def theirs() -> Any:
        sizes = list(range(1, len(SEVEN) + 1))
        return attack.posterior_vulnerability("all", SEVEN, [HIDDEN], combinations=sizes)

    def ours() -> Any:
        return count_all(counter_of(held, len(SEVEN)))

    def whole() -> Any:
        return sonde.lattice(table, keys=SEVEN, sensitive=HIDDEN).table

    _check_alike(theirs(), whole())
    ours()
    pairs = [(_seconds(theirs), _seconds(ours), _seconds(whole)) for _ in range(3)]
    other, counting, reading = (statistics.median(times) for times in zip(*pairs, strict=True))
    what = f"127 subsets of Adult's 7 keys, who and {HIDDEN}, against privattacks"
    return [
        Figure(
            what=what,
            measured=f"{other / counting:,.0f} times as fast ({counting:.4f} s, {other:.2f} s)",
            target=f"at least {TIMES_PRIVATTACKS} times",
            met=other / counting >= TIMES_PRIVATTACKS,
        ),
        Figure(
            what="The same, reading and encoding the table included on our side alone",
            measured=f"{other / reading:,.0f} times as fast ({reading:.4f} s)",
        ),
    ]


def _check_alike(theirs: Any, ours: pa.Table) -> None:
    """Stop if the two do not say the same."""
    columns = ("posterior_reid", f"posterior_{HIDDEN}")
    expected = sorted(
        zip(*(theirs[column].astype(float).tolist() for column in columns), strict=True)
    )
    names = ("posterior_vulnerability", f"{HIDDEN}.posterior_vulnerability")
    found = sorted(zip(*(ours[name].to_pylist() for name in names), strict=True))
    if not np.allclose(expected, found, atol=1e-6):
        raise ValueError("privattacks and Sonde do not give the same vulnerabilities")


def _against_duckdb(path: Path) -> Figure:
    """Count 2,047 subsets of a million rows, both from the same Arrow table."""
    table = pq.read_table(path)
    keys = table.column_names
    sonde.lattice(table.slice(0, 1000), keys=keys)  # loads the loops
    seconds = statistics.median(_seconds(lambda: sonde.lattice(table, keys=keys)) for _ in range(3))
    with duckdb.connect() as con:
        con.register("arrow", table)
        con.execute("CREATE TABLE held AS SELECT * FROM arrow")
        other = _seconds(lambda: _group_by_each(con, keys))
    return Figure(
        what=f"2,047 subsets of 11 columns, {count(MILLION)} rows, against a GROUP BY for each",
        measured=f"{other / seconds:.0f} times as fast ({seconds:.2f} s, {other:.0f} s)",
        target=f"at least {TIMES_DUCKDB} times",
        met=other / seconds >= TIMES_DUCKDB,
    )


def _group_by_each(con: duckdb.DuckDBPyConnection, keys: list[str]) -> None:
    for size in range(1, len(keys) + 1):
        for chosen in itertools.combinations(keys, size):
            con.execute(
                "SELECT count(*), sum(n * log2(n)), count(*) FILTER (n = 1), min(n) FROM "  # noqa: S608 - names of our own
                f"(SELECT count(*) AS n FROM held GROUP BY {', '.join(chosen)})"
            ).fetchall()


def _memory(path: Path, rows: int) -> Figure:
    """Compare the peak of a process with that of one that counts next to nothing."""
    small = uneven(path.with_name("small.parquet"), 1000)
    keys = [f"a{number}" for number in range(len(ELEVEN))]
    _, nothing = asked("lattice", small, keys=keys)
    _, peak = asked("lattice", path, times=1, keys=keys)
    encoded = rows * sum(1 if values <= 2**8 else 2 for values in ELEVEN) / 1e6
    times = (peak - nothing) / encoded
    return Figure(
        what=f"Memory for the same with {count(rows)} rows, encoded {encoded:.0f} MB",
        measured=f"{times:.1f} times the encoded table ({peak - nothing:.0f} MB)",
        target=f"at most {TIMES_MEMORY} times",
        met=times <= TIMES_MEMORY,
    )


def _seconds(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start
