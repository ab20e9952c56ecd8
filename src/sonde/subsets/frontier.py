"""The frontier: for each number of keys, the set that gives away most and the one that least."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

if TYPE_CHECKING:
    from .lattices import Lattice


def frontier(made: Lattice, of: str | None = None) -> pa.Table:
    """For each size: the set with the highest rate and the one with the lowest.

    ``gain`` is what the best set of this size gives away beyond the best of one key fewer: where
    it is large, the risk jumps. ``of`` names a sensitive attribute in place of who a person is.

    >>> import sonde
    >>> table = {"age": [22, 22, 35, 35], "zip": [1, 1, 2, 3], "sex": ["f", "m", "f", "m"]}
    >>> made = sonde.lattice(table, keys=["age", "zip", "sex"])
    >>> frontier(made).drop_columns(["worst", "least"]).to_pylist()[1]
    {'size': 2, 'best': ['age', 'sex'], 'rate': 1.0, 'gain': 0.25}
    """
    rates, order = made.rates(of), made._order  # noqa: SLF001 - a part of the same result
    sizes = np.bitwise_count(made.counts.mask)
    steps: list[dict[str, Any]] = []
    before = 0.0
    for size in range(1, made.up_to + 1):
        listed = order[sizes[order] == size]
        if np.isnan(rates[listed]).all():
            continue
        best = listed[np.nanargmax(rates[listed])]
        worst = listed[np.nanargmin(rates[listed])]
        steps.append(
            {
                "size": size,
                "best": _named(made, best),
                "rate": float(rates[best]),
                "worst": _named(made, worst),
                "least": float(rates[worst]),
                "gain": float(rates[best]) - before,
            }
        )
        before = float(rates[best])
    return pa.Table.from_pylist(steps, _SCHEMA)


_SCHEMA = pa.schema(
    {
        "size": pa.int64(),
        "best": pa.list_(pa.string()),
        "rate": pa.float64(),
        "worst": pa.list_(pa.string()),
        "least": pa.float64(),
        "gain": pa.float64(),
    }
)


def _named(made: Lattice, place: int) -> list[str]:
    mask = int(made.counts.mask[place])
    return [key for number, key in enumerate(made.keys) if mask >> number & 1]
