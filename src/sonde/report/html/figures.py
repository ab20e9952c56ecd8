"""Numbers for people, none of which is rounded to all or to nothing."""

from __future__ import annotations

from ...assessments import Number, Target
from ...measures import measures
from ...results import number


def rate(value: float | None) -> str:
    """Write a rate as every other page does."""
    if value is None:
        return "undefined"
    return number(float(value), measures()["discrimination_rate"])


def share(value: float | None) -> str:
    """Write a share of the people in per cent.

    >>> share(0.25), share(0.00001), share(0.99999)
    ('25.0%', '<0.1%', '>99.9%')
    """
    if value is None:
        return "undefined"
    shown = f"{value:.1%}"
    if value > 0 and shown == "0.0%":
        return "<0.1%"
    return ">99.9%" if value < 1 and shown == "100.0%" else shown


def found(target: Target, measure: str) -> Number | None:
    """Return a measure of a target, None where it was not taken."""
    return next((one for one in target.numbers if one.measure == measure), None)


def value(target: Target, measure: str) -> float | None:
    """Return the number of a measure, None where there is none."""
    one = found(target, measure)
    return None if one is None else one.value


def many(count: int, one: str, more: str) -> str:
    """Count in words.

    >>> many(1, "class", "classes"), many(1200, "class", "classes")
    ('1 class', '1,200 classes')
    """
    return f"{count:,} {one if count == 1 else more}"


def named(names: list[str]) -> str:
    """Name several in a sentence.

    >>> named(["age"]), named(["age", "sex", "zip"])
    ('age', 'age, sex and zip')
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
