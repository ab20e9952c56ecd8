"""(alpha, k)-anonymity: a crowd of k in which no sensitive value has more than a share alpha."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import SondeError, Undefined, did_you_mean
from ..parameters import whole
from ..partitions import text
from .base import measure

if TYPE_CHECKING:
    from ..entropy import Floats
    from ..profiles import Profile


def of_one_value(profile: Profile, *, k: int = 1, of: Any = None) -> Floats:
    """The share of the value, or of the most frequent one, in the class."""
    _check(profile, k)
    if of is None:
        return profile.largest / profile.size
    cells = profile.cell_value == _place(profile, of)
    counts = np.bincount(profile.cell_class[cells], profile.cell_size[cells], len(profile.size))
    return counts / profile.size


def _check(profile: Profile, k: int) -> None:
    smallest = int(profile.people.min())
    if smallest < whole("k", k):
        raise Undefined(f"the smallest class is of size {smallest:,}, so no alpha goes with k={k}")


def _place(profile: Profile, value: Any) -> int:
    names = [None if held is None else text(held) for held in profile.values]
    if text(value) not in names:
        near = did_you_mean(text(value), [str(name) for name in names])
        raise SondeError(f"Column {profile.dataset.sensitive!r} has no value {value!r}.{near}")
    return names.index(text(value))


@measure(
    title="(alpha, k)-anonymity",
    short="alpha",
    says="In some class {value:.1%} of the people share one value of {target}.",
    low=0,
    high=1,
    worse="higher",
    family="Crowds",
    needs=("sensitive",),
    source="Wong, Li, Fu and Wang, KDD 2006",
    of_each_class=of_one_value,
)
def alpha_k_anonymity(profile: Profile, *, k: int = 1, of: Any = None) -> float:
    """The smallest alpha for which the table is (alpha, k)-anonymous.

    That is the largest share that one sensitive value has in a class, while each class has at
    least ``k`` people. 1: a class has one value only, and gives it away. With ``of`` it looks
    at that value alone, as the paper does first: a diagnosis that must not be inferred where the
    others may. Undefined where a class has fewer than k people, as no alpha mends that.

    Rests on one class. Where one value is frequent everywhere, alpha is high though the class
    says nothing: t-closeness compares with the whole table.

    >>> import sonde
    >>> table = {"Age": [22, 22, 35, 35, 35], "Test": ["-", "-", "+", "-", "+"]}
    >>> sonde.alpha_k_anonymity(table, keys="Age", sensitive="Test", k=2).overall
    1.0
    >>> sonde.alpha_k_anonymity(table, keys="Age", sensitive="Test", of="+").overall
    0.6666666666666666
    """
    return float(of_one_value(profile, k=k, of=of).max())
