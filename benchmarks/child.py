"""One call of Sonde in a process of its own; prints how many seconds it took."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

import sonde
from sonde.engine import duckdb_engine
from sonde.measures import measures


def information_loss(original: str, release: str) -> object:
    """Compare the tables of losing.py by every measure, with the hierarchies that some need."""
    ladder = sonde.Hierarchy(tuple((str(v), f"{v // 10}*", "*") for v in range(100)))
    order = [f"value {v}" for v in range(20)]
    lost = sonde.information_loss(
        original,
        release,
        hierarchies={f"k{k}": ladder for k in (1, 2, 3)},
        orders={f"t{t}": order for t in (1, 2)},
    )
    if lost.left_out or None in lost.overall.values():
        raise ValueError("every measure is to be timed")
    return lost


def main() -> None:
    """Load the libraries, then call, and look at the clock around the call alone."""
    command, table, roles = sys.argv[1:]
    # By its name, as asking for one imports what it needs, which the others do not hold.
    ours = {"information_loss": information_loss}
    call: Callable[..., object] = ours.get(command) or getattr(sonde, command)
    duckdb_engine()
    measures()
    if command == "information_loss":
        sonde.losses()
    if command == "lattice":  # its loops are loaded, or compiled the first time
        sonde.lattice({"a": [1, 2, 2], "b": [1, 1, 2]}, keys=["a", "b"])
    start = time.perf_counter()
    call(table, **json.loads(roles))
    print(time.perf_counter() - start)


if __name__ == "__main__":
    main()
