"""Every attack on a release, with what there is beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..datasets import Missing, Partitions, require_column
from ..errors import SondeError, did_you_mean
from ..partitions import Hierarchy, Partition, Unsettled, partitions_of, read_partitions
from ..sources import Source, open_source
from .base import Attack, attacks
from .findings import Attacks, Finding
from .needs import Unsuited, lacks
from .tables import Tables

PERTURBED = (
    "The release is perturbed: its values are not those that an attacker knows, so that only "
    "record linkage applies"
)
MODEL = "partitions"


def attack(
    release: Any,
    *,
    keys: str | Sequence[str],
    sensitive: str | Sequence[str] | None = None,
    original: Any = None,
    outside: Any = None,
    partitions: Partitions | None = None,
    models: Mapping[str, Partitions] | None = None,
    hierarchies: Mapping[str, Any] | None = None,
    came_from: Mapping[str, str] | None = None,
    subject: str | None = None,
    row_id: str | None = None,
    missing: Missing = "value",
    perturbed: bool = False,
    only: str | Sequence[str] | None = None,
    parameters: Mapping[str, Any] | None = None,
) -> Attacks:
    """Try attacks on a release: who knows what, and what they learn of it.

    ``only`` names the attacks. Without it, all are tried that have what they need; the others are
    left out, with the reason. ``original`` is the table that the release was made from, and
    ``outside`` one that an attacker holds, with some of the release's keys. ``came_from`` maps
    columns of the release to those of the original where the names differ. Rows of two tables
    are matched by ``row_id``, a column of both, or else by their order.

    ``partitions`` of a key say how the release's values came of the original's; ``hierarchies``
    do so too. ``partitions`` of other columns are what an attacker takes for alike, and
    ``models`` are several of those by name. ``perturbed=True`` says that values were changed so
    that none is found again, and leaves record linkage alone. ``parameters`` such as
    ``{"width": 0.1}`` go to every attack that takes them.

    >>> import sonde
    >>> made = sonde.attack({"Age": ["2*", "2*", "3*", "3*"]}, keys="Age")
    >>> made.tried
    ['black_box']
    >>> made.left_out["white_box"]
    'needs the original that the release was made from: name its table'
    """
    tables = prepared(
        release,
        keys=keys,
        sensitive=sensitive,
        original=original,
        outside=outside,
        partitions=partitions,
        models=models,
        hierarchies=hierarchies,
        came_from=came_from,
        subject=subject,
        row_id=row_id,
        missing=missing,
    )
    return tried(tables, perturbed=perturbed, only=only, parameters=parameters)


def tried(
    tables: Tables,
    *,
    perturbed: bool = False,
    only: str | Sequence[str] | None = None,
    parameters: Mapping[str, Any] | None = None,
) -> Attacks:
    """Try attacks on tables that have their roles."""
    chosen = _chosen(only)
    told = _told(parameters, chosen)
    findings: list[Finding] = []
    left_out: dict[str, str] = {}
    for one in chosen:
        why = _why_not(one, tables, perturbed=perturbed and only is None)
        if why is None:
            try:
                findings += one.findings(tables, **told[one.name])
                continue
            except Unsuited as error:
                why = str(error)
        if only is not None:
            raise SondeError(f"{one.title} {why}." if why.startswith("needs") else f"{why}.")
        left_out[one.name] = why
    notes = (f"{PERTURBED}.",) if perturbed else ()
    return Attacks(findings, left_out, notes)


def _why_not(one: Attack, tables: Tables, *, perturbed: bool) -> str | None:
    if perturbed and not one.perturbed:
        return PERTURBED
    lack = lacks(one.needs, tables)
    return None if lack is None else f"needs {lack}"


def _chosen(only: str | Sequence[str] | None) -> list[Attack]:
    """Return the attacks that were asked for, in the order in which they are shown."""
    known = attacks()
    if only is None:
        return list(known.values())
    names = [only] if isinstance(only, str) else list(only)
    for name in names:
        if name not in known:
            raise SondeError(f"There is no attack {name!r}.{did_you_mean(name, known)}")
    return [each for each in known.values() if each.name in names]


def _told(parameters: Mapping[str, Any] | None, chosen: list[Attack]) -> dict[str, dict[str, Any]]:
    """Give each attack the parameters that it takes, each of which some attack must."""
    given = dict(parameters or {})
    known = {name for each in chosen for name in each.parameters}
    for name in given:
        if name not in known:
            near = did_you_mean(name, sorted(known))
            raise SondeError(f"None of the attacks takes a parameter {name!r}.{near}")
    return {
        each.name: {name: given[name] for name in each.parameters if name in given}
        for each in chosen
    }


def prepared(
    release: Any,
    *,
    keys: str | Sequence[str],
    sensitive: str | Sequence[str] | None = None,
    original: Any = None,
    outside: Any = None,
    partitions: Partitions | None = None,
    models: Mapping[str, Partitions] | None = None,
    hierarchies: Mapping[str, Any] | None = None,
    came_from: Mapping[str, str] | None = None,
    subject: str | None = None,
    row_id: str | None = None,
    missing: Missing = "value",
) -> Tables:
    """Open the tables and check their roles."""
    source = _open(release, "the table of the release")
    chosen = _names(keys)
    if not chosen:
        raise SondeError("Name at least one key: a column that an attacker may know.")
    for name in [*chosen, *_names(sensitive), *(came_from or {})]:
        require_column(source, name)
    for name in (name for name in (subject, row_id) if name is not None):
        require_column(source, name)
    laid = _laid(partitions)
    alike = {name: part for name, part in laid.items() if name not in chosen}
    ladders = {
        name: held if isinstance(held, Hierarchy) else Hierarchy.read(held)
        for name, held in (hierarchies or {}).items()
    }
    for name in ladders:
        require_column(source, name, "which has a hierarchy")
    if not isinstance(models or {}, Mapping):
        raise SondeError(f"models maps names to partitions by column, not {models!r}.")
    told = {name: _laid(part) for name, part in (models or {}).items()}
    old = None if original is None else _open(original, "the table of the original")
    other = None if outside is None else _open(outside, "the table from outside")
    known = [name for each in (source, old, other) if each is not None for name in each.columns]
    for name in (name for part in (laid, *told.values()) for name in part):
        if name not in known:
            near = did_you_mean(name, known)
            raise SondeError(f"None of the tables has a column {name!r} to be divided.{near}")
    return Tables(
        release=source,
        keys=chosen,
        sensitive=_names(sensitive),
        subject=subject,
        original=old,
        outside=other,
        came_from=dict(came_from or {}),
        recodings={name: part for name, part in laid.items() if name in chosen},
        hierarchies=ladders,
        models=({MODEL: alike} if alike else {}) | told,
        row_id=row_id,
        missing=missing,
    )


def _open(table: Any, called: str) -> Source:
    source = open_source(table)
    return replace(source, name=called) if source.name == "the table" else source


def _names(given: str | Sequence[str] | None) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(map(str, given or ()))


def _laid(given: Partitions | None) -> dict[str, Partition | Unsettled]:
    if given is None:
        return {}
    if isinstance(given, str | Path):
        return read_partitions(given)
    return partitions_of(given)
