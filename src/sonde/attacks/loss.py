"""Information loss, as the complement of what attackers still learn (thesis, section 4.6)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .findings import Attacks, Finding


def loss_of_attacks(*made: Attacks) -> dict[str, float]:
    """One minus the mean of the rates, for each attack that has a rate of each of its targets.

    Between 0, where the release gives away as much as the original could, and 1, where it gives
    away nothing. A target is what the attacker is after: in the white box each original key (not
    their combination, which is made of them), in the others each sensitive attribute or each
    model of it, from all the keys at once. Several results are put together, as the thesis does
    with a table of recodings and a release.

    Rests on the rates alone. It is a mean: a loss of a half may be two attributes at a half, or
    one that is given away and one that is not. It says what attackers lose, which is what
    analysts lose only if both ask the same question.

    >>> import sonde
    >>> release = {"Age": ["2*", "2*", "3*"], "Disease": ["flu", "aids", "flu"]}
    >>> made = sonde.attack(release, keys="Age", sensitive="Disease", only="homogeneity")
    >>> round(made.information_loss["homogeneity"], 4)
    0.726
    """
    findings = [one for each in made for one in each.findings if _is_target(one)]
    names = list(dict.fromkeys(one.attack.name for one in findings))
    rates = {name: [_rate(one) for one in findings if one.attack.name == name] for name in names}
    return {name: 1 - math.fsum(held) / len(held) for name, held in rates.items()}


def overall_loss_of_attacks(*made: Attacks) -> float | None:
    """Return the mean of the information losses of the attacks that have one, None without any."""
    losses = loss_of_attacks(*made)
    return math.fsum(losses.values()) / len(losses) if losses else None


def _is_target(one: Finding) -> bool:
    targets = one.attack.targets
    return targets is not None and targets(one) and one.overall["discrimination_rate"] is not None


def _rate(one: Finding) -> float:
    rate = one.overall["discrimination_rate"]
    assert rate is not None  # noqa: S101 - as _is_target saw to
    return rate
