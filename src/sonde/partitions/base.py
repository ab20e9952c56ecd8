"""What every partition can do, whatever its kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import ibis.expr.types as ir
    import pyarrow as pa

# The code of a value that no domain holds; it never reaches a result.
NOWHERE = -1

# Engines disagree on the day that such a moment falls on.
ZONES = "a partition needs moments without a time zone: turn them to local time or dates first"

Run = Callable[["ir.Table"], "pa.Table"]


class Partition(ABC):
    """A division of an attribute's values into domains.

    Each kind does the same thing twice: ``lay`` in the engine, over a column of any length, and
    ``place`` in plain Python, for one value. ``lay`` replaces the column by codes, which
    ``label`` turns into the domains' names once the classes are counted. ``ordered`` is whether
    the domains go from low to high, as they are coded.
    """

    ordered = False

    def suits(self, kind: Any) -> str | None:
        """Return what the partition needs, as 'bins need numbers', if a column's type is not it."""
        return ZONES if kind.is_timestamp() and kind.timezone else None

    @abstractmethod
    def describe(self) -> str:
        """Say in words how the values are divided."""

    @abstractmethod
    def lay(self, table: ir.Table, column: str) -> ir.Table:
        """Replace a column of an engine's table by codes; null stays null."""

    @abstractmethod
    def label(self, code: Any) -> str:
        """Return the name of the domain that a code stands for."""

    @abstractmethod
    def place(self, value: Any) -> str | None:
        """Return the name of the domain of one value, or None where it has none."""

    def refusal(self, value: str) -> str:
        """Say why a value has no place, as the end of a sentence that names it."""
        return "has no place in its partition."


class Unsettled(ABC):
    """A partition that depends on the data, such as quantiles, until it has seen them."""

    def suits(self, kind: Any) -> str | None:
        """Return what the partition needs, if a column's type is not it."""
        return ZONES if kind.is_timestamp() and kind.timezone else None

    @abstractmethod
    def settle(self, table: ir.Table, column: str, run: Run) -> Partition:
        """Settle over a column, read by the engine."""

    @abstractmethod
    def over(self, values: Iterable[Any]) -> Partition:
        """Settle over values in hand."""


def text(value: Any) -> str:
    """Write a value as the text that a partition or a hierarchy lists it by.

    >>> text(22), text(22.0), text("022"), text(True)
    ('22', '22', '022', 'true')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
