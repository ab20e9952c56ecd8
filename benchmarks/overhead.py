"""What all measures cost beyond the one query that they rest on."""

from __future__ import annotations

import statistics
from pathlib import Path

import sonde
from sonde.engine import duckdb_engine

from .figures import Figure, Point, count
from .pairs import pair
from .tables import few_classes

TARGET = 1.3
# Of 11 pairs the median still moves by a tenth on a shared machine.
PAIRS = 31
USUAL = 10**7


def overhead(folder: Path, rows: int) -> list[Figure]:
    """Measure against the bare GROUP BY, in turn, on the same connection."""
    return [
        _against_bare(folder, size, text=text)
        for size in sorted({min(rows, USUAL), rows})
        for text in (False, True)
    ]


def _against_bare(folder: Path, rows: int, *, text: bool) -> Figure:
    kind = "text" if text else "integers"
    table = few_classes(folder / "overhead.parquet", rows, text=text)
    query = f"SELECT key, sensitive, count(*) FROM read_parquet('{table}') GROUP BY ALL"  # noqa: S608
    con = duckdb_engine().con

    def bare() -> object:
        return con.sql(query).to_arrow_table()

    def ours() -> object:
        return sonde.measure(table, keys="key", sensitive="sensitive").overall

    taken = [pair(bare, ours, turn) for turn in range(PAIRS + 2)][2:]
    low, ratio, high = statistics.quantiles([measured / alone for alone, measured in taken], n=4)
    alone = statistics.median(pair[0] for pair in taken)
    measured = statistics.median(pair[1] for pair in taken)
    group = f"{kind}, {count(rows)} rows"
    return Figure(
        what=f"All measures against the bare GROUP BY, {group}",
        measured=(
            f"{ratio:.2f} times, quartiles {low:.2f} and {high:.2f} "
            f"({measured:.3f} s against {alone:.3f} s)"
        ),
        target=f"at most {TARGET} times",
        met=ratio <= TARGET,
        points=(
            Point("overhead", "bare GROUP BY", rows, alone, kind),
            Point("overhead", "all measures", rows, measured, kind),
        ),
    )
