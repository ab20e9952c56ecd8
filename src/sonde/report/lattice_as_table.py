"""Every subset, the smallest identifiers and the special uniques as tables in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..measures import measures
from ..results import Careful, key_text
from .grid import cell, grid, show

if TYPE_CHECKING:
    from rich.console import Console

    from ..subsets.blames import Hierarchies
    from ..subsets.lattices import Lattice
    from ..subsets.minimal import MinimalIdentifiers
    from ..subsets.special import SpecialUniques

MOST_SHOWN = 20


def lattice(
    console: Console, made: Lattice, *, hierarchies: Hierarchies, command: str | None = None
) -> None:
    """Show the frontier and the shares, for who a person is and for each sensitive attribute."""
    for of in (None, *made.sensitive):
        _frontier(console, made, of)
        if made.up_to == len(made.keys):
            _shares(console, made, of, hierarchies)
    console.print(cell(made.basis, "dim"))
    if command:
        console.print(cell(f"Next: {command}"), soft_wrap=True)


def _frontier(console: Console, made: Lattice, of: str | None) -> None:
    steps = made.frontier(of).to_pylist()
    target = "who a person is" if of is None else of
    if not steps:
        console.print(cell(f"Nothing is to be found out about {target}."))
        console.print()
        return
    console.print(cell(f"What the best and the worst set of so many keys tell about {target}"))
    numbers = ("keys", "rate", "gain", "least")
    table = grid("keys", "rate", "gain", "best", "least", "worst", numbers=numbers)
    for step in steps:
        table.add_row(
            cell(str(step["size"])),
            cell(_rate(step["rate"]), "bold"),
            cell(f"{step['gain']:+.4f}"),
            cell(", ".join(step["best"])),
            cell(_rate(step["least"])),
            cell(", ".join(step["worst"])),
        )
    show(console, table)
    if len(steps) > 1:
        jump = max(steps[1:], key=lambda step: step["gain"])
        added = f"from {jump['size'] - 1} to {jump['size']}: {jump['gain']:+.4f}"
        console.print(cell(f"Beyond the first key, the largest step is {added}."))
    console.print()


def _shares(console: Console, made: Lattice, of: str | None, hierarchies: Hierarchies) -> None:
    shares = sorted(made.blame(of, hierarchies).to_pylist(), key=lambda row: -row["share"])
    console.print(cell("What each key is to blame for, and by how much the rate would fall"))
    columns = ["key", "share", "of uniques", "if dropped"]
    columns += ["one level up"] if hierarchies else []
    table = grid(*columns, numbers=tuple(columns[1:]))
    for row in shares:
        shown = [row["share"], row["share_of_uniques"], row["dropping"]]
        shown += [row["one_level_up"]] if hierarchies else []
        table.add_row(cell(row["key"]), *(cell(_number(value)) for value in shown))
    show(console, table)
    whole = sum(row["share"] for row in shares)
    console.print(cell(f"The shares add up to the rate of all keys, {_rate(whole)}."))
    console.print()


def minimal(console: Console, found: MinimalIdentifiers) -> None:
    """Show the smallest sets that are enough."""
    console.print(cell(found.sentence))
    if found.table.num_rows:
        console.print()
        table = grid("keys", "rate", "alone", "set", numbers=("keys", "rate", "alone"))
        for row in found.table.slice(0, MOST_SHOWN).to_pylist():
            table.add_row(
                cell(str(row["size"])),
                cell(_rate(row["rate"]), "bold"),
                cell(f"{row['share']:.1%}"),
                cell(", ".join(row["keys"])),
            )
        show(console, table)
        _more(console, found.table.num_rows, "sets")
    console.print()
    console.print(cell(found.basis, "dim"))


def special(console: Console, found: SpecialUniques) -> None:
    """Show who stands out most, and by which keys people do."""
    console.print(cell(f"{found.uniques:,} of {found.rows:,} rows are unique in these keys."))
    console.print()
    table = grid("key", "of the scores", numbers=("of the scores",))
    for row in sorted(found.contributions.to_pylist(), key=lambda row: -(row["contribution"] or 0)):
        share = row["contribution"]
        table.add_row(cell(row["key"]), cell("-" if share is None else f"{share:.1%}"))
    show(console, table)
    console.print()
    keys = found.roles.keys
    numbers = ("SUDA", "DIS-SUDA", "sets", "smallest")
    table = grid(*keys, *numbers, numbers=numbers)
    for row in found.table.slice(0, MOST_SHOWN).to_pylist():
        table.add_row(
            *(cell(key_text(row["key"][key])) for key in keys),
            cell(f"{row['suda_score']:,.4g}", "bold"),
            cell(f"{row['dis_suda_score']:.4f}"),
            cell(f"{row['msus']:,}"),
            cell(str(row["smallest"])),
        )
    show(console, table)
    _more(console, found.uniques, "rows")
    console.print()
    console.print(cell(found.basis, "dim"))


def _more(console: Console, listed: int, what: str) -> None:
    if listed > MOST_SHOWN:
        left = listed - MOST_SHOWN
        console.print(cell(f"and {left:,} {what} more: --format json shows them all.", "dim"))


def _rate(value: float) -> str:
    return f"{Careful(value, measures()['discrimination_rate']):.4f}"


def _number(value: Any) -> str:
    return "-" if value is None else f"{value:.4f}"
