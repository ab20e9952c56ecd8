"""Permutation: a measure of many tables that chance made, beside that of the one at hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import SondeError
from .numbering import sorted_rows
from .plain import plain
from .results import number

if TYPE_CHECKING:
    from .entropy import Floats
    from .measures import Measure
    from .profiles import Profile

SHARES = (0.025, 0.25, 0.5, 0.75, 0.975)
# Numbers nearer than this are the same number, but for the last digits of floats.
SAME = 1e-12


@dataclass(frozen=True)
class ByChance:
    """What a measure gives for tables in which keys and sensitive attribute have no link.

    ``observed`` is the number of the table at hand. ``mean``, ``deviation`` (the standard one)
    and ``quantiles`` (by their share) are of the tables drawn. ``p_value`` is the share of
    tables, this one among them, that are as unsafe as it is or more so: a permutation test, never
    below 1 / (1 + draws).
    """

    measure: Measure
    draws: int
    observed: float
    mean: float
    deviation: float
    quantiles: Mapping[float, float]
    p_value: float

    def __repr__(self) -> str:
        low, high = (number(self.quantiles[share], self.measure) for share in (0.025, 0.975))
        return plain(
            f"{self.measure.title}: {number(self.observed, self.measure)}; by chance "
            f"{number(self.mean, self.measure)}, and 95 times in 100 from {low} to {high} "
            f"(p = {self.p_value:.2g}, {self.draws:,} draws)"
        )


def by_chance(
    measure: Measure, profile: Profile, *, draws: int = 200, seed: int = 0, **parameters: Any
) -> ByChance:
    """Measure tables in which the sensitive values are dealt out anew among the facts.

    Classes and values keep their sizes; who has which value is left to chance. What a measure
    gives then is what it gives for no reason. With a subject column the facts are dealt, not the
    people, so that one person may come to have the same value twice. A p-value is about the one
    measure that it is of: of a hundred keys tried, one is below 0.01 by chance.

    >>> import sonde
    >>> table = {"Age": [22, 35] * 50, "Disease": ["flu", "flu", "flu", "aids"] * 25}
    >>> counted = sonde.profile(table, keys="Age", sensitive="Disease")
    >>> found = sonde.by_chance(sonde.discrimination_rate, counted)
    >>> round(found.observed, 2), round(found.mean, 2), round(found.p_value, 3)
    (0.38, 0.01, 0.005)
    """
    if profile.over_subjects:
        raise SondeError("Nothing is left to chance without a sensitive attribute: name one.")
    if draws < 1:
        raise SondeError(f"draws is 1 or more, not {draws}.")
    observed = _number(measure, profile, parameters)
    generator = np.random.default_rng(seed)
    drawn = np.array(
        [_number(measure, permuted(profile, generator), parameters) for _ in range(draws)]
    )
    return ByChance(
        measure=measure,
        draws=draws,
        observed=observed,
        mean=float(drawn.mean()),
        deviation=float(drawn.std()),
        quantiles=dict(zip(SHARES, np.quantile(drawn, SHARES).tolist(), strict=True)),
        p_value=(1 + _as_unsafe(drawn, observed, measure)) / (1 + draws),
    )


def permuted(profile: Profile, generator: np.random.Generator) -> Profile:
    """Deal the sensitive values out anew among the facts, all ways being equally likely."""
    dealt = generator.permutation(np.repeat(np.arange(len(profile.values)), profile.value_size))
    of_class = np.repeat(np.arange(len(profile.size)), profile.size)
    cells, sizes = np.unique(of_class * len(profile.values) + dealt, return_counts=True)
    in_class, value = np.divmod(cells, len(profile.values))
    cell_class, cell_size, cell_value = sorted_rows(in_class, sizes, value)
    return replace(profile, cell_class=cell_class, cell_size=cell_size, cell_value=cell_value)


def _number(measure: Measure, profile: Profile, parameters: dict[str, Any]) -> float:
    result = measure.of(profile, **parameters)
    if result.overall is None:
        raise SondeError(
            f"{measure.title} cannot be set beside chance, as it is undefined: {result.reason}."
        )
    return result.overall


def _as_unsafe(drawn: Floats, observed: float, measure: Measure) -> int:
    """Count the tables drawn that are as unsafe as the one at hand."""
    beyond = drawn - observed if measure.worse == "higher" else observed - drawn
    return int((beyond >= -SAME * max(1.0, abs(observed))).sum())
