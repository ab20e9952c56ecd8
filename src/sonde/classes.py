"""Classes: the combinations of key values that were counted, numbered and named."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from .datasets import Dataset
from .entropy import Ints
from .numbering import arrow, combined, ints, value_order
from .partitions import NOWHERE


def classes(roles: Dataset, counts: pa.Table) -> tuple[Ints, pa.Table]:
    """Number the classes of counted rows in the order of their values; return their names too.

    The same combinations get the same numbers, whatever they were counted for.
    """
    ranks: list[Ints] = []
    held: list[pa.Array] = []
    for key in roles.key_columns:
        rank, values = ranked(counts[key], key, roles)
        ranks.append(rank)
        held.append(values)
    of_class, met = combined(ranks, counts.num_rows)
    named = [values.take(arrow(rank[met])) for rank, values in zip(ranks, held, strict=True)]
    return of_class, pa.table(named, roles.key_columns)


def ranked(column: pa.ChunkedArray, role: str, roles: Dataset) -> tuple[Ints, pa.Array]:
    """Number a column's values in their own order, null last; return the values too.

    Codes of a partition come in the order of its domains, and are named here.
    """
    whole = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    if pa.types.is_dictionary(whole.type):
        whole = whole.cast(whole.type.value_type)
    coded = whole.dictionary_encode(null_encoding="encode")
    order = value_order(coded.dictionary)
    rank = np.empty(len(order), np.int64)
    rank[ints(order)] = np.arange(len(order))
    values, label = coded.dictionary.take(order), roles.labels(role)
    if label is not None:
        codes = values.to_pylist()
        if NOWHERE in codes:
            raise roles.refuse_unplaced(role)
        values = pa.array([None if code is None else label(code) for code in codes], pa.string())
    return rank[ints(coded.indices)], values
