"""One call of Sonde in a process of its own; prints how many seconds it took."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

import sonde
from sonde.engine import duckdb_engine
from sonde.measures import measures


def main() -> None:
    """Load the libraries, then call, and look at the clock around the call alone."""
    command, table, roles = sys.argv[1:]
    calls: dict[str, Callable[..., object]] = {
        "measure": sonde.measure,
        "inspect": sonde.inspect,
        "lattice": sonde.lattice,
    }
    duckdb_engine()
    measures()
    if command == "lattice":  # its loops are loaded, or compiled the first time
        sonde.lattice({"a": [1, 2, 2], "b": [1, 1, 2]}, keys=["a", "b"])
    start = time.perf_counter()
    calls[command](table, **json.loads(roles))
    print(time.perf_counter() - start)


if __name__ == "__main__":
    main()
