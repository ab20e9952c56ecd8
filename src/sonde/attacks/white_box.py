"""Identity disclosure, white box: the attacker has the original values and the released ones."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from .base import attack
from .findings import Figure, Finding, listed, measured
from .needs import Unsuited
from .pairs import pairs
from .tables import by_class

if TYPE_CHECKING:
    from .pairs import Pairs
    from .tables import Tables

PERTURBED = (
    "Only record linkage applies to a release whose values are changed from row to row: see "
    "distance_linkage, interval_disclosure and probabilistic_linkage"
)


@attack(
    title="Identity disclosure, white box",
    attacker="Somebody within, such as an employee of the publisher.",
    knows="The original keys and the released ones, and not which row became which.",
    x="the keys of the original",
    y="the keys of the release",
    question="singling out",
    says="Knowing the released {keys} removes {discrimination_rate:.1%} of the uncertainty about "
    "{target}.",
    needs=("original",),
    source="Sondeck, thesis, 2017, section 4.6.1 and table 4.5; SECRYPT 2017, table 6",
    targets=lambda one: len(one.keys) == 1,
)
def white_box(tables: Tables) -> list[Finding]:
    """How far a released value leads back to the original ones.

    X is an original key, Y the released one that it became: the rate of each key, and of their
    combination. 0: the released value says nothing of the original one. 1: nothing was changed,
    or what was changed can be told. What became of what is known from rows that match, from a
    hierarchy, or from a recorded partition.

    Rests on a release that is a partition of the original's values: each of them became one. Where
    one became several, the released values were made row by row, and the rate of that key is
    undefined. Where even the combinations are torn, the attack is not tried, and record linkage
    is what applies. A high rate of a key that few people differ in is harmless by itself.

    >>> import sonde
    >>> made = sonde.attack(
    ...     {"Age": ["2*", "2*", "3*", "3*"]}, original={"Age": [22, 22, 31, 35]}, keys="Age"
    ... )
    >>> round(made["white_box"][0].overall["discrimination_rate"], 4)
    0.6667
    """
    whole = pairs(tables)
    torn = whole.torn()
    if torn is not None:
        old, new = torn
        raise Unsuited(
            f"The released values are no partition of the original's: {old} of "
            f"{listed(whole.about)} became {' and '.join(new[:2])}. {PERTURBED}"
        )
    parts = [whole.only(key) for key in tables.keys]
    return [_finding(tables, part) for part in [*parts, *([whole] if len(parts) > 1 else [])]]


def _finding(tables: Tables, part: Pairs) -> Finding:
    names = ("discrimination_rate", "itpr")
    torn = part.torn()
    profile = part.profile()
    figures = measured(profile, *names)
    if torn is not None:
        why = f"{torn[0]} became {' and '.join(torn[1][:2])}, so that it is no partition"
        figures = {name: Figure(None, why) for name in names}
    return Finding(
        attack=white_box,
        keys=part.keys,
        about=part.about,
        figures=figures,
        basis=f"{profile.basis.removesuffix('.')}; {part.how}.",
        table=partial(by_class, profile, "discrimination_rate"),
        target=f"the original {listed(part.about)}",
        whole=tables.is_whole(part.keys),
    )
