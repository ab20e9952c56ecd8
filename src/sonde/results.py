"""Results: a number, the same by value, and what it rests on."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from .errors import SondeError, Undefined, did_you_mean
from .identifiers import MEANING, Kind, identifier_kind
from .partitions import text
from .plain import plain

if TYPE_CHECKING:
    from .measures import Measure
    from .profiles import Profile

MOST_NAMED = 3
# From here on choices are shown as whole numbers.
FEW_CHOICES = 100


@dataclass(frozen=True, eq=False)
class Result:
    """What one measure gives for one profile.

    ``overall`` is the number, None where it is undefined, and then ``reason`` says why.
    ``by_value`` is an Arrow table with a row for each class.
    """

    measure: Measure
    profile: Profile
    overall: float | None
    reason: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def by_value(self) -> pa.Table:
        """The measure of each combination of key values, with its rows (and people)."""
        return class_table(self.profile.named(), [self])

    @cached_property
    def interval(self) -> tuple[float, float] | None:
        """Between what the number lies for the population of a sample, where that can be said."""
        if self.measure.interval is None or self.overall is None:
            return None
        return self.measure.interval(self.profile, **self.parameters)

    @cached_property
    def by_key(self) -> dict[str, float]:
        """The measure of each key, where it has one: what the others tell about it."""
        if self.measure.of_each_key is None or self.overall is None:
            return {}
        each = self.measure.of_each_key(self.profile, **self.parameters)
        return dict(zip(self.profile.dataset.keys, each.tolist(), strict=True))

    @property
    def shown(self) -> str:
        """The number, short enough for a table."""
        return "undefined" if self.overall is None else number(self.overall, self.measure)

    @property
    def sentence(self) -> str:
        """The number in words."""
        if self.overall is None:
            return f"Undefined: {self.reason}."
        low, high = self.interval or (self.overall, self.overall)
        return self.measure.says.format(
            value=Careful(self.overall, self.measure),
            choices=_choices(self.overall),
            keys=_knowing(self.profile.dataset.keys),
            target=target(self.profile),
            low=low,
            high=high,
            **self.parameters,
        )

    def __repr__(self) -> str:
        lines = [f"{self.measure.title}: {self.shown}", self.sentence, self.profile.basis]
        return "\n".join(map(plain, lines))

    def _repr_html_(self) -> str:
        head, *rest = repr(self).split("\n")
        return f"<p><b>{escape(head)}</b><br>{'<br>'.join(map(escape, rest))}</p>"


@dataclass(frozen=True, eq=False)
class Measurement:
    """Every measure of one profile, from one reading of the table.

    ``left_out`` says of each measure that was not asked for what it needs and the table has not.
    """

    profile: Profile
    results: Mapping[str, Result]
    left_out: Mapping[str, str] = field(default_factory=dict)

    @property
    def kind(self) -> Kind | None:
        """Which kind of identifier the keys are, of the sensitive attribute or the subjects."""
        return identifier_kind(self.profile)

    @property
    def overall(self) -> dict[str, float | None]:
        """Each measure's number by its name, None where it is undefined."""
        return {name: result.overall for name, result in self.results.items()}

    @cached_property
    def by_value(self) -> pa.Table:
        """Every measure of each combination of key values, with its rows (and people)."""
        return class_table(self.profile.named(), list(self.results.values()))

    def __getitem__(self, name: str) -> Result:
        if name in self.left_out:
            raise SondeError(f"{name!r} was left out: it needs {self.left_out[name]}.")
        if name not in self.results:
            raise SondeError(f"There is no measure {name!r}.{did_you_mean(name, self.results)}")
        return self.results[name]

    def __repr__(self) -> str:
        width = max(len(result.measure.title) for result in self.results.values())
        lines = [
            f"{result.measure.title:<{width}}  {result.shown}" for result in self.results.values()
        ]
        lines += [kind_sentence(self.profile), self.profile.basis]
        return "\n".join(map(plain, lines))

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(r.measure.title)}</td>"
            f"<td>{r.shown}</td>"
            f"<td>{escape(r.sentence)}</td></tr>"
            for r in self.results.values()
        )
        below = f"{escape(kind_sentence(self.profile))}<br>{escape(self.profile.basis)}"
        return f"<table>{rows}</table><p>{below}</p>"


def class_table(profile: Profile, results: list[Result]) -> pa.Table:
    """Put the classes' key values, sizes and measures side by side."""
    if profile.keys is None:
        raise ValueError("the classes have no names")
    names = list(profile.dataset.keys)
    columns: list[Any] = list(profile.keys.columns)
    sizes = {"rows": profile.class_rows}
    if profile.dataset.subject is not None:
        sizes["people"] = profile.people
    each = {r.measure.name: _each(r, profile) for r in results if r.measure.of_each_class}
    for name, numbers in (sizes | each).items():
        names.append(free(name, names))
        columns.append(_column(numbers, profile))
    return pa.table(columns, names)


def _column(numbers: Any, profile: Profile) -> pa.Array:
    """Hand numbers to Arrow, several of a class by the names of the keys."""
    if np.ndim(numbers) == 1:
        return pa.array(numbers, from_pandas=True)  # NaN is what does not exist: null
    return pa.StructArray.from_arrays(list(map(pa.array, numbers.T)), profile.dataset.keys)


def _each(result: Result, profile: Profile) -> Any:
    assert result.measure.of_each_class is not None  # noqa: S101 - as class_table asked
    try:
        return result.measure.of_each_class(profile, **result.parameters)
    except Undefined:
        return np.full(len(profile.size), None)


def free(name: str, taken: list[str]) -> str:
    """Give way to a key that has the name already."""
    while name in taken:
        name += "_"
    return name


def number(value: float, measure: Measure) -> str:
    """Write a measure's number for people: whole ones whole, others to four decimals."""
    return format(Careful(value, measure), "," if isinstance(value, int) else ".4f")


class Careful:
    """A number that is not rounded to the end of its range: 0.99999 is shown as <1.0000.

    The ends mean what nothing near them does: settled for sure, or nothing said.
    """

    def __init__(self, value: float, measure: Measure) -> None:
        self.value, self.measure = value, measure

    def __format__(self, form: str) -> str:
        shown = format(self.value, form)
        for end, sign in ((self.measure.high, "<"), (self.measure.low, ">")):
            if end is not None and self.value != end and shown == format(float(end), form):
                return sign + shown
        return shown


def target(profile: Profile) -> str:
    """Name what the attacker is after."""
    return profile.dataset.sensitive or "the person's identity"


def kind_sentence(profile: Profile) -> str:
    """Say which kind of identifier the keys are."""
    keys, kind = _listed(profile.dataset.keys), identifier_kind(profile)
    if kind is None:
        return f"{keys}: no kind of identifier, as there is nothing to find out."
    return f"{keys}: {kind} ({MEANING[kind].format(target=target(profile))})."


def key_text(value: Any) -> str | None:
    """Write a key's value as text, null as null."""
    return None if value is None else text(value)


def _choices(share: float) -> str:
    """Write one over a share for people; more than one choice is never shown as 1."""
    choices = 1 / share if share else math.inf
    shown = f"{choices:,.0f}" if choices >= FEW_CHOICES else f"{choices:.3g}"
    return "more than 1" if shown == "1" and choices > 1 else shown


def _knowing(names: tuple[str, ...]) -> str:
    """Name the keys within a sentence, or count them where they would fill it."""
    return _listed(names) if len(names) <= MOST_NAMED else f"these {len(names)} keys"


def _listed(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
