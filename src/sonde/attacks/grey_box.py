"""Identity disclosure, grey box: the attacker has the release, and people from elsewhere."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from ..numbering import arrow
from ..partitions import Partition, text
from ..populations import matched
from ..profiles import Profile, profile
from .base import attack
from .findings import Figure, Finding, listed, measured
from .needs import Unsuited
from .shares import beside

if TYPE_CHECKING:
    from ..entropy import Floats, Ints
    from .tables import Laid, Tables


@attack(
    title="Identity disclosure, grey box",
    attacker="Somebody who has the release and a list of people, such as a register.",
    knows="The release, and for each person on the list some of its attributes.",
    x="the people of the outside table",
    y="the keys that both tables have",
    question="linkability",
    says="Linked by {keys}, {expected:,.2f} of {released:,} released rows are expected to be found "
    "among {people:,} people, {certain:,} of them for sure.",
    lead="expected",
    needs=("outside",),
    source="Sondeck, thesis, 2017, section 4.6.1; El Emam and Dankar, JAMIA 2008",
)
def grey_box(tables: Tables) -> list[Finding]:
    """How many released rows are led back to people whom an attacker has a list of.

    X is the people of the outside table, Y the keys that both have: each alone, and together.
    The outside values are brought to the release's form by the recodings, where there are any.
    In a class with f released rows and F people, links are guessed one to one.

    ``expected`` is how many are right on average, ``best`` in the luckiest case, and ``certain``
    are the classes with one row and one person. ``highest`` is the best chance for anybody.
    ``k_map`` is the number of people in the smallest class with a released row; ``absent`` are
    the rows that are like nobody outside. ``discrimination_rate`` is that of the keys over the
    outside people: what a released row says of who among them it is.

    Rests on the smaller side of each class being within the larger: that all whom it could be
    are there. Where the tables share few people, links are wrong that look right, and the
    figures are what the attacker would believe.

    >>> import sonde
    >>> made = sonde.attack(
    ...     {"Age": ["2*", "2*", "3*"]}, outside={"Age": [21, 25, 28, 34]}, keys="Age",
    ...     partitions={"Age": {"2*": [21, 25, 28], "3*": [34]}}, only="grey_box",
    ... )
    >>> round(made["grey_box"][0].overall["expected"], 4)
    1.6667
    """
    shared = {key: name for key in tables.keys for name in [_name_outside(tables, key)] if name}
    if not shared:
        assert tables.outside is not None  # noqa: S101 - it is needed
        raise Unsuited(
            f"{tables.outside.title} shares no key with {tables.release.name}: give the columns "
            "the same names, or say what they came from (came_from)"
        )
    sets = [*((key,) for key in shared), *([tuple(shared)] if len(shared) > 1 else [])]
    return [_finding(tables, keys, [shared[key] for key in keys]) for keys in sets]


def _name_outside(tables: Tables, key: str) -> str | None:
    assert tables.outside is not None  # noqa: S101 - it is needed
    names = (key, *tables.about((key,)))
    return next((name for name in names if name in tables.outside.columns), None)


def _finding(tables: Tables, keys: tuple[str, ...], names: Sequence[str]) -> Finding:
    release = tables.profile(keys).named()
    outside = _outside(tables, keys, names)
    links = _links(release, outside)
    linked = links.outside > 0
    rate = measured(outside, "discrimination_rate")
    whom = _k_map(links)
    figures = {
        "expected": Figure(links.total(links.expected)),
        "best": Figure(int(np.minimum(links.release, links.outside).sum())),
        "certain": Figure(int(((links.release == 1) & (links.outside == 1)).sum())),
        "highest": Figure(float(links.chance.max())),
        "released": Figure(release.total),
        "people": Figure(outside.subjects),
        "absent": Figure(int(links.release[~linked].sum())),
        "k_map": whom,
        **rate,
    }
    return Finding(
        attack=grey_box,
        keys=keys,
        about=tuple(names),
        figures=figures,
        basis=f"{release.basis} Outside by {listed(names)}: {outside.basis[0].lower()}"
        f"{outside.basis[1:]}",
        table=partial(_table, release, links),
        target="who of the outside table a person is",
        whole=tables.is_whole(keys),
    )


def _k_map(links: Links) -> Figure:
    linked = links.outside[links.outside > 0]
    if not len(linked):
        return Figure(None, "no released row is like anybody in the outside table")
    return Figure(int(linked.min()))


@dataclass(frozen=True)
class Links:
    """For each class of the release, its people there and outside."""

    release: Ints
    outside: Ints

    @property
    def expected(self) -> Floats:
        """How many links are right on average: the smaller number by the larger."""
        larger = np.maximum(self.release, self.outside)
        return np.minimum(self.release, self.outside) / larger

    @property
    def chance(self) -> Floats:
        """The chance that one link is right."""
        return np.where(self.outside > 0, 1 / np.maximum(self.release, self.outside), 0.0)

    def total(self, each: Floats) -> float:
        """Add up, rounded once."""
        return math.fsum(each.tolist())


def _links(release: Profile, outside: Profile) -> Links:
    assert release.keys is not None  # noqa: S101 - it is named
    assert outside.keys is not None  # noqa: S101 - profile() names the classes
    place = matched(release.keys, outside.keys)
    return Links(release.people, np.where(place < 0, 0, outside.people[place]))


def _outside(tables: Tables, keys: tuple[str, ...], names: Sequence[str]) -> Profile:
    """Count the outside table in the release's form."""
    assert tables.outside is not None  # noqa: S101 - it is needed
    laid = {
        name: part
        for key, name in zip(keys, names, strict=True)
        for part in [_recoding(tables, key, name)]
        if part is not None
    }
    subject = tables.subject if tables.subject in tables.outside.columns else None
    return profile(
        tables.outside, keys=list(names), subject=subject, partitions=laid, missing=tables.missing
    )


def _recoding(tables: Tables, key: str, name: str) -> Laid | None:
    """How outside values become the release's; None where they are of one form already."""
    found = tables.recoding(key)
    if found is None:
        return None
    counted = profile(tables.outside, keys=name)
    assert counted.keys is not None  # noqa: S101 - profile() names the classes
    held = {text(value) for value in counted.keys[0].to_pylist() if value is not None}
    is_released = held <= tables.values(key) and not _is_fixed(found, held)
    return None if is_released else found


def _is_fixed(laid: Laid, values: set[str]) -> bool:
    """Whether a recoding gives each of some values itself, so that it may be laid all the same."""
    return isinstance(laid, Partition) and all(laid.place(value) == value for value in values)


def _table(release: Profile, links: Links) -> pa.Table:
    assert release.keys is not None  # noqa: S101 - it is named
    numbers = {
        "rows": arrow(links.release),
        "people": arrow(links.outside),
        "expected": pa.array(links.expected),
        "chance": pa.array(links.chance),
    }
    return beside(release.dataset.keys, release.keys.columns, numbers)
