"""The skewness attack: a class in which a secret is commoner than it is among everybody."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from ..numbering import arrow
from .base import attack
from .findings import Figure, Finding, measured
from .needs import Unsuited
from .pairs import key_of, pairs
from .shares import beside
from .tables import by_class

if TYPE_CHECKING:
    from ..profiles import Profile
    from .pairs import Pairs
    from .tables import Tables


@attack(
    title="Skewness",
    attacker="Anybody who has the release, and knows how common each secret is.",
    knows="The released key values of a person, and the distribution in the original.",
    x="a sensitive attribute",
    y="the keys of the original, less those of the release",
    question="inference",
    says="Of the uncertainty about {target}, knowing {about} removes {original_rate:.1%} in the "
    "original, and knowing {keys} {release_rate:.1%} in the release; the class farthest from "
    "everybody is {distance:.3f} away.",
    lead="difference",
    needs=("sensitive", "original"),
    source="Li, Li and Venkatasubramanian, ICDE 2007; Sondeck et al., SECRYPT 2017, section 6.1",
)
def skewness(tables: Tables) -> list[Finding]:
    """What is left of a key's rate in the release: the rate in the original less that in it.

    X is the sensitive attribute, Y the key as it was and as it is: each alone, and all together.
    The difference is what the release took away. 0: as much is given away as before. Below 0:
    more. ``distance`` is how far a class of the release is from the original's distribution, as
    shares that would have to change. ``distribution`` has both, value by value.

    Rests on the counts of both tables, which need not have the same rows. By value it needs to
    know what became of what: from rows that match, a hierarchy or a partition. Where a rate is
    near 1 in the original for small classes alone, the difference flatters the release: look at
    the distribution.

    >>> import sonde
    >>> made = sonde.attack(
    ...     {"Age": ["2*"] * 4, "Disease": ["flu", "flu", "aids", "aids"]},
    ...     original={"Age": [22, 22, 25, 25], "Disease": ["flu", "flu", "aids", "aids"]},
    ...     keys="Age", sensitive="Disease", only="skewness",
    ... )
    >>> made["skewness"][0].overall["difference"]
    1.0
    """
    return [
        _finding(tables, sensitive, keys)
        for sensitive in tables.sensitive
        for keys in tables.key_sets
    ]


def _finding(tables: Tables, sensitive: str, keys: tuple[str, ...]) -> Finding:
    before = tables.profile_of_original(keys, sensitive)
    after = tables.profile(keys, sensitive)
    old, new = (
        measured(each, "discrimination_rate")["discrimination_rate"] for each in (before, after)
    )
    reason = old.reason or new.reason
    both = None if old.value is None or new.value is None else old.value - new.value
    figures = {
        "original_rate": old,
        "release_rate": new,
        "difference": Figure(both, reason),
        "distance": Figure(float(_distances(before, after).max())),
    }
    return Finding(
        attack=skewness,
        keys=keys,
        about=tables.about(keys),
        figures=figures,
        basis=f"{after.basis} The original: {before.basis[0].lower()}{before.basis[1:]}",
        table=partial(_by_value, tables, before, after, keys),
        target=sensitive,
        whole=tables.is_whole(keys),
        spread=partial(_distribution, before, after),
    )


def _overall(before: Profile, after: Profile) -> dict[str | None, float]:
    """The share of each sensitive value in the original; 0 of what only the release has."""
    counts = dict.fromkeys((key_of([value])[0] for value in after.values), 0.0)
    for value, n in zip(before.values, before.value_size.tolist(), strict=True):
        counts[key_of([value])[0]] = n / before.total
    return counts


def _shares(before: Profile, after: Profile) -> tuple[dict[str | None, float], Any]:
    """The original's shares, and those within each class of the release, class by class."""
    overall = _overall(before, after)
    place = {value: at for at, value in enumerate(overall)}
    at = np.array([place[key_of([value])[0]] for value in after.values], np.int64)
    return overall, (after.cell_class, at[after.cell_value], after.cell_size)


def _distances(before: Profile, after: Profile) -> Any:
    """How far each class is from the original's distribution: half the sum of |p - q|."""
    overall, (of_class, at, n) = _shares(before, after)
    expected = np.array(list(overall.values()))
    share = n / after.size[of_class]
    # What a class lacks is at distance q: the sum over all q, less those that it has.
    within = np.abs(share - expected[at]) - expected[at]
    return (np.bincount(of_class, within, len(after.size)) + expected.sum()) / 2


def _distribution(before: Profile, after: Profile) -> pa.Table:
    named = after.named()
    overall, (of_class, at, n) = _shares(before, named)
    assert named.keys is not None  # noqa: S101 - named() sees to it
    values = np.array(list(overall), object)
    columns = [column.take(arrow(of_class)) for column in named.keys.columns]
    columns.append(pa.chunked_array([pa.array(values[at], pa.string())]))
    numbers = {
        "rows": arrow(n),
        "share": pa.array(n / named.size[of_class]),
        "overall": pa.array(np.array(list(overall.values()))[at]),
    }
    return beside([*named.dataset.keys, "value"], columns, numbers)


def _by_value(tables: Tables, before: Profile, after: Profile, keys: tuple[str, ...]) -> pa.Table:
    """Put the rate of each original value beside that of the released one that it became."""
    released = by_class(after, "discrimination_rate")
    try:
        whole = pairs(tables)
    except Unsuited:
        return released
    part = whole if tables.is_whole(keys) else whole.only(keys[0])
    return _differences(part, by_class(before, "discrimination_rate"), released)


def _differences(part: Pairs, before: pa.Table, after: pa.Table) -> pa.Table:
    many = len(part.keys)
    rates = [
        {key_of(row[:many]): row[-1] for row in zip(*_columns(each), strict=True)}
        for each in (before, after)
    ]
    olds = [key_of(row) for row in zip(*_columns(part.old), strict=True)]
    news = [key_of(row) for row in zip(*_columns(part.new), strict=True)]
    old = [rates[0].get(key) for key in olds]
    new = [rates[1].get(key) for key in news]
    left = [None if a is None or b is None else a - b for a, b in zip(old, new, strict=True)]
    names = [f"original {name}" for name in part.about] + [f"released {name}" for name in part.keys]
    rates_of = {"original_rate": old, "release_rate": new, "difference": left}
    numbers = {"rows": arrow(part.n)} | {
        name: pa.array(each, pa.float64()) for name, each in rates_of.items()
    }
    return beside(names, [*part.old.columns, *part.new.columns], numbers)


def _columns(table: pa.Table) -> list[list[Any]]:
    return [column.to_pylist() for column in table.columns]
