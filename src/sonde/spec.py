"""The spec: a YAML file that says which table is to be measured, in which roles, within limits."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PrivateAttr,
    ValidationError,
    model_validator,
)

from .errors import SondeError, did_you_mean
from .measures import measures
from .parameters import written
from .partitions import partitions_of, read_partitions
from .sources import Source, open_source
from .yaml_files import read_yaml


def _several(value: Any) -> Any:
    """Take one name for a list of one."""
    return [value] if isinstance(value, str) else value


Names = Annotated[list[str], BeforeValidator(_several)]
# YAML is read as text, in which a parameter may be a number.
Told = Annotated[
    int | float | str, BeforeValidator(lambda v: written(v) if isinstance(v, str) else v)
]


class _Written(BaseModel):
    """What a person wrote: a field that there is not is a slip of the pen."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class Limit(_Written):
    """A bound that a release must keep."""

    measure: str = Field(description="a measure's name, as sonde measures lists them")
    at_most: float | None = Field(None, description="the number may be as high as this")
    at_least: float | None = Field(None, description="the number may be as low as this")
    sensitive: str | None = Field(None, description="the sensitive attribute that it is about")
    keys: Names | None = Field(None, description="the keys, where they are not all of the spec's")
    parameters: dict[str, Told] = Field({}, description="what the measure is told, as c: 3")

    @model_validator(mode="after")
    def _check(self) -> Self:
        known = measures()
        if self.measure not in known:
            near = did_you_mean(self.measure, known)
            raise ValueError(f"there is no measure {self.measure!r}.{near}")
        bounds = [bound for bound in (self.at_most, self.at_least) if bound is not None]
        if not bounds:
            raise ValueError(f"the limit on {self.measure} needs at_most or at_least")
        if not all(map(math.isfinite, bounds)):
            raise ValueError(f"the limit on {self.measure} is no number")
        return self


class Need(_Written):
    """A question that the release must still answer."""

    name: str
    predict: str
    from_: Names = Field(alias="from")
    partitions: dict[str, Any] = {}
    weight: float = 1


class Spec(_Written):
    """A job: the release, the roles of its columns, what is known beside it, and its limits."""

    data: str = Field(description="the release: a file, a folder of Parquet or a pattern")
    original: str | None = Field(None, description="what the release was made from")
    outside: str | None = Field(None, description="a table that an attacker holds")
    title: str | None = Field(None, description="what the release is called in a report")
    keys: Names
    sensitive: Names = []
    subject: str | None = None
    partitions: dict[str, Any] | str = {}
    hierarchies: dict[str, str] = {}
    orders: dict[str, list[str | None]] = {}
    missing: Literal["value", "drop"] = "value"
    sample: bool = False
    population: str | None = None
    population_counts: str | None = None
    population_size: int | None = None
    weight: str | None = None
    household: str | None = None
    encoding: str = "utf-8"
    nulls: Names = []
    suppress: dict[str, float] = {}
    needs: list[Need] = []
    limits: list[Limit] = []
    _path: Path = PrivateAttr(default=Path())

    @property
    def path(self) -> Path:
        """The file that it was read from, to whose folder its paths are relative."""
        return self._path

    @property
    def name(self) -> str:
        """What the release is called: its title, or the name of its file."""
        return self.title or Path(self.data).name

    def open(self, table: str | None = None) -> Source:
        """Open the release, or another table of the spec, by its path from the spec's folder."""
        named = self._path.parent / (self.data if table is None else table)
        return open_source(str(named), encoding=self.encoding, nulls=self.nulls)

    def require_tables(self) -> None:
        """Refuse a spec that names a table which is not there."""
        for table in (self.original, self.outside, self.population):
            if table is not None:
                self.open(table)

    def laid(self) -> dict[str, Any]:
        """Return the partitions as they are written, from here or from a file of their own."""
        if not isinstance(self.partitions, str):
            return self.partitions
        held = read_yaml(self._path.parent / self.partitions, "partitions")
        return dict(held.get("partitions", held)) if isinstance(held, Mapping) else {}

    def roles(self) -> dict[str, Any]:
        """Return what ``sonde.profile`` is told, but for the keys and the sensitive attribute."""
        folder = self._path.parent
        laid = self.partitions
        return {
            "subject": self.subject,
            "partitions": read_partitions(folder / laid)
            if isinstance(laid, str)
            else partitions_of(laid, folder),
            "missing": self.missing,
            "population": None if self.population is None else self.open(self.population),
            "population_counts": self.population_counts,
            "population_size": self.population_size,
            "weight": self.weight,
            "household": self.household,
            "hierarchies": {name: folder / path for name, path in self.hierarchies.items()},
            "orders": self.orders,
            "sample": self.sample,
        }


def read_spec(path: str | Path) -> Spec:
    """Read a spec, refusing what is misspelt in one sentence that says where.

    Paths in it are relative to the folder that it is in.
    """
    path = Path(path)
    held = read_yaml(path, "spec")
    if not isinstance(held, Mapping):
        raise SondeError(f"{path} is no spec: it must say data: and keys:, each on its line.")
    try:
        spec = Spec.model_validate(dict(held))
    except ValidationError as error:
        raise SondeError(f"{path}: {_sentence(error)}") from error
    spec._path = path  # noqa: SLF001 - its own, which pydantic lets nobody pass in
    return spec


def _sentence(error: ValidationError) -> str:
    """Say what is wrong first, and where."""
    wrong = error.errors(include_url=False)[0]
    where = ".".join(f"{name}" if isinstance(name, str) else f"{name + 1}" for name in wrong["loc"])
    field = str(wrong["loc"][-1]) if wrong["loc"] else ""
    if wrong["type"] == "extra_forbidden":
        near = did_you_mean(field, _fields(wrong["loc"][:-1]))
        return f"there is no field {where!r}.{near}"
    if wrong["type"] == "missing":
        return f"the field {where!r} is missing."
    if wrong["type"] == "value_error":
        words = str(wrong["ctx"]["error"]).rstrip(".")
        return words if words.endswith("?") else f"{words}."
    return f"the field {where!r} cannot be {wrong['input']!r}: {wrong['msg'].lower()}."


def _fields(place: tuple[int | str, ...]) -> list[str]:
    """Return which fields there are at a place of the spec."""
    parts: dict[str, type[_Written]] = {"limits": Limit, "needs": Need}
    model = parts.get(str(place[0]), Spec) if place else Spec
    return [field.alias or name for name, field in model.model_fields.items()]
