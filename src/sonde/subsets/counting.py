"""The counts of every subset of the keys, from the table in memory, on all cores."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from ..entropy import Floats, Ints, bits, n_log_n
from . import kernels
from .encoding import Codes, Encoded, overall, values_of
from .kernels import PAIR
from .packing import MOST_PACKED, Packing, pack, subsets_of
from .pairs import Pairs
from .partitioning import Classes, Space, everybody, width_for

if TYPE_CHECKING:
    from .counting_people import PeopleCounter


@dataclass(frozen=True, eq=False)
class Against:
    """The counts of some subsets against one sensitive attribute X, an entry a subset.

    ``s_classes`` is S of the classes and ``s_cells`` of the cells, a class and a value of X;
    ``s_values`` is S(X). ``guessed`` facts have the most frequent value of their class. ``left``
    is the least of n_y H(X|Y=y) over the classes, in bits.
    """

    total: Ints
    cells: Ints
    s_classes: Floats
    s_cells: Floats
    s_values: Floats
    guessed: Ints
    left: Floats
    independent: Ints


@dataclass(frozen=True, eq=False)
class Counts:
    """The counts of some subsets, an entry a subset, ``mask`` with a bit for each of its keys.

    ``total`` facts lie in ``classes`` classes, of which ``uniques`` hold one person and the
    smallest ``smallest``; ``identified`` people are alone in some class. ``s`` is S, and
    ``s_spread`` the same of the people, over the number of classes that each is in.
    """

    mask: Ints
    total: Ints
    classes: Ints
    uniques: Ints
    identified: Ints
    smallest: Ints
    s: Floats
    s_spread: Floats
    against: tuple[Against, ...]


class Counter(Protocol):
    """What counts subsets: of rows, or of people who have several."""

    table: Encoded
    heads: tuple[int, ...]

    def below(self, space: Space, keys: list[int], first: int) -> Iterator[Counts]:
        """Count the subsets that have of the first heads just ``keys``."""


def count(counter: Counter) -> Counts:
    """Count every subset."""
    return gathered(_counted(counter))


def counter_of(table: Encoded, up_to: int, packed: int = MOST_PACKED) -> RowCounter | PeopleCounter:
    """Return what counts the table: rows, or people where a subject column is named."""
    if table.person is None:
        return RowCounter(table, up_to, packed)
    from .counting_people import PeopleCounter

    return PeopleCounter(table, up_to)


def _counted(counter: Counter) -> list[Counts]:
    """Share the subsets among the cores, by which of the first few keys they have."""
    cores = os.cpu_count() or 1
    first = min(len(counter.heads), math.ceil(math.log2(4 * cores)))
    spaces: SimpleQueue[Space] = SimpleQueue()
    for _ in range(cores):
        spaces.put(Space(counter.table))

    def work(chosen: int) -> list[Counts]:
        space = spaces.get()
        try:
            keys = [place for place in range(first) if chosen >> place & 1]
            return list(counter.below(space, keys, first))
        finally:
            spaces.put(space)

    with ThreadPoolExecutor(cores) as pool:
        return [part for parts in pool.map(work, range(1 << first)) for part in parts]


def gathered(parts: list[Counts]) -> Counts:
    """Put the counts of many subsets together, but for the empty one, in the order of masks."""

    def whole(name: str) -> Any:
        return np.concatenate([getattr(part, name) for part in parts])[order]

    order = np.argsort(np.concatenate([part.mask for part in parts]))
    order = order[np.concatenate([part.mask for part in parts])[order] > 0]
    against = []
    for i in range(len(parts[0].against)):
        entries = {
            field.name: np.concatenate([getattr(part.against[i], field.name) for part in parts])
            for field in fields(Against)
        }
        against.append(Against(**{name: held[order] for name, held in entries.items()}))
    names = [field.name for field in fields(Counts) if field.name != "against"]
    return Counts(**{name: whole(name) for name in names}, against=tuple(against))


def of_masks(counts: Counts, keys: Sequence[int] | None = None) -> Counts:
    """Keep one entry of each subset, renumbering its keys where ``keys`` says how."""
    mask = counts.mask
    if keys is not None:
        mask = np.zeros_like(counts.mask)
        for place, key in enumerate(keys):
            mask |= (counts.mask >> place & 1) << key
    mask, first = np.unique(mask, return_index=True)

    def entries(held: Counts | Against) -> dict[str, Any]:
        names = [field.name for field in fields(held) if field.name not in ("mask", "against")]
        return {name: getattr(held, name)[first] for name in names}

    against = tuple(Against(**entries(held)) for held in counts.against)
    return Counts(mask=mask, **entries(counts), against=against)


class RowCounter:
    """Counts rows: every row is a person."""

    def __init__(self, table: Encoded, up_to: int, packed: int = MOST_PACKED) -> None:
        self.table, self.up_to = table, up_to
        self.packing: Packing = pack(table, most=packed)
        self.table = table.without(self.packing.tails)  # which are in the code now
        self.heads = self.packing.heads
        self.packed_sizes = np.bitwise_count(np.arange(len(self.packing.keep)))
        self.width = width_for(table)
        self.bits = bits(np.arange(1, self.width, dtype=np.int64))
        self.bits = np.concatenate([[0.0], self.bits])
        self.pairs = Pairs(self.table, self.packing)
        # So that no sum of whole units overflows.
        most = max(2.0, table.total * math.log2(max(2, table.total)))
        self.unit = 2.0 ** (61 - math.ceil(math.log2(most)))
        reached = np.minimum(self.bits, most)  # no class is larger than all of them
        self.units = np.rint(reached * self.unit).astype(np.int64)
        self.overall = [overall(codes, table.weights) for codes in table.sensitive]
        self.s_values = [n_log_n(held[held > 0]) for held in self.overall]

    def below(self, space: Space, keys: list[int], first: int) -> Iterator[Counts]:
        """Count the subsets that have of the first heads just ``keys``."""
        if len(keys) > self.up_to:
            return
        kernels.bring_in_order(space.rows)
        classes, mask = self.pairs.begin(everybody(self.table, space, self.width)), 0
        for place in keys:
            classes, mask = self.pairs.by(classes, place), mask | 1 << self.heads[place]
        yield from self._visit(classes, mask, len(keys), first)

    def _visit(self, classes: Classes, mask: int, size: int, place: int) -> Iterator[Counts]:
        """Count a set of heads with every subset of the packed keys, then its larger sets.

        The child with most sets below comes last, when nothing else needs its parent's classes:
        so those of two sets are held at a time, and not those of a whole path.
        """
        waiting: list[tuple[Classes, int, int, int]] = []
        while True:
            if classes.settled:
                yield self._all_alike(classes, mask, place)
            else:
                yield self.count(classes, mask, size)
                if size < self.up_to:
                    others = range(place, len(self.heads))
                    waiting += [(classes, mask, size + 1, other) for other in others]
            if not waiting:
                return
            classes, mask, size, place = waiting.pop()
            mask |= 1 << self.heads[place]
            classes, place = self.pairs.by(classes, place), place + 1

    def _all_alike(self, classes: Classes, mask: int, place: int) -> Counts:
        """Count a set that leaves nobody to be told apart, and with it all larger sets."""
        masks = mask | subsets_of((*self.heads[place:], *self.packing.tails))
        masks = masks[np.bitwise_count(masks) <= self.up_to]
        one = self.count(classes, mask, self.up_to)  # the packed keys add nothing

        def repeated(held: Counts | Against) -> dict[str, Any]:
            names = [field.name for field in fields(held) if field.name not in ("mask", "against")]
            return {name: np.repeat(getattr(held, name)[:1], len(masks)) for name in names}

        against = tuple(Against(**repeated(held)) for held in one.against)
        return Counts(mask=masks, **repeated(one), against=against)

    def count(self, classes: Classes, mask: int, size: int) -> Counts:
        """Count one set of heads with every subset of the packed keys."""
        chosen = np.flatnonzero(self.packed_sizes <= self.up_to - size)
        sizes, large = self._classes(classes, chosen)
        s, smallest, number = self._finish(sizes, large)
        alone = sizes[:, 1].copy()  # so that the rest can go
        total = np.full(len(chosen), self.table.total)
        against = tuple(
            self._against(classes, chosen, i, s, total) for i in range(len(self.table.sensitive))
        )
        return Counts(
            mask=mask | self.packing.masks[chosen],
            total=total,
            classes=number,
            uniques=alone,
            identified=alone,
            smallest=smallest,
            s=s,
            s_spread=np.zeros(len(chosen)),
            against=against,
        )

    def _room(self, classes: Classes, subsets: int) -> tuple[Codes, Codes]:
        """Make room for classes by size, and for those too large for that."""
        live = int((classes.ends - classes.starts).sum())
        listed = min(self.table.total // self.width + 1, live + 1)
        sizes = np.zeros((subsets, self.width), np.int64)
        return sizes, np.empty((subsets * listed, 2), np.int64)

    def _classes(self, classes: Classes, chosen: Ints) -> tuple[Ints, Ints]:
        """Count the classes of each subset by size, and list the large ones."""
        packing = self.packing
        sizes, large = self._room(classes, len(chosen))
        pairs = np.zeros(1 << len(packing.tails), np.int64)
        listed = kernels.count_subsets(
            packing.code,
            classes.space.rows,
            classes.starts,
            classes.ends,
            self.table.weights,
            packing.keep[chosen],
            packing.differs,
            sizes,
            pairs,
            large,
        )
        pairs += self.pairs.of_any(classes)
        together = _together(pairs, chosen)
        sizes[:, 2] += together
        sizes[:, 1] += 2 * (pairs.sum() - together)
        sizes += classes.alone
        return sizes, large[:listed]

    def _finish(self, sizes: Ints, large: Ints) -> tuple[Floats, Ints, Ints]:
        """Return S, the smallest class and the number of classes of each subset."""
        sums, errors = kernels.exact_sums(sizes, self.bits)
        s = sums + errors
        number = sizes.sum(axis=1)
        smallest = np.where(number > 0, (sizes > 0).argmax(axis=1), self.table.total)
        for subset in np.unique(large[:, 0]):
            held, times = np.unique(large[large[:, 0] == subset, 1], return_counts=True)
            s[subset] = math.fsum([sums[subset], errors[subset], *(times * bits(held))])
            smallest[subset] = min(smallest[subset], held[0])
            number[subset] += times.sum()
        return s, smallest, number

    def _against(self, classes: Classes, chosen: Ints, i: int, s: Floats, total: Ints) -> Against:
        """Count the same subsets against one sensitive attribute."""
        value, subsets, packing = self.table.sensitive[i], len(chosen), self.packing
        sizes, large = self._room(classes, subsets)
        alone = int((np.arange(self.width) * classes.alone).sum())
        cells, guessed = np.zeros(subsets, np.int64), np.full(subsets, alone, np.int64)
        left = np.full(subsets, 0 if alone else np.iinfo(np.int64).max, np.int64)
        independent = np.full(subsets, not alone or len(self.overall[i]) == 1)
        pairs = np.zeros((2, 1 << len(packing.tails)), np.int64)
        listed = kernels.count_against(
            packing.code,
            value,
            max(1, (values_of(value) - 1).bit_length()),
            len(packing.differs),
            classes.space.rows,
            classes.starts,
            classes.ends,
            self.table.weights,
            packing.keep[chosen],
            self.overall[i],
            self.unit,
            self.units,
            packing.differs,
            pairs,
            sizes,
            large,
            cells,
            guessed,
            left,
            independent,
        )
        pairs += self.pairs.by_value(classes, i)
        same, mixed = (_together(one, chosen) for one in pairs)
        apart = pairs.sum() - same - mixed
        # Of two people with one value together one cell comes, and two otherwise.
        sizes[:, 1] += 2 * (mixed + apart)
        sizes[:, 2] += same
        sizes += classes.alone
        left[mixed > 0] = np.minimum(left[mixed > 0], self.units[2])
        left[same + apart > 0] = 0
        independent &= self._pairs_say_nothing(i, same + apart, mixed)
        return Against(
            total=total,
            cells=cells + int(classes.alone.sum()) + same + 2 * (mixed + apart),
            s_classes=s,
            s_cells=self._finish(sizes, large[:listed])[0],
            s_values=np.full(subsets, self.s_values[i]),
            guessed=guessed + 2 * (same + apart) + mixed,
            left=left / self.unit,
            independent=independent,
        )

    def _pairs_say_nothing(self, i: int, pure: Ints, mixed: Ints) -> Any:
        """Whether pairs look like the whole: with one value as it has, or half and half."""
        values = self.overall[i].tolist()
        if len(values) == 1:
            return True
        return (pure == 0) & ((mixed == 0) | (len(values) == len(set(values)) + 1 == PAIR))


def _together(pairs: Ints, chosen: Ints) -> Ints:
    """Count for each subset the pairs that differ in none of its columns."""
    return np.asarray(((np.arange(len(pairs)) & chosen[:, None]) == 0) @ pairs)
