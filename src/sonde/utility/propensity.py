"""Propensity: whether a model can tell the rows of a release from those of its original."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import SondeError
from ..parameters import whole
from .learners import features, learners, require_scikit_learn, threads
from .pairs import pair

FOLDS = 5


@dataclass(frozen=True)
class Propensity:
    """How well rows are told apart.

    ``error`` is the mean squared distance of the propensities from one half, pMSE: 0 where
    release and original look alike, 0.25 where each row is known for sure. ``told_apart`` is how
    often, of a row of each, the release's gets the higher propensity: 0.5 by chance, 1 always.
    """

    error: float
    told_apart: float
    rows: int

    def __repr__(self) -> str:
        return (
            f"Propensity: pMSE {self.error:.4f} of at most 0.25; of a row of each, the release's "
            f"is found in {self.told_apart:.1%} of the cases"
        )


def propensity(
    original: Any,
    release: Any,
    *,
    columns: str | Sequence[str] | None = None,
    categories: str | Sequence[str] = (),
    folds: int = FOLDS,
    seed: int = 0,
) -> Propensity:
    """Let a model of boosted trees tell release from original, and say how well it can.

    The propensity of a row is the chance that the model gives it of being the release's, each
    row by a model that has not seen it, nor its other half (Woo, Reiter, Oganian and Karr,
    Journal of Privacy and Confidentiality 1, 2009). A release that analysts cannot tell from the
    original serves them as well as it does. Values that the original does not have, such as
    those that were made coarser, give every row away. Swapping values within a column is seen
    by its links with the others alone.

    >>> import sonde
    >>> table = {"age": list(range(20, 70)), "sport": ["judo", "bowls"] * 25}
    >>> sonde.propensity(table, table).told_apart
    0.5
    """
    require_scikit_learn()
    from sklearn.metrics import roc_auc_score

    held = pair(original, release, columns=columns, categories=categories)
    parts = whole("folds", folds, 2)
    if held.rows < 2 * parts:
        raise SondeError(f"{held.rows:,} rows are too few to train on: it takes {2 * parts}.")
    told = features(held, held.columns, np.arange(held.rows))
    fold = np.random.default_rng(seed).permutation(held.rows) % parts
    known = np.vstack([told.alike, told.release])
    label = np.repeat([0, 1], held.rows)
    part = np.tile(fold, 2)
    chance = np.empty(len(label))
    for turn in range(parts):
        model = learners(numbers=False)["boosting"](seed, told.of_release)
        with threads(len(label)):
            model.fit(known[part != turn], label[part != turn])
            chance[part == turn] = model.predict_proba(known[part == turn])[:, 1]
    error = float(np.square(chance - 0.5).mean())
    return Propensity(error, float(roc_auc_score(label, chance)), held.rows)
