"""Releases side by side: the same attacks, and where each release is the weaker one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from ..errors import SondeError
from ..plain import plain
from .findings import listed

if TYPE_CHECKING:
    from .findings import Attacks, Finding

# Rates nearer than this are the same but for the last digits of floats.
SAME = 1e-12


@dataclass(frozen=True)
class Comparison:
    """The discrimination rates of several releases under the same attacks.

    ``table`` has a row for each question that two of them answer: the attack, the target, the
    attacker's model, the keys by the names that they had in the original, the rate of each
    release, and the ``weakest``, of which the most is learned. It is null where none is.
    """

    releases: Mapping[str, Attacks]

    @cached_property
    def table(self) -> pa.Table:
        """The rates, a row for each question and a column for each release."""
        rates: dict[tuple[str, str, str | None, str], dict[str, float]] = {}
        for release, made in self.releases.items():
            for one in made:
                rate = one.overall.get("discrimination_rate")
                if rate is not None:
                    rates.setdefault(_question(one), {})[release] = rate
        asked = {question: held for question, held in rates.items() if len(held) > 1}
        columns = list(zip(*asked, strict=True)) or [()] * 4
        shown = dict(zip(("attack", "target", "model", "keys"), columns, strict=True))
        each = {name: [held.get(name) for held in asked.values()] for name in self.releases}
        arrays = [pa.array(held, pa.string()) for held in shown.values()]
        arrays += [pa.array(held, pa.float64()) for held in each.values()]
        arrays.append(pa.array([_weakest(held) for held in asked.values()], pa.string()))
        return pa.table(arrays, [*shown, *each, "weakest"])

    def weaker(self, release: str, than: str) -> list[str]:
        """Say under which attacks more is learned of one release than of another."""
        for name in (release, than):
            if name not in self.releases:
                raise SondeError(f"There is no release {name!r} in this comparison.")
        return [
            f"{_asked(row)}, knowing {row['keys']}: {row[release]:.4f} of {release}, "
            f"{row[than]:.4f} of {than}."
            for row in self.table.to_pylist()
            if None not in (row[release], row[than]) and row[release] > row[than] + SAME
        ]

    def __repr__(self) -> str:
        lines = []
        for row in self.table.to_pylist():
            shown = ", ".join(
                f"{name} {row[name]:.4f}" for name in self.releases if row[name] is not None
            )
            worst = f"; weakest: {row['weakest']}" if row["weakest"] else ""
            lines.append(f"{_asked(row)}, knowing {row['keys']}: {shown}{worst}")
        return "\n".join(map(plain, lines))


def compare_attacks(releases: Mapping[str, Attacks]) -> Comparison:
    """Put what attacks on several releases came to side by side, by the name of each.

    The questions are matched by attack, target, model and keys, these by the columns of the
    original that they came from: say ``came_from`` where a release gave them other names.

    Rests on the discrimination rate. A release may be the weaker one for one model and not for
    another, and none of them speaks for an attacker whose model is not there.

    >>> import sonde
    >>> model = {"Pay": {"low": ["1K", "2K"], "high": ["8K", "9K"]}}
    >>> pay = ["1K", "2K", "8K", "9K"]
    >>> made = {
    ...     name: sonde.attack(
    ...         {"Age": ages, "Pay": pay}, keys="Age", sensitive="Pay", partitions=model
    ...     )
    ...     for name, ages in {"by pay": list("aabb"), "mixed": list("abab")}.items()
    ... }
    >>> sonde.compare_attacks(made).weaker("by pay", than="mixed")
    ['Similarity of Pay by partitions, knowing Age: 1.0000 of by pay, 0.0000 of mixed.']
    """
    if len(releases) < 2:  # noqa: PLR2004 - one has nothing to be compared with
        raise SondeError("Name at least two releases to compare.")
    return Comparison(dict(releases))


def _asked(row: Mapping[str, Any]) -> str:
    model = f" by {row['model']}" if row["model"] else ""
    return f"{row['attack']} of {row['target']}{model}"


def _question(one: Finding) -> tuple[str, str, str | None, str]:
    return (one.attack.title, one.target, one.model, listed(sorted(one.about)))


def _weakest(rates: Mapping[str, float]) -> str | None:
    most = max(rates.values())
    worst = [name for name, rate in rates.items() if rate > most - SAME]
    return worst[0] if len(worst) == 1 else None
