"""Shares of rows by the combination of their values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa

from ..entropy import Floats
from ..numbering import arrow, combined
from ..results import free
from .comparable import distinct


def shares_by_class(table: pa.Table, keys: Sequence[str], **each: Floats) -> pa.Table:
    """Average numbers of rows over those with one combination of key values."""
    code, met = combined([distinct(c)[1] for c in table.columns], table.num_rows)
    size = np.bincount(code, minlength=len(met))
    means = {name: np.bincount(code, held, len(met)) / size for name, held in each.items()}
    numbers = {"rows": arrow(size)} | {name: pa.array(held) for name, held in means.items()}
    return beside(keys, table.take(arrow(met)).columns, numbers)


def beside(
    names: Sequence[str], columns: Sequence[pa.ChunkedArray], numbers: Mapping[str, pa.Array]
) -> pa.Table:
    """Put numbers beside the columns of names, of which one may have the name already."""
    taken = list(names)
    for name in numbers:
        taken.append(free(name, taken))
    return pa.table([*columns, *numbers.values()], taken)
