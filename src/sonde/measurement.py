"""Every measure of a table, from one reading of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .datasets import Missing, Partitions, refuse_roles
from .measures import measures
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
) -> Measurement:
    """Measure what a table gives away, by every measure at once.

    ``by_value=True`` counts the classes with their names in the first reading, where otherwise
    asking for ``by_value`` may read the table again.

    >>> import sonde
    >>> sonde.measure({"Age": [22, 22, 35, 63]}, keys="Age").overall["discrimination_rate"]
    0.75
    """
    if isinstance(table, Profile):
        refuse_roles(keys, sensitive, subject, partitions, missing)
        counted = table
    else:
        counted = profile(
            table,
            keys=keys,
            sensitive=sensitive,
            subject=subject,
            partitions=partitions,
            missing=missing,
            by_value=by_value,
        )
    asked = {
        name: each
        for name, each in measures().items()
        if all(getattr(counted.dataset, role, None) for role in each.needs)
    }
    return Measurement(counted, {name: each.of(counted) for name, each in asked.items()})
