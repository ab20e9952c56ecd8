"""What an assessment holds: numbers, names and sentences, and nothing that needs an engine."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field


class Number(BaseModel):
    """One measure, as a number and in words."""

    measure: str
    title: str
    family: str
    value: int | float | None = Field(description="null: undefined, see reason")
    shown: str
    reason: str | None
    sentence: str
    worse: Literal["higher", "lower"]
    source: str
    parameters: dict[str, int | float | str | None]
    interval: tuple[float, float] | None


class Class(BaseModel):
    """One of the classes that give away most."""

    key: dict[str, str | None] | None = Field(description="null: masked, as the class is small")
    people: int | None = Field(description="null: masked, fewer than the threshold")
    numbers: dict[str, int | float | None]


class Value(BaseModel):
    """One value of one key, and what it alone gives away; never one of few people, if masked."""

    key: str
    value: str | None
    people: int
    rate: float
    guess: float = Field(description="how often the best guess is right")


class Blame(BaseModel):
    """What a key adds to the rate, and what leaving it out, or coarsening it, would bring."""

    key: str
    share: float
    share_of_uniques: float
    dropping: float
    dropping_uniques: float
    one_level_up: float | None = Field(description="null: the spec has no level above it")
    one_level_up_uniques: float | None


class Target(BaseModel):
    """What an attacker is after, a sensitive attribute or who a person is, and what they get."""

    sensitive: str | None = Field(description="null: who a person is")
    identifier_kind: str | None
    sentence: str = Field(description="which kind of identifier the keys are")
    numbers: list[Number]
    alone: dict[str, float | None] = Field(description="the rate of each key alone")
    chance: dict[str, float | None] = Field(description="the rate of each key alone by chance")
    worst: list[Class]
    larger: list[Class] = Field(description="the worst of the classes that are not small")
    values: list[Value] = Field(description="the values of each key alone that give away most")
    blame: list[Blame]
    basis: str


class Limit(BaseModel):
    """What became of a limit."""

    about: str
    value: int | float | None
    shown: str
    bound: str
    verdict: Literal["holds", "broken", "undecided"]
    sentence: str
    tries: list[str]


class Crowd(BaseModel):
    """How many people are in crowds of a size."""

    least: int
    most: int | None = Field(description="null: no end")
    people: int
    share: float


class Subsets(BaseModel):
    """Every subset of the keys: the entry n of each list is about the keys whose bits n has.

    The first key is bit 1, the second 2, the third 4; the first entry is about no key.
    """

    keys: list[str]
    classes: list[int]
    uniques: list[int] = Field(description="people alone, each counted once")
    smallest: list[int]
    rate: list[float | None]
    find: list[float] = Field(description="how often the best guess who a person is is right")
    of: dict[str, list[float | None]] = Field(description="the rate of each sensitive attribute")
    guess: dict[str, list[float]] = Field(description="how often the best guess at it is right")


class Met(BaseModel):
    """How far the release still meets a need."""

    name: str
    predict: str
    keys: list[str] = Field(description="from what it is predicted")
    degree: float | None = Field(description="the semantic discrimination rate; null: undefined")
    adjusted: float | None = Field(description="the same beyond chance")
    certain: float | None = Field(description="the share of the people whose answer is certain")
    original: float | None = Field(description="the degree of the original, where it is named")
    sentence: str
    why_better: list[str] = Field(description="why the release seems to tell more than that")


class Attacked(BaseModel):
    """What came of an attack on all keys together."""

    attack: str
    title: str
    attacker: str
    knows: str
    question: Literal["singling out", "linkability", "inference"]
    target: str = Field(description="what the attacker is after")
    sentence: str
    figures: dict[str, float | None]
    basis: str


class Question(BaseModel):
    """One of the three questions of the Article 29 Working Party's opinion 05/2014."""

    name: Literal["singling out", "linkability", "inference"]
    answer: str
    assessed: bool
    figure: str | None = Field(default=None, description="the worst figure, for the eye")


class Assessment(BaseModel):
    """What `sonde assess --format json` prints."""

    sonde: str
    made: str = Field(description="when, in UTC")
    python: str
    engine: str
    spec: str = Field(description="the spec's file")
    written: str = Field(description="the spec, as it is written")
    title: str
    data: str
    sha256: str | None = Field(description="of the release's file; null: it is no single file")
    keys: list[str]
    sensitive: list[str]
    subject: str | None
    missing: str
    partitions: dict[str, str]
    sample: bool
    rows: int
    dropped: int
    people: int
    classes: int
    smallest_class: int
    basis: str
    verdict: str = Field(description="the outcome in one sentence")
    status: Literal[0, 1, 2]
    limits: list[Limit]
    questions: list[Question]
    targets: list[Target] = Field(description="who a person is, and then each sensitive attribute")
    needs: list[Met]
    attacks: list[Attacked]
    crowds: list[Crowd]
    blame: list[Blame]
    subsets: Subsets | None = Field(description="null: more keys than are explored")
    small_classes: int = Field(description="classes of fewer than 10 people")
    small_people: int = Field(description="the people in them")
    masked_below: int | None = Field(description="null: nothing is masked")
    notes: list[str]
    not_assessed: list[str]
