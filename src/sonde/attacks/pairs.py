"""Pairs: what the original's combinations of values became in the release, and how often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from ..datasets import dataset, require_column
from ..entropy import Ints
from ..errors import SondeError
from ..numbering import arrow, combined, ints
from ..partitions import Partition, text
from ..profiles import Profile, profile, profile_of_counts
from .findings import listed
from .needs import Unsuited
from .rows import rows

if TYPE_CHECKING:
    from ..partitions import Unsettled
    from .tables import Tables


@dataclass(frozen=True, eq=False)
class Pairs:
    """How often each combination of original values became each of released ones.

    ``old`` and ``new`` hold the values as text, a column for each key.
    """

    keys: tuple[str, ...]
    about: tuple[str, ...]
    old: pa.Table
    new: pa.Table
    n: Ints
    dropped: int
    how: str

    def only(self, key: str) -> Pairs:
        """Return the pairs of one key."""
        at = self.keys.index(key)
        old, new, n = _merged(self.old.select([at]), self.new.select([at]), self.n)
        return Pairs((key,), (self.about[at],), old, new, n, self.dropped, self.how)

    @property
    def numbered(self) -> tuple[Ints, Ints]:
        """Number the combinations of original values, and those of released ones."""
        return _numbers(self.old), _numbers(self.new)

    def torn(self) -> tuple[str, list[str]] | None:
        """Find a combination of original values that became several, if there is one."""
        old, new = self.numbered
        both = np.unique(np.stack([old, new]), axis=1)
        twice = both[0][1:][np.diff(both[0]) == 0]
        if not len(twice):
            return None
        of = both[1][both[0] == twice[0]]
        names = [_named(self.new, int(np.flatnonzero(new == one)[0])) for one in of]
        return _named(self.old, int(np.flatnonzero(old == twice[0])[0])), names

    def profile(self) -> Profile:
        """Count the original's combinations as what is sought, the release's as what is known."""
        old = self.numbered[0]
        sought = f"the original {listed(self.about)}"
        while sought in self.keys:
            sought += "_"
        table = pa.table([*self.new.columns, arrow(old)], [*self.keys, sought])
        roles = dataset(table, keys=self.keys, sensitive=sought)
        held = [
            *self.new.columns,
            pa.chunked_array([arrow(old)]),
            pa.chunked_array([arrow(self.n)]),
        ]
        cells = pa.table(held, [*roles.key_columns, "sensitive", "n"])
        cells = cells.group_by([*roles.key_columns, "sensitive"]).aggregate([("n", "sum")])
        counts = cells.rename_columns([*roles.key_columns, "sensitive", "n"])
        return profile_of_counts(roles, counts, dropped=self.dropped)


def pairs(tables: Tables) -> Pairs:
    """Find what became of the original's values: by row, or by the recodings of its keys."""
    assert tables.original is not None  # noqa: S101 - it is needed
    about = tables.about(tables.keys)
    for key, old in zip(tables.keys, about, strict=True):
        require_column(tables.original, old, f"of which the key {key!r} was made")
    laid = [tables.recoding(key) for key in tables.keys]
    if all(each is not None for each in laid):
        return _recoded(tables, about, [each for each in laid if each is not None])
    try:
        side = rows(tables, tables.original, tables.keys, about)
    except Unsuited as why:
        raise Unsuited(f"{why}, or give each key its hierarchy or its partition") from None
    new, old = side.matched
    return _counted(tables, about, _as_text(old), _as_text(new), None, side.how)


def _recoded(tables: Tables, about: tuple[str, ...], laid: list[Partition | Unsettled]) -> Pairs:
    """Lay the recodings over the combinations of the original."""
    counted = profile(tables.original, keys=about)
    assert counted.keys is not None  # noqa: S101 - profile() names the classes unless told not to
    columns = []
    for name, column, part in zip(about, counted.keys.columns, laid, strict=True):
        held = column.combine_chunks().dictionary_encode(null_encoding="encode")
        values = held.dictionary.to_pylist()
        settled = (
            part if isinstance(part, Partition) else part.over(v for v in values if v is not None)
        )
        placed = pa.array([_placed(settled, value, name) for value in values], pa.string())
        columns.append(placed.take(arrow(ints(held.indices))))
    new = pa.table(columns, [f"v{i}" for i in range(len(about))])
    pairs = _counted(
        tables, about, _as_text(counted.keys), new, counted.size, "the release's values by recoding"
    )
    _check_released(tables, pairs)
    return pairs


def _placed(laid: Partition, value: object, name: str) -> str | None:
    domain = laid.place(value)
    if domain is None and value is not None:
        raise SondeError(
            f"The value {text(value)!r} of column {name!r} {laid.refusal(text(value))}"
        )
    return domain


def _check_released(tables: Tables, made: Pairs) -> None:
    """Refuse recodings that did not make this release."""
    for at, key in enumerate(tables.keys):
        strange = tables.values(key) - set(made.new[at].to_pylist())
        if strange:
            raise SondeError(
                f"The recoding of {key!r} makes no {min(strange)!r}, which "
                f"{tables.release.name} has: its values are no such partition of the original's."
            )


def _counted(
    tables: Tables,
    about: tuple[str, ...],
    old: pa.Table,
    new: pa.Table,
    n: Ints | None,
    how: str,
) -> Pairs:
    """Count equal pairs together, and leave out those with a null if that is asked."""
    counts = np.ones(old.num_rows, np.int64) if n is None else n
    dropped = 0
    if tables.missing == "drop":
        null = np.zeros(old.num_rows, bool)
        for column in [*old.columns, *new.columns]:
            null |= np.array([value is None for value in column.to_pylist()], bool)
        keep = np.flatnonzero(~null)
        dropped = int(counts[null].sum())
        old, new, counts = old.take(arrow(keep)), new.take(arrow(keep)), counts[keep]
    if not len(counts):
        raise SondeError(f"{tables.release.title} has no row to compare with the original.")
    return Pairs(tables.keys, about, *_merged(old, new, counts), dropped, how)


def _merged(old: pa.Table, new: pa.Table, n: Ints) -> tuple[pa.Table, pa.Table, Ints]:
    """Add up the counts of pairs that are equal."""
    code, met = combined([_numbers(old), _numbers(new)], len(n))
    at = arrow(met)
    return old.take(at), new.take(at), np.bincount(code, n, len(met)).astype(np.int64)


def _as_text(table: pa.Table) -> pa.Table:
    """Write values as the text that partitions list them by, each distinct one once."""
    written = []
    for column in table.columns:
        held = column.combine_chunks()
        held = held if pa.types.is_dictionary(held.type) else held.dictionary_encode("encode")
        values = [None if v is None else text(v) for v in held.dictionary.to_pylist()]
        written.append(pa.array(values, pa.string()).take(held.indices))
    return pa.table(written, [f"v{i}" for i in range(len(written))])


def _numbers(table: pa.Table) -> Ints:
    ranks = [ints(c.combine_chunks().dictionary_encode("encode").indices) for c in table.columns]
    return combined(ranks, table.num_rows)[0]


def _named(table: pa.Table, row: int) -> str:
    values = table.slice(row, 1).to_pylist()[0].values()
    return ", ".join("null" if value is None else repr(value) for value in values)


def key_of(values: Sequence[object]) -> tuple[str | None, ...]:
    """Write a combination of values as text, by which those of two tables are matched."""
    return tuple(None if value is None else text(value) for value in values)
