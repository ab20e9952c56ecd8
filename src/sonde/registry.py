"""What is found by being there: a file in a folder is all it takes to add one of its kind."""

from __future__ import annotations

import importlib
import pkgutil


def load(package: str) -> None:
    """Import every module of a package, each of which enters what it holds."""
    folder = importlib.import_module(package)
    for module in pkgutil.iter_modules(folder.__path__):
        importlib.import_module(f"{package}.{module.name}")
