"""What a loss is: a formula over a pair of tables, and a description of the number it gives."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Literal, get_args

from ...errors import SondeError, Undefined
from ...registry import load

if TYPE_CHECKING:
    from ..lost import Loss
    from ..pairs import Pair

# What a number is about, and the order in which results are shown.
Family = Literal["Numbers", "Distributions", "Categories", "Generalization"]

# What a pair must have for a number to be asked of it.
Needed = Literal["numbers", "two numbers", "categories", "orders", "hierarchies"]

_LACKS: dict[Needed, tuple[Callable[[Pair], bool], str]] = {
    "numbers": (lambda pair: len(pair.numbers) > 0, "a column of numbers in both tables"),
    "two numbers": (lambda pair: len(pair.numbers) > 1, "two columns of numbers in both tables"),
    "categories": (lambda pair: bool(pair.others), "a column that holds no numbers"),
    "orders": (lambda pair: bool(pair.orders), "the order of a column's values: state one"),
    "hierarchies": (lambda pair: bool(pair.hierarchies), "a hierarchy of a column: name one"),
}


@dataclass(frozen=True)
class Lost:
    """What a formula gives: a number of the whole, and of each column where there is one."""

    overall: float
    by_column: Mapping[str, float] = field(default_factory=dict)


Formula = Callable[..., Lost]


@dataclass(frozen=True)
class LossMeasure:
    """A measure of information loss: call it with an original and a release.

    ``low`` and ``high`` bound the number (None: no bound), ``nothing`` is what it is where
    nothing is lost, ``worse`` in which direction more is. ``source`` is the paper that defines
    it. ``says`` is the number in a sentence, with ``{value}`` to fill in.
    """

    name: str
    title: str
    says: str
    low: float | None
    high: float | None
    worse: Literal["higher", "lower"]
    nothing: float
    source: str
    family: Family
    needs: Needed
    formula: Formula = field(repr=False)

    def __call__(self, original: Any, release: Any = None, **told: Any) -> Loss:
        """Measure two tables, or a pair of them; ``told`` as ``sonde.information_loss`` takes it.

        The parameters of the measure are told by name too.
        """
        from ..pairs import pair

        parameters = {name: told.pop(name) for name in self.parameters if name in told}
        return self.of(pair(original, release, **told), **parameters)

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """The parameters that the measure takes, with what they are unless told otherwise."""
        taken = list(inspect.signature(self.formula).parameters.values())[1:]
        return {each.name: each.default for each in taken}

    def lacks(self, pair: Pair) -> str | None:
        """Say what the measure needs and the pair does not have."""
        has, words = _LACKS[self.needs]
        return None if has(pair) else words

    def of(self, pair: Pair, **parameters: Any) -> Loss:
        """Measure a pair."""
        from ..lost import Loss

        lack = self.lacks(pair)
        if lack is not None:
            raise SondeError(f"{self.title} needs {lack}.")
        chosen = self.parameters | parameters
        if "numbers" in self.needs and not len(pair.before):
            return Loss(self, pair, None, "no row has all the numbers, in both tables")
        try:
            found = self.formula(pair, **chosen)
        except Undefined as why:
            return Loss(self, pair, None, str(why), {}, chosen)
        return Loss(self, pair, float(found.overall), None, found.by_column, chosen)


_REGISTRY: dict[str, LossMeasure] = {}


def loss(
    *,
    title: str,
    says: str,
    source: str,
    family: Family,
    needs: Needed,
    high: float | None = None,
    low: float | None = 0,
    worse: Literal["higher", "lower"] = "higher",
    nothing: float = 0,
    name: str | None = None,
) -> Callable[[Formula], LossMeasure]:
    """Register the formula below as the loss of its name."""

    def register(formula: Formula) -> LossMeasure:
        made = LossMeasure(
            name=name or formula.__name__,
            title=title,
            says=says,
            low=low,
            high=high,
            worse=worse,
            nothing=nothing,
            source=source,
            family=family,
            needs=needs,
            formula=formula,
        )
        object.__setattr__(made, "__doc__", formula.__doc__)
        _REGISTRY[made.name] = made
        return made

    return register


@cache
def losses() -> Mapping[str, LossMeasure]:
    """Return every measure of information loss by name: a file in this folder adds one.

    >>> import sonde
    >>> sonde.losses()["ks_distance"].high
    1
    """
    load(__package__)
    return {one.name: one for one in sorted(_REGISTRY.values(), key=_place)}


# Within its family, what is compared comes in this order; the rest after, by name.
_SHOWN_FIRST = ("data", "covariance", "correlation", "principal", "communalities", "factor")


def _place(one: LossMeasure) -> tuple[int, int]:
    about = one.name.partition("_")[0]
    first = _SHOWN_FIRST.index(about) if about in _SHOWN_FIRST else len(_SHOWN_FIRST)
    return get_args(Family).index(one.family), first


def mean_of(by_column: Mapping[str, float]) -> Lost:
    """Take the mean over the columns."""
    return Lost(sum(by_column.values()) / len(by_column), by_column)


def named(names: Sequence[str]) -> str:
    """Name columns within a sentence."""
    shown = [repr(name) for name in names]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
