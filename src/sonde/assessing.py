"""The assessment: everything that a spec asks about one release, ready to be shown."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from . import __version__
from .asked import attacks_on_release, needs_of_release
from .assessments import (
    Assessment,
    Attacked,
    Blame,
    Crowd,
    Limit,
    Number,
    Question,
    Subsets,
    Target,
)
from .checking import Check, Count, Verdict, check_with, counter, next_level
from .errors import SondeError
from .exposed import SMALL, few, values_of, worst
from .identifiers import identifier_kind
from .measurement import measure
from .measures import measures
from .profiles import Profile
from .results import Careful, Measurement, Result, kind_sentence
from .spec import Spec, read_spec

# Keys up to so many are explored in every combination.
MOST_EXPLORED = 12
Rates = dict[str, float | None]

# The sizes of crowds that are told apart: alone, then up to each of these.
CROWDS = (2, 3, 5, 11, 20, 100)


def assess(spec: Spec | str | Path, *, show_small: bool = False) -> Assessment:
    """Assess a release: its measures, its limits, every subset of its keys.

    Values of classes of fewer than 10 people are masked, unless ``show_small``.
    """
    spec = spec if isinstance(spec, Spec) else read_spec(spec)
    count = counter(spec)
    made = {
        sensitive: measure(count(tuple(spec.keys), sensitive))
        for sensitive in (None, *spec.sensitive)
    }
    checked = check_with(spec, count) if spec.limits else Check(spec, ())
    who = made[None].profile
    lattice = _lattice(spec)
    needs = needs_of_release(spec)
    attacked, not_tried = attacks_on_release(spec)
    few_classes, few_people = few(who.named().people)
    return Assessment(
        sonde=__version__,
        made=datetime.now(UTC).isoformat(timespec="seconds"),
        python=platform.python_version(),
        engine=_engine(),
        spec=str(spec.path),
        written=spec.path.read_text("utf-8") if spec.path.is_file() else "",
        title=spec.name,
        data=spec.data,
        sha256=_hash(spec.path.parent / spec.data),
        keys=list(spec.keys),
        sensitive=list(spec.sensitive),
        subject=spec.subject,
        missing=spec.missing,
        partitions=_laid(made.values()),
        sample=who.dataset.sample,
        rows=who.rows,
        dropped=who.dropped,
        people=who.subjects,
        classes=who.classes,
        smallest_class=int(who.people.min()),
        basis=who.basis,
        verdict=checked.sentence if spec.limits else f"{spec.name} has no limits to keep.",
        status=checked.status,
        limits=[_limit(verdict) for verdict in checked.verdicts],
        questions=list(_questions(spec, made, lattice, attacked)),
        targets=[
            _target(one, _alone(one, count), _blame(lattice, spec, one), show_small)
            for one in made.values()
        ],
        needs=needs,
        attacks=attacked,
        crowds=list(_crowds(who)),
        blame=_blame(lattice, spec, made[None]),
        subsets=_subsets(lattice, made),
        small_classes=few_classes,
        small_people=few_people,
        masked_below=None if show_small else SMALL,
        notes=list(
            dict.fromkeys(note for one in made.values() for note in one.profile.dataset.notes)
        ),
        not_assessed=[*_not_assessed(spec, lattice), *not_tried],
    )


def _engine() -> str:
    import duckdb

    return f"DuckDB {duckdb.__version__}"


def _hash(path: Path) -> str | None:
    """Return what tells this file from any other, so that a number can be traced to its table."""
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _laid(made: Any) -> dict[str, str]:
    held: dict[str, str] = {}
    for one in made:
        held |= {name: laid.describe() for name, laid in one.profile.dataset.partitions.items()}
    return held


def _limit(verdict: Verdict) -> Limit:
    return Limit(
        about=verdict.about,
        value=verdict.result.overall,
        shown=verdict.result.shown,
        bound=verdict.bound,
        verdict=verdict.word,
        sentence=verdict.sentence,
        tries=list(verdict.tries),
    )


def _number(result: Result) -> Number:
    told = result.parameters.items()
    plain = (int, float, str, type(None))
    return Number(
        measure=result.measure.name,
        title=result.measure.title,
        family=result.measure.family,
        value=result.overall,
        shown=result.shown,
        reason=result.reason,
        sentence=result.sentence,
        worse=result.measure.worse,
        source=result.measure.source,
        parameters={name: v if isinstance(v, plain) else float(v) for name, v in told},
        interval=result.interval,
    )


def _alone(made: Measurement, count: Count) -> dict[str, Profile]:
    """Count each key alone."""
    held = made.profile.dataset
    return {key: count((key,), held.sensitive) for key in held.keys}


def _rates(alone: dict[str, Profile], name: str) -> Rates:
    return {key: measures()[name].of(profile).overall for key, profile in alone.items()}


def _target(
    made: Measurement, alone: dict[str, Profile], blame: list[Blame], show_small: bool
) -> Target:
    sensitive = made.profile.dataset.sensitive
    named = made.profile.named()
    return Target(
        sensitive=sensitive,
        identifier_kind=identifier_kind(made.profile),
        sentence=kind_sentence(made.profile),
        numbers=[_number(result) for result in made.results.values()],
        alone=_rates(alone, "discrimination_rate"),
        chance={} if sensitive is None else _rates(alone, "rate_by_chance"),
        worst=worst(named, show_small=show_small),
        larger=worst(named, least=SMALL, show_small=show_small),
        values=[] if sensitive is None else list(values_of(alone, show_small=show_small)),
        blame=blame,
        basis=made.profile.basis,
    )


def _crowds(who: Profile) -> Iterator[Crowd]:
    """Count the people by the size of their crowd."""
    edges = [1, *CROWDS]
    people = who.people * who.repeats
    total = int(people.sum())
    for low, high in zip(edges, [*CROWDS, None], strict=True):
        held = (who.people >= low) & (who.people < high if high else True)
        number = int(people[held].sum())
        yield Crowd(least=low, most=high - 1 if high else None, people=number, share=number / total)


def _lattice(spec: Spec) -> Any:
    """Count every subset of the keys, where they are few enough to be explored."""
    from .subsets.lattices import lattice

    if len(spec.keys) > MOST_EXPLORED:
        return None
    roles = spec.roles()
    used = {*spec.keys, *spec.sensitive}
    return lattice(
        spec.open(),
        keys=spec.keys,
        sensitive=spec.sensitive or None,
        subject=spec.subject,
        partitions={name: laid for name, laid in roles["partitions"].items() if name in used},
        missing=spec.missing,
    )


def _blame(lattice: Any, spec: Spec, made: Measurement) -> list[Blame]:
    """Share the rate out among the keys, where there is something to be found out."""
    if lattice is None or made["discrimination_rate"].overall is None:
        return []
    ladders = {
        key: spec.path.parent / spec.hierarchies[key]
        for key in spec.keys
        if next_level(key, spec) is not None
    }
    of = made.profile.dataset.sensitive
    try:
        rows = lattice.blame(of, ladders).to_pylist()
    except SondeError:  # a partition by another hierarchy than the key's: there is no level above
        rows = lattice.blame(of).to_pylist()
    return [Blame(**row) for row in rows]


def _subsets(lattice: Any, made: dict[str | None, Measurement]) -> Subsets | None:
    """Order the subsets by their bits, so that a reader with ticks finds one at once."""
    if lattice is None:
        return None
    counts = lattice.counts

    def listed(numbers: Any) -> list[Any]:
        return [None if number != number else number for number in numbers.tolist()]  # noqa: PLR0124 - NaN

    names = lattice.sensitive
    priors = {name: made[name]["prior_vulnerability"].overall or 0.0 for name in names}
    guessed = zip(names, counts.against, strict=True)
    return Subsets(
        keys=list(lattice.keys),
        classes=[1, *listed(counts.classes)],
        uniques=[0, *listed(counts.identified)],
        smallest=[lattice.subjects, *listed(counts.smallest)],
        rate=[0.0, *listed(lattice.rates())],
        find=[
            made[None]["prior_vulnerability"].overall or 0.0,
            *(counts.classes / counts.total).tolist(),
        ],
        of={name: [0.0, *listed(lattice.rates(name))] for name in names},
        guess={
            name: [priors[name], *(against.guessed / against.total).tolist()]
            for name, against in guessed
        },
    )


def _questions(
    spec: Spec, made: dict[str | None, Measurement], lattice: Any, attacked: list[Attacked]
) -> Iterator[Question]:
    """Answer the three questions in a sentence each."""
    who = made[None]
    # A person of several facts may be alone in several classes, and is one person all the same.
    alone = int(who["uniques"].overall or 0)
    if spec.subject is not None and lattice is not None:
        alone = int(lattice.counts.identified[-1])
    shown = Careful(alone / who.profile.subjects, who["posterior_certainty"].measure)
    yield Question(
        name="singling out",
        answer=f"{alone:,} of {who.profile.subjects:,} people are alone with "
        f"their values of {len(spec.keys)} keys, and {who['records_at_risk'].overall:.1%} are in a "
        "crowd of ten or fewer.",
        assessed=True,
        figure=f"{shown:.1%} alone",
    )
    yield _linkability(who, attacked)
    if not spec.sensitive:
        yield Question(
            name="inference",
            answer="Not assessed: the spec names no sensitive attribute.",
            assessed=False,
        )
        return
    worst = max(spec.sensitive, key=lambda name: _learned(made[name]))
    before = made[worst]["prior_vulnerability"].overall
    after = made[worst]["posterior_vulnerability"].overall
    sure = made[worst]["posterior_certainty"].overall
    yield Question(
        name="inference",
        answer=f"Knowing the keys, a guess at {worst} is right for {after:.1%} of the people, and "
        f"for {before:.1%} without them; it is certain for {sure:.1%}.",
        assessed=True,
        figure=f"{after:.1%} guessed",
    )


def _linkability(who: Measurement, attacked: list[Attacked]) -> Question:
    """Answer by the population, or by what an attacker holds from elsewhere."""
    if who.profile.population is not None:
        found = who["marketer_risk"]
        words, figure = found.sentence, f"{found.shown} found"
        return Question(name="linkability", answer=words, assessed=True, figure=figure)
    linked = [one for one in attacked if one.question == "linkability"]
    if linked:
        words = " ".join(one.sentence for one in linked)
        return Question(name="linkability", answer=words, assessed=True, figure=None)
    words = "Not assessed: the spec names no other table that the release could be linked with."
    return Question(name="linkability", answer=words, assessed=False, figure=None)


def _learned(made: Measurement) -> float:
    """How much more often a guess is right once the keys are known."""
    after, before = made["posterior_vulnerability"], made["prior_vulnerability"]
    return (after.overall or 0.0) - (before.overall or 0.0)


def _not_assessed(spec: Spec, lattice: Any) -> Iterator[str]:
    """Say what a reader might take for done."""
    yield "Columns of the release that are neither keys nor sensitive were not looked at."
    if lattice is None:
        yield f"With more than {MOST_EXPLORED} keys, their subsets were not listed."
    if spec.population is None and spec.outside is None:
        yield "No outside table was linked with the release."
    if not spec.sample:
        yield "The table was taken as the population: an attacker may not know who is in it."
    yield "Whether the keys are all that an attacker may know is for the reader to judge."
