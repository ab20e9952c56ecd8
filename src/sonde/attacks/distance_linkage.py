"""Distance-based record linkage: the nearest original record is taken for the right one."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from .base import attack
from .comparable import Scale, attributes
from .findings import Figure, Finding
from .nearest import chances, ranks
from .rows import rows
from .shares import shares_by_class

if TYPE_CHECKING:
    from .tables import Tables


@attack(
    title="Distance-based record linkage",
    attacker="Somebody who holds original records, with names, and tries to link the release.",
    knows="The keys of the original, and of each released record which original is nearest.",
    x="the records of the original",
    y="the keys of the release, by their distance",
    question="linkability",
    says="Taking the nearest original record by {keys}, {linked:,.2f} of {released:,} released "
    "rows are linked right ({nearest:.1%}), and {second:.1%} more would be by the second nearest.",
    lead="nearest",
    needs=("original",),
    perturbed=True,
    source="Pagliuca and Seri, SDC project, 1999; Domingo-Ferrer and Torra, 2001; "
    "Sondeck, thesis, 2017, section 3.4.2",
)
def distance_linkage(tables: Tables, scale: Scale = "range") -> list[Finding]:
    """How many released records are nearest to the one that they were made from.

    X is the original's records, Y the keys of a released one. The distance is the sum over the
    keys: of numbers their difference over the original's range (or standard deviation, by
    ``scale="deviation"``); of other values 0 or 1, or the share of a hierarchy's levels to be
    climbed; a null is 1 from any value. Where several are nearest, one of them is drawn, so that a
    right one counts for its share. ``chance`` is what drawing any record links.

    Rests on rows that match, by order or ``row_id``: only who holds the original can know how
    often the attacker is right. It stands where values are perturbed. An attacker with other
    weights for the keys may link more.

    >>> import sonde
    >>> made = sonde.attack(
    ...     {"Age": [21, 36, 58]}, original={"Age": [22, 35, 60]}, keys="Age", perturbed=True
    ... )
    >>> made["distance_linkage"][0].overall["nearest"]
    1.0
    """
    assert tables.original is not None  # noqa: S101 - it is needed
    keys, about = tables.keys, tables.about(tables.keys)
    side = rows(tables, tables.original, keys, about)
    has = np.flatnonzero(side.mate >= 0)
    made = attributes(tables, side.release.take(pa.array(has)), side.other, keys, scale)
    nearest, second = chances(*ranks(made, side.mate[has], side.other.num_rows))
    figures = {
        "nearest": Figure(math.fsum(nearest) / len(has)),
        "second": Figure(math.fsum(second) / len(has)),
        "linked": Figure(math.fsum(nearest)),
        "released": Figure(len(has)),
        "chance": Figure(1 / side.other.num_rows),
    }
    held = side.release.take(pa.array(has))
    return [
        Finding(
            attack=distance_linkage,
            keys=keys,
            about=about,
            figures=figures,
            basis=f"Rests on {len(has):,} released and {side.other.num_rows:,} original rows; "
            f"{side.how}; numbers by their {scale}.",
            table=partial(shares_by_class, held, keys, nearest=nearest, second=second),
            target="which original record a released one was",
        )
    ]
