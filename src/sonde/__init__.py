"""Sonde measures how much a table gives away about the people in it."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:  # the same names once more, for editors and type checkers
    from .assessing import assess as assess
    from .attacks.comparison import compare_attacks as compare_attacks
    from .attacks.findings import Attacks as Attacks
    from .attacks.findings import Finding as Finding
    from .attacks.loss import loss_of_attacks as loss_of_attacks
    from .attacks.loss import overall_loss_of_attacks as overall_loss_of_attacks
    from .attacks.running import attack as attack
    from .checking import check as check
    from .comparing import compare as compare
    from .datasets import Dataset as Dataset
    from .datasets import dataset as dataset
    from .errors import SondeError as SondeError
    from .identifiers import identifier_kind as identifier_kind
    from .inspection import inspect as inspect
    from .measurement import measure as measure
    from .measures import Measure
    from .partitions import Hierarchy as Hierarchy
    from .partitions import partition as partition
    from .partitions import read_partitions as read_partitions
    from .permutation import by_chance as by_chance
    from .profiles import Profile as Profile
    from .profiles import profile as profile
    from .results import Result as Result
    from .sources import open_source as open_source
    from .spec import read_spec as read_spec
    from .subsets.lattices import Lattice as Lattice
    from .subsets.lattices import lattice as lattice
    from .subsets.minimal import minimal_identifiers as minimal_identifiers
    from .subsets.special import special_uniques as special_uniques

# Names are imported when they are first used, so that `sonde --help` need not wait for an engine.
_HOME = {
    "Attacks": "attacks.findings",
    "Dataset": "datasets",
    "Finding": "attacks.findings",
    "Hierarchy": "partitions",
    "Lattice": "subsets.lattices",
    "Profile": "profiles",
    "Result": "results",
    "SondeError": "errors",
    "assess": "assessing",
    "attack": "attacks.running",
    "by_chance": "permutation",
    "check": "checking",
    "compare": "comparing",
    "compare_attacks": "attacks.comparison",
    "dataset": "datasets",
    "identifier_kind": "identifiers",
    "inspect": "inspection",
    "lattice": "subsets.lattices",
    "loss_of_attacks": "attacks.loss",
    "measure": "measurement",
    "minimal_identifiers": "subsets.minimal",
    "open_source": "sources",
    "overall_loss_of_attacks": "attacks.loss",
    "partition": "partitions",
    "profile": "profiles",
    "read_partitions": "partitions",
    "read_spec": "spec",
    "special_uniques": "subsets.special",
}


def __getattr__(name: str) -> "Measure":
    """Return a name of the list above, or else the measure of that name."""
    if name.startswith("_"):
        raise AttributeError(name)
    if name in _HOME:
        found: Any = getattr(import_module(f".{_HOME[name]}", __name__), name)
        return found  # type: ignore[no-any-return]
    measures = import_module(".measures", __name__).measures()
    if name not in measures:
        raise AttributeError(f"module 'sonde' has no attribute {name!r}")
    return measures[name]  # type: ignore[no-any-return]


def __dir__() -> list[str]:
    return sorted([*_HOME, *import_module(".measures", __name__).measures(), "__version__"])
