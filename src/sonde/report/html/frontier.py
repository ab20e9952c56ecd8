"""For each number of keys the set that gives away most, and the one that gives away least."""

from __future__ import annotations

from dataclasses import dataclass

from ...assessments import Subsets


@dataclass(frozen=True)
class Step:
    """The ends of all sets of so many keys."""

    size: int
    best: int
    least: int


def steps(rates: list[float | None]) -> list[Step]:
    """Look through all sets; of those that give away alike, the first."""
    by_size: dict[int, list[int]] = {}
    for mask in range(1, len(rates)):
        by_size.setdefault(mask.bit_count(), []).append(mask)
    return [
        Step(
            size,
            max(masks, key=lambda mask: rates[mask] or 0.0),
            min(masks, key=lambda mask: rates[mask] or 0.0),
        )
        for size, masks in sorted(by_size.items())
    ]


def names(subsets: Subsets, mask: int) -> str:
    """Name the keys of a set."""
    return ", ".join(key for place, key in enumerate(subsets.keys) if mask >> place & 1)
