"""The gate: whether a release keeps the limits of its spec, and what to try where it does not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from .errors import SondeError
from .measures import Measure, measures
from .partitions import Hierarchy
from .plain import plain
from .profiles import Profile, profile
from .results import Result, number
from .spec import Limit, Spec, read_spec

# Ways out that are worth the reader's time.
MOST_TRIED = 3

# Counts the release by some keys, a sensitive attribute, and partitions that are tried instead.
Count = Callable[..., Profile]


@dataclass(frozen=True, eq=False)
class Verdict:
    """What became of one limit. ``holds`` is None where the number does not exist."""

    limit: Limit
    result: Result
    tries: tuple[str, ...] = ()

    @property
    def holds(self) -> bool | None:
        """Whether the limit is kept; an undefined number does not say."""
        return None if self.result.overall is None else _within(self.limit, self.result.overall)

    @property
    def word(self) -> Literal["holds", "broken", "undecided"]:
        """The verdict in a word."""
        return "undecided" if self.holds is None else "holds" if self.holds else "broken"

    @property
    def about(self) -> str:
        """Which number it is."""
        sensitive = self.result.profile.dataset.sensitive
        told = ", ".join(f"{name} = {value}" for name, value in self.limit.parameters.items())
        of = f" of {sensitive}" if sensitive is not None else ""
        return f"{self.result.measure.title}{of}{f' ({told})' if told else ''}"

    @property
    def bound(self) -> str:
        """What the limit asks for."""
        asked = {"at least": self.limit.at_least, "at most": self.limit.at_most}
        return ", ".join(f"{words} {b:g}" for words, b in asked.items() if b is not None)

    @property
    def sentence(self) -> str:
        """The verdict in a sentence, with what it rests on."""
        smallest = int(self.result.profile.people.min())
        rests = f"the smallest class has {smallest:,}"
        if self.holds is None:
            return (
                f"{self.about} is undefined, and the limit is {self.bound}: {self.result.reason}."
            )
        verb = "keeps" if self.holds else "breaks"
        is_ = f"{self.about} is {self.result.shown}"
        return f"{is_}, which {verb} the limit of {self.bound}; {rests}."


@dataclass(frozen=True, eq=False)
class Check:
    """What became of all the limits of a spec."""

    spec: Spec
    verdicts: tuple[Verdict, ...]

    @property
    def status(self) -> Literal[0, 1, 2]:
        """0: every limit holds. 1: one is broken. 2: none is, and one could not be decided."""
        held = [verdict.holds for verdict in self.verdicts]
        return 1 if False in held else 2 if None in held else 0

    @property
    def sentence(self) -> str:
        """The outcome in one sentence."""
        many = len(self.verdicts)
        held = [verdict.holds for verdict in self.verdicts]
        if all(held):
            return f"{self.spec.name} keeps {'its limit' if many == 1 else f'all {many} limits'}."
        broken, open_ = held.count(False), held.count(None)
        parts = [f"breaks {broken}"] if broken else []
        parts += [f"leaves {open_} undecided"] if open_ else []
        return f"{self.spec.name} {' and '.join(parts)} of {many} limit{'s' * (many > 1)}."

    def __repr__(self) -> str:
        return "\n".join(plain(s) for s in (self.sentence, *(v.sentence for v in self.verdicts)))


def check(spec: Spec | str | Path) -> Check:
    """Check a release against the limits of its spec.

    A limit on a measure that needs a sensitive attribute is one on each of the spec's, unless it
    names one. For a limit that is broken it is tried what leaving out a key, or taking it one
    level up its hierarchy, would bring. A number that does not exist keeps no limit.
    """
    spec = spec if isinstance(spec, Spec) else read_spec(spec)
    if not spec.limits:
        raise SondeError(f"{spec.path} has no limits, so there is nothing to check: name some.")
    spec.require_tables()
    return check_with(spec, counter(spec))


def check_with(spec: Spec, count: Count) -> Check:
    """Check a release that is being counted anyway."""
    verdicts = [verdict for limit in spec.limits for verdict in _judged(limit, spec, count)]
    return Check(spec, tuple(verdicts))


def counter(spec: Spec) -> Count:
    """Return how to count the release, each combination of roles once.

    Fewer keys are counted from the counts of all, where those add up, and not from the table.
    """
    roles, source = spec.roles(), spec.open()

    @cache
    def count(
        keys: tuple[str, ...], sensitive: str | None, coarser: tuple[str, int] | None = None
    ) -> Profile:
        told = dict(roles)
        everything = tuple(spec.keys)
        if coarser is None and keys != everything and set(keys) <= set(everything):
            whole = count(everything, sensitive)
            if whole.adds_up:
                return whole.of_keys(keys)
        if coarser is not None:
            name, level = coarser
            ladder = Hierarchy.read(roles["hierarchies"][name])
            told["partitions"] = roles["partitions"] | {name: ladder.level(level)}
        used = {*keys, sensitive}
        told["partitions"] = {n: laid for n, laid in told["partitions"].items() if n in used}
        return profile(source, keys=keys, sensitive=sensitive, **told)

    return count


def _judged(limit: Limit, spec: Spec, count: Count) -> Iterator[Verdict]:
    measure = measures()[limit.measure]
    keys = tuple(limit.keys or spec.keys)
    for sensitive in _targets(limit, measure, spec):
        result = measure.of(count(keys, sensitive), **limit.parameters)
        verdict = Verdict(limit, result)
        if verdict.holds is False:
            yield Verdict(limit, result, tuple(_tries(verdict, spec, count)))
        else:
            yield verdict


def _targets(limit: Limit, measure: Measure, spec: Spec) -> list[str | None]:
    """Return the sensitive attributes that a limit is about, None for the subjects."""
    if limit.sensitive is not None:
        return [limit.sensitive]
    if "sensitive" not in measure.needs:
        return [None]
    if not spec.sensitive:
        raise SondeError(
            f"{spec.path}: the limit on {limit.measure} needs a sensitive attribute: name one "
            "there, or in the spec."
        )
    return list(spec.sensitive)


def _within(limit: Limit, value: float) -> bool:
    low = limit.at_least is None or value >= limit.at_least
    return low and (limit.at_most is None or value <= limit.at_most)


def _tries(verdict: Verdict, spec: Spec, count: Count) -> Iterator[str]:
    """Say what leaving out a key, or taking one a level up, would bring: the best first."""
    measure = verdict.result.measure
    tried = []
    for words, profiled in _ways(verdict.result.profile, spec, count):
        result = measure.of(profiled, **verdict.limit.parameters)
        if result.overall is not None and _better(result, verdict.result):
            tried.append((result, words))
    tried.sort(key=lambda way: way[0].overall or 0.0, reverse=measure.worse == "lower")
    for result, words in tried[:MOST_TRIED]:
        kept = _within(verdict.limit, result.overall or 0.0)
        ends = ", which would do" if kept else ""
        yield f"{words} it would be {number(result.overall or 0.0, measure)}{ends}."


def _better(one: Result, other: Result) -> bool:
    assert one.overall is not None  # noqa: S101 - the caller looked
    assert other.overall is not None  # noqa: S101 - as the limit is broken
    safer = one.overall < other.overall
    return safer if one.measure.worse == "higher" else one.overall > other.overall


def _ways(profiled: Profile, spec: Spec, count: Count) -> Iterator[tuple[str, Profile]]:
    keys, sensitive = profiled.dataset.keys, profiled.dataset.sensitive
    for key in keys if len(keys) > 1 else ():
        yield f"Without {key}", count(tuple(k for k in keys if k != key), sensitive)
    for key in keys:
        level = next_level(key, spec)
        if level is not None:
            words = f"With {key} at level {level} of its hierarchy"
            yield words, count(keys, sensitive, (key, level))


def next_level(key: str, spec: Spec) -> int | None:
    """Return the level above the one at which a key is told, if its hierarchy has one."""
    if key not in spec.hierarchies:
        return None
    laid = spec.laid().get(key)
    if laid is not None and not (isinstance(laid, dict) and "hierarchy" in laid):
        return None
    level = int(laid.get("level", 1)) + 1 if laid is not None else 1
    ladder = Hierarchy.read(spec.path.parent / spec.hierarchies[key])
    return level if level <= ladder.levels else None
