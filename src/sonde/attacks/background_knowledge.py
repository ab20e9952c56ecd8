"""The background knowledge attack: what is missing for certainty comes from elsewhere."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from .base import attack
from .findings import Figure, Finding, measured
from .tables import by_class

if TYPE_CHECKING:
    from ..profiles import Profile
    from .tables import Tables


@attack(
    title="Background knowledge",
    attacker="Somebody who knows a person in the release, and more about them than its keys.",
    knows="The released key values of a person, and facts that rule secrets out.",
    x="a sensitive attribute of the release",
    y="the keys of the release, and what is known from elsewhere",
    question="inference",
    says="Knowing {keys}, {remainder:.1%} of the uncertainty about {target} is left to be removed "
    "by what is known from elsewhere.",
    lead="remainder",
    needs=("sensitive",),
    source="Machanavajjhala et al., TKDD 2007; Sondeck, thesis, 2017, table 4.7",
)
def background_knowledge(tables: Tables) -> list[Finding]:
    """How much an attacker must bring along to settle a secret: the remainder, 1 - DR.

    The complement of the homogeneity attack. 0: nothing need be brought. 1: the keys help nobody.
    The lower, the less is needed, so that lower is worse.

    Rests on the same counts as the homogeneity attack, and on no model of what people know. The
    remainder is a mean over people: the class with the least is in the values.

    >>> import sonde
    >>> release = {"Age": ["2*", "2*", "3*", "3*"], "Disease": ["flu", "flu", "flu", "aids"]}
    >>> made = sonde.attack(release, keys="Age", sensitive="Disease", only="background_knowledge")
    >>> round(made["background_knowledge"][0].overall["remainder"], 4)
    0.6163
    """
    found = []
    for sensitive in tables.sensitive:
        for keys in tables.key_sets:
            profile = tables.profile(keys, sensitive)
            rate = measured(profile, "discrimination_rate")["discrimination_rate"]
            left = None if rate.value is None else 1 - rate.value
            found.append(
                Finding(
                    attack=background_knowledge,
                    keys=keys,
                    about=tables.about(keys),
                    figures={"remainder": Figure(left, rate.reason)},
                    basis=profile.basis,
                    table=partial(_remainders, profile),
                    target=sensitive,
                    whole=tables.is_whole(keys),
                )
            )
    return found


def _remainders(profile: Profile) -> pa.Table:
    held = by_class(profile, "discrimination_rate")
    left = pc.subtract(pa.scalar(1.0), held.columns[-1].cast(pa.float64()))
    return held.set_column(held.num_columns - 1, "remainder", left)
