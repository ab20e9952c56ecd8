"""Every subset, the smallest identifiers and the special uniques as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, Field

from .. import __version__

if TYPE_CHECKING:
    import pyarrow as pa

    from ..subsets.blames import Hierarchies
    from ..subsets.lattices import Lattice
    from ..subsets.minimal import MinimalIdentifiers
    from ..subsets.roles import Roles
    from ..subsets.special import SpecialUniques


class AgainstOut(BaseModel):
    """What a set of keys gives away about one sensitive attribute; null: undefined."""

    s: float = Field(description="the sum of n log2 n over the classes and values of it")
    discrimination_rate: float | None
    itpr: float | None
    posterior_vulnerability: float = Field(description="the chance that the best guess is right")


class SubsetOut(BaseModel):
    """One set of keys."""

    keys: list[str]
    facts: int = Field(description="rows; with a subject column, people in a class each")
    classes: int
    uniques: int = Field(description="classes of one person")
    smallest: int = Field(description="people in the smallest class")
    s: float = Field(description="the sum of n log2 n over the classes")
    discrimination_rate: float | None = Field(description="over the people; null: one person only")
    posterior_vulnerability: float = Field(description="the chance that the best guess is right")
    sensitive: dict[str, AgainstOut]


class StepOut(BaseModel):
    """The best and the worst set of one size."""

    size: int
    best: list[str]
    rate: float
    worst: list[str]
    least: float
    gain: float = Field(description="beyond the best set of one key fewer")


class ShareOut(BaseModel):
    """What one key is to blame for; null: it has no level above."""

    key: str
    share: float = Field(description="Shapley share of the rate of all keys")
    share_of_uniques: float
    dropping: float = Field(description="by how much the rate falls without it")
    dropping_uniques: float
    one_level_up: float | None
    one_level_up_uniques: float | None


class MinimalOut(BaseModel):
    """A smallest set that is enough."""

    keys: list[str]
    size: int
    rate: float
    share: float = Field(description="of the people, who are alone by these keys")


class SpecialOut(BaseModel):
    """A row that is unique in the keys."""

    key: dict[str, str | None]
    msus: int = Field(description="minimal sample uniques")
    smallest: int = Field(description="keys in the smallest of them")
    suda_score: float
    dis_suda_score: float
    contribution: dict[str, float]


class ContributionOut(BaseModel):
    """The share of all scores that comes from sets with one key."""

    key: str
    contribution: float | None


class LatticeOut(BaseModel):
    """What `sonde lattice --format json` prints; what was not asked for is null."""

    sonde: str = Field(description="the version that computed it")
    source: str = Field(description="the table")
    rows: int
    keys: list[str]
    sensitive: list[str]
    subject: str | None
    missing: str = Field(description="value: a null is a value of its own; drop: such rows are out")
    data: Literal["population", "sample"] = Field(description="what the table is of the people")
    partitions: dict[str, str] = Field(description="how the values of a column are divided")
    notes: list[str]
    frontier: dict[str, list[StepOut]] | None = Field(
        None, description="by sensitive attribute; under the empty name, who a person is"
    )
    shares: dict[str, list[ShareOut]] | None = Field(None, description="where all sets are listed")
    minimal: list[MinimalOut] | None = None
    special: list[SpecialOut] | None = None
    contributions: list[ContributionOut] | None = None
    subsets: list[SubsetOut] | None = None


# So many become Python objects at a time.
SUBSETS_AT_ONCE = 10_000


def lattice(made: Lattice, *, hierarchies: Hierarchies) -> Iterator[str]:
    """Write every subset as one JSON object, in pieces: there may be millions."""
    asked = [of for of in (None, *made.sensitive) if made.frontier(of).num_rows]
    shares = None
    if made.up_to == len(made.keys):
        shares = {of or "": made.blame(of, hierarchies).to_pylist() for of in asked}
    head = _head(
        made.roles,
        made.rows,
        made.notes,
        frontier={of or "": made.frontier(of).to_pylist() for of in asked},
        shares=shares,
    )
    whole = head.model_dump_json(indent=2, exclude={"subsets"})
    yield whole.removesuffix("\n}") + ',\n  "subsets": ['
    before = "\n    "
    for one in _subsets(made):
        yield before + json.dumps(one, ensure_ascii=False, allow_nan=False)
        before = ",\n    "
    yield "\n  ]\n}"


def minimal(found: MinimalIdentifiers) -> str:
    """Write the smallest sets that are enough as one JSON object."""
    listed = found.table.to_pylist()
    notes = found.roles.dataset.notes
    return _head(found.roles, found.rows, notes, minimal=listed).model_dump_json(indent=2)


def special(found: SpecialUniques) -> str:
    """Write the special uniques as one JSON object."""
    head = _head(
        found.roles,
        found.rows,
        found.roles.dataset.notes,
        special=found.table.to_pylist(),
        contributions=found.contributions.to_pylist(),
    )
    return head.model_dump_json(indent=2)


def _head(roles: Roles, rows: int, notes: tuple[str, ...], **asked: Any) -> LatticeOut:
    held = roles.dataset
    return LatticeOut(
        sonde=__version__,
        source=held.source.name,
        rows=rows,
        keys=list(roles.keys),
        sensitive=list(roles.sensitive),
        subject=held.subject,
        missing=held.missing,
        data="sample" if held.sample else "population",
        partitions={name: laid.describe() for name, laid in held.partitions.items()},
        notes=list(notes),
        **asked,
    )


def _subsets(made: Lattice) -> Iterator[dict[str, Any]]:
    """Give each subset as ``SubsetOut`` describes it."""
    fields = list(AgainstOut.model_fields)
    for batch in made.table.to_batches(max_chunksize=SUBSETS_AT_ONCE):
        for row in _rows(batch):
            sensitive = {
                name: {field: row.pop(f"{name}.{field}") for field in fields}
                for name in made.sensitive
            }
            row.pop("size")
            yield {**row, "sensitive": sensitive}


def _rows(batch: pa.RecordBatch) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = batch.to_pylist()
    return listed
