"""How long it takes to look at every column of a table."""

from __future__ import annotations

from pathlib import Path

from .figures import Figure, count
from .processes import ADULT, asked
from .tables import repeated

ROWS = 10**6


def inspecting(folder: Path, rows: int) -> list[Figure]:  # noqa: ARG001 - all alike
    """Inspect Adult, and Adult over and over: the same columns and values, more rows."""
    many = repeated(folder / "inspecting.parquet", ADULT, ROWS)
    figures = []
    for name, table in (("Adult", ADULT), (f"Adult repeated to {count(ROWS)} rows", many)):
        seconds, peak = asked("inspect", table)
        figures.append(Figure(f"Inspecting {name}", f"{seconds:.1f} s, {peak:.0f} MB"))
    return figures
