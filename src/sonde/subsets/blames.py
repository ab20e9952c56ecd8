"""What each key is to blame for: its Shapley share, and what dropping or coarsening it brings."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from ..entropy import Floats
from ..errors import SondeError
from ..partitions import Hierarchy
from .rates import rate, rate_against

if TYPE_CHECKING:
    from .counting import Counts
    from .lattices import Lattice

Hierarchies = Mapping[str, "Hierarchy | str | Path"]


def blame(made: Lattice, of: str | None = None, hierarchies: Hierarchies | None = None) -> pa.Table:
    """Share the rate of all keys together out among them, and say what each would bring.

    ``share`` is the key's Shapley share: what it adds to the rate, averaged over all orders in
    which the keys may become known. The shares add up to the rate of all keys, and keys that do
    the same have the same. ``share_of_uniques`` does so for the share of the people who are
    alone. ``dropping`` is by how much the rate of all falls without the key, and
    ``dropping_uniques`` the share of uniques; ``one_level_up`` and ``one_level_up_uniques`` the
    same for taking the key one level up its hierarchy (null where it has none, or no level above).
    ``of`` names a sensitive attribute in place of who a person is.

    Shapley, A value for n-person games, 1953.

    >>> import sonde
    >>> table = {"age": [22, 22, 35, 35], "zip": [1, 1, 2, 3], "sex": ["f", "m", "f", "m"]}
    >>> for row in blame(sonde.lattice(table, keys=["age", "zip", "sex"])).to_pylist():
    ...     print(row["key"], round(row["share"], 4), row["dropping"])
    age 0.25 0.0
    zip 0.375 0.0
    sex 0.375 0.25
    """
    keys = len(made.keys)
    if made.up_to < keys:
        raise SondeError(
            f"The shares of {keys} keys rest on all their subsets, and the lattice has those of up "
            f"to {made.up_to}: list them all, or name fewer keys."
        )
    rates, uniques = made.rates(of), made.counts.identified / made.subjects
    if np.isnan(rates).any():
        target = "who a person is" if of is None else of
        raise SondeError(f"Nothing is to be found out about {target!r}, so no key is to blame.")
    whole = (1 << keys) - 1
    columns: dict[str, Any] = {
        "key": pa.array(made.keys, pa.string()),
        "share": _shapley(rates, keys),
        "share_of_uniques": _shapley(uniques, keys),
        "dropping": [_fall(rates, whole, key) for key in range(keys)],
        "dropping_uniques": [_fall(uniques, whole, key) for key in range(keys)],
    }
    risks = [_one_level_up(made, key, of, hierarchies or {}) for key in made.keys]
    columns["one_level_up"] = _falls(rates[-1], [risk and risk[0] for risk in risks])
    columns["one_level_up_uniques"] = _falls(uniques[-1], [risk and risk[1] for risk in risks])
    return pa.table(columns)


def _shapley(values: Floats, keys: int) -> list[float]:
    """Return each key's share of the value of all; no key at all has the value 0."""
    worth = np.concatenate([[0.0], values])
    sets = np.arange(len(worth))
    sizes = np.bitwise_count(sets)
    weight = np.array([1 / (keys * math.comb(keys - 1, size)) for size in range(keys)])
    shares = []
    for key in range(keys):
        without = sets[sets >> key & 1 == 0]
        gained = worth[without | 1 << key] - worth[without]
        # Rounded once, so that keys that do the same have the same share, to the last digit.
        shares.append(math.fsum(weight[sizes[without]] * gained))
    return shares


def _fall(values: Floats, whole: int, key: int) -> float:
    """Return by how much a value falls without a key; the values begin at the first subset."""
    rest = whole & ~(1 << key)
    return float(values[whole - 1] - (values[rest - 1] if rest else 0.0))


def _falls(whole: float, left: list[float | None]) -> pa.Array:
    return pa.array([None if risk is None else float(whole - risk) for risk in left], pa.float64())


def _one_level_up(
    made: Lattice, key: str, of: str | None, hierarchies: Hierarchies
) -> tuple[float, float] | None:
    """Return the rate and the share of uniques with a key one level up, all else the same."""
    if key not in hierarchies:
        return None
    held = hierarchies[key]
    ladder = held if isinstance(held, Hierarchy) else Hierarchy.read(held)
    level = _level(made, key, ladder) + 1
    if level > ladder.levels:
        return None
    counts, subjects = _whole_set(made, {key: ladder.level(level)}, of)
    found = rate(counts, subjects) if of is None else rate_against(counts, counts.against[0])
    return float(found[0]), float(counts.identified[0] / subjects)


def _level(made: Lattice, key: str, ladder: Hierarchy) -> int:
    """Return the level that a key is at; without a partition that is 0."""
    laid = made.roles.dataset.partitions.get(key)
    for level in range(ladder.levels + 1):
        if laid is None or getattr(laid, "codes", None) == ladder.level(level).codes:
            return level
    raise SondeError(
        f"The partition of {key!r} is no level of its hierarchy, so there is no level above it: "
        "lay a level of the hierarchy, or leave the hierarchy out."
    )


def _whole_set(made: Lattice, other: Mapping[str, Any], of: str | None) -> tuple[Counts, int]:
    """Count all keys together, with other partitions."""
    from .minimal import Search
    from .roles import roles_of

    roles = made.roles.dataset
    held = roles_of(
        roles.source,
        keys=made.keys,
        sensitive=of,
        subject=roles.subject,
        partitions={**roles.partitions, **other},
        missing=roles.missing,
    ).encode()
    search = Search(held)
    everything = (1 << len(made.keys)) - 1
    return search.counted(search.by_all(everything), everything), held.subjects
