"""The six measures that the ITPR paper compares, by its names for them."""

from __future__ import annotations

import sonde

SHORT = {
    "itpr": "ITPR",
    "discrimination_rate": "DR",
    "mutual_information": "MI",
    "conditional_privacy": "CP",
    "maximum_information_leakage": "MIL",
    "entropy_l_diversity_risk": "ELD",
}


def six_of(profile: sonde.Profile) -> dict[str, float | None]:
    """Measure what the key of a profile gives away."""
    made = sonde.measure(profile, only=list(SHORT))
    return {short: made.overall[name] for name, short in SHORT.items()}
