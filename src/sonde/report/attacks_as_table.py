"""Attacks as tables in a terminal."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from ..attacks import attacks
from ..attacks.findings import careful, listed
from ..results import key_text
from .as_table import MOST_CLASSES
from .grid import cell, grid, show

if TYPE_CHECKING:
    import pyarrow as pa
    from rich.console import Console

    from ..attacks.findings import Attacks, Finding


def made(console: Console, found: Attacks, *, by_value: bool) -> None:
    """Show what each attack came to, in a number and in words, and what it rests on."""
    shown = grid("attack", "value", "", numbers=("value",))
    for attack, findings in groupby(found, lambda one: one.attack):
        shown.add_row(cell(attack.title, "bold dim"), cell(""), cell(attack.question, "dim"))
        for one in findings:
            lead = one.figures[attack.lead].shown
            shown.add_row(cell(f"  {_about(one)}"), cell(lead, "bold"), cell(one.sentence))
    show(console, shown)
    _below(console, found)
    if by_value:
        for one in found:
            _by_value(console, one)


def _about(one: Finding) -> str:
    return listed(one.keys) if one.model is None else f"{listed(one.keys)} by {one.model}"


def _below(console: Console, found: Attacks) -> None:
    console.print()
    for why, names in found.reasons.items():
        console.print(cell(f"Left out: {listed(names)}: {why}.", "dim"))
    losses = found.information_loss
    for name, loss in losses.items():
        console.print(cell(f"Information loss, {attacks()[name].title}: {careful(loss):.4f}"))
    if len(losses) > 1:
        overall = careful(found.overall_information_loss)
        console.print(cell(f"Information loss, overall: {overall:.4f}"))
    for note in found.notes:
        console.print(cell(note))
    for basis in dict.fromkeys(one.basis for one in found.whole()):
        console.print(cell(basis, "dim"))


def _by_value(console: Console, one: Finding) -> None:
    after = f" of {one.target}" + (f" by {one.model}" if one.model else "")
    for held in (one.by_value, one.distribution):
        if held is None:
            continue
        console.print()
        console.print(cell(f"{one.attack.title}{after}, knowing {listed(one.keys)}", "bold dim"))
        _values(console, one, held)


def _values(console: Console, one: Finding, held: pa.Table) -> None:
    many = one.named(held)
    names = held.column_names
    shown = grid(*names, numbers=tuple(names[many:]))
    for row in held.slice(0, MOST_CLASSES).to_batches():
        for values in zip(*(column.to_pylist() for column in row.columns), strict=True):
            texts = [cell(key_text(value)) for value in values[:many]]
            shown.add_row(*texts, *(cell(_number(value)) for value in values[many:]))
    show(console, shown)
    if held.num_rows > MOST_CLASSES:
        left = held.num_rows - MOST_CLASSES
        console.print(cell(f"and {left:,} more: --format json shows them all.", "dim"))


def _number(value: Any) -> str:
    if value is None:
        return "none"
    return format(careful(value), "," if isinstance(value, int) else ".4f")


def descriptions(console: Console) -> None:
    """Show which attacks there are, by the question that they answer."""
    shown = grid("attack", "name", "who, and what they know", "needs", "told by", whole=("name",))
    held = sorted(attacks().values(), key=lambda one: one.question, reverse=True)
    for question, group in groupby(held, lambda one: one.question):
        shown.add_row(cell(question.capitalize(), "bold dim"))
        for one in group:
            told = ", ".join(f"{name}={value}" for name, value in one.parameters.items())
            who = f"{one.attacker} {one.knows}"
            shown.add_row(
                cell(f"  {one.title}"),
                cell(one.name),
                cell(who),
                cell(", ".join(one.needs)),
                cell(told),
            )
    show(console, shown)
