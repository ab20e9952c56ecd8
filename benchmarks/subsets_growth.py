"""How time and memory for every subset grow with the rows and with the columns."""

from __future__ import annotations

from pathlib import Path

from .figures import Figure, count
from .processes import asked
from .tables import ELEVEN, uneven

# So many columns more, of ever fewer values.
MORE = (11, 9, 7, 5)
LARGEST = 5 * 10**7


def subsets_growth(folder: Path, rows: int) -> list[Figure]:
    """Count every subset of more rows, and of more columns."""
    path = folder / "growth.parquet"
    sizes = [size for size in (10**5, 10**6, 10**7, LARGEST) if size <= rows]
    figures = [_counted(path, size, ELEVEN) for size in sizes]
    figures += [_counted(path, 10**6, (*ELEVEN, *MORE)[:many]) for many in (5, 8, 11, 13, 15)]
    return figures


def _counted(path: Path, rows: int, values: tuple[int, ...]) -> Figure:
    uneven(path, rows, values)
    keys = [f"a{number}" for number in range(len(values))]
    seconds, peak = asked("lattice", path, times=1, keys=keys)
    subsets = 2 ** len(keys) - 1
    return Figure(
        what=f"{subsets:,} subsets of {len(keys)} columns, {count(rows)} rows",
        measured=f"{seconds:.1f} s, {peak:,.0f} MB",
    )
