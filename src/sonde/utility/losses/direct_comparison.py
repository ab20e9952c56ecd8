"""Direct comparison: how many values were changed, and how far where they have an order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...errors import Undefined
from .base import Lost, loss, mean_of

if TYPE_CHECKING:
    from ..columns import Categories
    from ..pairs import Pair


@loss(
    title="Direct comparison",
    says="{value:.2%} of the values are other than they were.",
    high=1,
    source="Domingo-Ferrer and Torra, 2001, chapter 5 (nominal distance)",
    family="Categories",
    needs="categories",
)
def direct_comparison(pair: Pair) -> Lost:
    """The share of the values that the release changed, as the mean over the columns.

    0: none was. 1: all were. A value that was made coarser is another value, however near: see
    the entropy-based loss. Rests on all rows of the columns that hold no numbers; null is a
    value.

    >>> import sonde
    >>> compare = sonde.losses()["direct_comparison"]
    >>> compare({"sex": ["f", "m", "m", "m"]}, {"sex": ["f", "m", "m", "*"]}).overall
    0.25
    """
    return mean_of(
        {n: float((pair.held[n].before != pair.held[n].after).mean()) for n in pair.others}
    )


@loss(
    title="Ordinal comparison",
    says="A value moved past {value:.2%} of the values that there are.",
    high=1,
    source="Domingo-Ferrer and Torra, 2001, chapter 5 (ordinal distance)",
    family="Categories",
    needs="orders",
)
def ordinal_comparison(pair: Pair) -> Lost:
    """How many values lie between a value and what it became, out of all that there are.

    The mean over the rows, and over the columns with a stated order. 0: none was changed. Below
    1, as the farthest value is one less than all away. Undefined where a table holds a value
    that the order does not list, such as one that was made coarser.

    >>> import sonde
    >>> compare = sonde.losses()["ordinal_comparison"]
    >>> order = {"pay": ["low", "mid", "high"]}
    >>> lost = compare({"pay": ["low", "high"]}, {"pay": ["mid", "high"]}, orders=order)
    >>> round(lost.overall, 4)
    0.1667
    """
    return mean_of({name: _moved(pair.held[name], pair.orders[name]) for name in pair.orders})


def _moved(column: Categories, order: tuple[str, ...]) -> float:
    place = {value: rank for rank, value in enumerate(order)}
    for value in column.values:
        if value not in place:
            raise Undefined(f"the order of {column.name!r} does not list {value!r}")
    rank = np.array([place[str(value)] for value in column.values])
    return float(np.abs(rank[column.after] - rank[column.before]).mean() / len(order))
