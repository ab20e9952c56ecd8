"""A table with roles: who it is about, what an attacker may know, what must not be learned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack, get_args

from .errors import SondeError, did_you_mean
from .partitions import (
    NOWHERE,
    Domains,
    Hierarchy,
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


class More(TypedDict, total=False):
    """What only some tables have, beside keys, sensitive attribute, subject and partitions."""

    population: Any  # a table of the population that the sample is of, with the same keys
    population_counts: str | None  # its column of counts, where a row is not one person
    population_size: int | None  # how many people it has, where there is no table of it
    weight: str | None  # how many people of the population a row of the sample stands for
    household: str | None  # who lives together
    hierarchies: Mapping[str, Any] | None  # by column, a hierarchy or the path of one
    orders: Mapping[str, Sequence[Any]] | None  # by column, its values from lowest to highest
    sample: bool  # whether the table is a sample of the people it is about


@dataclass(frozen=True)
class Dataset:
    """A source, the roles of its columns, and the partitions laid over them.

    ``table`` holds just the columns that are counted, as ``key_0``, ``key_1`` and so on,
    ``sensitive`` and ``subject``, with partitioned columns replaced by codes. ``weighed`` holds
    the rows that count, with ``weight`` and ``household`` beside those.
    """

    source: Source
    keys: tuple[str, ...]
    sensitive: str | None
    subject: str | None
    partitions: Mapping[str, Partition]
    missing: Missing
    table: ir.Table
    bare: ir.Table
    weighed: ir.Table
    notes: tuple[str, ...] = ()
    weight: str | None = None
    household: str | None = None
    population: Dataset | None = None
    population_size: int | None = None
    hierarchies: Mapping[str, Hierarchy] = field(default_factory=dict)
    orders: Mapping[str, tuple[str | None, ...]] = field(default_factory=dict)
    sample: bool = False

    def __repr__(self) -> str:
        """Show the roles and no value: a table may be shown where its values may not."""
        roles = f"keys {', '.join(self.keys)}"
        for role in ("sensitive", "subject", "weight", "household"):
            name = getattr(self, role)
            roles += f"; {role} {name}" if name is not None else ""
        return plain(f"{self.source.title}: {roles}{'; a sample' * self.sample}")

    @property
    def meant_for(self) -> str:
        """Whom the table is about, in words: those in it, or more people than are in it."""
        return "a sample" if self.sample else "taken as the population"

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
    **more: Unpack[More],
) -> Dataset:
    """Give the columns of a table their roles.

    ``keys`` are what an attacker may know. ``sensitive`` is what must not be learned; without it
    the subjects themselves are the anonymity set. ``subject`` names the column that says who a
    row is about, where a person may have several. ``partitions`` maps columns to partitions,
    or is the path of a YAML file that does.
    ``missing="value"`` takes a null for a value of its own, ``"drop"`` leaves out the rows that
    have one in any column with a role.

    A sample says so: ``sample=True``, or what is known of its population. ``population`` is a
    table of it with the same keys, a row for each person or with the column
    ``population_counts`` that says how many; ``population_size`` is how many people it has;
    ``weight`` names the column of sampling weights. ``household`` names the column that says who
    lives together. ``hierarchies`` and ``orders`` map columns to their hierarchy (or its path)
    and to their values from lowest to highest.
    """
    if isinstance(table, Dataset):
        refuse_roles(keys, sensitive, subject, partitions, missing, **more)
        return table
    _check_more(more)
    source = open_source(table)
    chosen = _names(keys)
    names = {"sensitive": sensitive, "subject": subject}
    names |= {role: more.get(role) for role in _BESIDE}
    has = {role: str(name) for role, name in names.items() if name is not None}
    laid = _partitions(partitions)
    if missing not in get_args(Missing):
        raise SondeError(f"missing is 'value' or 'drop', not {missing!r}.")
    _check_roles(source, chosen, has, laid)
    roles = {f"key_{i}": name for i, name in enumerate(chosen)} | has
    counted = [role for role in roles if role not in _BESIDE]
    positions = {role: source.columns.index(name) for role, name in roles.items()}
    held = source.load(list(positions.values()))
    bare = held.select(**{role: clean(held, f"c{p}", roles[role]) for role, p in positions.items()})
    kept = bare.filter(*(bare[role].notnull() for role in counted)) if missing == "drop" else bare
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
    prepared = _laid(bare, roles, settled)
    notes = tuple(
        note
        for role, name in roles.items()
        if name in settled
        for note in _unused(settled[name], bare, role, name, source)
    )
    population = _population(chosen, has.get("subject"), settled, missing, more)
    size = more.get("population_size")
    return Dataset(
        source=source,
        keys=chosen,
        sensitive=has.get("sensitive"),
        subject=has.get("subject"),
        partitions=settled,
        missing=missing,
        table=prepared if len(counted) == len(roles) else prepared.select(counted),
        bare=bare,
        weighed=prepared if kept is bare else _laid(kept, roles, settled),
        notes=notes,
        weight=has.get("weight"),
        household=has.get("household"),
        population=population,
        population_size=size,
        hierarchies=_hierarchies(more.get("hierarchies"), source),
        orders=_orders(more.get("orders"), source),
        sample=bool(more.get("sample")) or bool(population or size or "weight" in has),
    )


# Roles of columns that say more about a row, and do not divide the rows into classes.
_BESIDE: tuple[Literal["weight"], Literal["household"]] = ("weight", "household")


def _laid(table: ir.Table, roles: Mapping[str, str], settled: Mapping[str, Partition]) -> ir.Table:
    for role, name in roles.items():
        if name in settled:
            table = settled[name].lay(table, role)
    return table


def _check_more(more: More) -> None:
    for name in more:
        if name not in More.__annotations__:
            raise SondeError(f"There is no role {name!r}.{did_you_mean(name, _ROLES)}")
    size = more.get("population_size")
    if size is not None and (isinstance(size, bool) or not isinstance(size, int) or size < 1):
        raise SondeError(f"population_size is a number of people, at least 1, not {size!r}.")
    if more.get("population") is not None and size is not None:
        raise SondeError("Give the population's table or its size, not both.")
    if more.get("population") is None and more.get("population_counts") is not None:
        raise SondeError("population_counts names a column of the population: give its table too.")


_ROLES = ("keys", "sensitive", "subject", "partitions", "missing", *More.__annotations__)


def _population(
    keys: tuple[str, ...],
    subject: str | None,
    settled: Mapping[str, Partition],
    missing: Missing,
    more: More,
) -> Dataset | None:
    """Give the population the keys of its sample, divided in the same way."""
    if more.get("population") is None:
        return None
    source = open_source(more["population"])
    if source.name == "the table":
        source = replace(source, name="the table of the population")
    counts = more.get("population_counts")
    return dataset(
        source,
        keys=keys,
        subject=subject if subject in source.columns and counts is None else None,
        partitions={name: laid for name, laid in settled.items() if name in keys},
        missing=missing,
        weight=counts,
    )


def _hierarchies(given: Mapping[str, Any] | None, source: Source) -> dict[str, Hierarchy]:
    for name in given or {}:
        require_column(source, name, "which has a hierarchy")
    return {
        name: held if isinstance(held, Hierarchy) else Hierarchy.read(held)
        for name, held in (given or {}).items()
    }


def _orders(
    given: Mapping[str, Sequence[Any]] | None, source: Source
) -> dict[str, tuple[str | None, ...]]:
    """Take the values of a column from lowest to highest, as text."""
    for name, values in (given or {}).items():
        require_column(source, name, "which has an order")
        if isinstance(values, str) or not isinstance(values, Sequence):
            raise SondeError(f"The order of {name!r} is a list of values, not {values!r}.")
    orders = {
        name: tuple(None if value is None else text(value) for value in values)
        for name, values in (given or {}).items()
    }
    for name, listed in orders.items():
        for value, times in Counter(listed).items():
            if times > 1:
                raise SondeError(
                    f"The order of {name!r} lists {value!r} {times} times: list each value once."
                )
    return orders


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
    has: Mapping[str, str],
    partitions: Mapping[str, Partition | Unsettled],
) -> None:
    check_names(source)
    if not keys:
        raise SondeError("Name at least one key: a column that an attacker may know.")
    roles = [*((key, "key") for key in keys), *((name, role) for role, name in has.items())]
    for name, _ in roles:
        require_column(source, name)
    for name, times in Counter(name for name, _ in roles).items():
        if times > 1:
            held = " and ".join(dict.fromkeys(role for other, role in roles if other == name))
            twice = f"is named as a {held} twice" if " and " not in held else f"is both {held}"
            raise SondeError(f"Column {name!r} {twice}: a column has one role.")
    for name in partitions:
        require_column(source, name, "which has a partition")
    for role in ("subject", *_BESIDE):
        if has.get(role) in partitions:
            raise SondeError(f"Column {has[role]!r} is the {role}, which can have no partition.")


def refuse_roles(
    keys: str | Sequence[str] = (),
    sensitive: str | None = None,
    subject: str | None = None,
    partitions: Partitions | None = None,
    missing: Missing = "value",
    **more: Any,
) -> None:
    """Refuse roles for what has its own, so that none is ignored without a word."""
    told = [given for given in more.values() if given is not None and given is not False]
    named = [name for name in (sensitive, subject) if name is not None]
    if keys or named or partitions or missing != "value" or told:
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
