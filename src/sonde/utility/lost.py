"""Losses: what a release lost of its original, by every measure at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

from ..errors import SondeError, did_you_mean
from ..plain import plain
from .losses import losses
from .pairs import Pair, pair

if TYPE_CHECKING:
    from .losses import LossMeasure

# From here on a loss is written with an exponent.
LARGE = 1e6


@dataclass(frozen=True, eq=False)
class Loss:
    """What one measure gives for one pair of tables.

    ``overall`` is the number, None where it is undefined, and then ``reason`` says why.
    ``by_column`` is the same of each column, where there is such a number.
    """

    measure: LossMeasure
    pair: Pair
    overall: float | None
    reason: str | None = None
    by_column: Mapping[str, float] = field(default_factory=dict)
    parameters: Mapping[str, Any] = field(default_factory=dict)

    @property
    def shown(self) -> str:
        """The number, short enough for a table."""
        if self.overall is None:
            return "undefined"
        form = ".4g" if abs(self.overall) >= LARGE else ",.4f"
        shown = format(self.overall, form)
        # What is lost is not shown as nothing.
        nothing = format(float(self.measure.nothing), form)
        beyond = "<" if self.measure.worse == "lower" else ">"
        return f"{beyond}{shown}" if shown == nothing and not self.is_nothing else shown

    @property
    def is_nothing(self) -> bool:
        """Whether nothing is lost, by this measure."""
        return self.overall == self.measure.nothing

    @property
    def sentence(self) -> str:
        """The number in words."""
        if self.overall is None:
            return f"Undefined: {self.reason}."
        return self.measure.says.format(value=self.overall, shown=self.shown, **self.parameters)

    def __repr__(self) -> str:
        lines = [f"{self.measure.title}: {self.shown}", self.sentence, self.pair.basis]
        return "\n".join(map(plain, lines))


@dataclass(frozen=True, eq=False)
class InformationLoss:
    """Every measure of one pair of tables.

    ``left_out`` says of each measure that was not asked for what it needs and the pair has not.
    """

    pair: Pair
    results: Mapping[str, Loss]
    left_out: Mapping[str, str] = field(default_factory=dict)

    @property
    def overall(self) -> dict[str, float | None]:
        """Each measure's number by its name, None where it is undefined."""
        return {name: result.overall for name, result in self.results.items()}

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be known about the tables beside the numbers."""
        return self.pair.notes

    def __getitem__(self, name: str) -> Loss:
        if name in self.left_out:
            raise SondeError(f"{name!r} was left out: it needs {self.left_out[name]}.")
        if name not in self.results:
            raise SondeError(f"There is no loss {name!r}.{did_you_mean(name, self.results)}")
        return self.results[name]

    def __repr__(self) -> str:
        width = max((len(result.measure.title) for result in self.results.values()), default=0)
        lines = [f"{one.measure.title:<{width}}  {one.shown}" for one in self.results.values()]
        return "\n".join(map(plain, [*lines, self.pair.basis]))

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(r.measure.title)}</td><td>{r.shown}</td>"
            f"<td>{escape(r.sentence)}</td></tr>"
            for r in self.results.values()
        )
        return f"<table>{rows}</table><p>{escape(self.pair.basis)}</p>"


def information_loss(
    original: Any,
    release: Any = None,
    *,
    columns: str | Sequence[str] | None = None,
    categories: str | Sequence[str] = (),
    hierarchies: Mapping[str, Any] | None = None,
    orders: Mapping[str, Sequence[Any]] | None = None,
    only: Sequence[str] | None = None,
    parameters: Mapping[str, Any] | None = None,
) -> InformationLoss:
    """Measure what a release lost of its original, which it has row by row.

    ``columns`` are those to compare, without it all that both tables have. A column is of
    numbers where all its values are, in both tables, also as text; ``categories`` names columns
    whose numbers are names, such as postal codes. A number that the release divides (``20-39``)
    is compared by its values, as a partition. ``hierarchies`` map columns to their hierarchy or
    its path, ``orders`` to their values from lowest to highest.

    ``only`` names the measures, without it all that the tables have what they need for. What
    was compared once is the ``pair`` of its result, and can be given in the place of the tables.

    Rests on the first row of one table being the first row of the other.

    >>> import sonde
    >>> original = {"age": [20, 30, 40, 50], "sport": ["judo", "judo", "bowls", "bowls"]}
    >>> release = {"age": [25, 25, 45, 45], "sport": ["judo", "judo", "judo", "bowls"]}
    >>> lost = sonde.information_loss(original, release)
    >>> lost.overall["data_mae"], lost.overall["direct_comparison"]
    (5.0, 0.25)
    """
    chosen = _chosen(only)
    told = _told(parameters, chosen)
    held = pair(
        original,
        release,
        columns=columns,
        categories=categories,
        hierarchies=hierarchies,
        orders=orders,
    )
    left_out = {one.name: one.lacks(held) for one in chosen} if only is None else {}
    lacking = {name: need for name, need in left_out.items() if need is not None}
    asked = [one for one in chosen if one.name not in lacking]
    return InformationLoss(
        held, {one.name: one.of(held, **told[one.name]) for one in asked}, lacking
    )


def _chosen(only: Sequence[str] | None) -> list[LossMeasure]:
    known = losses()
    if only is None:
        return list(known.values())
    names = [only] if isinstance(only, str) else list(only)
    for name in names:
        if name not in known:
            raise SondeError(f"There is no loss {name!r}.{did_you_mean(name, known)}")
    return [one for one in known.values() if one.name in names]


def _told(
    parameters: Mapping[str, Any] | None, chosen: Sequence[LossMeasure]
) -> dict[str, dict[str, Any]]:
    """Give each measure the parameters that it takes, each of which some measure must."""
    given = dict(parameters or {})
    known = {name for one in chosen for name in one.parameters}
    for name in given:
        if name not in known:
            near = did_you_mean(name, sorted(known))
            raise SondeError(f"None of the losses takes a parameter {name!r}.{near}")
    return {
        one.name: {name: given[name] for name in one.parameters if name in given} for one in chosen
    }
