"""Every subset of the keys at once: what each gives away, from one reading of the table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from ..datasets import Missing, Partitions
from ..entropy import Floats, Ints
from ..errors import SondeError, did_you_mean
from ..numbering import arrow
from ..plain import plain
from .counting import Counts, count, counter_of
from .encoding import TooLargeError
from .rates import itpr_against, rate, rate_against
from .roles import Roles, roles_of

if TYPE_CHECKING:
    from .blames import Hierarchies

# A list of more subsets than this is longer than anybody reads, and fills the memory.
MOST_SUBSETS = 2**22


@dataclass(frozen=True, eq=False)
class Lattice:
    """Every subset of the keys, or those up to a size, with what each gives away.

    ``table`` is an Arrow table with a row for each subset, by size and then in the order of the
    keys. All rests on the same people, whichever the subset.
    """

    roles: Roles
    up_to: int
    counts: Counts
    subjects: int
    rows: int
    dropped: int

    @property
    def keys(self) -> tuple[str, ...]:
        """What an attacker may know."""
        return self.roles.keys

    @property
    def sensitive(self) -> tuple[str, ...]:
        """What must not be learned."""
        return self.roles.sensitive

    @cached_property
    def table(self) -> pa.Table:
        """A row for each subset: its keys, its counts, and its rates.

        ``facts`` are the rows, or with a subject column one person with one combination of key
        values; ``classes`` the combinations, of which ``uniques`` have one person and the
        smallest has ``smallest``. ``s`` is the sum of n log2 n over the classes.
        ``posterior_vulnerability`` is the chance that an attacker's best guess who it is is
        right. Of each sensitive attribute, after its name and a dot, there is the rate, the ITPR
        and the chance that the best guess is right. Null: undefined, as nothing is to be learned.
        """
        counts, order = self.counts, self._order
        columns: dict[str, Any] = {
            "keys": self._names(counts.mask[order]),
            "size": np.bitwise_count(counts.mask),
            "facts": counts.total,
            "classes": counts.classes,
            "uniques": counts.uniques,
            "smallest": counts.smallest,
            "s": counts.s,
            "discrimination_rate": self.rates(),
            "posterior_vulnerability": counts.classes / counts.total,
        }
        for name, against in zip(self.sensitive, counts.against, strict=True):
            columns[f"{name}.s"] = against.s_cells
            columns[f"{name}.discrimination_rate"] = self.rates(name)
            columns[f"{name}.itpr"] = itpr_against(counts, against)
            columns[f"{name}.posterior_vulnerability"] = against.guessed / against.total
        made = {
            name: held if isinstance(held, pa.Array) else _column(held[order])
            for name, held in columns.items()
        }
        return pa.table(made)

    @cached_property
    def _order(self) -> Ints:
        """By size, and then as a person would list them: first those with the first key."""
        mask, count = self.counts.mask, len(self.keys)
        listed = np.zeros(len(mask), np.int64)
        for key in range(count):
            listed |= (mask >> key & 1) << (count - 1 - key)
        return np.lexsort((-listed, np.bitwise_count(mask)))

    def _names(self, masks: Ints) -> pa.Array:
        """Write each subset as the list of its keys."""
        has = (masks[:, None] >> np.arange(len(self.keys)) & 1).astype(bool)
        ends = np.concatenate([[0], has.sum(axis=1).cumsum()]).astype(np.int32)
        names = pa.array(self.keys, pa.string()).take(arrow(np.nonzero(has)[1]))
        return pa.ListArray.from_arrays(pa.array(ends), names)

    def rates(self, of: str | None = None) -> Floats:
        """Return the rate of each subset in the order of masks, nan where it is undefined."""
        if of is None:
            return rate(self.counts, self.subjects)
        return rate_against(self.counts, self.counts.against[self._place(of)])

    def _place(self, of: str) -> int:
        if of not in self.sensitive:
            near = did_you_mean(of, self.sensitive)
            raise SondeError(f"{of!r} is not among the sensitive attributes of the lattice.{near}")
        return self.sensitive.index(of)

    def place_of(self, keys: str | Sequence[str]) -> int:
        """Return where a subset stands in the order of masks."""
        names = (keys,) if isinstance(keys, str) else tuple(keys)
        for name in names:
            if name not in self.keys:
                near = did_you_mean(name, self.keys)
                raise SondeError(f"{name!r} is not among the keys of the lattice.{near}")
        size = len(set(names))
        if not 0 < size <= self.up_to:
            raise SondeError(
                f"The lattice has sets of 1 to {self.up_to} keys, and {size} are asked for: "
                "list it up to a larger size."
            )
        mask = sum(1 << self.keys.index(name) for name in set(names))
        return int(np.searchsorted(self.counts.mask, mask))

    def rate(self, keys: str | Sequence[str], of: str | None = None) -> float | None:
        """The rate of a set of keys, against the subjects or any other column of the lattice.

        ``of`` is a sensitive attribute or one of the keys: from S of the keys, of ``of`` and of
        both together the rate follows without a further look at the table. None: undefined.

        >>> import sonde
        >>> table = {"age": [22, 22, 35, 35], "zip": [1, 1, 2, 3], "sex": ["f", "m", "f", "m"]}
        >>> made = sonde.lattice(table, keys=["age", "zip", "sex"])
        >>> made.rate(["age", "sex"]), made.rate("zip", of="age"), made.rate("age", of="zip")
        (1.0, 1.0, 0.6666666666666667)
        """
        here = self.place_of(keys)
        if of not in self.keys:
            return _number(self.rates(of)[here])
        if self.roles.dataset.subject is not None:
            raise SondeError(
                f"Where people have several rows, the facts differ from set to set: name {of!r} "
                "as sensitive to have its rate."
            )
        names = {keys} if isinstance(keys, str) else set(keys)
        return self._rate_of_key(here, self.place_of(of), self.place_of([*names, of]))

    def _rate_of_key(self, here: int, key: int, both: int) -> float | None:
        """DR_X(Y) = 1 - (S(Y) - S(X,Y)) / (S() - S(X))."""
        counts = self.counts
        if counts.classes[key] == 1:
            return None
        if counts.classes[here] == counts.classes[both]:
            return 1.0
        everybody = self.subjects * math.log2(self.subjects)
        left = (counts.s[here] - counts.s[both]) / (everybody - counts.s[key])
        return max(0.0, float(1 - left))

    def frontier(self, of: str | None = None) -> pa.Table:
        """For each number of keys, the set that gives away most and the one that least."""
        from .frontier import frontier

        return frontier(self, of)

    def blame(self, of: str | None = None, hierarchies: Hierarchies | None = None) -> pa.Table:
        """Each key's share of the rate of all, and what dropping or coarsening it would bring."""
        from .blames import blame

        return blame(self, of, hierarchies)

    @property
    def constant(self) -> tuple[str, ...]:
        """The keys that have the same value everywhere, and so add nothing to any set."""
        alone = [self.place_of(key) for key in self.keys]
        one = self.counts.classes[alone] == 1
        return tuple(key for key, same in zip(self.keys, one, strict=True) if same)

    @property
    def notes(self) -> tuple[str, ...]:
        """What is worth knowing before reading the numbers."""
        same = (
            f"Key {key!r} has the same value everywhere, so it adds nothing to any set."
            for key in self.constant
        )
        return (*self.roles.dataset.notes, *same)

    @property
    def basis(self) -> str:
        """What the numbers rest on, in words."""
        roles = self.roles.dataset
        people = f" of {self.subjects:,} people" if roles.subject is not None else ""
        nulls = "a null counts as a value"
        if roles.missing == "drop":
            nulls = f"{self.dropped:,} rows with a null left out"
        laid = "".join(f"; {name} by {held.describe()}" for name, held in roles.partitions.items())
        subsets = len(self.counts.mask)
        return (
            f"Rests on {self.rows:,} rows{people}, in {subsets:,} subsets of {len(self.keys)} "
            f"keys; {nulls}{laid}; {roles.meant_for}."
        )

    def __repr__(self) -> str:
        lines = [
            f"{step['size']:>3} keys: {_shown(step['rate'])} by {', '.join(step['best'])}"
            for step in self.frontier().to_pylist()
        ]
        return "\n".join(map(plain, [repr(self.roles.dataset), *lines, self.basis]))

    def _repr_html_(self) -> str:
        from ..report.lattice_as_svg import picture

        return f"{picture(self)}<p>{escape(plain(self.basis))}</p>"


def lattice(
    table: Any,
    *,
    keys: str | Sequence[str] = (),
    sensitive: str | Sequence[str] | None = None,
    subject: str | None = None,
    partitions: Partitions | None = None,
    missing: Missing = "value",
    up_to: int | None = None,
    sample: bool = False,
) -> Lattice:
    """Count every subset of the keys, or those of at most ``up_to``, in one reading.

    No one knows which attributes an attacker holds: the answer is the risk for each choice.
    ``sensitive`` names one attribute or several. ``missing="drop"`` leaves out the rows that
    have a null in any column with a role, so that every subset is measured on the same people.

    >>> import sonde
    >>> table = {"age": [22, 22, 35, 35], "zip": [1, 1, 2, 3], "sex": ["f", "m", "f", "m"]}
    >>> made = sonde.lattice(table, keys=["age", "zip", "sex"])
    >>> made.table.select(["keys", "classes", "uniques", "discrimination_rate"]).to_pylist()[-2]
    {'keys': ['zip', 'sex'], 'classes': 4, 'uniques': 4, 'discrimination_rate': 1.0}
    """
    roles = roles_of(
        table,
        keys=keys,
        sensitive=sensitive,
        subject=subject,
        partitions=partitions,
        missing=missing,
        sample=sample,
    )
    most = checked_size(len(roles.keys), up_to)
    try:
        held = roles.encode()
    except TooLargeError:
        held = None
    if held is not None:
        told = held.subjects, held.rows, held.dropped
        in_memory, held = counter_of(held, most), None  # lets go of the keys that it packed
        return Lattice(roles, most, count(in_memory), *told)
    from .counting_in_engine import EngineCounter

    counter = EngineCounter(roles, most)
    counts = counter.count()
    return Lattice(roles, most, counts, counter.subjects, counter.rows, counter.dropped)


def checked_size(keys: int, up_to: int | None) -> int:
    """Return up to which size sets are listed, or say why that is no size or too many."""
    if up_to is not None and (isinstance(up_to, bool) or not isinstance(up_to, int) or up_to < 1):
        raise SondeError(f"up_to is the largest number of keys in a set, 1 or more, not {up_to!r}.")
    most = keys if up_to is None else min(up_to, keys)
    subsets = _subsets(keys, most)
    if subsets <= MOST_SUBSETS:
        return most
    fits = max((n for n in range(1, most) if _subsets(keys, n) <= MOST_SUBSETS), default=None)
    of_size = f" of up to {most} keys" if most < keys else ""
    smaller = f"list those of up to {fits} keys (up_to={fits}), or " if fits else ""
    raise SondeError(
        f"{keys} keys have {subsets:,} subsets{of_size}, more than the {MOST_SUBSETS:,} that Sonde "
        f"lists: {smaller}search for the smallest sets that identify, which needs no list "
        "(sonde.minimal_identifiers, or --minimal)."
    )


def _subsets(keys: int, up_to: int) -> int:
    return sum(math.comb(keys, size) for size in range(1, up_to + 1))


def _column(numbers: Any) -> pa.Array:
    """Make a column of numbers, null where one is not a number."""
    if np.issubdtype(numbers.dtype, np.floating):
        return pa.array(numbers, from_pandas=True)
    return arrow(numbers)


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def _shown(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.4f}"
