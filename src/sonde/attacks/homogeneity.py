"""The homogeneity attack: people who look alike share a secret."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from .base import attack
from .findings import Finding, measured
from .tables import by_class

if TYPE_CHECKING:
    from .tables import Tables

NAMES = (
    "discrimination_rate",
    "itpr",
    "distinct_l_diversity",
    "prior_vulnerability",
    "posterior_vulnerability",
    "posterior_certainty",
)


@attack(
    title="Homogeneity",
    attacker="Anybody who has the release and knows somebody in it.",
    knows="The released key values of a person.",
    x="a sensitive attribute of the release",
    y="the keys of the release",
    question="inference",
    says="Knowing {keys} removes {discrimination_rate:.1%} of the uncertainty about {target}; "
    "for {posterior_certainty:.1%} of the people it is certain.",
    needs=("sensitive",),
    source="Machanavajjhala et al., TKDD 2007; Sondeck, thesis, 2017, table 4.6",
    targets=lambda one: one.whole,
)
def homogeneity(tables: Tables) -> list[Finding]:
    """How far the keys give away each sensitive attribute, within the release.

    X is the sensitive attribute, Y the keys: each alone, and together. 0: every class looks like
    the whole. 1: everybody's value is settled.

    Rests on the class counts of the release. Small classes look homogeneous by chance: compare
    with the rate by chance. It counts values as different that may mean the same (see similarity).

    >>> import sonde
    >>> release = {"Age": ["2*", "2*", "3*", "3*"], "Disease": ["flu", "flu", "flu", "aids"]}
    >>> made = sonde.attack(release, keys="Age", sensitive="Disease", only="homogeneity")
    >>> made["homogeneity"][0].overall["posterior_certainty"]
    0.5
    """
    found = []
    for sensitive in tables.sensitive:
        for keys in tables.key_sets:
            profile = tables.profile(keys, sensitive)
            found.append(
                Finding(
                    attack=homogeneity,
                    keys=keys,
                    about=tables.about(keys),
                    figures=measured(profile, *NAMES),
                    basis=profile.basis,
                    table=partial(by_class, profile, "discrimination_rate", *NAMES[2:]),
                    target=sensitive,
                    whole=tables.is_whole(keys),
                )
            )
    return found
