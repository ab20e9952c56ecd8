"""Population uniques: how many people are alone in their class in the whole population."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..errors import Undefined
from .base import measure

if TYPE_CHECKING:
    from ..entropy import Ints
    from ..profiles import Profile


def _estimated(profile: Profile, estimate: Callable[[Ints, Ints, int], float]) -> float:
    """Estimate from the sizes of the sample's classes and how many people there are."""
    assert profile.population_size is not None  # noqa: S101 - it is needed
    if int((profile.people * profile.repeats).sum()) > profile.subjects:
        raise Undefined("some people are in several classes, which no estimator knows of")
    return estimate(profile.people, profile.repeats, profile.population_size)


@measure(
    title="Population uniques",
    short="population unique",
    says="Alone in the whole population with their {keys}: about {value:,.1f} people.",
    low=0,
    high=None,
    worse="higher",
    unit="people",
    family="Uniqueness",
    needs=("population size",),
    source="Dankar, El Emam, Neisa and Roffey, BMC Med Inform Decis Mak 12:66, 2012",
    of_each_class=None,
)
def population_uniques(profile: Profile) -> float:
    """How many people are alone in their class in the population, in the sample or outside of it.

    Counted where the population's table is named. Else estimated from the sample, by the rule of
    Dankar and others: up to 10% of the population Pitman's estimate, above it the smaller one of
    Zayatz's and the slide negative binomial's; Zayatz's where the wanted one has no answer. 0
    where nobody is alone in the sample.

    An estimate rests on a simple random sample and on the size of the population, and has no
    bound for its error. It fails where one key value is far more frequent than the others, where
    the sample is 1% or less, or where everybody in the sample is alone: see the page on
    uniqueness for how far off it has been on populations that are known.

    >>> import sonde
    >>> sample = {"Age": [22, 22, 22, 35, 35, 36, 36, 40, 41, 57]}
    >>> round(sonde.population_uniques(sample, keys="Age", population_size=30).overall, 1)
    0.9
    >>> people = {"Age": sample["Age"] * 2 + [80]}
    >>> sonde.population_uniques(sample, keys="Age", population=people).overall
    1.0
    """
    from ..uniqueness import population_uniques as by_rule

    if profile.population is not None:
        held = profile.population
        return float((held.size == 1).sum() + (held.absent == 1).sum())
    return _estimated(profile, lambda *given: by_rule(*given).uniques)


@measure(
    title="Population uniques, Pitman",
    short="Pitman",
    says="Pitman's model puts the people who are alone in the population at {value:,.0f}.",
    low=0,
    high=None,
    worse="higher",
    unit="people",
    family="Uniqueness",
    needs=("population size",),
    source="Hoshino, Journal of Official Statistics 17:4, 2001",
    of_each_class=None,
)
def pitman_uniques(profile: Profile) -> float:
    """Population uniques by Pitman's sampling formula, fitted to the sample's class sizes.

    The estimate to trust for samples of up to a tenth of the population. Undefined where no two
    people of the sample are alike. It finds far too few where one value is very frequent and the
    rest has a long tail: a number of countries of birth, most of them the same.

    Rests on what ``population_uniques`` rests on.

    >>> import sonde
    >>> sample = {"Age": [22, 22, 22, 35, 35, 36, 36, 40, 41, 57]}
    >>> round(sonde.pitman_uniques(sample, keys="Age", population_size=200).overall, 1)
    5.3
    """
    from ..uniqueness import pitman

    return _estimated(profile, pitman)


@measure(
    title="Population uniques, Zayatz",
    short="Zayatz",
    says="Zayatz's estimate puts the people who are alone in the population at {value:,.0f}.",
    low=0,
    high=None,
    worse="higher",
    unit="people",
    family="Uniqueness",
    needs=("population size",),
    source="Zayatz, Estimation of the number of unique population elements, 1991",
    of_each_class=None,
)
def zayatz_uniques(profile: Profile) -> float:
    """Population uniques by Zayatz: as if the population's classes had the sizes of the sample's.

    Good from a fifth of the population on, and far too many below. It always has an answer.

    Rests on what ``population_uniques`` rests on.

    >>> import sonde
    >>> sample = {"Age": [22, 22, 22, 35, 35, 36, 36, 40, 41, 57]}
    >>> round(sonde.zayatz_uniques(sample, keys="Age", population_size=30).overall, 1)
    3.8
    """
    from ..uniqueness import zayatz

    return _estimated(profile, zayatz)


@measure(
    title="Population uniques, SNB",
    short="SNB",
    says="The slide negative binomial puts the people alone in the population at {value:,.0f}.",
    low=0,
    high=None,
    worse="higher",
    unit="people",
    family="Uniqueness",
    needs=("population size",),
    source="Chen and McNulty, Statistics Canada symposium, 1998",
    of_each_class=None,
)
def snb_uniques(profile: Profile) -> float:
    """Population uniques by the slide negative binomial: 1 and a negative binomial in each class.

    For samples of more than a tenth. Undefined where the sample has no class of two, or no
    parameters give its numbers.

    Rests on what ``population_uniques`` rests on.

    >>> import sonde
    >>> sample = {"Age": [22, 22, 22, 35, 35, 36, 36, 40, 41, 57]}
    >>> round(sonde.snb_uniques(sample, keys="Age", population_size=30).overall, 1)
    0.9
    """
    from ..uniqueness import snb

    return _estimated(profile, snb)
