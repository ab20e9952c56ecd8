"""Sampling weights and households: what a survey says of a row, beside its values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from .classes import classes
from .datasets import Dataset
from .entropy import Floats, Ints
from .errors import SondeError
from .numbering import ints
from .partitions.bins import numeric

if TYPE_CHECKING:
    import ibis.expr.types as ir

# Weights are added as decimals: exactly, in whatever order the engine takes the rows.
EXACT = "decimal(38, 9)"
LARGEST_WEIGHT = 1e15


@dataclass(frozen=True, eq=False)
class Households:
    """How many people of a household are in a class: three columns of whole numbers."""

    household: Ints
    of_class: Ints
    people: Ints


def class_weights(roles: Dataset, subjects: int) -> Floats:
    """Add up the weights of the people in each class: how many the population has of them."""
    of_class, sums, _ = _added(roles, least=0, allowed="positive")
    total = float(sums.sum())
    if total < subjects:
        raise SondeError(
            f"The weights of column {roles.weight!r} add up to {total:,.0f}, fewer than the "
            f"{subjects:,} people of the sample: a weight is how many people of the population one "
            "of the sample stands for, so scale the weights back to that."
        )
    weight = np.empty(len(sums))
    weight[of_class] = sums
    return weight


def class_counts(roles: Dataset) -> tuple[Ints, pa.Table]:
    """Add up a population's counts, class by class; a class that nobody is in is none."""
    of_class, sums, names = _added(roles, least=-1, allowed="zero or positive")
    counts = np.empty(len(sums), np.int64)
    counts[of_class] = np.rint(sums)
    if (sums != np.rint(sums)).any():
        raise SondeError(f"Column {roles.weight!r} holds counts, which are whole numbers.")
    return counts[counts > 0], names.filter(pa.array(counts > 0))


def _added(roles: Dataset, *, least: int, allowed: str) -> tuple[Ints, Floats, pa.Table]:
    """Add up the weights of each class, each above ``least``."""
    import ibis

    table = roles.weighed
    kind = table.weight.type()
    if not (kind.is_numeric() or kind.is_string()):
        raise SondeError(f"Column {roles.weight!r} holds {kind}, and no weights.")
    number = numeric(table.weight)
    fits = ibis.coalesce((number > least) & (number < LARGEST_WEIGHT), ibis.literal(value=False))
    number = ibis.ifelse(fits, number, ibis.null(number.type()))
    table = table.mutate(wrong=~fits, exact=number.cast(EXACT))
    if roles.subject is not None:
        table = _of_people(table, roles)
    sums = roles.source.run(
        table.group_by(roles.key_columns).aggregate(
            weight=table.exact.sum(), wrong=table.wrong.any()
        )
    )
    if pc.any(sums["wrong"]).as_py():
        raise _refused(roles, table, allowed)
    of_class, names = classes(roles, sums)
    # Arrow's own way from decimals to floats is out by a last digit.
    return of_class, np.array(sums["weight"].to_pylist(), np.float64), names


def _of_people(table: ir.Table, roles: Dataset) -> ir.Table:
    """Weigh a person once in each class, however many rows say that they are in it."""
    each = table.group_by("subject").aggregate(low=table.exact.min(), high=table.exact.max())
    (row,) = roles.source.run(each.aggregate(differ=(each.low != each.high).any())).to_pylist()
    if row["differ"]:
        raise SondeError(
            f"Column {roles.weight!r} gives one person several weights: a person of column "
            f"{roles.subject!r} needs one."
        )
    cells = [*roles.key_columns, "subject"]
    return table.group_by(cells).aggregate(
        exact=table.exact.max(), wrong=table.wrong.any(), weight=table.weight.min()
    )


def _refused(roles: Dataset, table: ir.Table, allowed: str) -> SondeError:
    """Name one weight that is none."""
    wrong = table.filter(table.wrong)
    (row,) = roles.source.run(
        wrong.aggregate(value=wrong.weight.min(), null=wrong.weight.isnull().any())
    ).to_pylist()
    value: Any = "null" if row["null"] else row["value"]
    return SondeError(
        f"Column {roles.weight!r} holds {value} where a weight or count must be {allowed}: mend "
        "such rows or leave them out."
    )


def count_households(roles: Dataset) -> Households:
    """Count how many people of each household are in each class."""
    table = roles.weighed
    columns = [*roles.key_columns, "household"]
    if roles.subject is not None:
        table = table.select([*columns, "subject"]).distinct()
    counts = roles.source.run(table.group_by(columns).aggregate(n=table.count()))
    coded = counts["household"].combine_chunks().dictionary_encode()
    if coded.null_count:
        raise SondeError(
            f"Column {roles.household!r} is the household and has nulls, so Sonde cannot tell who "
            "lives together there: fill them, or leave such rows out."
        )
    of_class, _ = classes(roles, counts)
    return Households(ints(coded.indices), of_class, ints(counts["n"]))
