"""t-closeness with hierarchical ground distance: values are as far apart as where they meet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..distances import groups_apart, quotient
from ..errors import SondeError, did_you_mean
from ..partitions import text
from .base import measure

if TYPE_CHECKING:
    from ..entropy import Floats, Ints
    from ..profiles import Profile


def of_one_value(profile: Profile) -> Floats:
    """The mean over the levels below the root of the variational distance at that level."""
    profile.require_uncertainty()
    levels = _levels(profile)
    sums = sum(groups_apart(profile, group[profile.cell_value]) for group in levels)
    return quotient(sums, profile, len(levels))


def _levels(profile: Profile) -> list[Ints]:
    """Number each value's domain at every level below the root, the values themselves first.

    A hierarchy that does not end in one domain has a root above it. A null meets the other values
    there, unless it is listed.
    """
    ladder = profile.dataset.hierarchies[str(profile.dataset.sensitive)]
    rows = {row[0]: row for row in ladder.rows}
    paths = []
    for value in profile.values:
        if value is not None and text(value) not in rows:
            raise SondeError(
                f"{ladder.title} lacks the value {text(value)!r} of column "
                f"{profile.dataset.sensitive!r}: add a row for it.{did_you_mean(text(value), rows)}"
            )
        paths.append((None,) * (ladder.levels + 1) if value is None else rows[text(value)])
    has_root = len({row[-1] for row in ladder.rows}) == 1
    below = list(zip(*paths, strict=True))[: max(1, ladder.levels + (not has_root))]
    return [_numbered(level) for level in below]


def _numbered(domains: Sequence[str | None]) -> Ints:
    known = {domain: number for number, domain in enumerate(dict.fromkeys(domains))}
    return np.array([known[domain] for domain in domains])


@measure(
    title="t-closeness, hierarchical",
    short="hierarchical t",
    says="In some class {target} is {value:.3f} of its hierarchy away from everybody's.",
    low=0,
    high=1,
    worse="higher",
    family="Closeness",
    needs=("sensitive", "hierarchy"),
    source="Li, Li and Venkatasubramanian, ICDE 2007, section 5.2",
    of_each_class=of_one_value,
)
def hierarchical_t_closeness(profile: Profile) -> float:
    """The smallest t for which the table is t-close by the earth mover's distance in a hierarchy.

    Two values are as far apart as the level on which they first are in one domain, over the number
    of levels: two kinds of cancer less than cancer and flu. With such a distance the earth mover's
    is the mean of the variational distances at the levels below the root, the values themselves
    among them. Never above t with equal distance. Undefined where X has one value.

    Rests on one class and on the hierarchy, of which every value needs a row: a level more or less
    changes every number. A null that is not listed meets the others at the root only.

    >>> import sonde
    >>> rows = ("flu", "lung", "*"), ("asthma", "lung", "*"), ("aids", "virus", "*")
    >>> kinds = sonde.Hierarchy(rows)
    >>> table = {"Age": [22, 22, 35, 35], "Disease": ["flu", "flu", "asthma", "aids"]}
    >>> result = sonde.hierarchical_t_closeness(
    ...     table, keys="Age", sensitive="Disease", hierarchies={"Disease": kinds}
    ... )
    >>> result.overall
    0.375
    """
    return float(of_one_value(profile).max())
