"""Tables of made-up people, from how many there are of each kind."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa


def by_key(sizes: Sequence[int]) -> pa.Table:
    """Return people with a key alone, so many with each value."""
    return pa.table({"key": np.repeat(np.arange(len(sizes)), sizes)})


def by_key_and_value(sizes: Sequence[Sequence[int]]) -> pa.Table:
    """Return people with a key and a sensitive value: a row of sizes for each value of the key."""
    cells = np.array(sizes)
    key, value = np.indices(cells.shape)
    return pa.table(
        {
            "key": np.repeat(key.ravel(), cells.ravel()),
            "value": np.repeat(value.ravel(), cells.ravel()),
        }
    )
