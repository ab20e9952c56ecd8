"""Where the tables and charts go."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"

Row = Mapping[str, Any]


def write(name: str, rows: Sequence[Row], chart: Any = None) -> None:
    """Write a figure's rows as CSV and its chart, if it has one, as SVG."""
    RESULTS.mkdir(exist_ok=True)
    with (RESULTS / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        table.writeheader()
        table.writerows({title: _shown(value) for title, value in row.items()} for row in rows)
    if chart is not None:
        chart.save(RESULTS / f"{name}.svg")


def _shown(value: Any) -> Any:
    """Write a number to six decimals: enough to compare, and the same on every machine."""
    return f"{round(value, 6) + 0.0:.6f}" if isinstance(value, float) else value
