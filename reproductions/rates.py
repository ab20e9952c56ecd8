"""The discrimination rates of a release's keys, one by one and by value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sonde

from .releases import Release
from .results import Row


def rate_of(
    table: Any,
    key: str | Sequence[str],
    sensitive: str,
    partitions: Mapping[str, Any] | None = None,
) -> float:
    """Return the rate of a key, or of several together."""
    rate = sonde.discrimination_rate(table, keys=key, sensitive=sensitive, partitions=partitions)
    assert rate.overall is not None  # noqa: S101 - no sensitive attribute here has one value only
    return rate.overall


def rates_by_value(
    release: Release, key: str, sensitive: str, partitions: Mapping[str, Any] | None = None
) -> list[Row]:
    """Return the rate of each value of a key, among the records that are kept."""
    rate = sonde.discrimination_rate(
        release.kept, keys=key, sensitive=sensitive, partitions=partitions
    )
    return [
        {
            "release": release.name,
            "key": key,
            "value": row[key],
            "records": row["rows"],
            "rate": row["discrimination_rate"],
        }
        for row in rate.by_value.to_pylist()
    ]
