"""Interval disclosure: original numbers that lie close around the released ones."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ..parameters import share
from .base import attack
from .comparable import numbers
from .findings import Figure, Finding
from .needs import Unsuited
from .rows import rows
from .shares import shares_by_class

if TYPE_CHECKING:
    import pyarrow as pa

    from ..entropy import Floats
    from .rows import Rows
    from .tables import Tables

Within = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]


@attack(
    title="Interval disclosure",
    attacker="Somebody who knows which released row is a person's, and takes its numbers as near.",
    knows="The release.",
    x="the numbers of the original",
    y="the numbers of the release, and an interval around each",
    question="inference",
    says="Of the original {keys}, {by_rank:.1%} lie in an interval of ranks around the released "
    "value, and {by_deviation:.1%} in one by the standard deviation.",
    lead="by_rank",
    needs=("original",),
    perturbed=True,
    source="Pagliuca and Seri, SDC project, 1999; Sondeck, thesis, 2017, section 3.4.2",
)
def interval_disclosure(tables: Tables, width: float = 0.1) -> list[Finding]:
    """The share of original numbers that lie in an interval around the released ones.

    X is an original number, Y the released one: of each key that holds numbers, and of all those
    together, where all must be within. ``by_rank``: from the value ``width`` of the rows further
    down among the released ones to that as many further up. ``by_deviation``: ``width`` standard
    deviations of the original to each side.

    Rests on rows that match. 1 says that the attacker can name such an interval, not that it is
    narrow: with a wide ``width`` it always is 1. Values that many rows share are within at once.

    >>> import sonde
    >>> made = sonde.attack(
    ...     {"Age": [21, 36, 58]}, original={"Age": [22, 35, 20]}, keys="Age",
    ...     only="interval_disclosure",
    ... )
    >>> round(made["interval_disclosure"][0].overall["by_deviation"], 4)
    0.0
    """
    assert tables.original is not None  # noqa: S101 - it is needed
    half = share("width", width)
    side = rows(tables, tables.original, tables.keys, tables.about(tables.keys))
    pairs = {key: pair for key, pair in _numbers(tables, side).items() if pair is not None}
    if not pairs:
        raise Unsuited("No key holds numbers in the release and in the original")
    within = {key: _within(*pair, half) for key, pair in pairs.items()}
    sets = [*((key,) for key in pairs), *([tuple(pairs)] if len(pairs) > 1 else [])]
    return [_finding(tables, keys, [within[key] for key in keys], side, half) for keys in sets]


def _numbers(tables: Tables, side: Rows) -> dict[str, tuple[Floats, Floats] | None]:
    """Take the columns of numbers of matched rows."""
    columns = [each.columns for each in side.matched]
    found: dict[str, Any] = {}
    for key, *pair in zip(tables.keys, *columns, strict=True):
        held = [numbers(column) for column in pair]
        found[key] = None if held[0] is None or held[1] is None else (held[0], held[1])
    return found


def _within(released: Floats, original: Floats, half: float) -> tuple[Within, Within]:
    """Whether each original number is within its interval; a null is in none."""
    ordered = np.sort(released[~np.isnan(released)])
    steps = round(half * len(ordered))
    last = max(len(ordered) - 1, 0)
    low = np.clip(np.searchsorted(ordered, released, "left") - steps, 0, last)
    high = np.clip(np.searchsorted(ordered, released, "right") - 1 + steps, 0, last)
    if not len(ordered):
        return np.zeros(len(released), bool), np.zeros(len(released), bool)
    known = ~np.isnan(released)
    by_rank = known & (ordered[low] <= original) & (original <= ordered[high])
    reach = half * float(np.nanstd(original))
    by_deviation = np.abs(original - released) <= reach
    return by_rank, by_deviation


def _finding(
    tables: Tables,
    keys: tuple[str, ...],
    within: list[tuple[Within, Within]],
    side: Rows,
    half: float,
) -> Finding:
    by_rank, by_deviation = (np.all(each, axis=0) for each in zip(*within, strict=True))
    released = side.matched[0]
    held = released.select([tables.keys.index(key) for key in keys])
    each = {"by_rank": by_rank.astype(np.float64), "by_deviation": by_deviation.astype(np.float64)}
    return Finding(
        attack=interval_disclosure,
        keys=keys,
        about=tables.about(keys),
        figures={name: Figure(float(np.mean(one))) for name, one in each.items()},
        basis=f"Rests on {released.num_rows:,} rows; {side.how}; {half:.0%} to each side.",
        table=partial(_table, held, keys, each),
        target="the original numbers",
        whole=len(keys) == len(tables.keys),
    )


def _table(held: pa.Table, keys: tuple[str, ...], each: dict[str, Floats]) -> pa.Table:
    return shares_by_class(held, keys, **each)
