"""Domains that list their values: the explicit partition."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

from ..errors import SondeError, did_you_mean
from .base import NOWHERE, Partition, Run, Unsettled, text

if TYPE_CHECKING:
    import ibis.expr.types as ir

# A partition that lists no more values than this is laid by comparing, a longer one by a join.
FEW_VALUES = 100
MOST_NAMED = 5


@dataclass(frozen=True)
class Domains(Partition):
    """Domains that list their values; ``other`` names the one that takes all the rest.

    >>> Domains({"cancer": ["lung cancer", "colon cancer"]}, other="other").place("flu")
    'other'
    """

    domains: Mapping[str, Sequence[Any]]
    other: str | None = None
    where: str = "its partition"
    names: tuple[str, ...] = field(init=False, repr=False)
    codes: dict[str | None, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        names = dict.fromkeys([*self.domains, *([] if self.other is None else [self.other])])
        codes: dict[str | None, int] = {}
        for code, values in enumerate(self.domains.values()):
            for value in values:
                written = None if value is None else text(value)
                if codes.setdefault(written, code) != code:
                    first = list(self.domains)[codes[written]]
                    second = list(self.domains)[code]
                    raise SondeError(
                        f"The value {written!r} is in two domains of one partition, {first!r} and "
                        f"{second!r}: domains may not overlap, so leave it in one."
                    )
        object.__setattr__(self, "names", tuple(names))
        object.__setattr__(self, "codes", codes)

    def describe(self) -> str:
        shown = ", ".join(self.names[:MOST_NAMED])
        return f"{len(self.names)} domains: {shown}{' ...' * (len(self.names) > MOST_NAMED)}"

    def without_null(self) -> Domains:
        """Return these domains for rows from which those with a null are left out."""
        listed = {n: [v for v in values if v is not None] for n, values in self.domains.items()}
        return Domains(listed, self.other, self.where)

    def lay(self, table: ir.Table, column: str) -> ir.Table:
        import ibis

        if _reader(table[column].type()) is None:
            table = table.mutate(**{column: table[column].cast("string")})
        kind = table[column].type()
        typed = self._typed(kind)
        if len(typed) > FEW_VALUES:
            return self._join(table, column, typed)
        values: dict[int, list[Any]] = {}
        for value, code in typed.items():
            values.setdefault(code, []).append(ibis.literal(value, kind))
        listed = [(table[column].isin(held), _code(code)) for code, held in values.items()]
        null = (table[column].isnull(), self._null_code())
        return table.mutate(**{column: ibis.cases(null, *listed, else_=self._rest_code())})

    def _join(self, table: ir.Table, column: str, typed: Mapping[Any, int]) -> ir.Table:
        """Look the codes up by a join, where a list of cases would be long."""
        import ibis
        import pyarrow as pa

        value, code = f"{column}_value", f"{column}_code"
        kind = table[column].type().to_pyarrow()
        listed = ibis.memtable(
            pa.table(
                {value: pa.array(list(typed), kind), code: pa.array(typed.values(), pa.int32())}
            )
        )
        joined = table.left_join(listed, table[column] == listed[value])
        placed = ibis.cases(
            (joined[column].isnull(), self._null_code()),
            else_=ibis.coalesce(joined[code], self._rest_code()),
        )
        return joined.mutate(**{column: placed}).drop(value, code)

    def _null_code(self) -> ir.Scalar:
        return _code(self.codes.get(None))

    def _rest_code(self) -> ir.Scalar:
        return _code(NOWHERE if self.other is None else self.names.index(self.other))

    def _typed(self, kind: Any) -> dict[Any, int]:
        """Return the listed values in the column's own type, so that 22 and "22" are one."""
        read = _reader(kind) or str
        typed: dict[Any, int] = {}
        for written, code in self.codes.items():
            try:
                value = None if written is None else read(written)
            except (ValueError, OverflowError, InvalidOperation):
                continue  # no value of this type: the column cannot hold it
            if value is not None and _fits(value, kind) and typed.setdefault(value, code) != code:
                raise SondeError(
                    f"The value {written!r} is in two domains of one partition, "
                    f"{self.names[typed[value]]!r} and {self.names[code]!r}, written in two ways: "
                    "domains may not overlap, so leave it in one."
                )
        return typed

    def label(self, code: int) -> str:
        return self.names[code]

    def place(self, value: Any) -> str | None:
        code = self.codes.get(None if value is None else text(value))
        if code is None:
            return None if value is None else self.other
        return self.names[code]

    def refusal(self, value: str) -> str:
        near = did_you_mean(value, (v for v in self.codes if v is not None))
        rest = ", or add a domain 'other: \"*\"'" if self.where == "its partition" else ""
        return f"is in no domain of {self.where}: list it there{rest}.{near}"


def _code(code: int | None) -> ir.Scalar:
    import ibis

    return ibis.null("int32") if code is None else ibis.literal(code, "int32")


def _reader(kind: Any) -> Callable[[str], Any] | None:
    """Return how to read a listed text as a value of a column's type."""
    if kind.is_string():
        return str
    if kind.is_integer():
        return _integer
    if kind.is_floating():
        return float
    if kind.is_boolean():
        return _truth
    if kind.is_decimal():
        return Decimal
    if kind.is_date():
        return dt.date.fromisoformat
    if kind.is_timestamp():
        return dt.datetime.fromisoformat
    return None


def _fits(value: Any, kind: Any) -> bool:
    """Whether a column's type has room for a listed value, which else no row can have."""
    import pyarrow as pa

    try:
        return bool(pa.scalar(value, kind.to_pyarrow()).as_py() == value)
    except (pa.ArrowException, OverflowError):
        return False


def _truth(written: str) -> bool | None:
    return {"true": True, "false": False}.get(written.lower())


def _integer(written: str) -> int:
    number = Decimal(written)
    if number != int(number):
        raise ValueError(written)
    return int(number)


@dataclass(frozen=True)
class ByFunction(Unsettled):
    """Domains by a function of your own, called once for each distinct value."""

    domain_of: Callable[[Any], Any]

    def settle(self, table: ir.Table, column: str, run: Run) -> Domains:
        held = run(table.select(column).distinct())[column].to_pylist()
        return self.over(value for value in held if value is not None)

    def over(self, values: Iterable[Any]) -> Domains:
        domains: dict[str, list[Any]] = {}
        for value in sorted(values, key=text):
            domains.setdefault(text(self.domain_of(value)), []).append(value)
        return Domains(domains)
