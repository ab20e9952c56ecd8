"""Special uniques: people who stand out by few of their values, and so for good reason.

Elliot, Manning, Ford: A computational algorithm for handling the special uniques problem, 2002;
Manning, Haglin, Keane: A recursive search algorithm for statistical disclosure assessment, 2008.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Literal, get_args

import numpy as np
import pyarrow as pa

from ..datasets import Missing, Partitions
from ..entropy import Floats, Ints
from ..errors import SondeError
from ..numbering import arrow, combined
from ..plain import plain
from ..results import key_text
from .encoding import Codes, Encoded, TooLargeError, overall
from .lattices import checked_size
from .msus import MinimalUniques
from .roles import Roles, roles_of

PAIR = 2

Scores = Literal["elliot", "ihsn"]


@dataclass(frozen=True, eq=False)
class SpecialUniques:
    """Who stands out, by which keys, and how much.

    ``table`` has a row for each record that is unique in the keys, highest score first: its key
    values (under ``key``), ``msus``, how many minimal sample uniques it has, the size of the
    ``smallest``, the ``suda_score`` and ``dis_suda_score``, and under ``contribution`` the share
    of the score that comes from sets with each key. The shares may add up to more than 1.
    Every other record has scores of 0.
    """

    roles: Roles
    table: pa.Table
    contributions: pa.Table
    rows: int
    pairs: int
    fraction: float

    @property
    def uniques(self) -> int:
        """The records that are unique in all keys together."""
        return int(self.table.num_rows)

    @property
    def basis(self) -> str:
        """What the scores rest on, in words."""
        missing = self.roles.dataset.missing
        nulls = "a null counts as a value" if missing == "value" else "rows with a null left out"
        return (
            f"Rests on {self.rows:,} rows, of which {self.uniques:,} are unique in "
            f"{len(self.roles.keys)} keys and {self.pairs:,} one of a pair, taken for a sample of "
            f"{self.fraction:.4g} of the population; {nulls}."
        )

    def __repr__(self) -> str:
        head = f"{self.uniques:,} of {self.rows:,} rows are unique in these keys."
        lines = [
            f"{row['key']}: {row['contribution']:.1%} of the scores"
            for row in self.contributions.to_pylist()
            if row["contribution"] is not None
        ]
        return "\n".join(map(plain, [head, *lines, self.basis]))

    def _repr_html_(self) -> str:
        head, *rest = repr(self).split("\n")
        return f"<p><b>{escape(head)}</b><br>{'<br>'.join(map(escape, rest))}</p>"


def special_uniques(
    table: Any,
    *,
    keys: str | Sequence[str] = (),
    partitions: Partitions | None = None,
    missing: Missing = "value",
    up_to: int | None = None,
    fraction: float = 0.01,
    scores: Scores = "elliot",
) -> SpecialUniques:
    """Find the minimal sample uniques of each record, and score it by them (SUDA2).

    A minimal sample unique is a set of keys by which the record is the only one, and by no part
    of it. A set of k of M keys counts (M-k)!, so that few keys count most; with ``up_to`` the
    product stops at that size. ``scores="ihsn"`` weighs as the program of the IHSN did. DIS-SUDA
    spreads the chance that a unique of the table is unique in the population, of which it is the
    share ``fraction``, over the records by their scores.

    >>> import sonde
    >>> table = {"age": [22, 22, 35, 35], "zip": [1, 1, 2, 1], "sex": ["f", "m", "f", "f"]}
    >>> found = sonde.special_uniques(table, keys=["age", "zip", "sex"]).table
    >>> found.select(["key", "smallest", "suda_score"]).to_pylist()[0]
    {'key': {'age': '22', 'zip': '1', 'sex': 'm'}, 'smallest': 1, 'suda_score': 2.0}
    """
    roles = roles_of(table, keys=keys, partitions=partitions, missing=missing)
    most = checked_size(len(roles.keys), up_to)
    if not 0 < fraction < 1:
        raise SondeError(f"fraction is a share between 0 and 1, not {fraction!r}.")
    if scores not in get_args(Scores):
        raise SondeError(f"scores is 'elliot' or 'ihsn', not {scores!r}.")
    try:
        held = roles.encode()
    except TooLargeError as error:
        raise SondeError(
            f"{roles.dataset.source.title} does not fit in memory, where special uniques are "
            "searched: lay coarser partitions, or name fewer keys."
        ) from error
    record, mask = MinimalUniques(held, most).search()
    weights = _set_weights(len(roles.keys), most, scores)
    counted = np.bincount(record, weights[np.bitwise_count(mask)], held.length)
    score = counted.astype(np.float64)
    alone, pairs = _classes(held)
    risk = _dis_suda(score, alone, pairs, len(roles.keys), fraction)
    shares = _shares(record, mask, weights, score, len(roles.keys))
    listed = _listed(roles, held, record, mask, score, risk, shares)
    return SpecialUniques(roles, listed, _overall(roles, score, shares), held.rows, pairs, fraction)


def _set_weights(keys: int, up_to: int, scores: Scores) -> Floats:
    """Return how much a minimal sample unique of each size counts, up to all keys."""
    if scores == "ihsn":
        return np.array([0.0] + [(2 ** (keys - k) - 1) / math.comb(keys, k) for k in _to(keys)])
    last = min(up_to, keys - 1)
    return np.array(
        [0.0] + [float(math.prod(keys - i for i in range(k, last + 1))) for k in _to(keys)]
    )


def _to(keys: int) -> range:
    return range(1, keys + 1)


def _classes(table: Encoded) -> tuple[int, int]:
    """Return how many records are alone in all keys, and how many are one of two."""
    of_class, _ = combined([codes.astype(np.int64) for codes in table.keys], table.length)
    sizes = overall(of_class, table.weights)
    return int((sizes == 1).sum()), int(sizes[sizes == PAIR].sum())


def _dis_suda(score: Floats, alone: int, pairs: int, keys: int, fraction: float) -> Floats:
    """Spread the chance that a unique is unique in the population over the uniques by score.

    The chance is Skinner and Elliot's DIS (A measure of disclosure risk for microdata, 2002); the
    exponent is the one of the program that sdcMicro took over.
    """
    risk = np.zeros(len(score))
    has = score > 0
    if not has.any():
        return risk
    chance = alone * fraction / (alone * fraction + pairs * (1 - fraction))
    power = score[has] ** (1 + (8 - keys) / 20)
    spread = (alone / chance - alone) / (power * math.fsum(1 / np.sort(power)))
    risk[has] = 1 / (1 + spread)
    return risk


def _shares(record: Codes, mask: Ints, weights: Floats, score: Floats, keys: int) -> list[Floats]:
    """Return for each key the share of each record's score from sets that have the key."""
    counted = weights[np.bitwise_count(mask)]
    with np.errstate(invalid="ignore"):
        return [
            np.nan_to_num(np.bincount(record, counted * (mask >> key & 1), len(score)) / score)
            for key in range(keys)
        ]


def _overall(roles: Roles, score: Floats, shares: list[Floats]) -> pa.Table:
    """Return the share of all scores that comes from sets with each key."""
    total = score.sum()
    of_key = [float((share * score).sum() / total) if total else None for share in shares]
    return pa.table(
        {"key": pa.array(roles.keys, pa.string()), "contribution": pa.array(of_key, pa.float64())}
    )


def _listed(
    roles: Roles,
    table: Encoded,
    record: Codes,
    mask: Ints,
    score: Floats,
    risk: Floats,
    shares: list[Floats],
) -> pa.Table:
    """Make a row for each unique record, highest score first, then by its values."""
    msus = np.bincount(record, minlength=table.length)
    smallest = np.full(table.length, len(roles.keys) + 1)
    np.minimum.at(smallest, record, np.bitwise_count(mask))
    who = np.flatnonzero(msus)
    who = who[np.lexsort([*(codes[who] for codes in reversed(table.keys)), -score[who]])]
    key = [
        _texts(values, codes[who]) for values, codes in zip(table.values, table.keys, strict=True)
    ]
    return pa.table(
        {
            "key": pa.StructArray.from_arrays(key, roles.keys),
            "msus": arrow(msus[who]),
            "smallest": arrow(smallest[who]),
            "suda_score": pa.array(score[who]),
            "dis_suda_score": pa.array(risk[who]),
            "contribution": pa.StructArray.from_arrays(
                [pa.array(share[who]) for share in shares], roles.keys
            ),
        }
    )


def _texts(values: pa.Array, codes: Codes) -> pa.Array:
    """Write a key's values as text, as a partition would list them."""
    written = pa.array([key_text(value) for value in values.to_pylist()], pa.string())
    return written.take(arrow(codes))
