"""Attacks as JSON: what each is, and what it came to."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from .. import __version__
from ..attacks import attacks
from ..results import key_text

if TYPE_CHECKING:
    import pyarrow as pa

    from ..attacks.findings import Attacks, Finding
    from ..attacks.tables import Tables

Question = Literal["singling out", "linkability", "inference"]


class ValueOut(BaseModel):
    """One combination of values; beside these fields, the figures that it has."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, int | float | None]

    key: dict[str, str | None] = Field(description="each value as text, null as null")
    rows: int = Field(description="rows with these values")


class FindingOut(BaseModel):
    """What an attack comes to for one set of keys and one target."""

    attack: str
    question: Question
    keys: list[str]
    about: list[str] = Field(description="the columns that the keys came from")
    target: str = Field(description="what the attacker is after")
    model: str | None = Field(description="the attacker's model, where there are several")
    figures: dict[str, int | float | None] = Field(description="null: undefined, see reasons")
    reasons: dict[str, str]
    sentence: str
    basis: str = Field(description="what the figures rest on")
    by_value: list[ValueOut] | None = Field(None, description="with --by-value")
    distribution: list[ValueOut] | None = Field(
        None, description="shares within classes beside the overall ones, with --by-value"
    )


class AttackOut(BaseModel):
    """What `sonde attack --format json` prints."""

    sonde: str = Field(description="the version that computed it")
    source: str = Field(description="the release")
    original: str | None
    outside: str | None
    keys: list[str]
    sensitive: list[str]
    findings: list[FindingOut]
    left_out: dict[str, str] = Field(description="attacks that were not tried, and why")
    information_loss: dict[str, float] = Field(description="one minus the mean rate, by attack")
    overall_information_loss: float | None
    notes: list[str]


class ScenarioOut(BaseModel):
    """What an attack is."""

    name: str
    title: str
    attacker: str
    knows: str
    x: str = Field(description="what the attacker is after")
    y: str = Field(description="what they hold")
    question: Question
    needs: list[str]
    parameters: dict[str, int | float | str]
    perturbed: bool = Field(description="whether it applies to a release of perturbed values")
    source: str = Field(description="the paper that describes it")


class AttacksOut(BaseModel):
    """What `sonde attacks --format json` prints."""

    sonde: str
    attacks: list[ScenarioOut]


def made(tables: Tables, found: Attacks, *, by_value: bool) -> str:
    """Write what attacks came to as one JSON object."""
    return AttackOut(
        sonde=__version__,
        source=tables.release.name,
        original=None if tables.original is None else tables.original.name,
        outside=None if tables.outside is None else tables.outside.name,
        keys=list(tables.keys),
        sensitive=list(tables.sensitive),
        findings=[_finding(one, by_value=by_value) for one in found],
        left_out=dict(found.left_out),
        information_loss=found.information_loss,
        overall_information_loss=found.overall_information_loss,
        notes=list(found.notes),
    ).model_dump_json(indent=2)


def _finding(one: Finding, *, by_value: bool) -> FindingOut:
    spread = one.distribution if by_value else None
    return FindingOut(
        attack=one.attack.name,
        question=one.attack.question,
        keys=list(one.keys),
        about=list(one.about),
        target=one.target,
        model=one.model,
        figures=one.overall,
        reasons={n: f.reason for n, f in one.figures.items() if f.reason is not None},
        sentence=one.sentence,
        basis=one.basis,
        by_value=_values(one, one.by_value) if by_value else None,
        distribution=None if spread is None else _values(one, spread),
    )


def _values(one: Finding, table: pa.Table) -> list[ValueOut]:
    many = one.named(table)
    names = ["rows", *table.column_names[many + 1 :]]
    return [
        ValueOut(
            key=dict(zip(table.column_names, map(key_text, row[:many]), strict=False)),
            **dict(zip(names, map(_number, row[many:]), strict=True)),
        )
        for row in zip(*(column.to_pylist() for column in table.columns), strict=True)
    ]


def _number(value: Any) -> Any:
    """Write what is not a number as JSON has it."""
    return None if isinstance(value, float) and math.isnan(value) else value


def descriptions() -> str:
    """Write what each attack is as one JSON object."""
    described = [
        ScenarioOut(
            name=one.name,
            title=one.title,
            attacker=one.attacker,
            knows=one.knows,
            x=one.x,
            y=one.y,
            question=one.question,
            needs=list(one.needs),
            parameters=one.parameters,
            perturbed=one.perturbed,
            source=one.source,
        )
        for one in attacks().values()
    ]
    return AttacksOut(sonde=__version__, attacks=described).model_dump_json(indent=2)
