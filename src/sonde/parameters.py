"""Parameters of measures: what they may be, said in one sentence where they are not."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import Any

import numpy as np

from .errors import SondeError

_NUMBERS = (int, float, Fraction, np.integer)


def written(text: str) -> int | float | str:
    """Take text that is a number for the number, and the rest for text.

    >>> written("3"), written("0.2"), written("lung cancer")
    (3, 0.2, 'lung cancer')
    """
    for kind in (int, float):
        with suppress(ValueError):
            return kind(text)
    return text


def whole(name: str, value: Any, at_least: int = 1) -> int:
    """Take a whole number.

    >>> whole("l", 2)
    2
    """
    if isinstance(value, bool) or not isinstance(value, _NUMBERS) or value != int(value):
        raise SondeError(f"{name} is a whole number, not {value!r}.")
    if value < at_least:
        raise SondeError(f"{name} is at least {at_least}, not {value!r}.")
    return int(value)


def share(name: str, value: Any) -> float:
    """Take a share: above 0, and at most 1."""
    if isinstance(value, bool) or not isinstance(value, _NUMBERS) or not 0 < value <= 1:
        raise SondeError(f"{name} is a share above 0 and at most 1, not {value!r}.")
    return float(value)


def fraction(name: str, value: Any) -> Fraction:
    """Take a number above 0 as it is written: 0.1 is one tenth, which no float is.

    >>> fraction("c", 0.1)
    Fraction(1, 10)
    """
    wrong = isinstance(value, bool) or not isinstance(value, _NUMBERS)
    if wrong or not 0 < value < float("inf"):
        raise SondeError(f"{name} is a number above 0, not {value!r}.")
    return value if isinstance(value, Fraction) else Fraction(str(value))
