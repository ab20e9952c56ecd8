"""Run the benchmarks, print one table, and fail if a target is missed."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from .classes import classes
from .figures import Figure
from .inspecting import inspecting
from .known import known
from .losing import losing
from .machine import load, machine
from .memory import memory
from .overhead import overhead
from .start_up import start_up
from .subsets import subsets
from .subsets_growth import subsets_growth

# The targets first; what is there to be known comes after.
BENCHMARKS = (
    overhead,
    known,
    start_up,
    memory,
    subsets,
    losing,
    classes,
    inspecting,
    subsets_growth,
)


def main() -> int:
    """Return 1 if a target is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rows", type=float, default=1e7, help="the largest table (1e7)")
    parser.add_argument("--write", action="store_true", help="write docs/performance.md's figures")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these benchmarks alone")
    asked = parser.parse_args()
    described = machine(load())
    figures: list[Figure] = []
    for benchmark in BENCHMARKS:
        if asked.only and benchmark.__name__ not in asked.only:
            continue
        print(f"{benchmark.__name__} ...", file=sys.stderr)
        with tempfile.TemporaryDirectory(prefix="sonde-bench-") as folder:
            figures += benchmark(Path(folder), int(asked.rows))
    _show(figures, described)
    if asked.write:
        from .page import write_page
        from .picture import draw

        write_page(figures, described)
        draw(figures)
    return int(any(figure.met is False for figure in figures))


def _show(figures: list[Figure], described: str) -> None:
    table = [("what", "measured", "target", "")]
    table += [(f.what, f.measured, f.target, f.verdict) for f in figures]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    print(described)
    for row in table:
        print("  ".join(f"{cell:<{w}}" for cell, w in zip(row, widths, strict=True)).rstrip())


if __name__ == "__main__":
    sys.exit(main())
