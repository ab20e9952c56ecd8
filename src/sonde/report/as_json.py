"""Results as JSON, with a schema that is published beside the documentation."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from .. import __version__
from ..assessments import Assessment
from ..checking import Check, Verdict
from ..comparing import Comparison
from ..inspection import Inspection
from ..measures import measures
from ..results import Measurement, key_text
from .attacks_as_json import AttackOut, AttacksOut
from .lattice_as_json import LatticeOut
from .utility_as_json import UtilityOut

if TYPE_CHECKING:
    import pyarrow as pa


class ClassOut(BaseModel):
    """One combination of key values; beside these fields, one for each measure."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, int | float | dict[str, float] | None]

    key: dict[str, str | None] = Field(description="each key's value as text, null as null")
    rows: int = Field(description="rows with these key values")
    people: int | None = Field(None, description="people with them, if a subject column is named")


class MeasureOut(BaseModel):
    """What `sonde measure --format json` prints."""

    sonde: str = Field(description="the version that computed it")
    source: str = Field(description="the table")
    rows: int = Field(description="rows that were counted")
    dropped: int = Field(description="rows left out because of a null (missing = drop)")
    subjects: int = Field(description="people; the rows, where no subject column is named")
    classes: int = Field(description="distinct combinations of key values")
    smallest_class: int = Field(description="people in the smallest class")
    keys: list[str]
    sensitive: str | None = Field(description="null: the subjects are the anonymity set")
    subject: str | None
    missing: str = Field(description="value: a null is a value of its own; drop: such rows are out")
    partitions: dict[str, str] = Field(description="how the values of a column are divided")
    identifier_kind: str | None = Field(description="null: there is nothing to identify")
    data: Literal["population", "sample"] = Field(description="what the table is of the people")
    population: str | None = Field(description="the table of the population, if one is named")
    population_size: int | None = Field(description="people in the population; null: not known")
    weight: str | None = Field(description="the column of sampling weights")
    household: str | None
    orders: dict[str, list[str | None]] = Field(description="stated orders, lowest first")
    hierarchies: dict[str, str] = Field(description="the hierarchy of a column")
    measures: dict[str, int | float | None] = Field(description="null: undefined, see reasons")
    parameters: dict[str, dict[str, int | float | str | None]] = Field(
        description="what a measure was told, or takes unless told otherwise"
    )
    intervals: dict[str, tuple[float, float]] = Field(
        description="between what a number lies for the population of a sample"
    )
    by_key: dict[str, dict[str, float]] = Field(
        description="the measures that each key has one of, by its name"
    )
    left_out: dict[str, str] = Field(description="measures not asked, and what they need")
    reasons: dict[str, str] = Field(description="why a measure is undefined")
    notes: list[str]
    by_value: list[ClassOut] | None = None


class ColumnOut(BaseModel):
    """One column of an inspected table."""

    name: str
    type: str = Field(description="the engine's type")
    holds: str = Field(description="what the values are, in words")
    values: int | None = Field(description="distinct values, nulls aside; null: not counted")
    nulls: int | None
    unique: int | None = Field(description="values that one row has")
    discrimination_rate: float | None = Field(description="over the subjects, from this key alone")
    identifier_kind: str | None
    role: str = Field(description="suggested: subject, identifier, key, sensitive, none or unknown")
    why: str


class InspectOut(BaseModel):
    """What `sonde inspect --format json` prints."""

    sonde: str
    source: str
    rows: int
    subject: str | None
    missing: str
    columns: list[ColumnOut]


class DescriptionOut(BaseModel):
    """What a measure is."""

    name: str
    title: str
    family: str
    low: float | None = Field(description="null: no bound")
    high: float | None
    worse: Literal["higher", "lower"] = Field(description="where people are less safe")
    unit: str | None = Field(description="null: a share, or another number without one")
    needs: list[str] = Field(description="what a table must have for it to be asked")
    parameters: dict[str, int | float | str | None] = Field(description="with their defaults")
    by_value: bool = Field(description="whether each class has one")
    source: str = Field(description="the paper that defines it")


class MeasuresOut(BaseModel):
    """What `sonde measures --format json` prints."""

    sonde: str
    measures: list[DescriptionOut]


class VerdictOut(BaseModel):
    """What became of one limit."""

    measure: str
    keys: list[str]
    sensitive: str | None
    parameters: dict[str, int | float | str | None]
    at_least: float | None
    at_most: float | None
    value: int | float | None = Field(description="null: undefined, see reason")
    reason: str | None
    verdict: Literal["holds", "broken", "undecided"]
    smallest_class: int = Field(description="people in the smallest class")
    sentence: str
    tries: list[str] = Field(description="what would bring the number nearer to the limit")
    basis: str


class CheckOut(BaseModel):
    """What `sonde check --format json` prints."""

    sonde: str
    spec: str = Field(description="the spec's file")
    data: str = Field(description="the release")
    status: Literal[0, 1, 2] = Field(description="0: all hold, 1: one is broken, 2: undecided")
    sentence: str
    limits: list[VerdictOut]


class ReleaseOut(BaseModel):
    """One of the releases that are compared."""

    name: str
    data: str
    keys: list[str]
    basis: list[str] = Field(description="what its numbers rest on, for each count of it")


class RowOut(BaseModel):
    """One measure of each release, in their order."""

    measure: str
    sensitive: str | None = Field(description="null: the subjects are the anonymity set")
    worse: Literal["higher", "lower"]
    values: list[int | float | None] = Field(description="null: undefined, or no such attribute")
    reasons: list[str | None]


class ComparisonOut(BaseModel):
    """What `sonde compare --format json` prints."""

    sonde: str
    releases: list[ReleaseOut]
    rows: list[RowOut]
    notes: list[str]


# So many become Python objects at a time.
CLASSES_AT_ONCE = 10_000

SCHEMAS: dict[str, type[BaseModel]] = {
    "measure": MeasureOut,
    "measures": MeasuresOut,
    "inspect": InspectOut,
    "check": CheckOut,
    "compare": ComparisonOut,
    "assess": Assessment,
    "lattice": LatticeOut,
    "attack": AttackOut,
    "attacks": AttacksOut,
    "utility": UtilityOut,
}


def measurement(made: Measurement, *, by_value: bool) -> Iterator[str]:
    """Write a measurement as one JSON object, in pieces: there may be millions of classes."""
    counted = made.profile
    roles = counted.dataset
    out = MeasureOut(
        sonde=__version__,
        source=roles.source.name,
        rows=counted.rows,
        dropped=counted.dropped,
        subjects=counted.subjects,
        classes=counted.classes,
        smallest_class=int(counted.people.min()),
        keys=list(roles.keys),
        sensitive=roles.sensitive,
        subject=roles.subject,
        missing=roles.missing,
        partitions={name: laid.describe() for name, laid in roles.partitions.items()},
        identifier_kind=made.kind,
        data="sample" if roles.sample else "population",
        population=None if roles.population is None else roles.population.source.name,
        population_size=made.profile.population_size,
        weight=roles.weight,
        household=roles.household,
        orders={name: list(values) for name, values in roles.orders.items()},
        hierarchies={name: ladder.name for name, ladder in roles.hierarchies.items()},
        measures=made.overall,
        parameters={n: _told(r.parameters) for n, r in made.results.items() if r.parameters},
        intervals={n: r.interval for n, r in made.results.items() if r.interval is not None},
        by_key={n: r.by_key for n, r in made.results.items() if r.by_key},
        left_out=dict(made.left_out),
        reasons={n: r.reason for n, r in made.results.items() if r.reason is not None},
        notes=list(roles.notes),
    )
    whole = out.model_dump_json(indent=2, exclude={"by_value"})
    if not by_value:
        yield whole
        return
    classes = made.by_value  # whatever fails does so before the first piece
    yield whole.removesuffix("\n}") + ',\n  "by_value": ['
    before = "\n    "
    for one in _classes(made, classes):
        yield before + json.dumps(one, ensure_ascii=False, allow_nan=False)
        before = ",\n    "
    yield "\n  ]\n}"


def _told(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Write parameters as JSON has numbers; 1/11 is none of them."""
    told = parameters.items()
    return {name: float(v) if isinstance(v, Fraction) else v for name, v in told}


def descriptions() -> str:
    """Write what each measure is as one JSON object."""
    described = [
        DescriptionOut(
            name=one.name,
            title=one.title,
            family=one.family,
            low=one.low,
            high=one.high,
            worse=one.worse,
            unit=one.unit,
            needs=list(one.needs),
            parameters=_told(one.parameters),
            by_value=one.of_each_class is not None,
            source=one.source,
        )
        for one in measures().values()
    ]
    return MeasuresOut(sonde=__version__, measures=described).model_dump_json(indent=2)


def _classes(made: Measurement, classes: pa.Table) -> Iterator[dict[str, Any]]:
    """Give each class as ``ClassOut`` describes it."""
    keys = made.profile.dataset.keys
    has_people = made.profile.dataset.subject is not None
    names = [name for name, result in made.results.items() if result.measure.of_each_class]
    fields = ["rows", *(["people"] if has_people else []), *names]
    for batch in classes.to_batches(max_chunksize=CLASSES_AT_ONCE):
        columns = [column.to_pylist() for column in batch.columns]
        for values in zip(*columns, strict=True):
            key = dict(zip(keys, map(key_text, values), strict=False))
            yield {"key": key, **dict(zip(fields, values[len(keys) :], strict=True))}


def inspection(seen: Inspection) -> str:
    """Write an inspection as one JSON object."""
    columns: list[dict[str, Any]] = [vars(column) for column in seen.columns]
    out = InspectOut(
        sonde=__version__,
        source=seen.source,
        rows=seen.rows,
        subject=seen.subject,
        missing=seen.missing,
        columns=[ColumnOut(**column) for column in columns],
    )
    return out.model_dump_json(indent=2)


def check(made: Check) -> str:
    """Write what became of each limit as one JSON object."""
    return CheckOut(
        sonde=__version__,
        spec=str(made.spec.path),
        data=made.spec.data,
        status=made.status,
        sentence=made.sentence,
        limits=[_verdict(verdict) for verdict in made.verdicts],
    ).model_dump_json(indent=2)


def comparison(made: Comparison) -> str:
    """Write releases side by side as one JSON object."""
    releases = [
        ReleaseOut(name=spec.name, data=spec.data, keys=list(spec.keys), basis=list(bases))
        for spec, bases in zip(made.releases, made.bases, strict=True)
    ]
    rows = [
        RowOut(
            measure=row.measure.name,
            sensitive=row.sensitive,
            worse=row.measure.worse,
            values=[None if one is None else one.overall for one in row.results],
            reasons=[None if one is None else one.reason for one in row.results],
        )
        for row in made.rows
    ]
    out = ComparisonOut(sonde=__version__, releases=releases, rows=rows, notes=list(made.notes))
    return out.model_dump_json(indent=2)


def _verdict(verdict: Verdict) -> VerdictOut:
    roles = verdict.result.profile.dataset
    return VerdictOut(
        measure=verdict.limit.measure,
        keys=list(roles.keys),
        sensitive=roles.sensitive,
        parameters=_told(verdict.result.parameters),
        at_least=verdict.limit.at_least,
        at_most=verdict.limit.at_most,
        value=verdict.result.overall,
        reason=verdict.result.reason,
        verdict=verdict.word,
        smallest_class=int(verdict.result.profile.people.min()),
        sentence=verdict.sentence,
        tries=list(verdict.tries),
        basis=verdict.result.profile.basis,
    )


def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of what a command prints."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"sonde {name}",
        **SCHEMAS[name].model_json_schema(mode="serialization"),
    }
