"""The counts of every subset of a table that does not fit in memory, by the engine that holds it.

Each set is grouped from the counts of the smallest superset at hand, never from the rows again.
As soon as the counts of a set fit in memory, they are read, and all its subsets counted there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..entropy import Ints, n_log_n
from ..numbering import ints, whole_sum
from .counting import Against, Counts, count, counter_of, gathered, of_masks
from .encoding import TooLargeError, check_fits, encode_query
from .roles import Roles

if TYPE_CHECKING:
    import ibis.expr.types as ir
    import pyarrow as pa


class EngineCounter:
    """Goes from the set of all keys to smaller ones, leaving out the most selective key first."""

    def __init__(self, roles: Roles, up_to: int) -> None:
        import ibis

        self.roles, self.up_to = roles, up_to
        self.source = roles.dataset.source
        columns = roles.dataset.key_columns
        self.keys = columns[: len(roles.keys)]
        self.sensitive = columns[len(roles.keys) :]
        table = roles.dataset.table
        whole = ibis.and_(*(table[column].notnull() for column in table.columns))
        kept = table.filter(whole) if roles.dataset.missing == "drop" else table
        self.rows, every = self._rows(kept), self._rows(table)
        self.dropped = every - self.rows
        self.top = self.source.keep(kept.group_by(kept.columns).aggregate(n=kept.count()))
        self.subjects = self.rows
        if roles.dataset.subject is not None:
            self.subjects = self._rows(self.top.select("subject").distinct())
        self.parts: list[Counts] = []

    def count(self) -> Counts:
        """Count every subset of at most ``up_to`` keys."""
        values = [self._rows(self.top.select(key).distinct()) for key in self.keys]
        order = sorted(range(len(self.keys)), key=lambda key: -values[key])
        self._visit(self.top, (1 << len(self.keys)) - 1, order)
        return of_masks(gathered(self.parts))

    def _visit(self, table: ir.Table, mask: int, leave_out: list[int]) -> None:
        """Count a set, and then those that lack one of the keys that may still be left out."""
        if self._in_memory(table, mask):
            return
        if mask.bit_count() <= self.up_to:
            self.parts.append(self._counted(table, mask))
        for place, key in enumerate(leave_out):
            smaller = mask & ~(1 << key)
            if smaller:
                columns = [column for column in table.columns if column != self.keys[key]]
                counted = self.source.keep(_added_up(table, columns))
                self._visit(counted, smaller, leave_out[place + 1 :])

    def _in_memory(self, table: ir.Table, mask: int) -> bool:
        """Count a set and all its subsets in memory, if its counts fit there."""
        try:
            check_fits(self.roles.dataset, table)
            held = encode_query(self.roles.dataset, table, len(self.sensitive))
        except TooLargeError:
            return False
        there = [key for key in range(len(self.keys)) if mask >> key & 1]
        counts = count(counter_of(held, min(self.up_to, len(there))))
        self.parts.append(of_masks(counts, there))
        return True

    def _rows(self, table: ir.Table) -> int:
        return whole_sum(self._run(table.aggregate(n=table.count()))["n"])

    def _run(self, query: ir.Table) -> pa.Table:
        return self.source.run(query)

    def _counted(self, table: ir.Table, mask: int) -> Counts:
        """Count one set in the engine."""
        keys = [key for key in self.keys if key in table.columns]
        if self.roles.dataset.subject is None:
            people = table.group_by(keys).aggregate(n=table.n.sum())
            spread, identified = 0.0, None
        else:
            each = table.select([*keys, "subject"]).distinct()
            people = each.group_by(keys).aggregate(n=each.count(), who=each.subject.min())
            of_one = each.group_by("subject").aggregate(n=each.count())
            spread = n_log_n(*self._sizes(of_one))
            identified = self._rows(people.filter(people.n == 1).select("who").distinct())
        sizes, times = self._sizes(people)
        uniques = int(times[sizes == 1].sum())
        return Counts(
            mask=np.array([mask]),
            total=np.array([(sizes * times).sum()]),
            classes=np.array([times.sum()]),
            uniques=np.array([uniques]),
            identified=np.array([uniques if identified is None else identified]),
            smallest=np.array([sizes.min()]),
            s=np.array([n_log_n(sizes, times)]),
            s_spread=np.array([spread]),
            against=tuple(self._against(table, keys, value) for value in self.sensitive),
        )

    def _sizes(self, counted: ir.Table) -> tuple[Ints, Ints]:
        """Have the engine count how many entries have each size."""
        found = self._run(counted.group_by("n").aggregate(times=counted.count()))
        return ints(found["n"]), ints(found["times"])

    def _against(self, table: ir.Table, keys: list[str], value: str) -> Against:
        """Count one set against one sensitive attribute in the engine."""
        cells = self._cells(table, [*keys, value])
        size = cells.n.cast("float64")
        classes = cells.group_by(keys).aggregate(
            size=cells.n.sum(),
            most=cells.n.max(),
            values=cells.count(),
            within=(size * size.log2()).sum(),
        )
        whole = classes["size"].cast("float64")
        left = (classes["values"] == 1).ifelse(0.0, whole * whole.log2() - classes.within)
        summed = classes.aggregate(guessed=classes.most.sum(), left=left.min())
        (row,) = self._run(summed).to_pylist()
        by_class = self._sizes(classes.select(n=classes["size"]))
        by_cell = self._sizes(cells)
        values = cells.group_by(value).aggregate(n=cells.n.sum())
        overall = self._sizes(values)
        return Against(
            total=np.array([(by_cell[0] * by_cell[1]).sum()]),
            cells=np.array([by_cell[1].sum()]),
            s_classes=np.array([n_log_n(*by_class)]),
            s_cells=np.array([n_log_n(*by_cell)]),
            s_values=np.array([n_log_n(*overall)]),
            guessed=np.array([int(row["guessed"])]),
            left=np.array([max(0.0, row["left"])]),
            independent=np.array(
                [
                    by_cell[1].sum() == by_class[1].sum() * overall[1].sum()
                    and self._same_everywhere(cells, classes, values, keys, value)
                ]
            ),
        )

    def _cells(self, table: ir.Table, columns: list[str]) -> ir.Table:
        """Count the facts of each cell: rows, or people with a value."""
        if self.roles.dataset.subject is None:
            return table.group_by(columns).aggregate(n=table.n.sum())
        facts = table.select([*columns, "subject"]).distinct()
        return facts.group_by(columns).aggregate(n=facts.count())

    def _same_everywhere(
        self, cells: ir.Table, classes: ir.Table, values: ir.Table, keys: list[str], value: str
    ) -> bool:
        """Whether each class has every value in the proportion of the whole, by the integers."""
        total = whole_sum(self._run(values.aggregate(n=values.n.sum()))["n"])
        named = classes.select(size=classes["size"], **{f"its_{key}": classes[key] for key in keys})
        its = [cells[key].identical_to(named[f"its_{key}"]) for key in keys]
        overall = values.select(overall=values.n, its_value=values[value])
        there = cells.join(named, its)
        there = there.join(overall, there[value].identical_to(overall.its_value))
        other = there.filter(there.n * total != there["size"] * there.overall)
        return self._rows(other) == 0


def _added_up(table: ir.Table, columns: list[Any]) -> ir.Table:
    """Group counts from counts, by fewer columns."""
    by = [column for column in columns if column != "n"]
    return table.group_by(by).aggregate(n=table.n.sum())
