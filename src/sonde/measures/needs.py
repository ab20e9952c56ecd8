"""What a table must have for a measure to be asked of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from ..profiles import Profile

Need = Literal[
    "sensitive",
    "order",
    "hierarchy",
    "names",
    "population",
    "population size",
    "weight",
    "household",
    "sample",
]

# What fulfils each need, and how it is called in "... needs ...".
_NEEDS: dict[Need, tuple[Callable[[Profile], bool], str]] = {
    "sensitive": (
        lambda profile: profile.dataset.sensitive is not None,
        "a sensitive attribute: name one",
    ),
    "order": (
        lambda profile: profile.dataset.sensitive is None or profile.ordered,
        "an order of the sensitive values, which are not numbers, dates or bins: state one",
    ),
    "hierarchy": (
        lambda profile: profile.dataset.sensitive in (None, *profile.dataset.hierarchies),
        "a hierarchy of the sensitive values: name one",
    ),
    "names": (
        lambda profile: profile.keys is not None,
        "the classes' names: count them with by_value=True",
    ),
    "population": (
        lambda profile: profile.population is not None,
        "a table of the population that the sample is of: name one",
    ),
    "population size": (
        lambda profile: profile.population_size is not None,
        "the size of the population: say it, or name its table or the column of weights",
    ),
    "weight": (
        lambda profile: profile.weight is not None,
        "the sampling weights: name their column",
    ),
    "household": (
        lambda profile: profile.households is not None,
        "the households: name their column",
    ),
    "sample": (
        lambda profile: profile.dataset.sample,
        "a sample: say that the table is one",
    ),
}


def lacks(needs: Iterable[Need], profile: Profile) -> str | None:
    """Say the first of the needs that a profile does not fulfil, None where it fulfils all."""
    return next((words for has, words in map(_NEEDS.__getitem__, needs) if not has(profile)), None)
