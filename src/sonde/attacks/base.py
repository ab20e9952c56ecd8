"""What an attack is: a scenario over tables, and a description of who does it and what it says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from inspect import signature
from typing import TYPE_CHECKING, Any, Literal

from ..registry import load
from .needs import Need

if TYPE_CHECKING:
    from .findings import Finding
    from .tables import Tables

# The three that European regulators ask (Article 29 Working Party, Opinion 05/2014).
Question = Literal["singling out", "linkability", "inference"]
Run = Callable[..., "list[Finding]"]


@dataclass(frozen=True)
class Attack:
    """An attack: who the attacker is, what they know, and what comes of it.

    ``attacker`` and ``knows`` are the scenario in words; ``x`` is what they are after and ``y``
    what they hold, with the table that plays each. ``question`` is the one of the three it
    answers. ``says`` is a finding in a sentence, with ``{keys}``, ``{about}``, ``{target}``,
    ``{model}`` and the names of its figures to fill in; ``lead`` is the figure that it turns on.
    ``needs`` names what must be given. ``targets`` picks the rates of which one minus the mean is
    the information loss, and is None where there is none. ``perturbed`` is whether the attack
    stands where values were changed so that none is found again.
    """

    name: str
    title: str
    attacker: str
    knows: str
    x: str
    y: str
    question: Question
    says: str
    lead: str
    needs: tuple[Need, ...]
    source: str
    perturbed: bool
    run: Run = field(repr=False)
    targets: Callable[[Finding], bool] | None = field(repr=False)

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters that the attack takes, with what they are unless told otherwise."""
        taken = list(signature(self.run).parameters.values())[1:]
        return {each.name: each.default for each in taken}

    def findings(self, tables: Tables, **parameters: Any) -> Sequence[Finding]:
        """Attack, with parameters of the attack where they are not the usual ones."""
        return self.run(tables, **parameters)


_REGISTRY: dict[str, Attack] = {}


def attack(
    *,
    title: str,
    attacker: str,
    knows: str,
    x: str,
    y: str,
    question: Question,
    says: str,
    source: str,
    lead: str = "discrimination_rate",
    needs: tuple[Need, ...] = (),
    perturbed: bool = False,
    targets: Callable[[Finding], bool] | None = None,
) -> Callable[[Run], Attack]:
    """Register the function below as the attack of its name."""

    def register(run: Run) -> Attack:
        made = Attack(
            name=run.__name__,
            title=title,
            attacker=attacker,
            knows=knows,
            x=x,
            y=y,
            question=question,
            says=says,
            lead=lead,
            needs=needs,
            source=source,
            perturbed=perturbed,
            run=run,
            targets=targets,
        )
        object.__setattr__(made, "__doc__", run.__doc__)
        _REGISTRY[made.name] = made
        return made

    return register


@cache
def attacks() -> Mapping[str, Attack]:
    """Return every attack by name: a file in this folder is all it takes to add one."""
    load(__package__)
    return {one.name: one for one in sorted(_REGISTRY.values(), key=_place)}


# These come first and in this order; the others after, by name.
_SHOWN_FIRST = (
    "black_box",
    "white_box",
    "grey_box",
    "homogeneity",
    "background_knowledge",
    "skewness",
    "similarity",
    "distance_linkage",
    "interval_disclosure",
    "probabilistic_linkage",
    "semantic_linkage",
)


def _place(one: Attack) -> tuple[int, str]:
    first = _SHOWN_FIRST.index(one.name) if one.name in _SHOWN_FIRST else len(_SHOWN_FIRST)
    return (first, one.name)
