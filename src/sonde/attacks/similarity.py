"""The similarity attack: secrets that differ, and mean the same to the attacker."""

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
    title="Similarity",
    attacker="Anybody who has the release, knows somebody in it, and cares for a kind of secret.",
    knows="The released key values of a person, and which secrets are alike.",
    x="the domains of a sensitive attribute of the release, by the attacker's model",
    y="the keys of the release",
    question="inference",
    says="To an attacker by the model {model}, knowing {keys} removes {discrimination_rate:.1%} "
    "of the uncertainty about {target}.",
    needs=("sensitive", "models"),
    source="Li, Li and Venkatasubramanian, ICDE 2007; Sondeck et al., SECRYPT 2017, section 6.2",
    targets=lambda one: one.whole,
)
def similarity(tables: Tables) -> list[Finding]:
    """How far the keys give away which domain a secret is in: the semantic rate (SeDR).

    X is the semantic partition of the sensitive attribute, Y the keys: each alone, and together;
    for each attacker's model that has a partition of the attribute. 0: every class looks like the
    whole. 1: everybody's domain is settled, though no value may be.

    Rests on the models: a partition that nobody thought of is not measured. A rate may be higher
    for a release that is closer by t-closeness, as closeness is not asked by anybody's model.

    >>> import sonde
    >>> release = {"Age": ["2*", "2*", "3*", "3*"], "Disease": ["flu", "cold", "hiv", "aids"]}
    >>> model = {"Disease": {"cold": ["flu", "cold"], "immune": ["hiv", "aids"]}}
    >>> made = sonde.attack(release, keys="Age", sensitive="Disease", partitions=model)
    >>> made["similarity"][0].overall["discrimination_rate"]
    1.0
    """
    return [
        _finding(tables, model, sensitive, keys)
        for model, laid in tables.models.items()
        for sensitive in tables.sensitive
        if sensitive in laid
        for keys in tables.key_sets
    ]


def _finding(tables: Tables, model: str, sensitive: str, keys: tuple[str, ...]) -> Finding:
    profile = tables.profile(keys, sensitive, tables.models[model][sensitive])
    return Finding(
        attack=similarity,
        keys=keys,
        about=tables.about(keys),
        figures=measured(profile, *NAMES),
        basis=profile.basis,
        table=partial(by_class, profile, "discrimination_rate", *NAMES[2:]),
        target=sensitive,
        model=model,
        whole=tables.is_whole(keys),
    )
