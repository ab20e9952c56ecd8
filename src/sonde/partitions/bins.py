"""Bins of a number: by their edges, by one width, or with about the same rows in each."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from math import isfinite, isinf, isnan
from typing import TYPE_CHECKING, Any

from ..errors import SondeError
from .base import NOWHERE, Partition, Run, Unsettled, text

if TYPE_CHECKING:
    import ibis.expr.types as ir

MOST_BINS = 1000
FEWEST_QUANTILES = 2
NUMBERS = "bins need numbers"

# A number as text. Each engine takes other texts for one too (1_000, 0x1F, inf), so none does here.
NUMBER = r"^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$"


@dataclass(frozen=True)
class Bins(Partition):
    """Intervals between edges, each holding its lower edge; what lies outside has two more.

    >>> bins = Bins((0, 25, 45))
    >>> [bins.place(age) for age in (-1, 0, 24.9, 25, 90)]
    ['<0', '[0, 25)', '[0, 25)', '[25, 45)', '>=45']
    """

    ordered = True

    edges: tuple[int | float, ...]

    def __post_init__(self) -> None:
        edges = list(self.edges)
        if not edges or not all(map(_is_number, edges)):
            raise SondeError(f"Bins need a list of numbers as their edges, not {edges!r}.")
        if any(low >= high for low, high in pairwise(edges)):
            raise SondeError(f"The edges of bins must rise from one to the next: {edges!r} do not.")

    def describe(self) -> str:
        return f"bins with edges at {', '.join(map(text, self.edges))}"

    def suits(self, kind: Any) -> str | None:
        return None if kind.is_numeric() or kind.is_string() else NUMBERS

    def lay(self, table: ir.Table, column: str) -> ir.Table:
        import ibis

        number = numeric(table[column])
        code = ibis.cases(
            (table[column].isnull(), ibis.null("int32")),
            (number.isnull(), ibis.literal(NOWHERE, "int32")),
            else_=_halve(number, self.edges, 0),
        )
        return table.mutate(**{column: code})

    def label(self, code: int) -> str:
        if code == 0:
            return f"<{text(self.edges[0])}"
        if code == len(self.edges):
            return f">={text(self.edges[-1])}"
        return f"[{text(self.edges[code - 1])}, {text(self.edges[code])})"

    def place(self, value: Any) -> str | None:
        number = _read(value)
        return None if number is None else self.label(bisect_right(self.edges, number))

    def refusal(self, value: str) -> str:
        return "is not a number, so no bin can hold it: list it in explicit domains, or mend it."


def _halve(number: ir.NumericValue, edges: Sequence[int | float], first: int) -> ir.Value:
    """Find a value's bin by halving, as an expression: ten comparisons for a thousand bins."""
    import ibis

    if not edges:
        return ibis.literal(first, "int32")
    middle = len(edges) // 2
    return ibis.ifelse(
        number < edges[middle],
        _halve(number, edges[:middle], first),
        _halve(number, edges[middle + 1 :], first + middle + 1),
    )


def numeric(column: ir.Value) -> ir.NumericValue:
    """Read a column as numbers: text that is none becomes null."""
    import ibis

    kind = column.type()
    if kind.is_string():
        written = column.strip()
        is_number = written.re_search(NUMBER)
        number = ibis.ifelse(is_number, written, ibis.null("string")).try_cast("float64")
        too_large = number.abs() > sys.float_info.max
        return ibis.ifelse(too_large, ibis.null("float64"), number)
    return column.cast("float64") if kind.is_decimal() else column


def _read(value: Any) -> int | float | None:
    """Read one value as ``numeric`` reads a column."""
    if value is None or isinstance(value, int):
        return value
    if isinstance(value, str) and not re.search(NUMBER, value.strip()):
        return None
    number = float(value)
    return None if isnan(number) or (isinstance(value, str) and isinf(number)) else number


@dataclass(frozen=True)
class Width(Unsettled):
    """Bins of one width, as many as the column's values need, with an edge at ``start``."""

    width: int | float
    start: int | float = 0

    def __post_init__(self) -> None:
        if not _is_number(self.width) or not self.width > 0:
            raise SondeError(f"The width of bins must be a number above 0, not {self.width!r}.")
        if not _is_number(self.start):
            raise SondeError(f"Bins start at a number, not {self.start!r}.")

    def suits(self, kind: Any) -> str | None:
        return None if kind.is_numeric() or kind.is_string() else NUMBERS

    def settle(self, table: ir.Table, column: str, run: Run) -> Bins:
        number = numeric(table[column])
        (row,) = run(table.aggregate(low=number.min(), high=number.max())).to_pylist()
        return self._between(row["low"], row["high"], f"column {column!r}")

    def over(self, values: Iterable[Any]) -> Bins:
        numbers = _numbers(values)
        return self._between(min(numbers, default=None), max(numbers, default=None), "the values")

    def _between(self, low: float | None, high: float | None, over: str) -> Bins:
        _refuse_infinite([low, high], over)
        # Decimals, so that the third edge of width 0.1 is 0.3 and not 0.30000000000000004.
        width, start = Decimal(str(self.width)), Decimal(str(self.start))
        if low is None or high is None:
            return Bins((_plain(start),))
        first = (Decimal(str(low)) - start) // width - 1
        count = int((Decimal(str(high)) - start) // width - first) + 2
        if count > MOST_BINS:
            raise SondeError(
                f"Bins of width {self.width} over {over} ({low} to {high}) would be "
                f"{count:,}, and {MOST_BINS:,} is the most: take a larger width."
            )
        return Bins(tuple(_plain(start + (first + i) * width) for i in range(count)))


def _plain(number: Decimal) -> int | float:
    return int(number) if number == int(number) else float(number)


@dataclass(frozen=True)
class Quantiles(Unsettled):
    """Bins that hold about the same number of rows each, cut where the column's values allow.

    Equal values stay together, so a frequent value makes a larger bin.
    """

    count: int

    def __post_init__(self) -> None:
        if not _is_whole(self.count) or self.count < FEWEST_QUANTILES:
            raise SondeError(
                f"Quantiles need a whole number of bins, 2 or more, not {self.count!r}."
            )

    def suits(self, kind: Any) -> str | None:
        return None if kind.is_numeric() or kind.is_string() else NUMBERS

    def settle(self, table: ir.Table, column: str, run: Run) -> Bins:
        values = table.select(value=numeric(table[column]))
        counts = run(values.group_by("value").aggregate(n=values.count()))
        held = {row["value"]: row["n"] for row in counts.to_pylist() if row["value"] is not None}
        _refuse_infinite(held, f"column {column!r}")
        return self._cut(held)

    def over(self, values: Iterable[Any]) -> Bins:
        numbers = _numbers(values)
        _refuse_infinite(numbers, "the values")
        return self._cut(dict.fromkeys(numbers, 1))

    def _cut(self, counts: Mapping[int | float, int]) -> Bins:
        total, below, due = sum(counts.values()), 0, 1
        edges: list[int | float] = []
        for value, n in sorted(counts.items()):
            # Cut once the next i/count of the rows lie below this value.
            if below * self.count >= due * total:
                edges.append(value)
                due = below * self.count // total + 1
            below += n
        return Bins(tuple(edges or [min(counts, default=0)]))


def _numbers(values: Iterable[Any]) -> list[int | float]:
    """Read values as numbers; those that are none have no bin, and are refused when placed."""
    return [number for number in map(_read, values) if number is not None]


def _refuse_infinite(numbers: Iterable[int | float | None], over: str) -> None:
    for number in numbers:
        if number is not None and isinf(number):
            raise SondeError(
                f"Bins over {over} cannot be cut, as it holds {number}: give the edges of the "
                "bins, of which the last takes all that is larger."
            )


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
