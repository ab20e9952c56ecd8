"""The table in memory: each column once, as small whole numbers in place of its values."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ..datasets import Dataset
from ..entropy import Ints
from ..errors import SondeError
from ..numbering import LARGEST, whole_sum
from ..partitions import NOWHERE

if TYPE_CHECKING:
    import ibis.expr.types as ir

Codes = npt.NDArray[Any]

# So many rows are read at a time, which take little beside the table.
AT_ONCE = 2**17
# The most that a code takes.
MOST_BYTES = 4
# Counting every subset takes at most so many times the encoded table.
TIMES = 3
# Where all columns together have at most so many combinations, rows alike become one.
FEW_COMBINATIONS = 2**22


class TooLargeError(Exception):
    """The encoded table and the room to count it do not fit in memory."""


@dataclass(frozen=True, eq=False)
class Encoded:
    """A table as codes: ``keys`` and ``sensitive`` by column, ``person`` where one is named.

    ``length`` is how many encoded rows there are, and ``weights`` says how many rows of the table
    each stands for; it is empty where that is one. ``values`` holds each key's values in the
    order of their codes.
    """

    keys: tuple[Codes, ...]
    sensitive: tuple[Codes, ...]
    person: Codes | None
    weights: Codes
    values: tuple[pa.Array, ...]
    length: int
    rows: int
    dropped: int

    def without(self, keys: Sequence[int]) -> Encoded:
        """Let go of the codes of some keys, which keep their places."""
        gone = np.empty(0, np.uint8)
        held = tuple(gone if key in keys else codes for key, codes in enumerate(self.keys))
        return replace(self, keys=held)

    @property
    def total(self) -> int:
        """How many rows they stand for, or facts with a subject column."""
        return int(self.weights.sum()) if len(self.weights) else self.length

    @property
    def subjects(self) -> int:
        """How many people there are."""
        return self.total if self.person is None else values_of(self.person)


def values_of(codes: Codes) -> int:
    """Return how many values a column of codes has."""
    return int(codes.max()) + 1 if len(codes) else 0


def encode(roles: Dataset, sensitive: int = 0) -> Encoded:
    """Read a table's columns with a role, in one reading, of which the last keys are sensitive.

    The rows of a file or frame come as they are; a backend elsewhere counts the rows alike, so
    that each combination travels once. With a subject column each fact is read once.
    """
    grouped = roles.subject is not None or not roles.source.here
    query = roles.table
    if grouped:
        query = query.group_by(query.columns).aggregate(n=query.count())
    if not roles.source.here:
        check_fits(roles, query)
    made = encode_query(roles, query, sensitive)
    return made if grouped else _alike_as_one(made)


def check_fits(roles: Dataset, query: ir.Table) -> None:
    """Refuse a query whose rows would not fit in memory, before they travel."""
    (row,) = roles.source.run(query.aggregate(rows=query.count())).to_pylist()
    if TIMES * row["rows"] * len(query.columns) * MOST_BYTES > memory():
        raise TooLargeError


def encode_query(roles: Dataset, query: ir.Table, sensitive: int) -> Encoded:
    """Read what a query gives: columns with a role, and in ``n`` how many rows are alike."""
    reading = _Reading(roles, query.columns)
    # Closed at once where the table is too large: the engine has other things to do then.
    with closing(_batches(roles, query)) as batches:
        for batch in batches:
            reading.take(batch)
    columns = reading.codes()
    person = None
    if roles.subject is not None:
        person = columns.pop(list(reading.columns).index("subject"))
    cut = len(columns) - sensitive
    return Encoded(
        keys=tuple(columns[:cut]),
        sensitive=tuple(columns[cut:]),
        person=person,
        weights=reading.weights() if roles.subject is None else np.empty(0, np.int64),
        values=tuple(reading.named(role) for role in reading.keys[:cut]),
        length=len(columns[0]),
        rows=reading.rows,
        dropped=reading.dropped,
    )


def _batches(roles: Dataset, query: ir.Table) -> Generator[pa.Table]:
    if roles.source.here:
        yield from roles.source.stream(query, AT_ONCE)
    else:
        yield roles.source.run(query)


class _Reading:
    """What has been read of a table: for each column its codes and its values."""

    def __init__(self, roles: Dataset, columns: tuple[str, ...]) -> None:
        self.roles = roles
        self.columns = {name: _Column() for name in columns if name != "n"}
        self.keys = [name for name in self.columns if name != "subject"]
        self.counts: list[Codes] = []
        self.rows = self.dropped = 0

    def take(self, batch: pa.Table) -> None:
        """Read some rows more."""
        read = _rows(batch)
        if self.roles.missing == "drop":
            for name in self.columns:
                batch = batch.filter(pc.is_valid(batch[name]))
        kept = _rows(batch)
        self.rows, self.dropped = self.rows + kept, self.dropped + read - kept
        for name, column in self.columns.items():
            column.take(batch[name])
        if "n" in batch.column_names:
            self.counts.append(batch["n"].to_numpy().astype(np.int64))
        if TIMES * sum(column.bytes for column in self.columns.values()) > memory():
            raise TooLargeError

    def codes(self) -> list[Codes]:
        self._check()
        return [column.codes() for column in self.columns.values()]

    def weights(self) -> Codes:
        return np.concatenate(self.counts) if self.counts else np.empty(0, np.int64)

    def named(self, role: str) -> pa.Array:
        """Return a column's values by code, those of a partition by their names."""
        label, values = self.roles.labels(role), self.columns[role].values
        if label is None:
            return values
        return pa.array([None if v is None else label(v) for v in values.to_pylist()], pa.string())

    def _check(self) -> None:
        for role in self.keys:
            if self.roles.labels(role) and NOWHERE in self.columns[role].values.to_pylist():
                raise self.roles.refuse_unplaced(role)
        if "subject" in self.columns and self.columns["subject"].values.null_count:
            raise SondeError(
                f"Column {self.roles.subject!r} is the subject and has nulls, so Sonde cannot "
                "tell whose rows those are: fill them, or leave such rows out with missing='drop'."
            )


def _rows(batch: pa.Table) -> int:
    return whole_sum(batch["n"]) if "n" in batch.column_names else int(batch.num_rows)


class _Column:
    """One column's codes so far, in the smallest type that holds them."""

    def __init__(self) -> None:
        self.values: Any = None
        self.parts: list[Codes] = []

    @property
    def bytes(self) -> int:
        return sum(part.nbytes for part in self.parts)

    def take(self, column: pa.ChunkedArray) -> None:
        whole = column.combine_chunks()
        if pa.types.is_dictionary(whole.type):
            whole = whole.cast(whole.type.value_type)
        coded = whole.dictionary_encode(null_encoding="encode")
        indices = coded.indices.to_numpy()
        if self.values is None:
            self.values = coded.dictionary
            self.parts.append(indices.astype(smallest_type(len(self.values))))
            return
        place = pc.index_in(coded.dictionary, value_set=self.values)
        new = coded.dictionary.filter(pc.is_null(place))
        code = pc.fill_null(place, -1).to_numpy().astype(np.int64)
        code[code < 0] = len(self.values) + np.arange(len(new))
        if len(new):
            self.values = pa.concat_arrays([self.values, new])
        self.parts.append(code.astype(smallest_type(len(self.values)))[indices])

    def codes(self) -> Codes:
        """Return all codes as one array, and let go of the parts."""
        parts, self.parts = self.parts, []
        small = smallest_type(0 if self.values is None else len(self.values))
        return np.concatenate(parts, dtype=small, casting="unsafe") if parts else np.empty(0, small)


def smallest_type(values: int) -> Any:
    """Return the smallest type of whole numbers that tells so many values apart."""
    return next(t for t in (np.uint8, np.uint16, np.uint32) if values <= np.iinfo(t).max + 1)


def _alike_as_one(table: Encoded) -> Encoded:
    """Make rows alike one row with a weight, where the columns cannot tell many apart."""
    columns = [*table.keys, *table.sensitive]
    widths = [values_of(codes) for codes in columns]
    if np.prod([float(w) for w in widths]) > min(FEW_COMBINATIONS, table.length / 2, LARGEST):
        return table
    counts = np.zeros(int(np.prod(widths)), np.int64)
    for start in range(0, table.length, AT_ONCE):
        part = tuple(codes[start : start + AT_ONCE].astype(np.int64) for codes in columns)
        counts += np.bincount(np.ravel_multi_index(part, widths), minlength=len(counts))
    met = np.flatnonzero(counts)
    apart = np.unravel_index(met, widths)
    alike = [part.astype(c.dtype) for part, c in zip(apart, columns, strict=True)]
    return Encoded(
        keys=tuple(alike[: len(table.keys)]),
        sensitive=tuple(alike[len(table.keys) :]),
        person=None,
        weights=counts[met].astype(np.int64),
        values=table.values,
        length=len(met),
        rows=table.rows,
        dropped=table.dropped,
    )


def memory() -> float:
    """Return how many bytes of memory can be had, as far as the system says."""
    with suppress(OSError, ValueError, StopIteration):
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
        return 1024 * float(next(x for x in lines if x.startswith("MemAvailable")).split()[1])
    return float("inf")


def overall(codes: Codes, weights: Codes) -> Ints:
    """Count how many rows have each value."""
    counted = np.zeros(values_of(codes), np.int64)
    for start in range(0, len(codes), AT_ONCE):
        some = slice(start, start + AT_ONCE)
        of_each = weights[some] if len(weights) else None
        counted += np.bincount(codes[some], of_each, len(counted)).astype(np.int64)
    return counted
