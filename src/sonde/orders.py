"""The order of sensitive values: by their kind, or as it is stated."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np

from .entropy import Ints
from .errors import SondeError, Undefined, did_you_mean
from .numbering import NUMBER
from .partitions import text

if TYPE_CHECKING:
    from .profiles import Profile

_IN_ORDER = (int, float, Decimal, dt.date, dt.time, dt.timedelta)


def in_order(values: Iterable[Any]) -> bool:
    """Whether values are numbers, dates or times, or text that is all numbers."""
    return all(map(_has_order, values))


def _has_order(value: Any) -> bool:
    if isinstance(value, str):
        return re.search(NUMBER, value) is not None
    return value is None or (isinstance(value, _IN_ORDER) and not isinstance(value, bool))


def places(profile: Profile) -> tuple[Ints, int]:
    """Return each sensitive value's place from the lowest, 0, and how many places there are.

    A stated order may have places that no row takes. Without one the values are in the order of
    their kind, each a place from the next.
    """
    name = profile.dataset.sensitive
    stated = profile.dataset.orders.get(str(name))
    if stated is None:
        if None in profile.values:
            raise Undefined(
                f"{name!r} has nulls, which have no place in its order: leave them out "
                "(missing='drop'), or state an order that lists null"
            )
        return np.arange(len(profile.values)), len(profile.values)
    place = {value: number for number, value in enumerate(stated)}
    found = [None if value is None else text(value) for value in profile.values]
    for value in found:
        if value not in place:
            near = did_you_mean(str(value), [str(other) for other in stated])
            raise SondeError(
                f"The order of {name!r} lacks the value {value!r}: list every value, lowest first."
                f"{near}"
            )
    return np.array([place[value] for value in found]), len(stated)
