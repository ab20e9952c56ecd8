"""Results as JSON, with a schema that is published beside the documentation."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field

from .. import __version__
from ..inspection import Inspection
from ..results import Measurement, key_text
from .lattice_as_json import LatticeOut

if TYPE_CHECKING:
    import pyarrow as pa


class ClassOut(BaseModel):
    """One combination of key values; beside these fields, one for each measure."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, int | float | None]

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
    measures: dict[str, int | float | None] = Field(description="null: undefined, see reasons")
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


# So many become Python objects at a time.
CLASSES_AT_ONCE = 10_000

SCHEMAS: dict[str, type[BaseModel]] = {
    "measure": MeasureOut,
    "inspect": InspectOut,
    "lattice": LatticeOut,
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
        measures=made.overall,
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


def _classes(made: Measurement, classes: pa.Table) -> Iterator[dict[str, Any]]:
    """Give each class as ``ClassOut`` describes it."""
    keys = made.profile.dataset.keys
    has_people = made.profile.dataset.subject is not None
    fields = ["rows", *(["people"] if has_people else []), *made.results]
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


def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of what a command prints."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"sonde {name}",
        **SCHEMAS[name].model_json_schema(mode="serialization"),
    }
