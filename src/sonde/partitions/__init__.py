"""Semantic partitions: an attribute's values, divided into domains.

Laid over a sensitive attribute, a partition says what an attacker would already count as having
learned (thesis, chapter 5: the semantic discrimination rate); laid over a key, how coarsely that
key is known or released. One file a kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ..errors import SondeError, did_you_mean
from ..yaml_files import read_yaml
from .base import NOWHERE, Partition, Unsettled, text
from .bins import Bins, Quantiles, Width
from .characters import Mask, Prefix
from .dates import Dates
from .domains import ByFunction, Domains
from .hierarchies import Hierarchy

__all__ = [
    "NOWHERE",
    "Bins",
    "ByFunction",
    "Dates",
    "Domains",
    "Hierarchy",
    "Mask",
    "Partition",
    "Prefix",
    "Quantiles",
    "Unsettled",
    "Width",
    "partition",
    "read_partitions",
    "read_yaml",
    "text",
]

REST = "*"


def partition(spec: Any, folder: Path | None = None) -> Partition | Unsettled:
    """Make a partition of what a person writes; paths in it are relative to ``folder``.

    ``{"cancer": ["lung cancer", "colon cancer"], "other": "*"}``, ``{"bins": [0, 25, 45]}``,
    ``{"width": 10}``, ``{"quantiles": 4}``, ``{"prefix": 3}``, ``{"mask": 2}``,
    ``{"date": "quarter"}``, ``{"hierarchy": "age.csv", "level": 2}``, a function, or a partition.

    >>> partition({"cancer": ["lung cancer"], "other": "*"}).place("flu")
    'other'
    """
    if isinstance(spec, Mapping):
        fields = {"null" if name is None else str(name): value for name, value in spec.items()}
        for kind, make in _KINDS.items():
            if kind in fields and _means(kind, fields[kind]):
                _check_fields(kind, fields)
                return make(fields, folder or Path())
        return _domains(fields)
    if isinstance(spec, Partition | Unsettled):
        return spec
    if callable(spec):
        return ByFunction(spec)
    raise SondeError(
        f"A partition is written as domains ({{cancer: [flu, ...], other: '*'}}) or as one of "
        f"{', '.join(_KINDS)}, not as {spec!r}."
    )


def _check_fields(kind: str, fields: Mapping[str, Any]) -> None:
    for name in fields:
        if name not in _FIELDS[kind]:
            near = did_you_mean(name, _FIELDS[kind] - {kind})
            raise SondeError(
                f"A partition by {kind} has no field {name!r}.{near} For domains of these names, "
                "write them under 'domains'."
            )


def _means(kind: str, value: Any) -> bool:
    """Tell ``{"date": "year"}`` from a domain that happens to be called date."""
    if kind == "domains":
        return isinstance(value, Mapping)
    return kind == "bins" or not isinstance(value, list | tuple)


def _domains(fields: Mapping[str, Any]) -> Domains:
    rest = [name for name, values in fields.items() if values == REST]
    if len(rest) > 1:
        raise SondeError(
            f"Only one domain may take the rest ('*'), not {rest[0]!r} and {rest[1]!r}."
        )
    if not fields:
        raise SondeError("A partition needs at least one domain.")
    listed: dict[str, list[Any]] = {}
    for name, values in fields.items():
        if name in rest:
            continue
        if not isinstance(values, list | tuple | set | frozenset):
            near = did_you_mean(name, _KINDS)
            raise SondeError(
                f"The domain {name!r} must list its values, as [a, b], not {values!r}.{near}"
            )
        if any(isinstance(value, Mapping | list | tuple) for value in values):
            raise SondeError(f"The domain {name!r} must list plain values, not {values!r}.")
        listed[name] = list(values)
    return Domains(listed, rest[0] if rest else None)


def _bins(fields: Mapping[str, Any], folder: Path) -> Partition | Unsettled:
    value = fields["bins"]
    if isinstance(value, Mapping):
        return partition(value, folder)
    if isinstance(value, list | tuple):
        return Bins(tuple(_number(edge) for edge in value))
    return Quantiles(_number(value))


def _hierarchy(fields: Mapping[str, Any], folder: Path) -> Partition | Unsettled:
    held = fields["hierarchy"]
    ladder = held if isinstance(held, Hierarchy) else Hierarchy.read(folder / str(held))
    return ladder.level(_number(fields.get("level", 1)))


def _number(value: Any) -> Any:
    """Read a number, also one that YAML gave as text; what is none is refused where it is used."""
    if not isinstance(value, str):
        return value
    for read in (int, float):
        try:
            return read(value)
        except ValueError:
            continue
    return value


_KINDS: dict[str, Callable[[Mapping[str, Any], Path], Partition | Unsettled]] = {
    "bins": _bins,
    "width": lambda f, _: Width(_number(f["width"]), _number(f.get("start", 0))),
    "quantiles": lambda f, _: Quantiles(_number(f["quantiles"])),
    "prefix": lambda f, _: Prefix(_number(f["prefix"])),
    "mask": lambda f, _: Mask(_number(f["mask"])),
    "date": lambda f, _: Dates(str(f["date"])),
    "hierarchy": _hierarchy,
    "domains": lambda f, _: _domains(f["domains"]),
}
_FIELDS = {kind: {kind} for kind in _KINDS} | {
    "width": {"width", "start"},
    "hierarchy": {"hierarchy", "level"},
}


def read_partitions(path: str | Path) -> dict[str, Partition | Unsettled]:
    """Read a YAML (or JSON) file of partitions, a column each.

    Every value in it is text, as written: 01234 keeps its zero and NO is Norway, not false.
    """
    path = Path(path)
    held = read_yaml(path, "partitions")
    if isinstance(held, Mapping) and isinstance(held.get("partitions"), Mapping):
        held = held["partitions"]  # a whole spec will do
    if not isinstance(held, Mapping):
        raise SondeError(f"{path} must map each column to its partition.")
    return partitions_of(held, path.parent)


def partitions_of(
    specs: Mapping[Any, Any], folder: Path | None = None
) -> dict[str, Partition | Unsettled]:
    """Make each column's partition, and say which column it was about where one cannot be made."""
    made = {}
    for column, spec in specs.items():
        try:
            made[str(column)] = partition(spec, folder)
        except SondeError as error:
            raise SondeError(f"In the partition of {str(column)!r}: {error}") from error
    return made
