"""The first characters of a value, with the rest dropped (prefix) or hidden (mask)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..errors import SondeError
from .base import Partition, text

if TYPE_CHECKING:
    import ibis.expr.types as ir


MOST_HIDDEN = 100
TEXT = "a prefix or mask needs text or whole numbers"


@dataclass(frozen=True)
class Prefix(Partition):
    """The first characters of a value: 35510 to 355.

    >>> Prefix(3).place("35510")
    '355'
    """

    length: int

    def __post_init__(self) -> None:
        _whole(self.length, "A prefix")

    def describe(self) -> str:
        return f"the first {self.length} characters"

    def suits(self, kind: Any) -> str | None:
        return None if kind.is_numeric() or kind.is_string() else TEXT

    def lay(self, table: ir.Table, column: str) -> ir.Table:
        return table.mutate(**{column: characters(table[column]).substr(0, self.length)})

    def label(self, code: str) -> str:
        return code

    def place(self, value: Any) -> str | None:
        return None if value is None else text(value)[: self.length]


@dataclass(frozen=True)
class Mask(Partition):
    """A value with its last characters hidden: 35510 to 355**.

    >>> Mask(2).place("35510"), Mask(2).place("7")
    ('355**', '*')
    """

    length: int

    def __post_init__(self) -> None:
        _whole(self.length, "A mask")
        if self.length > MOST_HIDDEN:
            raise SondeError(f"A mask hides {MOST_HIDDEN} characters at most, not {self.length}.")

    def describe(self) -> str:
        return f"the last {self.length} characters hidden"

    def suits(self, kind: Any) -> str | None:
        return None if kind.is_numeric() or kind.is_string() else TEXT

    def lay(self, table: ir.Table, column: str) -> ir.Table:
        import ibis

        shown = characters(table[column])
        if table.get_backend().name == "polars":  # which cuts at the same place in every row only
            for hidden in range(self.length):
                shown = shown.re_replace(rf"(?s).\*{{{hidden}}}\z", "*" * (hidden + 1))
            return table.mutate(**{column: shown})
        length = shown.length()
        stars = ibis.literal("*").repeat(ibis.least(length, self.length))
        kept = shown.left(ibis.greatest(length - self.length, 0))
        return table.mutate(**{column: kept + stars})

    def label(self, code: str) -> str:
        return code

    def place(self, value: Any) -> str | None:
        if value is None:
            return None
        shown = text(value)[: -self.length]
        return shown + "*" * (len(text(value)) - len(shown))


def characters(column: ir.Value) -> ir.StringValue:
    """Read a column as text, a whole number kept as a decimal one (35510.0) as 35510."""
    import ibis

    kind = column.type()
    if kind.is_floating():
        whole = column.try_cast("int64")
        as_whole = whole.notnull() & (whole == column)
        return ibis.ifelse(as_whole, whole.cast("string"), column.cast("string"))
    return column if kind.is_string() else column.cast("string")


def _whole(length: int, what: str) -> None:
    if isinstance(length, bool) or not isinstance(length, int) or length < 1:
        raise SondeError(f"{what} needs a whole number of characters, 1 or more, not {length!r}.")
