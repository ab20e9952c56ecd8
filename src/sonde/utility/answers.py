"""Answers: how well a release fulfils a need, and whether better than its original does."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

from ..datasets import require_column
from ..errors import SondeError
from ..measurement import measure
from ..partitions import Partition, Unsettled
from ..plain import plain
from ..results import Measurement
from ..sources import Source, open_source
from .needs import Need

if TYPE_CHECKING:
    import pyarrow as pa

ASKED = ("discrimination_rate", "rate_by_chance", "adjusted_rate", "posterior_certainty")
# Degrees nearer than this are the same, but for the last digits of floats.
SAME = 1e-9
# A column of more distinct values is not looked through for those of another partition.
MOST_LOOKED_AT = 10_000


@dataclass(frozen=True, eq=False)
class Answer:
    """How well one table fulfils one need.

    ``measurement`` is what Sonde measures of it, with the predicted attribute in the place of
    the sensitive one: utility and risk are one number, seen from two sides.
    """

    need: Need
    measurement: Measurement
    notes: tuple[str, ...] = ()

    @property
    def degree(self) -> float | None:
        """The semantic discrimination rate (thesis, equation 6.3): 1, the need is met for all."""
        return self.measurement["discrimination_rate"].overall

    @property
    def reason(self) -> str | None:
        """Why there is no degree, where there is none."""
        return self.measurement["discrimination_rate"].reason

    @property
    def adjusted(self) -> float | None:
        """The rate beyond what chance gives: with it tables of finer and coarser keys compare."""
        return self.measurement["adjusted_rate"].overall

    @property
    def by_chance(self) -> float | None:
        """The rate that keys of these classes would give for no reason."""
        return self.measurement["rate_by_chance"].overall

    @property
    def certain(self) -> float | None:
        """The share of the people for whom the answer is certain: one value in their class."""
        return self.measurement["posterior_certainty"].overall

    @cached_property
    def by_value(self) -> pa.Table:
        """The degree of each combination of values; ``posterior_certainty`` is 1 where certain."""
        return self.measurement.by_value

    @property
    def sentence(self) -> str:
        """The answer in words."""
        if self.degree is None:
            return f"Undefined: {self.reason}."
        return (
            f"{self.measurement['discrimination_rate'].sentence} For {self.certain:.1%} of the "
            "people the answer is certain."
        )

    def __repr__(self) -> str:
        degree = "undefined" if self.degree is None else f"{self.degree:.4f}"
        lines = [f"{self.need.title}: {degree}", self.sentence, self.measurement.profile.basis]
        return "\n".join(map(plain, lines))


@dataclass(frozen=True, eq=False)
class Compared:
    """The same need on a release and, where it is given, on its original."""

    need: Need
    release: Answer
    original: Answer | None = None

    @property
    def lost(self) -> float | None:
        """What the release lost of the original's degree; below 0 where it is the better one."""
        if self.original is None or self.original.degree is None or self.release.degree is None:
            return None
        return self.original.degree - self.release.degree

    @property
    def better(self) -> bool:
        """Whether the release seems better than the original."""
        return self.lost is not None and self.lost < -SAME

    @cached_property
    def why_better(self) -> tuple[str, ...]:
        """Why the release seems better than its original, where it does."""
        if not self.better or self.original is None:
            return ()
        return tuple(reason for reason in _reasons(self.original, self.release) if reason)


def _reasons(before: Answer, after: Answer) -> list[str]:
    """Look for what raises a rate other than that the keys tell more."""
    one, other = before.measurement.profile, after.measurement.profile
    predict = before.need.predict
    reasons = []
    if len(other.values) < len(one.values):
        reasons.append(
            f"the release asks for less: {predict!r} has {len(other.values):,} values there and "
            f"{len(one.values):,} in the original"
        )
    if other.rows < one.rows:
        gone = one.rows - other.rows
        reasons.append(f"{gone:,} of the original's rows are not in the release")
    if before.by_chance is not None and (after.by_chance or 0) > before.by_chance + SAME:
        reasons.append(
            f"chance gives more: keys that mean nothing would reach {after.by_chance:.4f} in the "
            f"release and {before.by_chance:.4f} in the original"
        )
    if other.classes < one.classes:
        reasons.append(
            f"its keys are coarser, as if made for this need: {other.classes:,} combinations for "
            f"{one.classes:,}"
        )
    return reasons or ["the values themselves were changed: the release shows a link of its own"]


@dataclass(frozen=True, eq=False)
class Answers:
    """What a release is good for: its answers to several needs, and an overall degree."""

    each: tuple[Compared, ...]

    @property
    def overall(self) -> float | None:
        """The mean of the degrees by the needs' weights; None where one is undefined."""
        return self._mean([compared.release for compared in self.each])

    @property
    def overall_of_original(self) -> float | None:
        """The same of the original, None where there is none."""
        held = [one.original for one in self.each if one.original is not None]
        return self._mean(held) if len(held) == len(self.each) else None

    @property
    def reason(self) -> str | None:
        """Why there is no overall degree, where there is none."""
        for one in self.each:
            if one.release.degree is None:
                return f"the need {one.need.title!r} has no degree ({one.release.reason})"
        return None

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be known about the tables beside the numbers."""
        answers = [answer for one in self.each for answer in (one.original, one.release) if answer]
        return tuple(dict.fromkeys(note for answer in answers for note in answer.notes))

    def _mean(self, answers: Sequence[Answer]) -> float | None:
        weights = math.fsum(answer.need.weight for answer in answers)
        degrees = [answer.degree for answer in answers]
        if None in degrees:
            return None
        held = zip(answers, degrees, strict=True)
        return math.fsum(a.need.weight * (d or 0.0) for a, d in held) / weights

    def __repr__(self) -> str:
        overall = "undefined" if self.overall is None else f"{self.overall:.4f}"
        lines = [f"Needs met: {overall}", *(_line(one) for one in self.each)]
        return "\n".join(map(plain, lines))

    def _repr_html_(self) -> str:
        head, *rest = repr(self).split("\n")
        return f"<p><b>{escape(head)}</b><br>{'<br>'.join(map(escape, rest))}</p>"


def _line(one: Compared) -> str:
    release, original = _shown(one.release.degree), one.original
    if original is None:
        return f"{one.need.title}: {release}"
    return f"{one.need.title}: {release}, and {_shown(original.degree)} in the original"


def _shown(degree: float | None) -> str:
    return "undefined" if degree is None else f"{degree:.4f}"


def needs_met(release: Any, needs: Need | Sequence[Need], *, original: Any = None) -> Answers:
    """Ask a release what it is needed for and, where it is given, its original too.

    The degree of a need is the semantic discrimination rate: the share of the uncertainty about
    the predicted attribute that the others take away (thesis, section 6.5.2). 0: the release says
    nothing about it. 1: it settles it for everybody. Undefined where the predicted attribute has
    one value. It rests on the release alone, not on whether its values are true: where they were
    swapped or made up, look at the original's degree, and at information loss.

    The rate of fine keys is high by chance. Between a release and its original compare
    ``adjusted``, from which chance is taken; ``why_better`` says why a release seems to tell more.

    Beside an original, a release whose keys are divided already (``20-39``) keeps them so where
    the need's partition has no place for them, and a note says so.

    >>> import sonde
    >>> release = {"Age": ["2*", "2*", ">=40", ">=40"], "Disease": ["flu", "flu", "flu", "aids"]}
    >>> met = sonde.needs_met(release, sonde.need("Disease", "Age"))
    >>> round(met.overall, 4), met.each[0].release.certain
    (0.3837, 0.5)
    """
    asked = (needs,) if isinstance(needs, Need) else tuple(needs)
    if not asked:
        raise SondeError("Name at least one need: what is to be predicted, and from what.")
    after = _named(open_source(release), "the release")
    before = None if original is None else _named(open_source(original), "the original")
    return Answers(tuple(_compare(one, before, after) for one in asked))


def _named(source: Source, name: str) -> Source:
    """Tell two tables without a name apart."""
    return replace(source, name=f"the table of {name}") if source.name == "the table" else source


def _compare(need: Need, before: Source | None, after: Source) -> Compared:
    first = None if before is None else _ask(need, before)
    return Compared(need, _ask(need, after, divided=before is not None), first)


def _ask(need: Need, source: Source, *, divided: bool = True) -> Answer:
    for column in (need.predict, *need.from_):
        require_column(source, column, "which a need is about")
    partitions, notes = dict(need.partitions), []
    for column in [c for c in need.from_ if divided and c in partitions]:
        if not _places_all(partitions[column], source, column):
            del partitions[column]
            notes.append(
                f"{source.title} divides {column!r} already, in ways that the need's partition "
                "has no place for: its own values are taken."
            )
    made = measure(
        source,
        keys=need.from_,
        sensitive=need.predict,
        partitions=partitions,
        only=ASKED,
        by_value=True,
    )
    return Answer(need, made, (*notes, *made.profile.dataset.notes))


def _places_all(laid: Partition | Unsettled, source: Source, column: str) -> bool:
    """Whether a partition has a domain for each value of a column, as far as it is looked at."""
    held = source.load([source.columns.index(column)])
    distinct = held.distinct().limit(MOST_LOOKED_AT)
    values = [v for v in source.run(distinct).column(0).to_pylist() if v is not None]
    try:
        settled = laid.over(values) if isinstance(laid, Unsettled) else laid
        return all(settled.place(value) is not None for value in values)
    except (SondeError, TypeError, ValueError):
        return False
