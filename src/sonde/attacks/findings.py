"""Findings: what an attack comes to, as a whole and by value, in numbers and in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

from ..errors import SondeError, did_you_mean
from ..measures import measures
from ..plain import plain
from ..results import Careful

if TYPE_CHECKING:
    import pyarrow as pa

    from ..profiles import Profile
    from .base import Attack


@dataclass(frozen=True)
class Figure:
    """One number of a finding, None where it does not exist, and then ``reason`` says why."""

    value: float | None
    reason: str | None = None

    @property
    def shown(self) -> str:
        """The number, short enough for a table."""
        if self.value is None:
            return "undefined"
        return format(careful(self.value), "," if isinstance(self.value, int) else ".4f")


@dataclass(frozen=True, eq=False)
class Finding:
    """What an attack comes to for one set of keys, and one thing that the attacker is after.

    ``keys`` are those of the release, ``about`` the columns that they came from. ``target`` is
    what the attacker is after, ``model`` the attacker's model where there are several. ``table``
    makes ``by_value``, a row for each combination of values. ``distribution`` puts shares within
    classes beside the overall ones, where the attack turns on them.
    """

    attack: Attack
    keys: tuple[str, ...]
    about: tuple[str, ...]
    figures: Mapping[str, Figure]
    basis: str
    table: Callable[[], pa.Table]
    target: str = "who a person is"
    model: str | None = None
    whole: bool = True
    spread: Callable[[], pa.Table] | None = None

    @cached_property
    def by_value(self) -> pa.Table:
        """The figures of each combination of values, as an Arrow table."""
        return self.table()

    @cached_property
    def distribution(self) -> pa.Table | None:
        """The shares of the sensitive values in each class, beside the overall ones."""
        return None if self.spread is None else self.spread()

    def named(self, table: pa.Table) -> int:
        """How many of a table's first columns are names of values; its numbers follow."""
        many = len(self.keys)
        names = [name.rstrip("_") for name in table.column_names[many:]]
        return many + names.index("rows")

    @property
    def overall(self) -> dict[str, float | None]:
        """Each figure by its name, None where it is undefined."""
        return {name: figure.value for name, figure in self.figures.items()}

    @property
    def sentence(self) -> str:
        """What it means."""
        lead = self.figures[self.attack.lead]
        if lead.value is None:
            return f"Undefined: {lead.reason}."
        numbers = {name: careful(held.value) for name, held in self.figures.items()}
        return self.attack.says.format(
            keys=listed(self.keys),
            about=listed(self.about),
            target=self.target,
            model=self.model,
            **numbers,
        )

    def __repr__(self) -> str:
        shown = ", ".join(f"{name} {figure.shown}" for name, figure in self.figures.items())
        lines = [f"{self.attack.title}: {shown}", self.sentence, self.basis]
        return "\n".join(map(plain, lines))


@dataclass(frozen=True, eq=False)
class Attacks:
    """Every finding of the attacks that were tried, and why the others were left out."""

    findings: Sequence[Finding]
    left_out: Mapping[str, str]
    notes: tuple[str, ...] = ()

    def whole(self) -> Iterator[Finding]:
        """Return the findings for all keys at once, the first for each attack."""
        for name in self.tried:
            held = self[name]
            yield next((one for one in held if one.whole), held[-1])

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __len__(self) -> int:
        return len(self.findings)

    def __getitem__(self, name: str) -> list[Finding]:
        """Return the findings of one attack."""
        if name in self.left_out:
            raise SondeError(f"{name!r} was left out: {self.left_out[name]}.")
        if name not in self.tried:
            raise SondeError(f"There is no attack {name!r} here.{did_you_mean(name, self.tried)}")
        return [one for one in self.findings if one.attack.name == name]

    @property
    def reasons(self) -> dict[str, list[str]]:
        """Why attacks were left out, and which, by the reason."""
        held: dict[str, list[str]] = {}
        for name, why in self.left_out.items():
            held.setdefault(why, []).append(name)
        return held

    @property
    def tried(self) -> list[str]:
        """The names of the attacks that were tried."""
        return list(dict.fromkeys(one.attack.name for one in self.findings))

    @property
    def information_loss(self) -> dict[str, float]:
        """For each attack that has rates, one minus their mean (thesis, section 4.6)."""
        from .loss import loss_of_attacks

        return loss_of_attacks(self)

    @property
    def overall_information_loss(self) -> float | None:
        """The mean of the information losses, None where no attack has one."""
        from .loss import overall_loss_of_attacks

        return overall_loss_of_attacks(self)

    def __repr__(self) -> str:
        lines = [f"{one.attack.title}: {one.sentence}" for one in self.findings]
        lines += [f"Left out: {listed(names)}: {why}." for why, names in self.reasons.items()]
        return "\n".join(map(plain, [*lines, *self.notes]))

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(one.attack.title)}</td><td>{escape(one.sentence)}</td></tr>"
            for one in self.findings
        )
        return f"<table>{rows}</table>"


def careful(value: float | None) -> Any:
    """Keep a share from being rounded to 0 or 1, and write what is undefined in a word."""
    return _Nothing() if value is None else Careful(value, measures()["discrimination_rate"])


class _Nothing:
    def __format__(self, form: str) -> str:
        return "undefined"


def listed(names: Sequence[str]) -> str:
    """Name columns within a sentence."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def measured(profile: Profile, *names: str) -> dict[str, Figure]:
    """Take some measures of a profile as figures."""
    results = {name: measures()[name].of(profile) for name in names}
    return {name: Figure(held.overall, held.reason) for name, held in results.items()}
