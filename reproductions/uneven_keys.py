"""ITPR paper, Figures 1 and 2: who a person is, from a key that grows uneven.

python -m reproductions.uneven_keys
"""

from __future__ import annotations

import sonde

from .counted import by_key
from .results import Row, write
from .six import six_of

PEOPLE = 10_000
SAID = "ε, the most frequent value of the key less the rarest"


def two_values(steps: int = 100) -> list[Row]:
    """Let one of two values grow rare, from halves to one person alone."""
    half = PEOPLE // 2
    sizes = [1, *(half * step // steps for step in range(1, steps + 1))]
    return [_row([rare, PEOPLE - rare]) for rare in dict.fromkeys(reversed(sizes))]


def ten_values(steps: int = 111) -> list[Row]:
    """Let one of ten values grow rare, the other nine alike.

    The paper says no more than ten values. These sizes leave nothing over at any step.
    """
    rares = sorted({1 + 9 * (111 * step // steps) for step in range(steps + 1)}, reverse=True)
    return [_row([rare, *[(PEOPLE - rare) // 9] * 9]) for rare in rares]


def _row(sizes: list[int]) -> Row:
    profile = sonde.profile(by_key(sizes), keys="key")
    return {"rarest": min(sizes), "ε": max(sizes) - min(sizes)} | six_of(profile)


def main() -> None:
    """Write both figures' tables and charts."""
    from .charts import curves

    for name, rows in (("itpr_figure_1", two_values()), ("itpr_figure_2", ten_values())):
        write(name, rows, curves(rows, "ε", SAID))


if __name__ == "__main__":
    main()
