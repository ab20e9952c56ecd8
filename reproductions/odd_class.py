"""ITPR paper, Figure 4: a rare disease, from classes of which one has more of it.

python -m reproductions.odd_class
"""

from __future__ import annotations

from collections.abc import Sequence

import sonde

from .counted import by_key_and_value
from .results import Row, write
from .six import six_of

SAID = "bits between the uncertainty of the odd class and of everybody"
# The paper says nothing of the classes. The odd one comes first.
ALIKE = (10_000,) * 10
TENTH = (10_000, 90_000)


def odd(sizes: Sequence[int], steps: int = 40) -> list[Row]:
    """Let more and more of the first class be ill, from one in a hundred, as in the others."""
    rows: list[Row] = []
    for step in range(steps + 1):
        share = 0.01 + 0.14 * step / steps
        ill = [round(sizes[0] * share), *(size // 100 for size in sizes[1:])]
        cells = [[size - n, n] for size, n in zip(sizes, ill, strict=True)]
        profile = sonde.profile(by_key_and_value(cells), keys="key", sensitive="value")
        away = float(profile.class_entropy.max() - profile.entropy)
        rows.append({"ill in the odd class": ill[0] / sizes[0], "ϑ": away, **six_of(profile)})
    return rows


def main() -> None:
    """Write the figure's tables, and the chart of classes of one size."""
    from .charts import curves

    rows = odd(ALIKE)
    write("itpr_figure_4", rows, curves(rows, "ϑ", SAID))
    write("itpr_figure_4_uneven", odd(TENTH))


if __name__ == "__main__":
    main()
