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
    calls: dict[str, Callable[..., object]] = {"measure": sonde.measure, "inspect": sonde.inspect}
    duckdb_engine()
    measures()
    start = time.perf_counter()
    calls[command](table, **json.loads(roles))
    print(time.perf_counter() - start)


if __name__ == "__main__":
    main()
