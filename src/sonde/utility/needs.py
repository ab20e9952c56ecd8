"""Needs: the questions that a release is to answer, in the words of who asks them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any

from ..errors import SondeError, did_you_mean
from ..partitions import Partition, Unsettled, partition


@dataclass(frozen=True)
class Need:
    """A question to a release: what its attributes ``from_`` tell about the attribute ``predict``.

    ``partitions`` divide the values of either as the question does: who asks whether somebody
    earns more than 10K does not ask for the salary. ``weight`` is how much the need counts among
    others.
    """

    predict: str
    from_: tuple[str, ...]
    partitions: Mapping[str, Partition | Unsettled] = field(default_factory=dict)
    name: str = ""
    weight: float = 1.0

    @property
    def title(self) -> str:
        """The need's name, or else what it asks."""
        return self.name or f"{self.predict} from {', '.join(self.from_)}"


def need(
    predict: str,
    from_: str | Sequence[str],
    *,
    partitions: Mapping[str, Any] | None = None,
    name: str = "",
    weight: float = 1,
) -> Need:
    """Say what a release is needed for: to predict one attribute from others.

    It is the utility need of the thesis (section 6.5.1, equation 6.2): the attributes of interest
    and a partition of each. A partition is written as anywhere in Sonde.

    >>> need("Salary", "Age", partitions={"Age": {"bins": [35]}}).title
    'Salary from Age'
    """
    keys = (from_,) if isinstance(from_, str) else tuple(map(str, from_))
    if not keys:
        raise SondeError(f"Name at least one attribute that {predict!r} is to be predicted from.")
    if predict in keys:
        raise SondeError(f"{predict!r} cannot be predicted from itself: leave it out of from_.")
    is_number = isinstance(weight, int | float) and not isinstance(weight, bool)
    if not is_number or not isfinite(weight) or weight <= 0:
        raise SondeError(f"The weight of a need is a number above 0, not {weight!r}.")
    for column in partitions or {}:
        if column != predict and column not in keys:
            raise SondeError(
                f"The partition of {column!r} is about no attribute of the need: it is neither "
                f"predicted nor predicted from."
            )
    laid = {column: partition(spec) for column, spec in (partitions or {}).items()}
    return Need(predict, keys, laid, name, float(weight))


_FIELDS = ("predict", "from", "partitions", "name", "weight")


def needs_of(
    specs: Sequence[Any], partitions: Mapping[str, Any] | None = None, folder: Path | None = None
) -> tuple[Need, ...]:
    """Make needs of what a person writes in a file: a list, each with predict and from.

    ``partitions`` are those of the columns that a need says nothing of itself.

    >>> needs_of([{"name": "pay", "predict": "Salary", "from": ["Age"]}])[0].title
    'pay'
    """
    if isinstance(specs, str | Mapping) or not isinstance(specs, Sequence):
        raise SondeError("Needs are a list, each with what to predict, and from what.")
    return tuple(_need_of(spec, partitions or {}, folder) for spec in specs)


def _need_of(spec: Any, partitions: Mapping[str, Any], folder: Path | None) -> Need:
    if not isinstance(spec, Mapping) or not {"predict", "from"} <= set(spec):
        raise SondeError(f"A need says what to predict and from what, unlike {spec!r}.")
    for name in spec:
        if name not in _FIELDS:
            raise SondeError(f"A need has no field {name!r}.{did_you_mean(str(name), _FIELDS)}")
    keys = [spec["from"]] if isinstance(spec["from"], str) else list(map(str, spec["from"]))
    own = {column: partition(held, folder) for column, held in spec.get("partitions", {}).items()}
    shared = {n: held for n, held in partitions.items() if n == spec["predict"] or n in keys}
    weight = _number(spec.get("weight", 1))
    return need(
        str(spec["predict"]),
        keys,
        partitions=shared | own,
        name=spec.get("name", ""),
        weight=weight,
    )


def _number(weight: Any) -> Any:
    """Read a weight, also one that YAML gave as text; what is none is refused where it is used."""
    try:
        return float(weight) if isinstance(weight, str) else weight
    except ValueError:
        return weight


def read_needs(path: str | Path, partitions: Mapping[str, Any] | None = None) -> tuple[Need, ...]:
    """Read a YAML file of needs: a list, or a file that has one under ``needs``."""
    from ..yaml_files import read_yaml

    path = Path(path)
    held = read_yaml(path, "needs")
    if isinstance(held, Mapping) and "needs" in held:
        held = held["needs"]
    return needs_of(held, partitions, path.parent)
