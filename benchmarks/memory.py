"""Whether memory stays the same when rows are added but classes are not."""

from __future__ import annotations

from pathlib import Path

from .figures import Figure, Point, count
from .processes import asked
from .tables import few_classes

TARGET = 1.25
MILLION = 10**6


def memory(folder: Path, rows: int) -> list[Figure]:
    """Compare the peaks of processes that measure ever more rows of the same classes."""
    tenfold = [rows // 10, rows]
    while tenfold[0] >= 10 * MILLION:
        tenfold.insert(0, tenfold[0] // 10)
    small = tenfold[0]
    parquet = _peaks(folder, "parquet", tenfold)
    csv = _peaks(folder, "csv", [*tenfold, 4 * small])
    return [
        *(_growth("Parquet", parquet, size) for size in tenfold),
        *(_growth("CSV", csv, size, of=small) for size in (small, 4 * small)),
        # Tenfold is no target for CSV: the engine's read buffers fill up until some 10^8 rows.
        *(_growth("CSV", csv, size, judged=False) for size in tenfold[1:]),
    ]


def _peaks(folder: Path, kind: str, sizes: list[int]) -> dict[int, float]:
    peaks = {}
    for size in sizes:
        table = few_classes(folder / f"memory.{kind}", size)
        peaks[size] = asked("measure", table, keys="key", sensitive="sensitive")[1]
        table.unlink()
    return peaks


def _growth(
    kind: str, peaks: dict[int, float], size: int, *, of: int = 0, judged: bool = True
) -> Figure:
    smaller = of or size // 10
    measured = f"{peaks[size]:.0f} MB"
    point = (Point("rows", kind, size, peaks[size]),)
    if smaller not in peaks or smaller == size:
        return Figure(f"Peak memory, {kind}, {count(size)} rows", measured, points=point)
    ratio = peaks[size] / peaks[smaller]
    return Figure(
        what=f"Peak memory, {kind}, {count(size)} rows",
        measured=f"{measured}, {ratio:.2f} times that of {count(smaller)}",
        target=f"at most {TARGET} times" if judged else "",
        met=ratio <= TARGET if judged else None,
        points=point,
    )
