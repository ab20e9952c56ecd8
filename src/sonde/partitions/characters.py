"""The first characters of a value, with the rest dropped (prefix) or hidden (mask)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..errors import SondeError
from .base import Partition, text

if TYPE_CHECKING:
    import ibis.expr.types as ir


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

    def suits(self, kind: Any) -> str | None:
        return None if kind.is_numeric() or kind.is_string() else TEXT

    def lay(self, table: ir.Table, column: str) -> ir.Table:
        masked = characters(table[column])
        for hidden in range(self.length):
            masked = masked.re_replace(rf"(?s).\*{{{hidden}}}\z", "*" * (hidden + 1))
        return table.mutate(**{column: masked})

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
        whole = column.cast("int64")
        return ibis.ifelse(whole == column, whole.cast("string"), column.cast("string"))
    return column if kind.is_string() else column.cast("string")


def _whole(length: int, what: str) -> None:
    if isinstance(length, bool) or not isinstance(length, int) or length < 1:
        raise SondeError(f"{what} needs a whole number of characters, 1 or more, not {length!r}.")
