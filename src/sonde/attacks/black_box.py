"""Identity disclosure, black box: the attacker has the release and nothing else."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from .base import attack
from .findings import Finding, measured
from .tables import by_class

if TYPE_CHECKING:
    from .tables import Tables


@attack(
    title="Identity disclosure, black box",
    attacker="Anybody who has the release.",
    knows="The release, and the released key values of the person they look for.",
    x="the people of the release",
    y="the keys of the release",
    question="singling out",
    says="Knowing {keys} removes {discrimination_rate:.1%} of the uncertainty about who in the "
    "release a person is; {uniques:,} people are alone.",
    source="Sondeck, thesis, 2017, section 4.6.1",
    targets=lambda one: one.whole,
)
def black_box(tables: Tables) -> list[Finding]:
    """How far the keys of the release tell its people apart.

    X is the people themselves, Y the keys: each alone, and together. A rate of 0 means that all
    look alike, 1 that nobody looks like anybody else.

    Rests on the class counts of the release. It overrates an attacker who does not know who is in
    the release (see the grey box), and says nothing where values are perturbed: the attacker then
    knows others than those released.

    >>> import sonde
    >>> made = sonde.attack({"Age": ["2*", "2*", "2*", "3*"]}, keys="Age", only="black_box")
    >>> made["black_box"][0].overall["uniques"]
    1
    """
    names = ("discrimination_rate", "itpr", "k_anonymity", "uniques", "marketer_risk")
    found = []
    for keys in tables.key_sets:
        profile = tables.profile(keys)
        found.append(
            Finding(
                attack=black_box,
                keys=keys,
                about=tables.about(keys),
                figures=measured(profile, *names),
                basis=profile.basis,
                table=partial(by_class, profile, "discrimination_rate", "k_anonymity"),
                whole=tables.is_whole(keys),
            )
        )
    return found
