"""What a measure is: a formula over a profile, and a description of the number it gives."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Literal, get_args

from ..errors import SondeError, Undefined, did_you_mean
from ..registry import load
from .needs import Need, lacks

if TYPE_CHECKING:
    from ..datasets import Missing, Partitions
    from ..entropy import Floats, Ints
    from ..profiles import Profile
    from ..results import Result

Formula = Callable[..., float]
ByValue = Callable[..., "Floats | Ints"]
Interval = Callable[..., tuple[float, float]]

# What a number is about, and the order in which results are shown.
Family = Literal[
    "Information",
    "Chance",
    "Crowds",
    "Diversity",
    "Closeness",
    "Guesses",
    "Uniqueness",
    "Cells",
]


@dataclass(frozen=True)
class Measure:
    """A measure: call it with a table and its roles, and it returns a ``Result``.

    ``short`` is its abbreviation in the papers. ``low`` and ``high`` bound the number (None: no
    bound), ``worse`` says in which direction people are less safe, ``unit`` what it counts in,
    ``source`` which paper defines it. ``says`` is the number in a sentence, with ``{value}``,
    ``{keys}`` and ``{target}`` to fill in, ``{choices}``, which is one over the number, and the
    measure's parameters by name. ``needs`` names what a table must have for the number to be
    asked of it, such as a sensitive attribute. ``of_each_class`` is None for a number of the
    whole only; in it NaN marks a class for which the number does not exist, and a class may have
    a number for each key.
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
    family: Family
    needs: tuple[Need, ...]
    formula: Formula = field(repr=False)
    of_each_class: ByValue | None = field(repr=False)
    of_each_key: ByValue | None = field(repr=False)
    interval: Interval | None = field(repr=False)

    def __call__(
        self,
        table: Any,
        *,
        keys: str | Sequence[str] = (),
        sensitive: str | None = None,
        subject: str | None = None,
        partitions: Partitions | None = None,
        missing: Missing = "value",
        **more: Any,
    ) -> Result:
        """Measure a table, a dataset or a profile.

        ``more`` are further roles, as ``sonde.dataset`` takes them, and the parameters of the
        measure, such as ``c`` and ``l``.
        """
        from ..datasets import More, refuse_roles
        from ..profiles import Profile, profile

        parameters = {name: more.pop(name) for name in self.parameters if name in more}
        self._refuse_unknown(more)
        roles = {name: more[name] for name in More.__annotations__ if name in more}
        if isinstance(table, Profile):
            refuse_roles(keys, sensitive, subject, partitions, missing, **roles)
            return self.of(table, **parameters)
        counted = profile(
            table,
            keys=keys,
            sensitive=sensitive,
            subject=subject,
            partitions=partitions,
            missing=missing,
            by_value="names" in self.needs,
            **roles,
        )
        return self.of(counted, **parameters)

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """The parameters that the measure takes, with what they are unless told otherwise."""
        taken = list(inspect.signature(self.formula).parameters.values())[1:]
        return {each.name: each.default for each in taken}

    def lacks(self, profile: Profile) -> str | None:
        """Say what the measure needs and the profile does not have."""
        return lacks(self.needs, profile)

    def of(self, profile: Profile, **parameters: Any) -> Result:
        """Measure what is already counted."""
        from ..results import Result

        self._refuse_unknown(parameters, roles=False)
        lack = self.lacks(profile)
        if lack is not None:
            raise SondeError(f"{self.title} needs {lack}.")
        chosen = self.parameters | parameters
        try:
            return Result(self, profile, self.formula(profile, **chosen), None, chosen)
        except Undefined as why:
            return Result(self, profile, None, str(why), chosen)

    def _refuse_unknown(self, given: Mapping[str, Any], *, roles: bool = True) -> None:
        from ..datasets import More

        known = [*self.parameters, *(More.__annotations__ if roles else ())]
        for name in given:
            if name not in known:
                near = did_you_mean(name, known)
                raise SondeError(f"{self.title} takes no {name!r}.{near}")


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
    family: Family = "Information",
    unit: str | None = None,
    needs: tuple[Need, ...] = (),
    of_each_key: ByValue | None = None,
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
            family=family,
            needs=needs,
            formula=formula,
            of_each_class=of_each_class,
            of_each_key=of_each_key,
            interval=interval,
        )
        object.__setattr__(made, "__doc__", formula.__doc__)
        _REGISTRY[made.name] = made
        return made

    return register


@cache
def measures() -> Mapping[str, Measure]:
    """Return every measure by name: a file in this folder is all it takes to add one."""
    load(__package__)
    return {one.name: one for one in sorted(_REGISTRY.values(), key=_place)}


# Within its family, these come first and in this order; the others after, by name.
_SHOWN_FIRST = (
    "discrimination_rate",
    "itpr",
    "mutual_information",
    "conditional_privacy",
    "maximum_information_leakage",
    "entropy_l_diversity_risk",
    "rate_by_chance",
    "adjusted_rate",
    "corrected_rate",
    "k_anonymity",
    "alpha_k_anonymity",
    "k_map",
    "distinct_l_diversity",
    "entropy_l_diversity",
    "recursive_l_diversity",
    "t_closeness",
    "ordered_t_closeness",
    "hierarchical_t_closeness",
    "basic_beta_likeness",
    "enhanced_beta_likeness",
    "prior_vulnerability",
    "posterior_vulnerability",
    "prior_certainty",
    "posterior_certainty",
    "prosecutor_risk",
    "journalist_risk",
    "uniques",
    "population_uniques",
    "individual_risk",
    "global_risk",
    "household_risk",
)


def _place(one: Measure) -> tuple[int, int, str]:
    first = _SHOWN_FIRST.index(one.name) if one.name in _SHOWN_FIRST else len(_SHOWN_FIRST)
    return (get_args(Family).index(one.family), first, one.name)
