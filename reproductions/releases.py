"""Releases of Adult, each record beside the one that it was made of."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

import sonde
from sonde.errors import SondeError

ADULT = Path(sonde.__file__).parent / "data" / "adult.parquet"
STAR = "*"
# What the releases keep of a suppressed record is what an attacker is after, and no key.
SENSITIVE = ("occupation", "salary-class")
# The files, and the models that ARX was told to keep.
MODELS = {
    "k5_s5": "5-anonymous",
    "k10_s5": "10-anonymous",
    "k15_s5": "15-anonymous",
    "distinct10_s5": "distinct 10-diverse",
    "recursive4_5_s5": "recursive (4, 5)-diverse",
    "entropy5shannon_s5": "entropy 5-diverse",
    "tclose03_s5": "0.3-close, equal distance",
    "tclose03hier_k5_s5": "0.3-close, hierarchical distance",
}


@dataclass(frozen=True)
class Release:
    """A release's columns by their names, and what stood there before as ``original NAME``.

    A record is suppressed where every key is ``*``. ``kept`` is without such records; ``whole``
    has them, as a class of their own.
    """

    name: str
    kept: pa.Table
    whole: pa.Table

    @property
    def suppressed(self) -> int:
        """How many records are suppressed."""
        return int(self.whole.num_rows - self.kept.num_rows)


def original() -> Release:
    """Return the complete rows of Adult, of which nothing is changed."""
    table = pq.read_table(ADULT).drop_null()
    both = _beside(table, table)
    return Release("original", both, both)


def release(folder: Path, name: str) -> Release:
    """Read a release, whose rows are the complete rows of Adult in their order."""
    path = folder / f"{name}.parquet"
    if not path.is_file():
        raise SondeError(f"{path} is missing: the folder needs {', '.join(MODELS)} as Parquet.")
    released, before = pq.read_table(path), pq.read_table(ADULT).drop_null()
    if released.num_rows != before.num_rows:
        raise SondeError(
            f"{path} has {released.num_rows:,} rows, and not the {before.num_rows:,} complete ones "
            "of Adult: keep suppressed records, with * in every key."
        )
    whole = _beside(released, before)
    kept = whole.filter(pc.invert(_suppressed(released)))
    salary = "salary-class"
    if kept[salary].combine_chunks() != kept[f"original {salary}"].combine_chunks():
        raise SondeError(f"{path} has other salary classes than Adult: its rows are in disorder.")
    return Release(MODELS[name], kept, whole)


def _suppressed(released: pa.Table) -> pa.ChunkedArray:
    keys = [name for name in released.column_names if name not in SENSITIVE]
    stars = [pc.equal(released[name], STAR) for name in keys]
    held = stars[0]
    for star in stars[1:]:
        held = pc.and_(held, star)
    return held


def _beside(released: pa.Table, before: pa.Table) -> pa.Table:
    columns = {name: _text(released[name]) for name in released.column_names}
    columns |= {f"original {name}": _text(before[name]) for name in before.column_names}
    return pa.table(columns)


def _text(column: pa.ChunkedArray) -> pa.ChunkedArray:
    return pc.cast(column, pa.string())
