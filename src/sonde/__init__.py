"""Sonde measures how much a table gives away about the people in it."""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

# Names are imported when they are first used, so that `sonde --help` need not wait for an engine.
_HOME = {
    "Dataset": "datasets",
    "Hierarchy": "partitions",
    "Profile": "profiles",
    "Result": "results",
    "SondeError": "errors",
    "dataset": "datasets",
    "identifier_kind": "identifiers",
    "inspect": "inspection",
    "measure": "measurement",
    "open_source": "sources",
    "partition": "partitions",
    "profile": "profiles",
    "read_partitions": "partitions",
}


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(name)
    if name in _HOME:
        return getattr(import_module(f".{_HOME[name]}", __name__), name)
    found = import_module(".measures", __name__).measures().get(name)
    if found is None:
        raise AttributeError(f"module 'sonde' has no attribute {name!r}")
    return found


def __dir__() -> list[str]:
    return sorted([*_HOME, *import_module(".measures", __name__).measures(), "__version__"])
