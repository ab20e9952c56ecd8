"""What a release is good for, as tables in a terminal."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from .as_table import MOST_CLASSES
from .grid import cell, grid, show
from .utility_as_json import notes

if TYPE_CHECKING:
    from rich.console import Console

    from ..utility.answers import Answer, Answers, Compared
    from ..utility.lost import InformationLoss


def utility(
    console: Console, met: Answers | None, lost: InformationLoss | None, *, by_value: bool
) -> None:
    """Show the needs and how well they are met, and then what was lost."""
    if met is not None:
        _needs(console, met)
        if by_value:
            for one in met.each:
                console.print()
                _values(console, one)
    if met is not None and lost is not None:
        console.print()
    if lost is not None:
        _losses(console, lost)
    for note in notes(met, lost):
        console.print(cell(note, "dim"))


def _needs(console: Console, met: Answers) -> None:
    beside = any(one.original for one in met.each)
    numbers = ("degree", "adjusted", "certain", *(["original", "adjusted there"] * beside))
    table = grid("need", *numbers, numbers=numbers)
    for one in met.each:
        shown = [_number(one.release.degree), _number(one.release.adjusted), _certain(one.release)]
        if one.original is not None:
            shown += [_number(one.original.degree), _number(one.original.adjusted)]
        table.add_row(cell(one.need.title), *(cell(number, "bold") for number in shown))
    if len(met.each) > 1:
        original = ["", "", _number(met.overall_of_original)] if beside else []
        table.add_row(cell("Overall"), cell(_number(met.overall), "bold"), *map(cell, original))
    show(console, table)
    console.print()
    for one in met.each:
        console.print(cell(one.release.sentence))
        _better(console, one)
    console.print(cell(met.each[0].release.measurement.profile.basis, "dim"))


def _better(console: Console, one: Compared) -> None:
    for why in one.why_better:
        console.print(cell(f"It seems better than the original: {why}."))


def _values(console: Console, one: Compared) -> None:
    """Show the commonest combinations of values, and for whom the answer is certain."""
    keys = one.need.from_
    table = grid(*keys, "rows", "degree", "certain", numbers=("rows", "degree"))
    columns = [column.to_pylist() for column in one.release.by_value.columns]
    rows = sorted(zip(*columns, strict=True), key=lambda row: -row[len(keys)])
    for row in rows[:MOST_CLASSES]:
        names = [cell(None if value is None else str(value)) for value in row[: len(keys)]]
        degree = _number(row[len(keys) + 1])
        certain = "yes" if row[-1] == 1 else ""
        table.add_row(*names, *map(cell, (f"{row[len(keys)]:,}", degree, certain)))
    show(console, table)
    if len(rows) > MOST_CLASSES:
        left = len(rows) - MOST_CLASSES
        console.print(cell(f"and {left:,} combinations more: --format json shows all.", "dim"))


def _losses(console: Console, lost: InformationLoss) -> None:
    table = grid("loss", "value", "", numbers=("value",))
    for family, results in groupby(lost.results.values(), lambda one: one.measure.family):
        table.add_row(cell(family, "bold dim"))
        for one in results:
            cells = (cell(f"  {one.measure.title}"), cell(one.shown, "bold"), cell(one.sentence))
            table.add_row(*cells)
    show(console, table)
    console.print()
    console.print(cell(lost.pair.basis, "dim"))


def _number(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.4f}"


def _certain(answer: Answer) -> str:
    return "undefined" if answer.certain is None else f"{answer.certain:.1%}"
