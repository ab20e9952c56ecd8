"""What must be given for an attack to be tried."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal

from ..errors import SondeError

if TYPE_CHECKING:
    from .tables import Tables

Need = Literal["original", "outside", "sensitive", "models", "another table", "splink"]

# What fulfils each need, and how it is called in "... needs ...".
_NEEDS: dict[Need, tuple[Callable[[Tables], bool], str]] = {
    "original": (
        lambda tables: tables.original is not None,
        "the original that the release was made from: name its table",
    ),
    "outside": (
        lambda tables: tables.outside is not None,
        "what the attacker holds from elsewhere: name the outside table",
    ),
    "sensitive": (
        lambda tables: bool(tables.sensitive),
        "a sensitive attribute: name one",
    ),
    "models": (
        lambda tables: bool(tables.models),
        "an attacker's model: a partition of an attribute that is no key",
    ),
    "another table": (
        lambda tables: tables.outside is not None or tables.original is not None,
        "a second table: name the outside table or the original",
    ),
    "splink": (
        lambda _: find_spec("splink") is not None,
        "Splink: install it with pip install 'sonde[linkage]'",
    ),
}


class Unsuited(SondeError):  # noqa: N818 - said of the tables, which may be as they should
    """The tables have what an attack needs, and it cannot be tried on them even so."""


def lacks(needs: Iterable[Need], tables: Tables) -> str | None:
    """Say the first of the needs that is not fulfilled, None where all are."""
    return next((words for has, words in map(_NEEDS.__getitem__, needs) if not has(tables)), None)
