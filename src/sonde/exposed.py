"""Which classes, and which values of one key alone, give away most: those of few people masked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from .assessments import Class, Value
from .errors import Undefined
from .measures import measures
from .results import key_text

if TYPE_CHECKING:
    from .entropy import Floats, Ints
    from .profiles import Profile

# Values of classes with fewer people than this are not shown unless asked for.
SMALL = 10
# So many of the classes that give away most are listed, and so many values of a key.
MOST_CLASSES = 10
MOST_VALUES = 5


def worst(named: Profile, *, least: int = 0, show_small: bool) -> list[Class]:
    """List the classes of at least so many people that give away most; small ones masked."""
    numbers = _numbers(named)
    if not numbers:
        return []
    rows = np.lexsort((named.people, -numbers["discrimination_rate"]))
    rows = rows[named.people[rows] >= least][:MOST_CLASSES]
    return [_class(named, int(row), numbers, show_small) for row in rows]


def values_of(alone: Mapping[str, Profile], *, show_small: bool) -> Iterator[Value]:
    """List, for each key alone, the values that give away most among those that may be shown."""
    for key, profile in alone.items():
        named = profile.named()
        numbers = _numbers(named)
        if not numbers or named.keys is None:
            continue
        rows = np.lexsort((named.people, -numbers["discrimination_rate"]))
        rows = rows[named.people[rows] >= (0 if show_small else SMALL)][:MOST_VALUES]
        texts = map(key_text, named.keys.column(0).take(rows).to_pylist())
        for row, text in zip(rows, texts, strict=True):
            yield Value(
                key=key,
                value=text,
                people=int(named.people[row]),
                rate=float(numbers["discrimination_rate"][row]),
                guess=float(numbers["posterior_vulnerability"][row]),
            )


def few(people: Ints) -> tuple[int, int]:
    """Count the classes of fewer people than are shown, and the people in them."""
    small = people[people < SMALL]
    return len(small), int(small.sum())


def _numbers(named: Profile) -> dict[str, Floats]:
    """Return what each class gives away, or nothing where there is nothing to be found out."""
    found: dict[str, Floats] = {}
    for name in ("discrimination_rate", "posterior_vulnerability"):
        of_each_class = measures()[name].of_each_class
        assert of_each_class is not None  # noqa: S101 - both have it
        try:
            found[name] = np.asarray(of_each_class(named), np.float64)
        except Undefined:
            return {}
    return found


def _class(named: Profile, row: int, numbers: Mapping[str, Floats], show_small: bool) -> Class:
    assert named.keys is not None  # noqa: S101 - the profile is named
    people = int(named.people[row])
    shown = show_small or people >= SMALL
    values = map(key_text, named.keys.slice(row, 1).to_pylist()[0].values())
    told: dict[str, Any] = {name: float(each[row]) for name, each in numbers.items()}
    if not named.over_subjects:
        told["distinct_l_diversity"] = int(named.distinct[row])
    return Class(
        key=dict(zip(named.dataset.keys, values, strict=True)) if shown else None,
        people=people if shown else None,
        numbers=told,
    )
