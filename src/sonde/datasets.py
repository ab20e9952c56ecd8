"""A table with roles: who it is about, what an attacker may know, what must not be learned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from .errors import SondeError, did_you_mean
from .partitions import (
    NOWHERE,
    Domains,
    Partition,
    Unsettled,
    partitions_of,
    read_partitions,
    text,
)
from .partitions.domains import FEW_VALUES
from .plain import plain
from .sources import Source, open_source

if TYPE_CHECKING:
    import ibis.expr.types as ir

Missing = Literal["value", "drop"]
# By column, or the path of a YAML file of them.
Partitions = Mapping[str, Any] | str | Path

# A column of more distinct values is not searched for a slip of the pen in its partition.
MOST_LOOKED_AT = 10_000


@dataclass(frozen=True)
class Dataset:
    """A source, the roles of its columns, and the partitions laid over them.

    ``table`` holds just the columns that have a role, as ``key_0``, ``key_1`` and so on,
    ``sensitive`` and ``subject``, with partitioned columns replaced by codes.
    """

    source: Source
    keys: tuple[str, ...]
    sensitive: str | None
    subject: str | None
    partitions: Mapping[str, Partition]
    missing: Missing
    table: ir.Table
    bare: ir.Table
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        """Show the roles and no value: a table may be shown where its values may not."""
        roles = f"keys {', '.join(self.keys)}"
        roles += f"; sensitive {self.sensitive}" if self.sensitive is not None else ""
        roles += f"; subject {self.subject}" if self.subject is not None else ""
        return plain(f"{self.source.title}: {roles}")

    @property
    def key_columns(self) -> list[str]:
        return [f"key_{i}" for i in range(len(self.keys))]

    def column(self, role: str) -> str:
        """Return the name that a person gave the column of an engine's name."""
        if role in ("sensitive", "subject"):
            return str(getattr(self, role))
        return self.keys[int(role.removeprefix("key_"))]

    def labels(self, role: str) -> Callable[[Any], str] | None:
        """Return how to turn codes of a partitioned column into domains' names."""
        laid = self.partitions.get(self.column(role))
        return None if laid is None or role == "subject" else laid.label

    def refuse_unplaced(self, role: str) -> SondeError:
        """Find a value that the partition of a column has no domain for, and say so."""
        values = self.bare.select(value=self.bare[role], code=self.bare[role])
        laid = self.partitions[self.column(role)]
        placed = laid.lay(values, "code")
        unplaced = placed.filter(placed.code == NOWHERE).order_by("value").limit(1)
        (row,) = self.source.run(unplaced).to_pylist()
        value = text(row["value"])
        return SondeError(
            f"The value {value!r} of column {self.column(role)!r} {laid.refusal(value)}"
        )


def dataset(
    table: Any,
    *,
    keys: str | Sequence[str] = (),
    sensitive: str | None = None,
    subject: str | None = None,
    partitions: Partitions | None = None,
    missing: Missing = "value",
) -> Dataset:
    """Give the columns of a table their roles.

    ``keys`` are what an attacker may know. ``sensitive`` is what must not be learned; without it
    the subjects themselves are the anonymity set. ``subject`` names the column that says who a
    row is about, where a person may have several. ``partitions`` maps columns to partitions,
    or is the path of a YAML file that does.
    ``missing="value"`` takes a null for a value of its own, ``"drop"`` leaves out the rows that
    have one in any column with a role.
    """
    if isinstance(table, Dataset):
        refuse_roles(keys, sensitive, subject, partitions, missing)
        return table
    source = open_source(table)
    chosen = _names(keys)
    sensitive, subject = (None if name is None else str(name) for name in (sensitive, subject))
    laid = _partitions(partitions)
    if missing not in get_args(Missing):
        raise SondeError(f"missing is 'value' or 'drop', not {missing!r}.")
    _check_roles(source, chosen, sensitive, subject, laid)
    roles = {f"key_{i}": name for i, name in enumerate(chosen)}
    roles |= {"sensitive": sensitive} if sensitive is not None else {}
    roles |= {"subject": subject} if subject is not None else {}
    positions = {role: source.columns.index(name) for role, name in roles.items()}
    held = source.load(list(positions.values()))
    bare = held.select(**{role: clean(held, f"c{p}", roles[role]) for role, p in positions.items()})
    kept = bare.filter(*(bare[role].notnull() for role in roles)) if missing == "drop" else bare
    settled = {
        name: _settle(laid[name], kept, role, name, source)
        for role, name in roles.items()
        if name in laid
    }
    if missing == "drop":
        settled = {
            name: held.without_null() if isinstance(held, Domains) else held
            for name, held in settled.items()
        }
    prepared = bare
    for role, name in roles.items():
        if name in settled:
            prepared = settled[name].lay(prepared, role)
    notes = tuple(
        note
        for role, name in roles.items()
        if name in settled
        for note in _unused(settled[name], bare, role, name, source)
    )
    return Dataset(source, chosen, sensitive, subject, settled, missing, prepared, bare, notes)


def _names(keys: Any) -> tuple[str, ...]:
    """Take one name or several, and the whole numbers that name columns in pandas."""
    if keys is None:
        return ()
    return (str(keys),) if isinstance(keys, str | int) else tuple(map(str, keys))


def _partitions(given: Any) -> dict[str, Partition | Unsettled]:
    """Take partitions by column, or the file that holds them."""
    if given is None:
        return {}
    if isinstance(given, str | Path):
        return read_partitions(given)
    if not isinstance(given, Mapping):
        raise SondeError(
            f"partitions maps columns to partitions, or is the path of a YAML file, not {given!r}."
        )
    return partitions_of(given)


def _check_roles(
    source: Source,
    keys: tuple[str, ...],
    sensitive: str | None,
    subject: str | None,
    partitions: Mapping[str, Partition | Unsettled],
) -> None:
    check_names(source)
    if not keys:
        raise SondeError("Name at least one key: a column that an attacker may know.")
    roles = [*((key, "key") for key in keys)]
    roles += [(sensitive, "sensitive")] if sensitive is not None else []
    roles += [(subject, "subject")] if subject is not None else []
    for name, _ in roles:
        require_column(source, name)
    for name, times in Counter(name for name, _ in roles).items():
        if times > 1:
            has = " and ".join(dict.fromkeys(role for other, role in roles if other == name))
            twice = f"is named as a {has} twice" if " and " not in has else f"is both {has}"
            raise SondeError(f"Column {name!r} {twice}: a column has one role.")
    for name in partitions:
        require_column(source, name, "which has a partition")
    if subject in partitions:
        raise SondeError(f"Column {subject!r} is the subject, which can have no partition.")


def refuse_roles(
    keys: str | Sequence[str] = (),
    sensitive: str | None = None,
    subject: str | None = None,
    partitions: Partitions | None = None,
    missing: Missing = "value",
) -> None:
    """Refuse roles for what has its own, so that none is ignored without a word."""
    if keys or sensitive is not None or subject is not None or partitions or missing != "value":
        raise SondeError(
            "A dataset or profile has its roles already: give the table itself to measure it "
            "with other keys, another sensitive attribute or other partitions."
        )


def check_names(source: Source) -> None:
    """Refuse a table in which a name does not name one column."""
    for name, times in Counter(source.columns).items():
        if times > 1:
            raise SondeError(
                f"{source.title} has {times} columns named {name!r}: give each its own name."
            )
    if not source.columns:
        raise SondeError(f"{source.title} has no columns.")


def require_column(source: Source, name: str, why: str = "") -> None:
    """Refuse a column that the table does not have, naming the nearest that it has."""
    if name not in source.columns:
        near = did_you_mean(str(name), source.columns) or _some(source.columns)
        raise SondeError(f"{source.title} has no column {name!r}{', ' * bool(why)}{why}.{near}")


def _some(columns: Sequence[str], most: int = 12) -> str:
    shown = ", ".join(repr(name) for name in columns[:most])
    return f" It has {shown}{' and others' if len(columns) > most else ''}."


def clean(table: ir.Table, column: str, name: str) -> ir.Value:
    """Make one value one thing on every engine: NaN is null, and -0.0 is 0.0."""
    import ibis

    value = table[column]
    kind = value.type()
    if kind.is_nested() or kind.is_binary():
        raise SondeError(f"Column {name!r} holds {kind}: Sonde counts plain values only.")
    if kind.is_null() or kind.is_uuid() or kind.is_json():
        return value.cast("string")
    if kind.is_floating() and _knows_nan(table):
        zero = ibis.literal(0.0, kind)
        return ibis.cases((value.isnan(), ibis.null(kind)), (value == zero, zero), else_=value)
    return value


def _knows_nan(table: ir.Table) -> bool:
    """Whether the backend has such a value at all; SQLite, for one, has not."""
    from ibis.expr.operations import IsNan

    return bool(table.get_backend().has_operation(IsNan))


def _settle(
    laid: Partition | Unsettled, bare: ir.Table, role: str, name: str, source: Source
) -> Partition:
    kind = bare[role].type()
    lack = laid.suits(kind)
    if lack is not None:
        raise SondeError(f"Column {name!r} holds {kind}, and {lack}.")
    if isinstance(laid, Partition):
        return laid
    return laid.settle(bare.select(**{name: bare[role]}), name, source.run)


def _unused(laid: Partition, bare: ir.Table, role: str, name: str, source: Source) -> list[str]:
    """Say which listed values no row has, where the rest would hide a slip of the pen.

    A list longer than a person writes comes from elsewhere, and may well name more than there is.
    """
    if not isinstance(laid, Domains) or laid.other is None or len(laid.codes) > FEW_VALUES:
        return []
    distinct = bare.select(value=bare[role]).distinct().limit(MOST_LOOKED_AT)
    held = {text(v) for v in source.run(distinct)["value"].to_pylist() if v is not None}
    if len(held) == MOST_LOOKED_AT:
        return []
    return [
        f"The partition of {name!r} lists {value!r}, which no row has."
        f"{did_you_mean(value, held - set(map(str, laid.codes)))}"
        for value in laid.codes
        if value is not None and value not in held
    ]
