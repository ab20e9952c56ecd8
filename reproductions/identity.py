"""Thesis, Figure 4.4: what the released keys tell of the keys as they were.

python -m reproductions.identity FOLDER
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .folder import folder_asked_for
from .rates import rate_of, rates_by_value
from .releases import Release, release
from .results import Row, write

NAMES = ("k10_s5", "k15_s5", "distinct10_s5", "recursive4_5_s5", "entropy5shannon_s5")
KEYS = ("marital-status", "native-country", "race", "workclass")
VALUED = "marital-status"


def attack(releases: Sequence[Release]) -> list[Row]:
    """Measure each released key against its original, as who has both tables may."""
    return [
        {
            "release": each.name,
            "key": key,
            "rate": rate_of(each.kept, key, f"original {key}"),
            "rate with the suppressed as a class": rate_of(each.whole, key, f"original {key}"),
        }
        for each in releases
        for key in KEYS
    ]


def attack_by_value(releases: Sequence[Release]) -> list[Row]:
    """Measure each released marital status against what it was."""
    return [row for each in releases for row in rates_by_value(each, VALUED, f"original {VALUED}")]


def draw(name: str, releases: Sequence[Release]) -> None:
    """Write the tables and the chart."""
    from .charts import bars, beside

    rows, values = attack(releases), attack_by_value(releases)
    left = bars(rows, "key", "each key, of itself as it was")
    right = bars(values, "value", f"each value of {VALUED}")
    write(name, rows, beside(left, right))
    write(f"{name}_by_value", values)


def main(folder: Path) -> None:
    """Do it with the releases of a folder."""
    draw("identity", [release(folder, name) for name in NAMES])


if __name__ == "__main__":
    main(folder_asked_for(__doc__))
