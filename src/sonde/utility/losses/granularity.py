"""Granularity and ARX's Loss: how many values a released value may stand for."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from ...errors import Undefined
from .base import Lost, loss

if TYPE_CHECKING:
    from ..pairs import Pair


def _shares(pair: Pair) -> dict[str, tuple[float, float]]:
    """For each key, the mean share of its values that a released one may be, and the least."""
    shares = {}
    for name, ladder in pair.ladders.items():
        of_row = np.where(pair.suppressed, 1.0, ladder.share[ladder.column.after])
        shares[name] = float(of_row.mean()), 1 / ladder.size
    if all(least == 1 for _, least in shares.values()):
        raise Undefined("each hierarchy has one value, of which nothing can be lost")
    return shares


def _stretched(pair: Pair) -> dict[str, float]:
    """For each key with values to lose, 0 where it is as it was and 1 where it is suppressed."""
    return {
        name: (mean - least) / (1 - least)
        for name, (mean, least) in _shares(pair).items()
        if least < 1
    }


@loss(
    title="Granularity",
    says="The released values are as fine as {value:.2%} of the way from suppressed to untouched.",
    high=1,
    worse="lower",
    nothing=1,
    source="Iyengar, KDD 2002; ARX, statistics of quality",
    family="Generalization",
    needs="hierarchies",
)
def granularity(pair: Pair) -> Lost:
    """1 less the share of an attribute's values that a released one may stand for.

    The mean over records and keys, stretched so that 1 is an untouched table and 0 one wholly
    suppressed; it equals ARX's. An attribute is as large as its hierarchy is, whether or not all
    its values occur. Rests on the hierarchies and the release alone: it is no matter how often a
    value occurs (see the non-uniform entropy), and not whether the values are true.

    >>> import sonde
    >>> ladder = {"sex": sonde.Hierarchy((("f", "*"), ("m", "*")))}
    >>> fine = sonde.losses()["granularity"]
    >>> fine({"sex": ["f", "m"]}, {"sex": ["f", "*"]}, hierarchies=ladder).overall
    0.5
    """
    shares = _shares(pair)
    mean, least = (sum(held) / len(shares) for held in zip(*shares.values(), strict=True))
    lost = (mean - least) / (1 - least)
    return Lost(1 - lost, {name: 1 - share for name, share in _stretched(pair).items()})


@loss(
    title="Loss",
    says="ARX's Loss of the release is {value:.4f}.",
    high=1,
    source="Iyengar, KDD 2002; ARX, its default model of quality",
    family="Generalization",
    needs="hierarchies",
)
def arx_loss(pair: Pair) -> Lost:
    """ARX's Loss: 1 less the granularity of each key, brought together by a geometric mean.

    The geometric mean of 1 + loss over the keys, less 1. 0: an untouched table. 1: one wholly
    suppressed. It equals what ARX searches by, where a release has one level for each column;
    after local recoding ARX keeps the number of the transformation it began with.

    >>> import sonde
    >>> ladder = {"sex": sonde.Hierarchy((("f", "*"), ("m", "*")))}
    >>> lost = sonde.losses()["arx_loss"]
    >>> lost({"sex": ["f", "m"]}, {"sex": ["f", "*"]}, hierarchies=ladder).overall
    0.5
    """
    _shares(pair)
    lost = _stretched(pair)
    logs = math.fsum(math.log1p(share) for share in lost.values()) / len(pair.keys)
    return Lost(math.expm1(logs), lost)
