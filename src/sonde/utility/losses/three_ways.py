"""Three ways to say how far two arrays of numbers are apart, once for all that is compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from ...entropy import Floats
from ...errors import Undefined
from .base import Lost, Needed, loss

if TYPE_CHECKING:
    from ..pairs import Pair

# Of a pair: what the original has, what the release has, and how much each entry counts, if not
# all count alike.
Compared = Callable[["Pair"], tuple[Floats, Floats, Floats | None]]

SOURCE = "Domingo-Ferrer and Torra, Confidentiality, Disclosure and Data Access, 2001, chapter 5"


def squared(before: Floats, after: Floats) -> Floats:
    """The square of each difference."""
    return np.square(after - before)


def absolute(before: Floats, after: Floats) -> Floats:
    """The size of each difference."""
    return np.abs(after - before)


def variation(before: Floats, after: Floats) -> Floats:
    """The size of each difference, as a share of what was there; what stayed 0 has varied by 0."""
    apart = np.abs(after - before)
    if ((before == 0) & (apart > 0)).any():
        raise Undefined(
            "the original has a 0 that the release changed, and no share of 0 is a change (IL1s "
            "divides by standard deviations instead)"
        )
    return np.divide(apart, np.abs(before), out=np.zeros_like(apart), where=before != 0)


WAYS: Mapping[str, tuple[Callable[[Floats, Floats], Floats], str, str]] = {
    "mse": (squared, "mean square error", "The square of what {it} moved by is {value:,.4g}."),
    "mae": (absolute, "mean absolute error", "On average {it} moved by {value:,.4g}."),
    "variation": (variation, "mean variation", "On average {it} moved by {value:.2%} of itself."),
}


def three_ways(
    name: str, title: str, it: str, compared: Compared, says: str, needs: Needed = "two numbers"
) -> None:
    """Register the three losses of one thing that is compared."""
    for way, (apart, called, sentence) in WAYS.items():
        register = loss(
            name=f"{name}_{way}",
            title=f"{title}, {called}",
            says=sentence.replace("{it}", it),
            source=SOURCE,
            family="Numbers",
            needs=needs,
        )
        register(_formula(compared, apart, f"{says}\n\nHere: the {called}."))


def _formula(
    compared: Compared, apart: Callable[[Floats, Floats], Floats], says: str
) -> Callable[[Pair], Lost]:
    def formula(pair: Pair) -> Lost:
        before, after, weights = compared(pair)
        return Lost(float(np.average(apart(before, after), weights=weights)))

    formula.__doc__ = says
    return formula
