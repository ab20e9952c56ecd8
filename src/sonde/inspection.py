"""What each column of a table gives away alone, and which role it might have."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Any, Literal

from .datasets import Missing, check_names, clean, require_column
from .errors import SondeError
from .identifiers import Kind, identifier_kind
from .measures import measures
from .partitions.bins import NUMBER
from .partitions.dates import ISO_DATE
from .plain import plain
from .profiles import profile
from .results import Careful
from .sources import Source, open_source

if TYPE_CHECKING:
    import ibis.expr.types as ir

Role = Literal["subject", "identifier", "key", "sensitive", "none", "unknown"]

# Patterns of whole texts: what a column of text really holds.
_WHOLE = r"^[+-]?[0-9]+$"
_LEADING_ZERO = r"^0[0-9]+$"

# Words within a column's name, which is taken apart at what is no letter and at capitals.
_DIRECT = {
    "name", "names", "firstname", "lastname", "surname", "fullname", "username", "email", "mail",
    "phone", "telephone", "mobile", "passport", "ssn", "nhs", "address", "ip",
}  # fmt: skip
_SENSITIVE = {
    "diagnosis", "diagnoses", "disease", "illness", "icd", "icd9", "icd10", "hiv", "aids", "cancer",
    "medication", "drug", "therapy", "treatment", "pregnant", "pregnancy", "salary", "income",
    "wage", "wages", "earnings", "religion", "politics", "party", "orientation", "crime",
    "conviction", "grade", "score", "debt", "credit", "balance",
}  # fmt: skip
_WEIGHT = {"fnlwgt", "wgt", "wgtp", "pwgtp", "sampling", "pweight"}
# A column whose values are nearly all different stands for the person, whatever it is called.
_NEARLY_ALL = 0.95


HEADINGS = ("column", "holds", "values", "nulls", "alone gives away", "identifier", "role")
_SHORT: dict[Kind, str] = {
    "identifier": "yes",
    "partial identifier": "partial",
    "sketchy-identifier": "sketchy",
    "zero-identifier": "no",
}


@dataclass(frozen=True)
class Column:
    """What one column holds, what it alone gives away about the subjects, and a role for it.

    Of a column that cannot be counted (lists, bytes, values of several types) there is only
    ``why``; the counts are None.
    """

    name: str
    type: str = "unknown"
    holds: str = "not counted"
    values: int | None = None
    nulls: int | None = None
    discrimination_rate: float | None = None
    identifier_kind: Kind | None = None
    unique: int | None = None
    role: Role = "unknown"
    why: str = ""

    @property
    def rate(self) -> str:
        """The discrimination rate for people to read, not rounded to all or nothing."""
        if self.discrimination_rate is None:
            return "-"
        return f"{Careful(self.discrimination_rate, measures()['discrimination_rate']):.1%}"

    @property
    def shown(self) -> tuple[str, ...]:
        """The column as a line of a table, under ``HEADINGS``."""
        counts = ("-" if n is None else f"{n:,}" for n in (self.values, self.nulls))
        kind = _SHORT[self.identifier_kind] if self.identifier_kind else "-"
        return (self.name, self.holds, *counts, self.rate, kind, self.role)


@dataclass(frozen=True)
class Inspection:
    """A table, column by column."""

    source: str
    rows: int
    subject: str | None
    missing: Missing
    columns: tuple[Column, ...]

    def suggested(self, role: Role) -> list[str]:
        """Return the columns for which a role is suggested."""
        return [column.name for column in self.columns if column.role == role]

    @property
    def title(self) -> str:
        """The table and its size."""
        return f"{self.source}: {self.rows:,} rows, {len(self.columns)} columns"

    @property
    def uncounted(self) -> list[str]:
        """Why a column was not counted, a sentence for each such."""
        return [column.why for column in self.columns if column.values is None]

    def __repr__(self) -> str:
        lines = [tuple(map(plain, line)) for line in (HEADINGS, *(c.shown for c in self.columns))]
        widths = [max(map(len, cells)) for cells in zip(*lines, strict=True)]
        table = ("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)
        return "\n".join([plain(self.title), *table, *map(plain, self.uncounted)])

    def _repr_html_(self) -> str:
        rows = (
            f"<tr>{''.join(f'<td>{escape(plain(cell))}</td>' for cell in column.shown)}</tr>"
            for column in self.columns
        )
        head = "".join(f"<th>{heading}</th>" for heading in HEADINGS)
        table = f"<table><tr>{head}</tr>{''.join(rows)}</table>"
        words = [f"<p>{escape(plain(line))}</p>" for line in (self.title, *self.uncounted)]
        return "".join([words[0], table, *words[1:]])


def inspect(table: Any, *, subject: str | None = None, missing: Missing = "value") -> Inspection:
    """Say of each column what it holds and what it alone gives away about the subjects.

    The suggested roles go by counts and names, and are there to be overruled: only you know what
    an attacker may know, and what would hurt the people in the table.

    >>> import sonde
    >>> seen = sonde.inspect({"id": [1, 2, 3, 4], "sex": ["f", "m", "f", "m"]})
    >>> [(column.name, column.identifier_kind, column.role) for column in seen.columns]
    [('id', 'identifier', 'identifier'), ('sex', 'sketchy-identifier', 'key')]
    """
    source = open_source(table)
    check_names(source)
    if subject is not None:
        require_column(source, subject)
    source = _read_once(source)
    rows = _rows(source)
    columns = [
        _column(source, name, rows=rows, subject=subject, missing=missing)
        for name in source.columns
    ]
    return Inspection(source.name, rows, subject, missing, tuple(columns))


def _read_once(source: Source) -> Source:
    """Keep in the engine a file that is read whole whichever column is asked for."""
    if source.columnar:
        return source
    held = source.keep(source.load(range(len(source.columns))))

    def load(positions: Sequence[int]) -> ir.Table:
        return held.select(*(f"c{p}" for p in positions))

    return replace(source, load=load, columnar=True)


def _rows(source: Source) -> int:
    """Count the rows, by the first column that can be counted at all."""
    refused = SondeError(f"{source.title} has no columns.")
    for position in range(len(source.columns)):
        try:
            value = _value(source, position)
        except SondeError as error:
            refused = error
            continue
        table = value.name("value").as_table()
        (row,) = source.run(table.aggregate(n=table.count())).to_pylist()
        if not row["n"]:
            raise SondeError(f"{source.title} has no rows.")
        return int(row["n"])
    raise refused


def _value(source: Source, position: int) -> ir.Value:
    """Return a column as it is counted, or say why it cannot be."""
    return clean(source.load([position]), f"c{position}", source.columns[position])


def _column(
    source: Source, name: str, *, rows: int, subject: str | None, missing: Missing
) -> Column:
    try:
        value = _value(source, source.columns.index(name))
    except SondeError as error:
        if name == subject:
            raise
        return Column(name, why=str(error))
    kind = value.type()
    seen = _seen(source, value, kind.is_string())
    rate, identifies = None, None
    if name != subject and not (missing == "drop" and not seen["values"]):
        counted = profile(source, keys=name, subject=subject, missing=missing, by_value=False)
        rate = measures()["discrimination_rate"].of(counted).overall
        identifies = identifier_kind(counted)
    role, why = _role(name, identifies, seen, rows, subject)
    return Column(
        name=name,
        type=str(kind),
        holds=_holds(kind, seen),
        values=seen["values"],
        nulls=seen["nulls"],
        discrimination_rate=rate,
        identifier_kind=identifies,
        unique=seen["unique"],
        role=role,
        why=why,
    )


def _seen(source: Source, value: ir.Value, is_text: bool) -> dict[str, int]:
    """Count a column's distinct values, its nulls, and for text the values of each pattern."""
    counted = value.name("value").as_table().group_by("value").aggregate(n=lambda t: t.count())
    asked = {
        "values": counted.value.count(),
        "nulls": counted.n.sum(where=counted.value.isnull()),
        "unique": (counted.n == 1).sum(where=counted.value.notnull()),
    }
    if is_text:
        patterns = {"whole": _WHOLE, "zeros": _LEADING_ZERO, "number": NUMBER, "date": ISO_DATE}
        asked |= {look: counted.value.re_search(p).sum() for look, p in patterns.items()}
    (row,) = source.run(counted.aggregate(**asked)).to_pylist()
    return {name: int(count or 0) for name, count in row.items()}


def _holds(kind: Any, seen: dict[str, int]) -> str:
    if not seen["values"]:
        return "nothing but nulls"
    if kind.is_string():
        return _text_holds(seen)
    for test, words in (
        (kind.is_integer(), "whole numbers"),
        (kind.is_floating() or kind.is_decimal(), "numbers"),
        (kind.is_boolean(), "true or false"),
        (kind.is_date(), "dates"),
        (kind.is_timestamp(), "dates and times"),
    ):
        if test:
            return words
    return str(kind)


def _text_holds(seen: dict[str, int]) -> str:
    every = seen["values"]
    if seen["whole"] == every:
        return "codes with leading zeros" if seen["zeros"] else "whole numbers"
    if seen["number"] == every:
        return "numbers"
    return "dates" if seen["date"] == every else "text"


def _role(
    name: str, kind: Kind | None, seen: dict[str, int], rows: int, subject: str | None
) -> tuple[Role, str]:
    if name == subject:
        return "subject", "you named it"
    if seen["values"] + (seen["nulls"] > 0) <= 1:
        return "none", "the same for everybody"
    words = _words(name)
    if words & _DIRECT:
        return "identifier", "its name says that it names a person: leave it out of a release"
    if words & _WEIGHT:
        return "none", "its name says that it is a sampling weight"
    if words & _SENSITIVE:
        return "sensitive", "its name says that it would hurt"
    if kind == "identifier" or seen["values"] >= _NEARLY_ALL * rows:
        return "identifier", "nearly all different: leave it out, or make it the subject"
    return "key", "somebody may know it"


def _words(name: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z0-9]+", name)}
