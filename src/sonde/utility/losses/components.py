"""Principal components: whether what the columns have in common is still the same.

>>> import sonde
>>> original = {"a": [1, 2, 3, 5], "b": [2, 1, 4, 5], "c": [9, 7, 8, 1]}
>>> release = {"a": [1, 2, 3, 5], "b": [2, 1, 4, 5], "c": [8, 8, 8, 1]}
>>> lost = sonde.information_loss(original, release)
>>> round(lost.overall["principal_components_mae"], 4), round(lost.overall["communalities_mae"], 4)
(0.0178, 0.0282)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...errors import Undefined
from ..structures import alike
from .base import Lost, loss, named
from .three_ways import three_ways

if TYPE_CHECKING:
    from ...entropy import Floats
    from ..pairs import Pair


def _loadings(pair: Pair) -> tuple[Floats, Floats, Floats]:
    one, other = pair.structure
    before = one.loadings
    return before, alike(before, other.loadings), _shares(pair)


def _communalities(pair: Pair) -> tuple[Floats, Floats, None]:
    one, other = pair.structure
    return np.square(one.loadings[:, 0]), np.square(other.loadings[:, 0]), None


def _scores(pair: Pair) -> tuple[Floats, Floats, Floats]:
    one, other = pair.structure
    for held, whose in ((one, "original"), (other, "release")):
        if one.rank != other.rank and held.rank < len(held.names):
            raise Undefined(
                f"in the {whose} some of {named(held.dependent)} follow from the others, so that "
                "a component has no scores there: leave one of them out"
            )
    before = one.scores
    return before, alike(before, other.scores), _shares(pair)[:, : one.rank]


def _shares(pair: Pair) -> Floats:
    """How much of the original's variance each component has, for each column."""
    values = np.maximum(pair.structure[0].components[0], 0.0)
    shares: Floats = np.tile(values / values.sum(), (len(pair.numbers), 1))
    return shares


_MISLEADS = """

    Undefined where a column has one value. The sign of a component is a convention: those of the
    release are turned the way the original's point. Two components of nearly equal variance may
    change places without much being lost, and then this is high.
    """

three_ways(
    "principal_components",
    "Principal components",
    "a correlation with a principal component",
    _loadings,
    """What the correlations of columns with principal components moved by (RF - RF').

    A component counts by its share of the original's variance. 0: they stayed."""
    + _MISLEADS,
)
three_ways(
    "communalities",
    "Communalities",
    "a communality",
    _communalities,
    """What the communalities moved by (C - C').

    A column's is the share of its variance that the first principal component has. 0: they
    stayed."""
    + _MISLEADS,
)
three_ways(
    "factor_scores",
    "Factor scores",
    "a factor score coefficient",
    _scores,
    """What the factor score coefficients moved by (F - F').

    They are what a column is multiplied with to have the scores on a component, which counts by
    its share of the original's variance. 0: they stayed. Undefined where columns follow from
    each other in one of the tables only: its message names them."""
    + _MISLEADS,
)


@loss(
    title="Eigenvalues",
    says="The variances of the principal components differ by {value:.4f} of themselves, in sum.",
    source="Templ and Meindl, PSD 2008; sdcMicro, dUtility(method = 'eigen')",
    family="Numbers",
    needs="two numbers",
)
def eigenvalues(pair: Pair) -> Lost:
    """The sum of what the eigenvalues of the correlation matrix moved by, as shares of themselves.

    0: as much is in common as was. No upper bound. Rests on the correlations of the complete
    rows. Small eigenvalues count as much as large ones, so that the noise of the last component
    may outweigh the rest.

    Where columns follow from each other, the last eigenvalues are 0 and have no share of
    themselves. They are left out here. sdcMicro divides by what floating point leaves of them,
    so that its figure then holds a number that means nothing and may be negative.

    >>> import sonde
    >>> original = {"a": [1, 2, 3], "b": [1, 2, 4]}
    >>> release = {"a": [1, 2, 3], "b": [1, 3, 2]}
    >>> round(sonde.losses()["eigenvalues"](original, release).overall, 3)
    26.991
    """
    one, other = pair.structure
    before, after = one.components[0][: one.rank], other.components[0][: one.rank]
    return Lost(float((np.abs(before - after) / before).sum()))
