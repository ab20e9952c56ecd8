"""Shares of rows by the combination of their values."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from ..entropy import Floats
from ..numbering import arrow, combined
from .comparable import distinct


def shares_by_class(table: pa.Table, keys: Sequence[str], **each: Floats) -> pa.Table:
    """Average numbers of rows over those with one combination of key values."""
    code, met = combined([distinct(c)[1] for c in table.columns], table.num_rows)
    size = np.bincount(code, minlength=len(met))
    means = {name: np.bincount(code, held, len(met)) / size for name, held in each.items()}
    columns = [*table.take(arrow(met)).columns, arrow(size), *map(pa.array, means.values())]
    return pa.table(columns, [*keys, "rows", *means])
