"""Dates, as their month, quarter or year."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..errors import SondeError, did_you_mean
from .base import NOWHERE, Partition

if TYPE_CHECKING:
    import ibis.expr.types as ir

# A date, alone or with a time after it, as ISO 8601 writes it.
ISO_DATE = r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])([T ].*)?$"


@dataclass(frozen=True)
class Dates(Partition):
    """Dates as their month, quarter or year.

    >>> Dates("quarter").place("2024-05-17")
    '2024-Q2'
    """

    ordered = True

    unit: str

    def __post_init__(self) -> None:
        if self.unit not in ("month", "quarter", "year"):
            near = did_you_mean(str(self.unit), ("month", "quarter", "year"))
            raise SondeError(f"A date goes to a month, quarter or year, not {self.unit!r}.{near}")

    def describe(self) -> str:
        return f"the {self.unit} of a date"

    def suits(self, kind: Any) -> str | None:
        if lack := super().suits(kind):
            return lack
        dated = kind.is_date() or kind.is_timestamp() or kind.is_string()
        return None if dated else f"a {self.unit} needs dates, written like 2024-03-05"

    def lay(self, table: ir.Table, column: str) -> ir.Table:
        import ibis

        value = table[column]
        if value.type().is_string():
            dated = value.re_search(ISO_DATE)
            year = ibis.ifelse(dated, value.substr(0, 4), "0").cast("int32")
            month = ibis.ifelse(dated, value.substr(5, 2), "0").cast("int32")
            code = ibis.ifelse(dated, self._code(year, month), ibis.literal(NOWHERE, "int32"))
        else:
            code = self._code(value.year().cast("int32"), value.month().cast("int32"))
        return table.mutate(**{column: ibis.ifelse(value.isnull(), ibis.null("int32"), code)})

    def _code(self, year: Any, month: Any) -> Any:
        part = {"month": month, "quarter": (month + 2) // 3, "year": 0}[self.unit]
        return (year * 100 + part).cast("int32") if hasattr(year, "cast") else year * 100 + part

    def label(self, code: int) -> str:
        year, part = divmod(code, 100)
        after = {"month": f"-{part:02}", "quarter": f"-Q{part}", "year": ""}
        return f"{year:04}{after[self.unit]}"

    def place(self, value: Any) -> str | None:
        if value is None or not re.match(ISO_DATE, str(value)):
            return None
        year, month = str(value)[:7].split("-")
        return self.label(self._code(int(year), int(month)))

    def refusal(self, value: str) -> str:
        return f"is not a date like 2024-03-05, so it has no {self.unit}: mend it, or drop it."
