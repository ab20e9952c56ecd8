"""How long all a priori measures of a million rows take, and how much memory."""

from __future__ import annotations

import json
import statistics
import sys
from pathlib import Path

from .figures import Figure
from .processes import ran
from .tables import original, released

ROWS = 10**6
COLUMNS = 10
SECONDS, MEGABYTES = 20.0, 2000.0
TIMES = 3


def losing(folder: Path, rows: int) -> list[Figure]:  # noqa: ARG001 - the target is of a million
    """Compare a table with a release of it, five columns of numbers and five of values."""
    tables = original(folder / "original.parquet", ROWS), released(folder / "release.parquet", ROWS)
    words = [sys.executable, "-m", "benchmarks.child", "information_loss"]
    runs = [
        ran(*words, str(tables[0]), json.dumps({"release": str(tables[1])})) for _ in range(TIMES)
    ]
    seconds = statistics.median(float(run.printed) for run in runs)
    megabytes = statistics.median(run.megabytes for run in runs)
    return [
        Figure(
            what=f"All information losses, 1 million rows of {COLUMNS} columns",
            measured=f"{seconds:.1f} s, {megabytes:,.0f} MB",
            target=f"under {SECONDS:.0f} s and {MEGABYTES:,.0f} MB",
            met=seconds < SECONDS and megabytes < MEGABYTES,
        )
    ]
