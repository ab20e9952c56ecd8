"""Two tables row by row: what a priori measures need and counts cannot give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ..datasets import clean, require_column
from ..errors import SondeError

if TYPE_CHECKING:
    import pyarrow as pa

    from ..sources import Source

# These hand rows back in the order in which they hold them.
IN_ORDER = ("duckdb", "polars", "pandas", "datafusion")


def read_rows(source: Source, names: Sequence[str]) -> pa.Table:
    """Read columns into memory with the rows in their own order."""
    for name in names:
        require_column(source, name)
    positions = {name: source.columns.index(name) for name in names}
    held = source.load(list(positions.values()))
    backend = held.get_backend().name
    if backend not in IN_ORDER:
        raise SondeError(
            f"{source.title} is in {backend}, where rows have no order, and what was lost is seen "
            "row by row: sort it and hand it over as Arrow, with to_pyarrow()."
        )
    bare = held.select(
        **{f"c{i}": clean(held, f"c{p}", name) for i, (name, p) in enumerate(positions.items())}
    )
    with _kept_order():
        return source.run(bare).rename_columns(list(names))


@contextmanager
def _kept_order() -> Iterator[None]:
    """Have the engine keep the order of rows, which counting has no use for."""
    from ..engine import duckdb_engine

    con = duckdb_engine().con
    con.execute("SET preserve_insertion_order = true")
    try:
        yield
    finally:
        con.execute("SET preserve_insertion_order = false")
