"""How time and memory grow with the number of classes."""

from __future__ import annotations

from pathlib import Path

from .figures import Figure, Point, count
from .processes import asked
from .tables import many_classes

MOST_ROWS = 10**7


def classes(folder: Path, rows: int) -> list[Figure]:
    """Measure ever more classes in the same number of rows."""
    rows = min(rows, MOST_ROWS)
    figures = []
    size = 1000
    while size <= rows:
        table = many_classes(folder / "classes.parquet", rows, size)
        for sensitive, after in ((None, "who a person is"), ("sensitive", "one of 10 values")):
            seconds, peak = asked("measure", table, times=1, keys="key", sensitive=sensitive)
            figures.append(
                Figure(
                    what=f"{count(size)} classes in {count(rows)} rows, {after}",
                    measured=f"{seconds:.1f} s, {peak:,.0f} MB",
                    points=(Point("classes", after, size, peak),),
                )
            )
        size *= 10
    return figures
