"""Numbers for values and for combinations of values, in an order that no engine decides."""

from __future__ import annotations

import math

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from .entropy import Ints

# Codes of combinations stay below this, so that none overflows 64 bits.
LARGEST = 2**62

# Text that is sorted as the number that it is.
NUMBER = r"^[+-]?\d{1,15}(\.\d+)?$"


def value_order(values: pa.Array) -> pa.Array:
    """Sort distinct values as a person would: numbers by their size, also those held as text."""
    by = {"value": values.cast(pa.int8()) if pa.types.is_boolean(values.type) else values}
    if pa.types.is_string(values.type) or pa.types.is_large_string(values.type):
        numbers = pc.all(pc.match_substring_regex(values, NUMBER))
        by = {"number": values.cast(pa.float64()), **by} if numbers.as_py() else by
    keys = [(name, "ascending") for name in by]
    return pc.sort_indices(pa.table(by), sort_keys=keys)


def combined(ranks: list[Ints], length: int) -> tuple[Ints, Ints]:
    """Number the combinations of several columns' ranks; return a place where each is met too."""
    if len(ranks) == 1:  # which are numbered without a gap already
        met = np.empty(int(ranks[0].max(initial=-1)) + 1, np.int64)
        met[ranks[0]] = np.arange(length)
        return ranks[0], met
    code = np.zeros(length, np.int64)
    span = 1
    for rank in ranks:
        width = int(rank.max(initial=0)) + 1
        if span * width >= LARGEST:
            code = np.unique(code, return_inverse=True)[1].astype(np.int64)
            span = int(code.max(initial=0)) + 1
        code, span = code * width + rank, span * width
    _, met, of_class = np.unique(code, return_index=True, return_inverse=True)
    return of_class.astype(np.int64), met


def sorted_rows(*columns: Ints) -> tuple[Ints, ...]:
    """Sort rows of numbers by the first column, then the second and so on."""
    widths = [int(column.max(initial=0)) + 1 for column in columns]
    if math.prod(widths) >= LARGEST:
        order = np.lexsort(columns[::-1])
        return tuple(column[order] for column in columns)
    # One number for each row sorts three times as fast as three.
    packed = np.sort(np.ravel_multi_index(columns, widths))
    return tuple(column.astype(np.int64) for column in np.unravel_index(packed, widths))


def ints(column: pa.Array | pa.ChunkedArray) -> Ints:
    """Take numbers from Arrow, as ``arrow`` gives them, without its look at pandas."""
    whole = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    return np.from_dlpack(whole.cast(pa.int64())).astype(np.int64)


def whole_sum(column: pa.ChunkedArray) -> int:
    """Add up a column of whole numbers; nothing adds up to 0."""
    return int(pc.sum(column).as_py() or 0)


def arrow(numbers: Ints) -> pa.Array:
    """Hand numbers to Arrow without its look at pandas, which takes longer than a small profile."""
    whole = np.ascontiguousarray(numbers, np.int64)
    return pa.Array.from_buffers(pa.int64(), len(whole), [None, pa.py_buffer(whole)])
