"""A column as numbers, or as the values that it has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ..entropy import Floats, Ints
from ..numbering import ints
from ..partitions import text
from ..partitions.bins import NUMBER

# Places among the values of a column, of which there are fewer than two to the power of 31.
Codes = npt.NDArray[np.int32]

# What a tool writes in the place of a value that it suppressed.
SUPPRESSED = "*"


def as_numbers(column: pa.ChunkedArray) -> Floats | None:
    """Read a column as numbers, with NaN for null and for what was suppressed; None if it is none.

    >>> as_numbers(pa.chunked_array([["1", "*", "2.5"]])).tolist()
    [1.0, nan, 2.5]
    >>> as_numbers(pa.chunked_array([["20-39", "40"]])) is None
    True
    """
    kind = column.type
    if pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind):
        return _finite(np.array(column.cast(pa.float64()).to_numpy(), np.float64))
    if not (pa.types.is_string(kind) or pa.types.is_large_string(kind)):
        return None
    coded = column.combine_chunks().dictionary_encode()
    written = pc.utf8_trim_whitespace(coded.dictionary)
    known = pc.if_else(pc.equal(written, SUPPRESSED), None, written).drop_null()
    if len(known) == 0 or not pc.all(pc.match_substring_regex(known, NUMBER)).as_py():
        return None
    values = [float(value) if value != SUPPRESSED else np.nan for value in written.to_pylist()]
    return _finite(np.array([*values, np.nan])[ints(pc.fill_null(coded.indices, len(values)))])


def _finite(numbers: Floats) -> Floats | None:
    """Take a column that has numbers at all, and no infinite one."""
    if len(numbers) and np.isnan(numbers).all():
        return None
    return None if np.isinf(numbers).any() else numbers


def coded(column: pa.ChunkedArray) -> tuple[Codes, list[str | None]]:
    """Number a column's values; return them as text too, so that 22 and "22" are one."""
    whole = column.combine_chunks()
    if pa.types.is_dictionary(whole.type):
        whole = whole.cast(whole.type.value_type)
    held = whole.dictionary_encode(null_encoding="encode")
    written = [None if value is None else text(value) for value in held.dictionary.to_pylist()]
    place = {value: code for code, value in enumerate(dict.fromkeys(written))}
    return np.array([place[value] for value in written], np.int32)[ints(held.indices)], list(place)


@dataclass(frozen=True, eq=False)
class Categories:
    """One attribute in both tables: each row's value, by its place among all ``values``."""

    name: str
    values: tuple[str | None, ...]
    before: Codes
    after: Codes

    def crossed(self) -> tuple[Ints, Ints, Ints]:
        """Count the pairs of an original's and a release's value: value, value, rows."""
        pairs, n = np.unique(
            self.before.astype(np.int64) * len(self.values) + self.after, return_counts=True
        )
        return pairs // len(self.values), pairs % len(self.values), n.astype(np.int64)


def categories(name: str, before: pa.ChunkedArray, after: pa.ChunkedArray) -> Categories:
    """Number the values of one attribute in both tables alike."""
    (one, first), (other, second) = coded(before), coded(after)
    values = tuple(dict.fromkeys([*first, *second]))
    place = {value: code for code, value in enumerate(values)}
    return Categories(
        name,
        values,
        _renumbered(one, first, place),
        _renumbered(other, second, place),
    )


def _renumbered(codes: Codes, values: Sequence[str | None], place: dict[str | None, int]) -> Codes:
    renumbered: Codes = np.array([place[value] for value in values], np.int32)[codes]
    return renumbered
