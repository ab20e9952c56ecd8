"""Two things timed in turn, so that what else the machine does hits both."""

from __future__ import annotations

import time
from collections.abc import Callable


def pair(one: Callable[[], object], ours: Callable[[], object], turn: int) -> tuple[float, float]:
    """Let each go first in turn, so that neither profits from its place."""
    if turn % 2:
        measured = seconds(ours)
        return seconds(one), measured
    alone = seconds(one)
    return alone, seconds(ours)


def seconds(act: Callable[[], object]) -> float:
    """Return how long something takes."""
    start = time.perf_counter()
    act()
    return time.perf_counter() - start
