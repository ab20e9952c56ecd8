"""The adjusted rate: the discrimination rate beyond what chance gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import Undefined
from .base import measure

if TYPE_CHECKING:
    from ..profiles import Profile


@measure(
    title="Adjusted rate",
    short="ADR",
    says="Between what chance tells of {target}, 0, and all of it, 1, {keys} come to {value:.3f}.",
    low=None,
    high=1,
    worse="higher",
    source="Vinh, Epps, Bailey, JMLR 2010, with H(X) for the largest information",
    family="Chance",
    needs=("sensitive",),
    of_each_class=None,
)
def adjusted_rate(profile: Profile) -> float:
    """The discrimination rate less what chance gives, out of what it leaves: (DR - E) / (1 - E).

    E is the rate by chance. 0: the keys say what any keys with classes of these sizes say. 1:
    they settle X. Below 0: they say less than chance does, as by a draw or by design. Undefined
    where chance settles X, every class having one row, or where X has one value.

    Rests on the class counts. It compares keys of many and of few values, and is for questions
    about keys; what an attacker with this very table learns is the discrimination rate. As an
    average it is near 0 where a few are settled by a true link and everybody else is not.

    >>> import sonde
    >>> table = {"Age": [22, 22, 35, 35], "Disease": ["flu", "aids", "flu", "aids"]}
    >>> round(sonde.adjusted_rate(table, keys="Age", sensitive="Disease").overall, 4)
    -0.5
    """
    profile.require_uncertainty()
    if int(profile.size.max()) == 1:
        name = profile.dataset.sensitive
        raise Undefined(f"every class has one row, which settles {name!r} whatever the keys mean")
    if profile.all_pure:
        return 1.0
    if profile.classes == 1:
        return 0.0
    return 1 - profile.conditional_entropy / profile.entropy_by_chance
