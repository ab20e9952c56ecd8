"""What the models of the thesis ask of a class."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import sonde

from .recoding import Model

if TYPE_CHECKING:
    from .recoding import Mask

# Entropies of classes that are just at the limit may come out a hair below it.
HAIR = 1e-9


def anonymous(k: int) -> Model:
    """Ask for k people."""
    return Model(f"{k}-anonymous", lambda profile: profile.people >= k)


def diverse(l: int, sensitive: str) -> Model:  # noqa: E741 - the papers' letter
    """Ask for l values."""
    return Model(f"distinct {l}-diverse", lambda profile: profile.distinct >= l, sensitive)


def entropy_diverse(l: int, sensitive: str) -> Model:  # noqa: E741 - the papers' letter
    """Ask for as much uncertainty as l values alike have."""
    return Model(
        f"entropy {l}-diverse",
        lambda profile: profile.class_entropy >= math.log2(l) - HAIR,
        sensitive,
    )


def recursive_diverse(c: float, l: int, sensitive: str) -> Model:  # noqa: E741 - the papers' letter
    """Ask that the most frequent value be rarer than c times the l-th and all after it."""

    def keeps(profile: sonde.Profile) -> Mask:
        largest = sonde.recursive_l_diversity(profile, c=c).by_value["recursive_l_diversity"]
        held: Mask = largest.to_numpy() >= l
        return held

    return Model(f"recursive ({c}, {l})-diverse", keeps, sensitive)


def close(t: float, sensitive: str, *, hierarchical: bool = False) -> Model:
    """Ask for shares within t of everybody's."""
    name = "hierarchical_t_closeness" if hierarchical else "t_closeness"

    def keeps(profile: sonde.Profile) -> Mask:
        away = sonde.measure(profile, only=[name])[name].by_value[name].to_numpy()
        held: Mask = away <= t + HAIR
        return held

    distance = "hierarchical" if hierarchical else "equal"
    return Model(f"{t}-close, {distance} distance", keeps, sensitive)
