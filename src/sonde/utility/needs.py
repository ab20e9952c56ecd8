"""Needs: the questions that a release is to answer, in the words of who asks them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from ..errors import SondeError
from ..partitions import Partition, Unsettled, partition


@dataclass(frozen=True)
class Need:
    """A question to a release: what its attributes ``from_`` tell about the attribute ``predict``.

    ``partitions`` divide the values of either as the question does: who asks whether somebody
    earns more than 10K does not ask for the salary. ``weight`` is how much the need counts among
    others.
    """

    predict: str
    from_: tuple[str, ...]
    partitions: Mapping[str, Partition | Unsettled] = field(default_factory=dict)
    name: str = ""
    weight: float = 1.0

    @property
    def title(self) -> str:
        """The need's name, or else what it asks."""
        return self.name or f"{self.predict} from {', '.join(self.from_)}"


def need(
    predict: str,
    from_: str | Sequence[str],
    *,
    partitions: Mapping[str, Any] | None = None,
    name: str = "",
    weight: float = 1,
) -> Need:
    """Say what a release is needed for: to predict one attribute from others.

    It is the utility need of the thesis (section 6.5.1, equation 6.2): the attributes of interest
    and a partition of each. A partition is written as anywhere in Sonde.

    >>> need("Salary", "Age", partitions={"Age": {"bins": [35]}}).title
    'Salary from Age'
    """
    keys = (from_,) if isinstance(from_, str) else tuple(map(str, from_))
    if not keys:
        raise SondeError(f"Name at least one attribute that {predict!r} is to be predicted from.")
    if predict in keys:
        raise SondeError(f"{predict!r} cannot be predicted from itself: leave it out of from_.")
    is_number = isinstance(weight, int | float) and not isinstance(weight, bool)
    if not is_number or not isfinite(weight) or weight <= 0:
        raise SondeError(f"The weight of a need is a number above 0, not {weight!r}.")
    for column in partitions or {}:
        if column != predict and column not in keys:
            raise SondeError(
                f"The partition of {column!r} is about no attribute of the need: it is neither "
                f"predicted nor predicted from."
            )
    laid = {column: partition(spec) for column, spec in (partitions or {}).items()}
    return Need(predict, keys, laid, name, float(weight))
