"""Every measure of a table, from one reading of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Unpack

from .datasets import Missing, More, Partitions, refuse_roles
from .errors import SondeError, did_you_mean
from .measures import Measure, measures
from .profiles import Profile, profile
from .results import Measurement


def measure(
    table: Any,
    *,
    keys: str | Sequence[str] = (),
    sensitive: str | None = None,
    subject: str | None = None,
    partitions: Partitions | None = None,
    missing: Missing = "value",
    by_value: bool = False,
    only: Sequence[str] | None = None,
    parameters: Mapping[str, Any] | None = None,
    **more: Unpack[More],
) -> Measurement:
    """Measure what a table gives away, by every measure at once.

    ``only`` names the measures to take. Without it, they are all those that the table has what
    they need for: a measure of a sample asks for a sample, one of an order for an order.
    ``parameters`` such as ``{"c": 3}`` go to every measure that takes them. ``more`` are further
    roles, as ``sonde.dataset`` takes them.

    ``by_value=True`` counts the classes with their names in the first reading, where otherwise
    asking for ``by_value`` may read the table again.

    >>> import sonde
    >>> sonde.measure({"Age": [22, 22, 35, 63]}, keys="Age").overall["discrimination_rate"]
    0.75
    """
    chosen = _chosen(only)
    told = _told(parameters, chosen)
    if isinstance(table, Profile):
        refuse_roles(keys, sensitive, subject, partitions, missing, **more)
        counted = table
    else:
        counted = profile(
            table,
            keys=keys,
            sensitive=sensitive,
            subject=subject,
            partitions=partitions,
            missing=missing,
            by_value=by_value or (only is not None and any("names" in m.needs for m in chosen)),
            **more,
        )
    left_out = {each.name: each.lacks(counted) for each in chosen} if only is None else {}
    lacking = {name: need for name, need in left_out.items() if need is not None}
    results = {m.name: m.of(counted, **told[m.name]) for m in chosen if m.name not in lacking}
    return Measurement(counted, results, lacking)


def _chosen(only: Sequence[str] | None) -> list[Measure]:
    """Return the measures that were asked for, in the order in which they are shown."""
    known = measures()
    if only is None:
        return list(known.values())
    names = [only] if isinstance(only, str) else list(only)
    for name in names:
        if name not in known:
            raise SondeError(f"There is no measure {name!r}.{did_you_mean(name, known)}")
    return [each for each in known.values() if each.name in names]


def _told(
    parameters: Mapping[str, Any] | None, chosen: Iterable[Measure]
) -> dict[str, dict[str, Any]]:
    """Give each measure the parameters that it takes, each of which some measure must."""
    given = dict(parameters or {})
    takes = {each.name: each.parameters for each in chosen}
    known = {name for taken in takes.values() for name in taken}
    for name in given:
        if name not in known:
            near = did_you_mean(name, sorted(known))
            raise SondeError(f"None of the measures takes a parameter {name!r}.{near}")
    return {
        measure: {name: given[name] for name in taken if name in given}
        for measure, taken in takes.items()
    }
