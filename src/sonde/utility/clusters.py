"""Clusters: whether the groups that are found in a release are those of its original."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import SondeError
from ..parameters import whole
from .learners import features, require_scikit_learn, scaled, threads
from .pairs import pair


@dataclass(frozen=True)
class Clusters:
    """How well two clusterings agree, for each of several starts.

    ``agreement`` is the adjusted Rand index of a clustering of the release with one of the
    original; ``itself`` of two clusterings of the original from different starts, beyond which
    no release can be expected to agree.
    """

    groups: int
    agreement: tuple[float, ...]
    itself: tuple[float, ...]

    @property
    def overall(self) -> float:
        """The mean agreement over the starts."""
        return math.fsum(self.agreement) / len(self.agreement)

    @property
    def of_original(self) -> float:
        """The mean agreement of the original with itself."""
        return math.fsum(self.itself) / len(self.itself)

    def __repr__(self) -> str:
        return (
            f"{self.groups} clusters: the release's agree with the original's by "
            f"{self.overall:.4f}, the original's with themselves by {self.of_original:.4f}"
        )


def clusters(
    original: Any,
    release: Any,
    groups: int = 5,
    *,
    columns: str | Sequence[str] | None = None,
    categories: str | Sequence[str] = (),
    starts: int = 5,
    seed: int = 0,
) -> Clusters:
    """Group the rows of both tables by k-means, and say how far the groups are the same.

    The agreement is the adjusted Rand index (Hubert and Arabie, Journal of Classification 2,
    1985): 1, the same groups; 0, no more alike than by chance. Numbers count by standard
    deviations, other values as the same or not. It rests on the number of groups, and misleads
    where the original has none: look at its agreement with itself.

    >>> import sonde
    >>> table = {"age": [20, 21, 22, 70, 71, 72] * 5}
    >>> sonde.clusters(table, table, 2).overall
    1.0
    """
    require_scikit_learn()
    from sklearn.metrics import adjusted_rand_score

    times = whole("starts", starts)
    held = pair(original, release, columns=columns, categories=categories)
    if held.rows < 2 * whole("groups", groups, 2):
        raise SondeError(f"{held.rows:,} rows are too few for {groups} groups.")
    told = features(held, held.columns, np.arange(held.rows))
    agreement, itself = [], []
    for turn in range(times):
        first = _grouped(told.original, told.of_original, groups, seed + turn)
        again = _grouped(told.original, told.of_original, groups, seed + times + turn)
        other = _grouped(told.release, told.of_release, groups, seed + turn)
        agreement.append(float(adjusted_rand_score(first, other)))
        itself.append(float(adjusted_rand_score(first, again)))
    return Clusters(groups, tuple(agreement), tuple(itself))


def _grouped(known: Any, categories: list[bool], groups: int, seed: int) -> Any:
    from sklearn.cluster import KMeans

    model = scaled(KMeans(n_clusters=groups, n_init=3, random_state=seed), categories)
    with threads(len(known)):
        return model.fit_predict(known)
