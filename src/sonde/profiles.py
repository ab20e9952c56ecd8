"""The profile: the class counts of (keys, sensitive), from which every measure comes.

The engine that holds the table counts it in one reading, ``GROUP BY keys, sensitive``; nothing
after that touches a row.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from .chance import expected_n_log_n
from .classes import classes, ranked
from .datasets import Dataset, Missing, More, Partitions, dataset
from .entropy import Floats, Ints, bits, n_log_n
from .errors import SondeError, Undefined
from .information_gain import cell_gains
from .numbering import arrow, ints, sorted_rows, whole_sum
from .orders import in_order
from .partitions import NOWHERE
from .plain import plain
from .populations import Population, count_population
from .weights import Households, class_weights, count_households

if TYPE_CHECKING:
    import ibis.expr.types as ir


# Where these cells look like the whole, all are looked at.
FEW_CELLS = 100


@dataclass(frozen=True, eq=False)
class Profile:
    """The counts of one set of keys against one sensitive attribute, or against the subjects.

    A *fact* is what is counted: a row, or, with a subject column, one person with one combination
    of key values (and one sensitive value), however many rows say so. ``size`` counts the facts
    of each class and ``people`` its subjects; they differ only where a person has several
    sensitive values in one class.

    Where nobody asked for the classes' names, classes of the same size are one entry, and
    ``repeats`` says how many it stands for.
    """

    dataset: Dataset
    rows: int
    dropped: int
    subjects: int
    size: Ints
    people: Ints
    class_rows: Ints
    repeats: Ints
    # The cells of the classes (a class and a sensitive value), in ascending size within a class.
    cell_class: Ints
    cell_value: Ints
    cell_size: Ints
    values: tuple[Any, ...]
    # In how many classes each person is, where the subjects are the anonymity set.
    spread: tuple[Ints, Ints]
    keys: pa.Table | None
    population: Population | None = None
    # What each class's weights add up to.
    weight: Floats | None = None
    households: Households | None = None

    @property
    def classes(self) -> int:
        """How many combinations of key values there are."""
        return int(self.repeats.sum())

    @cached_property
    def total(self) -> int:
        """N, the number of facts."""
        return int((self.size * self.repeats).sum())

    @property
    def basis(self) -> str:
        """What the numbers rest on, in words."""
        roles = self.dataset
        counted = _count(self.rows, "row", "rows")
        if roles.subject is not None:
            counted += f" of {_count(self.subjects, 'person', 'people')}"
        classes = _count(self.classes, "class", "classes")
        nulls = "a null counts as a value"
        if roles.missing == "drop":
            nulls = f"{_count(self.dropped, 'row', 'rows')} with a null left out"
        laid = "".join(f"; {name} by {held.describe()}" for name, held in roles.partitions.items())
        smallest = int(self.people.min())
        crowd = f"{counted} in {classes}, the smallest of {smallest:,}"
        return f"Rests on {crowd}; {nulls}{laid}; {self._meant_for}."

    @property
    def _meant_for(self) -> str:
        """Whom the table is about: those in it, or more people than are in it."""
        if not self.dataset.sample or self.population_size is None:
            return self.dataset.meant_for
        how = " by its weights" if self.weight is not None and self.population is None else ""
        return f"a sample of {_count(self.population_size, 'person', 'people')}{how}"

    @cached_property
    def population_size(self) -> int | None:
        """How many people the population has, as far as it is known or the weights say."""
        if self.population is not None:
            return self.population.people
        if self.dataset.population_size is not None:
            return self.dataset.population_size
        return None if self.weight is None else round(math.fsum(self.weight))

    @cached_property
    def ordered(self) -> bool:
        """Whether the sensitive values have an order: by their kind, or because one is stated."""
        name = str(self.dataset.sensitive)
        if name in self.dataset.orders:
            return True
        if name in self.dataset.partitions:
            return self.dataset.partitions[name].ordered
        return in_order(self.values)

    def __repr__(self) -> str:
        return f"{self.dataset!r}\n{plain(self.basis)}"

    def named(self) -> Profile:
        """Return this profile with its classes' names, counting anew if they were left out."""
        return self if self.keys is not None else profile(self.dataset)

    @property
    def adds_up(self) -> bool:
        """Whether the classes of fewer keys are these put together, and nothing else.

        With a subject column a person may be in several of them, and rows that were left out for a
        null in one key have a value in another.
        """
        roles = self.dataset
        beside = roles.weight, roles.household, roles.population
        known = self.keys is not None and self.dropped == 0 and roles.subject is None
        return known and not any(one is not None for one in beside)

    def of_keys(self, names: Sequence[str]) -> Profile:
        """Return the profile of some of the keys, from these counts: no table is read."""
        assert self.keys is not None  # noqa: S101 - the caller asked whether it adds up
        held_by = self.dataset.partitions.items()
        laid = {n: part for n, part in held_by if n in (*names, self.dataset.sensitive)}
        roles = replace(self.dataset, keys=tuple(names), partitions=laid)
        places = [self.dataset.keys.index(name) for name in names]
        held = self.keys if self.over_subjects else self.keys.take(arrow(self.cell_class))
        columns = {to: held.column(at) for to, at in zip(roles.key_columns, places, strict=True)}
        if not self.over_subjects:
            columns["sensitive"] = pa.array(self.values).take(arrow(self.cell_value))
        cells = pa.table(
            columns | {"n": arrow(self.size if self.over_subjects else self.cell_size)}
        )
        counts = cells.group_by([*columns]).aggregate([("n", "sum")])
        counts = counts.rename_columns([*columns, "n"])
        # The values are named already, by their partitions' domains.
        made = profile_of_counts(replace(roles, partitions={}), counts)
        return replace(made, dataset=roles)

    @property
    def over_subjects(self) -> bool:
        """Whether the subjects themselves are the anonymity set."""
        return self.dataset.sensitive is None

    @cached_property
    def value_size(self) -> Ints:
        """How many facts have each sensitive value."""
        return np.bincount(self.cell_value, self.cell_size, len(self.values)).astype(np.int64)

    @cached_property
    def distinct(self) -> Ints:
        """How many members of the anonymity set each class leaves possible."""
        if self.over_subjects:
            return self.size
        return np.bincount(self.cell_class, minlength=len(self.size))

    @cached_property
    def entropy(self) -> float:
        """H(X), the attacker's uncertainty before they know a key, in bits."""
        if self.constant:
            return 0.0
        alone = n_log_n(*self.spread) if self.over_subjects else n_log_n(self.value_size)
        return (self._s_all - alone) / self.total

    @cached_property
    def conditional_entropy(self) -> float:
        """H(X|Y), what is left of it when they know the keys, in bits."""
        within = 0.0 if self.over_subjects else n_log_n(self.cell_size)
        return max(0.0, n_log_n(self.size, self.repeats) - within) / self.total

    @cached_property
    def entropy_by_chance(self) -> float:
        """The mean of H(X|Y), in bits, where the values of X are dealt out by chance.

        Above 0 unless each class has one fact, below H(X) unless there is one class.
        """
        within = expected_n_log_n(self.size, self.value_size)
        return max(0.0, n_log_n(self.size) - within) / self.total

    @cached_property
    def key_gains(self) -> Floats:
        """What the other keys tell about each, in bits: for each class (down) and key (across)."""
        assert self.keys is not None  # noqa: S101 - the measures that ask need the names
        coded = [
            column.combine_chunks().dictionary_encode(null_encoding="encode")
            for column in self.keys.columns
        ]
        return cell_gains(np.column_stack([ints(each.indices) for each in coded]), self.people)

    @property
    def _s_all(self) -> float:
        return n_log_n(np.array([self.total]))

    @cached_property
    def class_bits(self) -> Floats:
        """For each class, n_y H(X|Y=y): its size times the entropy within, exactly 0 where pure.

        A pure class has one cell, of its own size, so that the same float is taken from itself.
        """
        of_class = bits(self.size)
        if self.over_subjects:
            return of_class
        within = np.add.reduceat(bits(self.cell_size), self.cell_starts)
        return np.maximum(of_class - within, 0.0)

    @cached_property
    def cell_starts(self) -> Ints:
        """Where each class's cells begin: its smallest is there, its largest before the next."""
        return np.flatnonzero(np.diff(self.cell_class, prepend=-1))

    @cached_property
    def largest(self) -> Ints:
        """How many facts of each class have its most frequent sensitive value."""
        ends: Ints = np.append(self.cell_starts[1:], len(self.cell_size)) - 1
        return self.cell_size[ends]

    @property
    def class_entropy(self) -> Floats:
        """H(X|Y=y) for each class, in bits."""
        return self.class_bits / self.size

    @cached_property
    def constant(self) -> bool:
        """Whether the anonymity set has one member, so that there is nothing to find out."""
        return self.subjects == 1 if self.over_subjects else len(self.values) == 1

    def require_uncertainty(self) -> None:
        """Refuse to divide by H(X) where it is 0."""
        if self.constant and self.over_subjects:
            raise Undefined("there is one person only, so nobody can be told from anybody")
        if self.constant:
            name = self.dataset.sensitive
            if name in self.dataset.partitions:
                raise Undefined(
                    f"{name!r} is in one domain everywhere, so nothing is left to learn"
                )
            raise Undefined(f"{name!r} has the same value everywhere, so nothing is left to learn")

    @cached_property
    def all_pure(self) -> bool:
        """Whether every class leaves one member of the anonymity set possible."""
        return bool((self.distinct == 1).all())

    @cached_property
    def independent(self) -> bool:
        """Whether the keys say nothing: every class looks like the whole, by the integers."""
        if self.over_subjects:
            return bool((self.people == self.subjects).all())
        if int(self.distinct.min()) < len(self.values):
            return False
        few = slice(None, FEW_CELLS)
        return self._same_shares(few) and self._same_shares(slice(None))

    def _same_shares(self, some: slice) -> bool:
        """Whether n_xy / n_y = n_x / N, as reduced fractions, so that no product can overflow."""
        within = self.cell_size[some], self.size[self.cell_class[some]]
        overall = self.value_size[self.cell_value[some]], np.int64(self.total)
        d, e = np.gcd(*within), np.gcd(*overall)
        same = (within[0] // d == overall[0] // e) & (within[1] // d == overall[1] // e)
        return bool(same.all())


def profile(
    table: Any,
    *,
    keys: str | Sequence[str] = (),
    sensitive: str | None = None,
    subject: str | None = None,
    partitions: Partitions | None = None,
    missing: Missing = "value",
    by_value: bool = True,
    **more: Unpack[More],
) -> Profile:
    """Count a table's classes, in one reading by the engine that holds it.

    ``by_value=False`` leaves out the classes' names where no measure needs them, which keeps the
    profile small however many classes there are. Weights and households take a reading more.
    """
    roles = dataset(
        table,
        keys=keys,
        sensitive=sensitive,
        subject=subject,
        partitions=partitions,
        missing=missing,
        **more,
    )
    by_value = by_value or roles.weight is not None or roles.population is not None
    made = _count_people(roles) if roles.subject is not None else _count_rows(roles, by_value)
    if made.rows == 0:
        raise _nothing_left(made)
    return _beside(made)


def _beside(made: Profile) -> Profile:
    """Count what is said of the classes from beside the table: population, weights, households."""
    roles = made.dataset
    size = roles.population_size
    if size is not None and size < made.subjects:
        raise SondeError(
            f"The population is said to have {size:,} people, and the sample alone has "
            f"{made.subjects:,}."
        )
    if roles.population is not None:
        made = replace(made, population=count_population(roles.population, made))
    if roles.weight is not None:
        made = replace(made, weight=class_weights(roles, made.subjects))
    if roles.household is not None:
        made = replace(made, households=count_households(roles))
    return made


def _nothing_left(made: Profile) -> SondeError:
    title = made.dataset.source.title
    if not made.dropped:
        return SondeError(f"{title} has no rows.")
    return SondeError(
        f"{title} has no complete row: each of its {made.dropped:,} rows has a null in a key, the "
        "sensitive or the subject column; take nulls as values (missing='value') or fill them."
    )


def _count_rows(roles: Dataset, by_value: bool) -> Profile:
    """Count rows, where every row is a person."""
    table = roles.table
    cells = table.group_by(table.columns).aggregate(n=table.count())
    if roles.sensitive is None and not by_value:
        return _collapsed(roles, cells)
    counts = roles.source.run(cells)
    every = whole_sum(counts["n"])
    counts = _complete(counts, roles)
    rows = whole_sum(counts["n"])
    return _from_cells(roles, counts, rows=rows, dropped=every - rows)


def _collapsed(roles: Dataset, classes: ir.Table) -> Profile:
    """Let the engine count the classes of each size too: a handful of numbers comes back."""
    import ibis

    is_complete = ibis.literal(value=True)
    if roles.missing == "drop":
        is_complete = ibis.and_(*(classes[key].notnull() for key in roles.key_columns))
    # A class of a value that its partition has no domain for. Text codes always have one.
    laid = [k for k in roles.key_columns if roles.labels(k) and classes[k].type().is_integer()]
    lost = {
        f"lost_{k}": ibis.coalesce(classes[k] == NOWHERE, ibis.literal(value=False)) for k in laid
    }
    marked = classes.select("n", complete=is_complete, **lost)
    grouped = marked.group_by(marked.columns).aggregate(repeats=marked.count())
    sizes = roles.source.run(grouped)
    for key in laid:
        if pc.any(pc.and_(sizes[f"lost_{key}"], sizes["complete"])).as_py():
            raise roles.refuse_unplaced(key)
    rows = whole_sum(pc.multiply(sizes["n"], sizes["repeats"]))
    sizes = sizes.filter(sizes["complete"]).sort_by("n")
    n, repeats = ints(sizes["n"]), ints(sizes["repeats"])
    kept = int((n * repeats).sum())
    return Profile(
        dataset=roles,
        rows=kept,
        dropped=rows - kept,
        subjects=kept,
        size=n,
        people=n,
        class_rows=n,
        repeats=repeats,
        cell_class=_NONE,
        cell_value=_NONE,
        cell_size=_NONE,
        values=(),
        spread=(np.ones(1, np.int64), np.array([kept])),
        keys=None,
    )


def _count_people(roles: Dataset) -> Profile:
    """Count people, where the subject column says who a row is about.

    The table is read once, into facts; the classes, and how many each person is in, come of them.
    """
    import ibis

    table = roles.table
    facts = roles.source.keep(table.group_by(table.columns).aggregate(n=table.count()))
    dropped = 0
    if roles.missing == "drop":
        whole = ibis.and_(*(facts[column].notnull() for column in table.columns))
        (row,) = roles.source.run(facts.aggregate(n=facts.n.sum(where=~whole))).to_pylist()
        dropped, facts = int(row["n"] or 0), facts.filter(whole)
    cells = table.drop("subject").columns
    counts = roles.source.run(facts.group_by(cells).aggregate(n=facts.count(), rows=facts.n.sum()))
    persons = facts.select([*roles.key_columns, "subject"]).distinct()
    each = persons.group_by("subject").aggregate(n=persons.count())
    each = each.mutate(unknown=each.subject.isnull())
    spread = roles.source.run(each.group_by(["n", "unknown"]).aggregate(repeats=each.count()))
    if pc.any(spread["unknown"]).as_py():
        raise SondeError(
            f"Column {roles.subject!r} is the subject and has nulls, so Sonde cannot tell whose "
            "rows those are: fill them, or leave such rows out with missing='drop'."
        )
    rows = whole_sum(counts["rows"])
    made = _from_cells(roles, counts, rows=rows, dropped=dropped)
    spread_of = ints(spread["n"]), ints(spread["repeats"])
    made = replace(made, subjects=int(spread_of[1].sum()), spread=spread_of)
    if roles.sensitive is None:
        return made
    by_class = persons.group_by(roles.key_columns).aggregate(n=persons.count())
    bare = replace(roles, sensitive=None)
    people = _from_cells(bare, roles.source.run(by_class), rows=rows, dropped=dropped)
    return replace(made, people=people.size)


def _count(n: int, one: str, more: str) -> str:
    return f"{n:,} {one if n == 1 else more}"


_NONE = np.zeros(0, np.int64)


def _from_cells(roles: Dataset, counts: pa.Table, *, rows: int, dropped: int) -> Profile:
    """Arrange counted cells into classes, in an order that does not depend on the engine's."""
    of_class, keys = classes(roles, counts)
    n = ints(counts["n"])
    cell_class = cell_value = cell_size = _NONE
    values: tuple[Any, ...] = ()
    if roles.sensitive is not None:
        rank, held = ranked(counts["sensitive"], "sensitive", roles)
        cell_class, cell_size, cell_value = sorted_rows(of_class, n, rank)
        values = tuple(held.to_pylist())
    size = np.bincount(of_class, n, keys.num_rows).astype(np.int64)
    in_rows = ints(counts["rows"]) if "rows" in counts.column_names else n
    return Profile(
        dataset=roles,
        rows=rows,
        dropped=dropped,
        subjects=rows,
        size=size,
        people=size,
        class_rows=np.bincount(of_class, in_rows, keys.num_rows).astype(np.int64),
        repeats=np.ones(keys.num_rows, np.int64),
        cell_class=cell_class,
        cell_value=cell_value,
        cell_size=cell_size,
        values=values,
        spread=(np.ones(1, np.int64), np.array([rows])),
        keys=keys,
    )


def profile_of_counts(roles: Dataset, counts: pa.Table, *, dropped: int = 0) -> Profile:
    """Return the profile of cells that were counted elsewhere, in the columns of the roles and n.

    Each combination of key values and sensitive value is there once.
    """
    return _from_cells(roles, counts, rows=whole_sum(counts["n"]), dropped=dropped)


def _complete(counts: pa.Table, roles: Dataset) -> pa.Table:
    """Keep the cells without a null, or all of them where a null is a value."""
    if roles.missing == "drop":
        for role in counts.drop_columns("n").column_names:
            counts = counts.filter(pc.is_valid(counts[role]))
    return counts
