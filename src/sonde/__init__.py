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
    from .utility.answers import needs_met as needs_met
    from .utility.clusters import clusters as clusters
    from .utility.frontier import Frontier as Frontier
    from .utility.frontier import frontier as frontier
    from .utility.losses import losses as losses
    from .utility.lost import information_loss as information_loss
    from .utility.mining import prediction as prediction
    from .utility.needs import Need as Need
    from .utility.needs import need as need
    from .utility.needs import needs_of as needs_of
    from .utility.needs import read_needs as read_needs
    from .utility.propensity import propensity as propensity

# Names are imported when they are first used, so that `sonde --help` need not wait for an engine.
_HOME = {
    "Attacks": "attacks.findings",
    "Dataset": "datasets",
    "Finding": "attacks.findings",
    "Frontier": "utility.frontier",
    "Hierarchy": "partitions",
    "Lattice": "subsets.lattices",
    "Need": "utility.needs",
    "Profile": "profiles",
    "Result": "results",
    "SondeError": "errors",
    "assess": "assessing",
    "attack": "attacks.running",
    "by_chance": "permutation",
    "check": "checking",
    "clusters": "utility.clusters",
    "compare": "comparing",
    "compare_attacks": "attacks.comparison",
    "dataset": "datasets",
    "frontier": "utility.frontier",
    "identifier_kind": "identifiers",
    "information_loss": "utility.lost",
    "inspect": "inspection",
    "lattice": "subsets.lattices",
    "loss_of_attacks": "attacks.loss",
    "losses": "utility.losses",
    "measure": "measurement",
    "minimal_identifiers": "subsets.minimal",
    "need": "utility.needs",
    "needs_met": "utility.answers",
    "needs_of": "utility.needs",
    "open_source": "sources",
    "overall_loss_of_attacks": "attacks.loss",
    "partition": "partitions",
    "prediction": "utility.mining",
    "profile": "profiles",
    "propensity": "utility.propensity",
    "read_needs": "utility.needs",
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
