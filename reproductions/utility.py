"""Thesis, Figure 6.1: how well the released keys still tell the salary class.

python -m reproductions.utility FOLDER
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import sonde

from .folder import folder_asked_for
from .rates import rates_by_value
from .releases import Release, original, release
from .results import Row, write

NAMES = ("k5_s5", "k10_s5", "distinct10_s5")
KEYS = ("age", "education", "native-country", "race")
VALUED = "race"
SENSITIVE = "original salary-class"
# The need: whether an income is above 50K. These are the domains that the question has.
NEED = {SENSITIVE: {"up to 50K": ["<=50K"], "above 50K": [">50K"]}}
# The thesis's ages after recoding.
TWO_AGES = {"age": {"bins": [80]}}
TOGETHER = "all four"


def need(releases: Sequence[Release]) -> list[Row]:
    """Measure each key, and all together, against the domains of the salary."""
    asked = [*((key, [key]) for key in KEYS), (TOGETHER, list(KEYS))]
    rows = [_row(each, name, keys, {}) for each in releases for name, keys in asked]
    return [*rows, _row(original(), "age, below 80 or not", ["age"], TWO_AGES)]


def _row(each: Release, name: str, keys: Sequence[str], laid: Mapping[str, Any]) -> Row:
    made = sonde.measure(
        each.kept,
        keys=keys,
        sensitive=SENSITIVE,
        partitions=NEED | dict(laid),
        only=["discrimination_rate", "rate_by_chance", "adjusted_rate"],
    )
    return {
        "release": each.name,
        "key": name,
        "rate": made.overall["discrimination_rate"],
        "by chance": made.overall["rate_by_chance"],
        "adjusted": made.overall["adjusted_rate"],
    }


def need_by_value(releases: Sequence[Release]) -> list[Row]:
    """Measure each race likewise."""
    return [row for each in releases for row in rates_by_value(each, VALUED, SENSITIVE, NEED)]


def draw(name: str, releases: Sequence[Release]) -> None:
    """Write the tables and the chart."""
    from .charts import bars, beside

    rows, values = need(releases), need_by_value(releases)
    asked = [row for row in rows if row["key"] in {*KEYS, TOGETHER}]
    said = "salary class, from each key (mark: adjusted rate)"
    left = bars(asked, "key", said, tick="adjusted")
    right = bars(values, "value", f"from each {VALUED}")
    write(name, rows, beside(left, right))
    write(f"{name}_by_value", values)


def main(folder: Path) -> None:
    """Do it with the releases of a folder."""
    draw("utility", [original(), *(release(folder, name) for name in NAMES)])


if __name__ == "__main__":
    main(folder_asked_for(__doc__))
