"""Tables and pictures into files, by the name that a file is given."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from ..writing import whole_file
from .spreadsheet import harmless

if TYPE_CHECKING:
    from ..subsets.lattices import Lattice

TABLES = (".parquet", ".csv")
PICTURE = ".svg"


def write_table(table: pa.Table, path: Path) -> None:
    """Write an Arrow table, whole or not at all: as Parquet, or as CSV with its lists as text."""
    if path.suffix == ".parquet":
        import pyarrow.parquet as pq

        beside = path.with_name(f".{path.name}.part")
        try:
            pq.write_table(table, beside, compression="zstd")
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
        return
    from pyarrow import csv

    held = pa.BufferOutputStream()
    csv.write_csv(harmless(_flat(table)), held)
    with whole_file(path) as out:
        out.write(held.getvalue().to_pybytes().decode("utf-8"))


def write_picture(made: Lattice, path: Path) -> None:
    """Write the frontier and the shares as a picture."""
    from .lattice_as_svg import picture

    with whole_file(path) as out:
        out.write(picture(made))


def _flat(table: pa.Table) -> pa.Table:
    """Turn lists of keys into text and what is nested into columns of its own."""
    table = table.flatten()
    for place, name in enumerate(table.column_names):
        if pa.types.is_list(table[name].type):
            table = table.set_column(place, name, pc.binary_join(table[name], ", "))
    return table
