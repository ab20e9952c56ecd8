"""Contingency tables: whether the counts that analysts make of categories are still the same."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from ...numbering import combined
from ...parameters import whole
from .base import Lost, loss

if TYPE_CHECKING:
    from ..columns import Categories
    from ..pairs import Pair


@loss(
    title="Contingency tables",
    says="In tables of up to {dimension} columns, {value:.2%} of the rows are in another cell.",
    high=1,
    source="Domingo-Ferrer and Torra, 2001, chapter 5 (CTBIL)",
    family="Categories",
    needs="categories",
)
def contingency_tables(pair: Pair, dimension: int = 2) -> Lost:
    """How far the counts of values, and of combinations of them, are from the original's.

    Of each table of one up to ``dimension`` columns the sum of what its cells differ by, over
    twice the rows: the share that would have to change cells. The mean over all those tables. 0:
    all counts are the same. 1: no cell of one table is one of the other. The papers add the
    differences up; the share does not grow with the rows or the columns.

    Rests on the columns that hold no numbers; null is a value, and so is one that was made
    coarser. Rows may be swapped beyond recognition and leave it at 0.

    >>> import sonde
    >>> count = sonde.losses()["contingency_tables"]
    >>> original = {"a": ["x", "x", "y", "y"], "b": ["x", "x", "y", "y"]}
    >>> release = {"a": ["x", "x", "y", "y"], "b": ["y", "y", "x", "x"]}
    >>> count(original, release, dimension=1).overall, count(original, release).overall
    (0.0, 0.3333333333333333)
    """
    most = min(whole("dimension", dimension), len(pair.others))
    columns = [pair.held[name] for name in pair.others]
    tables = [held for size in range(1, most + 1) for held in combinations(columns, size)]
    apart = {tuple(column.name for column in held): _apart(held, pair.rows) for held in tables}
    alone = {names[0]: share for names, share in apart.items() if len(names) == 1}
    return Lost(sum(apart.values()) / len(apart), alone)


def _apart(columns: tuple[Categories, ...], rows: int) -> float:
    both = [np.concatenate([column.before, column.after]).astype(np.int64) for column in columns]
    cell = combined(both, 2 * rows)[0]
    cells = int(cell.max()) + 1
    before, after = np.bincount(cell[:rows], minlength=cells), np.bincount(cell[rows:])
    before[: len(after)] -= after
    return float(np.abs(before).sum() / (2 * rows))
