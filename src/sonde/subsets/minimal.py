"""Minimal identifiers: the smallest sets of keys that are enough, found without listing all sets.

What is enough stays enough with a further key. So there is a border, and it can be found from
both sides at once (Gunopulos et al., Discovering all most specific sentences, 2003, 'dualize and
advance'): any set that is enough has a key outside each of the sets that are not. The smallest
sets that have one outside each known failure are the candidates; a candidate is enough, and then
minimal, or it is made as large as fails, which is one more known failure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
import pyarrow as pa

from ..datasets import Missing, Partitions
from ..entropy import Ints
from ..errors import SondeError
from ..numbering import arrow
from ..plain import plain
from .counting import Counts, counter_of
from .encoding import Encoded, TooLargeError
from .partitioning import Classes, Space, everybody, width_for
from .rates import rate as rates
from .rates import rate_against
from .roles import Roles, roles_of

# Sets are numbers with a bit for each key.
MOST_KEYS = 62
# More candidates than these at once take more time and memory than anybody has.
MOST_CANDIDATES = 200_000
# So many pairs of people alike are looked at for the one that agrees in most keys.
MOST_PAIRS = 256


@dataclass(frozen=True, eq=False)
class MinimalIdentifiers:
    """The smallest sets of keys that are enough: none can lose a key.

    ``table`` is an Arrow table with a row for each set, by size and then in the order of keys:
    its ``keys``, its ``size``, its ``rate`` and the ``share`` of the people that it identifies.
    """

    roles: Roles
    wanted: str
    table: pa.Table
    rows: int
    looked_at: int

    @property
    def sentence(self) -> str:
        """What was found, in words."""
        found = self.table.num_rows
        if not found:
            return f"No set of these {len(self.roles.keys)} keys {self.wanted}."
        if found == 1:
            return f"One smallest set of keys {self.wanted}; without any of them it would not."
        each = f"each {self.wanted}, and without any of its keys would not"
        return f"{found:,} smallest sets of keys: {each}."

    @property
    def basis(self) -> str:
        """What the answer rests on, in words."""
        held = self.roles.dataset
        nulls = "a null counts as a value"
        nulls = nulls if held.missing == "value" else "rows with a null left out"
        return (
            f"Rests on {self.rows:,} rows; {self.looked_at:,} sets of {len(self.roles.keys)} keys "
            f"were counted; {nulls}; {held.meant_for}."
        )

    def __repr__(self) -> str:
        shown = [", ".join(keys) for keys in self.table["keys"].to_pylist()[:20]]
        return "\n".join(map(plain, [self.sentence, *shown, self.basis]))

    def _repr_html_(self) -> str:
        head, *rest = repr(self).split("\n")
        return f"<p><b>{escape(head)}</b><br>{'<br>'.join(map(escape, rest))}</p>"


def minimal_identifiers(
    table: Any,
    *,
    keys: str | Sequence[str] = (),
    sensitive: str | None = None,
    subject: str | None = None,
    partitions: Partitions | None = None,
    missing: Missing = "value",
    sample: bool = False,
    people: float | None = None,
    rate: float | None = None,
    up_to: int | None = None,
) -> MinimalIdentifiers:
    """Find the smallest sets of keys that are enough to identify everybody, or nearly.

    Without a tolerance: the sets with a discrimination rate of 1 (for the subjects, the minimal
    unique column combinations). ``people=0.95``: those by which 95% of the people are alone with
    their values. ``rate=0.9``: those with a rate of 0.9 at least. ``up_to`` leaves out larger
    sets. All sets that are enough and can lose no key are found, and no other.

    >>> import sonde
    >>> table = {"age": [22, 22, 35, 35], "zip": [1, 1, 2, 3], "sex": ["f", "m", "f", "m"]}
    >>> sonde.minimal_identifiers(table, keys=["age", "zip", "sex"]).table["keys"].to_pylist()
    [['age', 'sex'], ['zip', 'sex']]
    >>> found = sonde.minimal_identifiers(table, keys=["age", "zip", "sex"], people=0.5)
    >>> found.table["keys"].to_pylist()
    [['zip'], ['age', 'sex']]
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
    _check(roles, people, rate, up_to)
    try:
        held = roles.encode()
    except TooLargeError as error:
        raise SondeError(
            f"{roles.dataset.source.title} does not fit in memory, where minimal identifiers are "
            "searched: lay coarser partitions, or list the subsets (sonde.lattice)."
        ) from error
    search = Search(held, people=people, rate=1.0 if rate is None else rate)
    found = search.run(up_to or len(roles.keys))
    wanted = _wanted(people, rate, sensitive or "the people")
    return MinimalIdentifiers(
        roles, wanted, _listed(search, found, roles), held.rows, search.looked_at
    )


def _wanted(people: float | None, rate: float | None, target: str) -> str:
    if people is not None:
        return f"identifies at least {100 * people:.4g}% of the people"
    return f"identifies {target}" if rate in (None, 1) else f"reaches a rate of {rate:.4g}"


def _check(roles: Roles, people: float | None, rate: float | None, up_to: int | None) -> None:
    """Refuse what has no answer."""
    for name, share in (("people", people), ("rate", rate)):
        if share is not None and not 0 < share <= 1:
            raise SondeError(f"{name} is a share above 0 and up to 1, not {share!r}.")
    if people is not None and rate is not None:
        raise SondeError("Give people or rate, not both: each is a condition of its own.")
    if people is not None and roles.sensitive:
        raise SondeError(
            "people counts who is alone, whatever is sensitive: give rate, or leave the sensitive "
            "attribute out."
        )
    if up_to is not None and up_to < 1:
        raise SondeError(f"up_to is the largest number of keys in a set, 1 or more, not {up_to!r}.")
    if len(roles.keys) > MOST_KEYS:
        raise SondeError(
            f"{len(roles.keys)} keys are more than the {MOST_KEYS} that Sonde searches: leave out "
            "those that an attacker is least likely to know."
        )
    subject = roles.dataset.subject
    if subject is not None and rate is not None and rate < 1:
        raise SondeError(
            f"With the subject column {subject!r} a further key may lower the rate, so there is "
            "no border to find: ask for a rate of 1 or a share of the people."
        )


def _rate_of(counts: Counts, held: Encoded) -> float:
    """The rate of one set; where there is nothing to learn it is not a number, and never enough."""
    found = rates(counts, held.subjects)
    if counts.against:
        found = rate_against(counts, counts.against[0])
    return float(found[0])


class Search:
    """The border between the sets that are enough and those that are not."""

    def __init__(self, table: Encoded, *, people: float | None = None, rate: float = 1.0) -> None:
        self.table, self.people, self.rate = table, people, rate
        self.counter = counter_of(table, up_to=len(table.keys), packed=0)
        self.space = Space(table)
        self.heads = self.counter.heads
        self.looked_at = 0
        # Rows alone are counted as they leave, and rows that stay together tell on themselves.
        self.rows_only = table.person is None and not table.sensitive

    def run(self, up_to: int) -> list[int]:
        """Return the minimal sets, as numbers with a bit for each key."""
        candidates, known = np.zeros(1, np.int64), np.zeros(1, bool)
        while not known.all():
            here = int(np.flatnonzero(~known)[0])
            failing = self._largest_failing(int(candidates[here]))
            if failing is None:
                known[here] = True
                continue
            outside = ((1 << len(self.heads)) - 1) & ~failing
            candidates, known = _with_one_of(candidates, known, outside, up_to)
            if len(candidates) > MOST_CANDIDATES:
                raise SondeError(
                    f"There are more than {MOST_CANDIDATES:,} smallest sets to look at: name "
                    "fewer keys, or leave out large sets with up_to."
                )
        return [int(mask) for mask in candidates]

    def _largest_failing(self, mask: int) -> int | None:
        """Make a set that is not enough as large as it fails; None if it is enough."""
        classes = self.by_all(mask)
        if self._enough(classes, mask):
            return None
        if self.rows_only and self.people is None and self.rate == 1:
            mask = self._agreeing(classes)
            classes = self.by_all(mask)
        # The least selective first, which leaves most room for others to fail too.
        for key in reversed(self.heads):
            if not mask >> key & 1:
                larger = classes.by(key)
                if not self._enough(larger, mask | 1 << key):
                    classes, mask = larger, mask | 1 << key
        return mask

    def _everybody(self) -> Classes:
        width = width_for(self.table) if self.table.person is None else 0
        return everybody(self.table, self.space, width)

    def by_all(self, mask: int) -> Classes:
        """Divide the people by each key of a set."""
        classes = self._everybody()
        for key in self.heads:
            classes = classes.by(key) if mask >> key & 1 else classes
        return classes

    def _agreeing(self, classes: Classes) -> int:
        """Return the keys in which two people of one class agree, of some pairs the most."""
        some = slice(None, None, 1 + len(classes.starts) // MOST_PAIRS)
        # A row that stands for several agrees with itself in all.
        next_to = np.minimum(classes.starts[some] + 1, classes.ends[some] - 1)
        one, other = self.space.rows[classes.starts[some]], self.space.rows[next_to]
        agree = np.zeros(len(one), np.int64)
        for key, codes in enumerate(self.table.keys):
            agree |= (codes[one] == codes[other]).astype(np.int64) << key
        return int(agree[np.bitwise_count(agree).argmax()])

    def _enough(self, classes: Classes, mask: int) -> bool:
        self.looked_at += 1
        if self.table.subjects == 1:
            return False  # nobody is there to be told from
        if self.rows_only and (self.people is not None or self.rate == 1):
            share = self.rate if self.people is None else self.people
            return bool(classes.alone[1] >= share * self.table.total)
        counts = self.counted(classes, mask)
        if self.people is not None:
            return bool(counts.identified[0] >= self.people * self.table.subjects)
        return _rate_of(counts, self.table) >= self.rate

    def counted(self, classes: Classes, mask: int) -> Counts:
        """Count one set."""
        return self.counter.count(classes, mask, len(self.heads))


def _with_one_of(candidates: Ints, known: Ints, outside: int, up_to: int) -> tuple[Ints, Ints]:
    """Give each candidate that has no key of ``outside`` one of them, and keep the minimal."""
    hit = (candidates & outside) != 0
    kept, kept_known = candidates[hit], known[hit]
    bits = [1 << place for place in range(outside.bit_length()) if outside >> place & 1]
    larger = (candidates[~hit][:, None] | np.array(bits, np.int64)).ravel()
    larger = larger[np.bitwise_count(larger) <= up_to]
    larger = larger[[not ((kept & mask) == kept).any() for mask in larger.tolist()]]
    larger = larger[np.argsort(np.bitwise_count(larger), kind="stable")]
    return np.concatenate([kept, larger]), np.concatenate([kept_known, np.zeros(len(larger), bool)])


def _listed(search: Search, found: list[int], roles: Roles) -> pa.Table:
    """Make the answer's table."""
    names = [[key for place, key in enumerate(roles.keys) if mask >> place & 1] for mask in found]
    order = sorted(
        range(len(found)),
        key=lambda i: (len(names[i]), [roles.keys.index(key) for key in names[i]]),
    )
    counted = [search.counted(search.by_all(found[i]), found[i]) for i in order]
    shares = [int(counts.identified[0]) / search.table.subjects for counts in counted]
    return pa.table(
        {
            "keys": pa.array([names[i] for i in order], pa.list_(pa.string())),
            "size": arrow(np.array([len(names[i]) for i in order], np.int64)),
            "rate": pa.array([_rate_of(counts, search.table) for counts in counted], pa.float64()),
            "share": pa.array(shares, pa.float64()),
        }
    )
