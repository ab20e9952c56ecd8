"""What a measure is: a formula over a profile, and a description of the number it gives."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

from ..errors import Undefined

if TYPE_CHECKING:
    from ..datasets import Missing, Partitions
    from ..entropy import Floats, Ints
    from ..profiles import Profile
    from ..results import Result

Formula = Callable[..., float]
ByValue = Callable[..., "Floats | Ints"]
Interval = Callable[..., tuple[float, float]]


@dataclass(frozen=True)
class Measure:
    """A measure: call it with a table and its roles, and it returns a ``Result``.

    ``short`` is its abbreviation in the papers. ``low`` and ``high`` bound the number (None: no
    bound), ``worse`` says in which direction people are less safe, ``unit`` what it counts in,
    ``source`` which paper defines it. ``says`` is the number in a sentence, with ``{value}``,
    ``{keys}`` and ``{target}`` to fill in, and ``{choices}``, which is one over the number.
    ``needs`` are the roles without which ``sonde.measure`` leaves it out. ``of_each_class`` is
    None for a number of the whole only, and ``interval`` gives its ends where it has them.
    """

    name: str
    title: str
    short: str
    says: str
    low: float | None
    high: float | None
    worse: Literal["higher", "lower"]
    source: str
    unit: str | None
    formula: Formula = field(repr=False)
    of_each_class: ByValue | None = field(repr=False)
    family: str = "Information"
    needs: tuple[str, ...] = ()
    interval: Interval | None = field(default=None, repr=False)

    def __call__(
        self,
        table: Any,
        *,
        keys: str | Sequence[str] = (),
        sensitive: str | None = None,
        subject: str | None = None,
        partitions: Partitions | None = None,
        missing: Missing = "value",
        **parameters: Any,
    ) -> Result:
        """Measure a table, a dataset or a profile."""
        from ..datasets import refuse_roles
        from ..profiles import Profile, profile

        if isinstance(table, Profile):
            refuse_roles(keys, sensitive, subject, partitions, missing)
            return self.of(table, **parameters)
        counted = profile(
            table,
            keys=keys,
            sensitive=sensitive,
            subject=subject,
            partitions=partitions,
            missing=missing,
            by_value=False,
        )
        return self.of(counted, **parameters)

    def of(self, profile: Profile, **parameters: Any) -> Result:
        """Measure what is already counted."""
        from ..results import Result

        try:
            return Result(self, profile, self.formula(profile, **parameters), None, parameters)
        except Undefined as why:
            return Result(self, profile, None, str(why), parameters)


_REGISTRY: dict[str, Measure] = {}


def measure(
    *,
    title: str,
    short: str,
    says: str,
    low: float | None,
    high: float | None,
    worse: Literal["higher", "lower"],
    source: str,
    of_each_class: ByValue | None,
    unit: str | None = None,
    family: str = "Information",
    needs: tuple[str, ...] = (),
    interval: Interval | None = None,
) -> Callable[[Formula], Measure]:
    """Register the formula below as the measure of its name."""

    def register(formula: Formula) -> Measure:
        made = Measure(
            name=formula.__name__,
            title=title,
            short=short,
            says=says,
            low=low,
            high=high,
            worse=worse,
            source=source,
            unit=unit,
            formula=formula,
            of_each_class=of_each_class,
            family=family,
            needs=needs,
            interval=interval,
        )
        object.__setattr__(made, "__doc__", formula.__doc__)
        _REGISTRY[made.name] = made
        return made

    return register


@cache
def measures() -> Mapping[str, Measure]:
    """Return every measure by name: a file in this folder is all it takes to add one."""
    package = importlib.import_module(__package__)
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{__package__}.{module.name}")
    return dict(sorted(_REGISTRY.items(), key=lambda item: _place(item[0])))


# The order in which results are shown; a measure that is not named here comes after, by name.
_SHOWN_FIRST = (
    "discrimination_rate",
    "itpr",
    "mutual_information",
    "conditional_privacy",
    "maximum_information_leakage",
    "entropy_l_diversity_risk",
)


def _place(name: str) -> tuple[int, str]:
    return (_SHOWN_FIRST.index(name) if name in _SHOWN_FIRST else len(_SHOWN_FIRST), name)
