"""Thesis, Figure 4.5: what the released keys tell of the occupation.

python -m reproductions.homogeneity FOLDER
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .folder import folder_asked_for
from .identity import KEYS, NAMES, VALUED
from .rates import rate_of, rates_by_value
from .releases import Release, original, release
from .results import Row, write

# As it was: k10_s5 and k15_s5 release no occupation, but an attacker may be after it all the same.
SENSITIVE = "original occupation"
TOGETHER = "all four"


def attack(releases: Sequence[Release]) -> list[Row]:
    """Measure each released key, and all together, against the occupation."""
    asked = [*((key, [key]) for key in KEYS), (TOGETHER, list(KEYS))]
    return [
        {
            "release": each.name,
            "key": name,
            "rate": rate_of(each.kept, keys, SENSITIVE),
            "rate with the suppressed as a class": rate_of(each.whole, keys, SENSITIVE),
        }
        for each in releases
        for name, keys in asked
    ]


def attack_by_value(releases: Sequence[Release]) -> list[Row]:
    """Measure each released marital status against the occupation."""
    return [row for each in releases for row in rates_by_value(each, VALUED, SENSITIVE)]


def draw(name: str, releases: Sequence[Release]) -> None:
    """Write the tables and the chart."""
    from .charts import bars, beside

    rows, values = attack(releases), attack_by_value(releases)
    alone = [row for row in rows if row["key"] != TOGETHER]
    left = bars(alone, "key", "occupation, from each key")
    right = bars(values, "value", f"from each value of {VALUED}")
    write(name, rows, beside(left, right))
    write(f"{name}_by_value", values)


def main(folder: Path) -> None:
    """Do it with the releases of a folder."""
    draw("homogeneity", [original(), *(release(folder, name) for name in NAMES)])


if __name__ == "__main__":
    main(folder_asked_for(__doc__))
