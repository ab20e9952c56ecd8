"""All measures that need no population or weights, against one measure of another tool."""

from __future__ import annotations

import statistics
from functools import partial
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import sonde

from .figures import Figure, Point, count
from .pairs import pair
from .tables import repeated

TARGET = 1.0
PAIRS = 11
ROWS = 10**6
KEYS = ["age", "workclass", "education", "marital-status", "race", "sex", "native-country"]
SENSITIVE = "occupation"


def known(folder: Path, rows: int) -> list[Figure]:
    """Measure everything against pycanon's k-anonymity alone, in turn, on the same frame."""
    from pycanon import anonymity

    rows = min(rows, ROWS)
    with as_file(files("sonde") / "data" / "adult.parquet") as adult:
        frame = _frame(repeated(folder / "adult.parquet", adult, rows))
    ours = partial(_all_measures, frame, _beside(frame))
    theirs = partial(anonymity.k_anonymity, frame, KEYS)
    made = ours()
    if made["k_anonymity"].overall != theirs():
        raise ValueError("the two do not count the same classes")
    taken = [pair(theirs, ours, turn) for turn in range(PAIRS + 1)][1:]
    low, ratio, high = statistics.quantiles([mine / other for other, mine in taken], n=4)
    other, mine = (statistics.median(times) for times in zip(*taken, strict=True))
    what = f"{len(made.results)} measures against pycanon's k-anonymity alone, {count(rows)} rows"
    return [
        Figure(
            what=what,
            measured=(
                f"{ratio:.2f} times, quartiles {low:.2f} and {high:.2f} "
                f"({mine:.3f} s against {other:.3f} s)"
            ),
            target=f"at most {TARGET:.0f} time",
            met=ratio <= TARGET,
            points=(
                Point("known", "pycanon, k-anonymity", rows, other),
                Point("known", "Sonde, all measures", rows, mine),
            ),
        )
    ]


def _frame(table: Path) -> Any:
    """Read the rows as both take them; a null as a value, as pycanon drops it without a word."""
    import pandas as pd

    return pd.read_parquet(table, columns=[*KEYS, SENSITIVE]).fillna("?")


def _beside(frame: Any) -> dict[str, Any]:
    """What lets every measure of a table alone be asked: an order, a hierarchy, a sample."""
    values = sorted(set(frame[SENSITIVE]))
    ladder = sonde.Hierarchy(tuple((value, value[:1], "*") for value in values))
    return {"orders": {SENSITIVE: values}, "hierarchies": {SENSITIVE: ladder}, "sample": True}


def _all_measures(frame: Any, beside: dict[str, Any]) -> Any:
    made = sonde.measure(frame, keys=KEYS, sensitive=SENSITIVE, **beside)
    _ = [result.interval for result in made.results.values()]
    return made
