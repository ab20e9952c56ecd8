"""What a release is good for, as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from .. import __version__
from ..results import key_text

if TYPE_CHECKING:
    from ..utility.answers import Answer, Answers, Compared
    from ..utility.lost import InformationLoss


class ValueOut(BaseModel):
    """One combination of the values that a need predicts from."""

    key: dict[str, str | None] = Field(description="each key's value as text, null as null")
    rows: int
    degree: float | None
    certain: bool = Field(description="whether the answer is certain for these rows")


class AnswerOut(BaseModel):
    """What one table says to one need."""

    degree: float | None = Field(description="the semantic discrimination rate; null: see reason")
    adjusted: float | None = Field(description="the rate beyond chance")
    by_chance: float | None
    certain: float | None = Field(description="the share of the people with a certain answer")
    reason: str | None = Field(description="why there is no degree")
    by_value: list[ValueOut] | None = None


class NeedOut(BaseModel):
    """One need, and how well it is met."""

    name: str
    predict: str
    from_: list[str] = Field(serialization_alias="from")
    weight: float
    partitions: dict[str, str] = Field(description="how values of the release are divided")
    release: AnswerOut
    original: AnswerOut | None
    lost: float | None = Field(description="the original's degree less the release's")
    why_better: list[str] = Field(description="why the release seems better, where it does")


class UtilityOut(BaseModel):
    """What `sonde utility --format json` prints."""

    sonde: str
    release: str
    original: str | None
    needs: list[NeedOut]
    overall: float | None = Field(description="the mean of the release's degrees, by weights")
    overall_of_original: float | None
    columns: list[str] = Field(description="the columns that both tables have")
    numbers: list[str] = Field(description="those of them that are numbers")
    rows: int | None = Field(description="rows compared; null: there is no original")
    complete_rows: int | None = Field(description="rows without a null in a number")
    losses: dict[str, float | None] = Field(description="null: undefined, see reasons")
    by_column: dict[str, dict[str, float]] = Field(description="the losses of each column")
    parameters: dict[str, dict[str, int | float | str | None]]
    left_out: dict[str, str] = Field(description="losses not asked, and what they need")
    reasons: dict[str, str] = Field(description="why a loss, or the overall, is undefined")
    notes: list[str]


def utility(
    release: str,
    original: str | None,
    met: Answers | None,
    lost: InformationLoss | None,
    *,
    by_value: bool,
) -> str:
    """Write what a release is good for as one JSON object."""
    reasons = {n: r.reason for n, r in lost.results.items() if r.reason} if lost else {}
    if met is not None and met.reason is not None:
        reasons["overall"] = met.reason
    results = lost.results if lost else {}
    out = UtilityOut(
        sonde=__version__,
        release=release,
        original=original,
        needs=[_need(one, by_value=by_value) for one in met.each] if met else [],
        overall=met.overall if met else None,
        overall_of_original=met.overall_of_original if met else None,
        columns=list(lost.pair.columns) if lost else [],
        numbers=list(lost.pair.numbers) if lost else [],
        rows=lost.pair.rows if lost else None,
        complete_rows=len(lost.pair.before) if lost else None,
        losses=lost.overall if lost else {},
        by_column={n: dict(r.by_column) for n, r in results.items() if r.by_column},
        parameters={n: dict(r.parameters) for n, r in results.items() if r.parameters},
        left_out=dict(lost.left_out) if lost else {},
        reasons=reasons,
        notes=notes(met, lost),
    )
    return out.model_dump_json(indent=2, by_alias=True, exclude=None if by_value else _NO_VALUES)


_NO_VALUES: Any = {"needs": {"__all__": {"release": {"by_value"}, "original": {"by_value"}}}}


def notes(met: Answers | None, lost: InformationLoss | None) -> list[str]:
    """Gather what is to be known about the tables, each thing once."""
    held = [*(met.notes if met else ()), *(lost.notes if lost else ())]
    return list(dict.fromkeys(held))


def _need(one: Compared, *, by_value: bool) -> NeedOut:
    laid = one.release.measurement.profile.dataset.partitions
    return NeedOut(
        name=one.need.title,
        predict=one.need.predict,
        from_=list(one.need.from_),
        weight=one.need.weight,
        partitions={name: held.describe() for name, held in laid.items()},
        release=_answer(one.release, by_value=by_value),
        original=_answer(one.original, by_value=by_value) if one.original else None,
        lost=one.lost,
        why_better=list(one.why_better),
    )


def _answer(answer: Answer, *, by_value: bool) -> AnswerOut:
    return AnswerOut(
        degree=answer.degree,
        adjusted=answer.adjusted,
        by_chance=answer.by_chance,
        certain=answer.certain,
        reason=answer.reason,
        by_value=_values(answer) if by_value else None,
    )


def _values(answer: Answer) -> list[ValueOut]:
    """By place, as the names give way to a key of the same name."""
    keys = answer.need.from_
    rows = zip(*(column.to_pylist() for column in answer.by_value.columns), strict=True)
    return [
        ValueOut(
            key=dict(zip(keys, map(key_text, row), strict=False)),
            rows=row[len(keys)],
            degree=row[len(keys) + 1],
            certain=row[-1] == 1,
        )
        for row in rows
    ]
