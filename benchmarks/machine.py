"""The machine and the libraries that the figures are from, without naming the machine."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version

LIBRARIES = ("duckdb", "ibis-framework", "numpy", "pyarrow", "sonde")


def load() -> float:
    """Return how many processes wanted a core over the last minute."""
    return os.getloadavg()[0]


def machine(before: float) -> str:
    """Describe what was measured on, in one line; ``before`` is the load before the run."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    return (
        f"{os.cpu_count()} cores, {memory:.0f} GB of memory, {platform.system()}, "
        f"load {before:.1f} before the run; "
        f"Python {platform.python_version()}, {libraries}."
    )
