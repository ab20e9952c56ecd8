"""ITPR paper, Figure 3: a disease, from classes in which one disease grows frequent.

python -m reproductions.skewed_classes
"""

from __future__ import annotations

import sonde

from .counted import by_key_and_value
from .results import Row, write
from .six import six_of

AGES, DISEASES, OF_AN_AGE = 5, 10, 2_000
SAID = "λ, the most frequent disease of an age less the rarest"


def skewed(ages: int, *, same: bool = True, steps: int = 40) -> list[Row]:
    """Let the diseases of so many ages grow uneven, from all alike to one alone.

    The paper does not say in how many ages, nor whether the frequent disease is the same in all.
    """
    rows: list[Row] = []
    for rare in range(OF_AN_AGE // DISEASES, -1, -max(1, OF_AN_AGE // DISEASES // steps)):
        frequent = OF_AN_AGE - (DISEASES - 1) * rare
        sizes = [[OF_AN_AGE // DISEASES] * DISEASES for _ in range(AGES)]
        for age in range(ages):
            sizes[age] = [rare] * DISEASES
            sizes[age][0 if same else age] = frequent
        profile = sonde.profile(by_key_and_value(sizes), keys="key", sensitive="value")
        rows.append({"λ": frequent - rare} | six_of(profile))
    return rows


def ways(steps: int = 40) -> list[Row]:
    """Skew one age to all five, by the same disease or each by its own."""
    asked = [(ages, True) for ages in range(1, AGES + 1)] + [(AGES, False)]
    return [
        {"uneven ages": ages, "frequent disease": "the same" if same else "each its own"}
        | dict(row)
        for ages, same in asked
        for row in skewed(ages, same=same, steps=steps)
    ]


def main() -> None:
    """Write the figure's tables, and the chart of the way that is like the paper's."""
    from .charts import curves

    rows = skewed(4)
    write("itpr_figure_3", rows, curves(rows, "λ", SAID))
    write("itpr_figure_3_ways", ways(8))


if __name__ == "__main__":
    main()
