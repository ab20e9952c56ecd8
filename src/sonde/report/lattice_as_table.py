"""Every subset, the smallest identifiers and the special uniques as tables in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..measures import measures
from ..results import Careful, key_text
from .as_table import _cell, _print, _table

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
    console.print(_cell(made.basis, "dim"))
    if command:
        console.print(_cell(f"Next: {command}"), soft_wrap=True)


def _frontier(console: Console, made: Lattice, of: str | None) -> None:
    steps = made.frontier(of).to_pylist()
    target = "who a person is" if of is None else of
    if not steps:
        console.print(_cell(f"Nothing is to be found out about {target}."))
        console.print()
        return
    console.print(_cell(f"What the best and the worst set of so many keys tell about {target}"))
    numbers = ("keys", "rate", "gain", "least")
    table = _table("keys", "rate", "gain", "best", "least", "worst", numbers=numbers)
    for step in steps:
        table.add_row(
            _cell(str(step["size"])),
            _cell(_rate(step["rate"]), "bold"),
            _cell(f"{step['gain']:+.4f}"),
            _cell(", ".join(step["best"])),
            _cell(_rate(step["least"])),
            _cell(", ".join(step["worst"])),
        )
    _print(console, table)
    if len(steps) > 1:
        jump = max(steps[1:], key=lambda step: step["gain"])
        added = f"from {jump['size'] - 1} to {jump['size']}: {jump['gain']:+.4f}"
        console.print(_cell(f"Beyond the first key, the largest step is {added}."))
    console.print()


def _shares(console: Console, made: Lattice, of: str | None, hierarchies: Hierarchies) -> None:
    shares = sorted(made.blame(of, hierarchies).to_pylist(), key=lambda row: -row["share"])
    console.print(_cell("What each key is to blame for, and by how much the rate would fall"))
    columns = ["key", "share", "of uniques", "if dropped"]
    columns += ["one level up"] if hierarchies else []
    table = _table(*columns, numbers=tuple(columns[1:]))
    for row in shares:
        shown = [row["share"], row["share_of_uniques"], row["dropping"]]
        shown += [row["one_level_up"]] if hierarchies else []
        table.add_row(_cell(row["key"]), *(_cell(_number(value)) for value in shown))
    _print(console, table)
    whole = sum(row["share"] for row in shares)
    console.print(_cell(f"The shares add up to the rate of all keys, {_rate(whole)}."))
    console.print()


def minimal(console: Console, found: MinimalIdentifiers) -> None:
    """Show the smallest sets that are enough."""
    console.print(_cell(found.sentence))
    if found.table.num_rows:
        console.print()
        table = _table("keys", "rate", "alone", "set", numbers=("keys", "rate", "alone"))
        for row in found.table.slice(0, MOST_SHOWN).to_pylist():
            table.add_row(
                _cell(str(row["size"])),
                _cell(_rate(row["rate"]), "bold"),
                _cell(f"{row['share']:.1%}"),
                _cell(", ".join(row["keys"])),
            )
        _print(console, table)
        _more(console, found.table.num_rows, "sets")
    console.print()
    console.print(_cell(found.basis, "dim"))


def special(console: Console, found: SpecialUniques) -> None:
    """Show who stands out most, and by which keys people do."""
    console.print(_cell(f"{found.uniques:,} of {found.rows:,} rows are unique in these keys."))
    console.print()
    table = _table("key", "of the scores", numbers=("of the scores",))
    for row in sorted(found.contributions.to_pylist(), key=lambda row: -(row["contribution"] or 0)):
        share = row["contribution"]
        table.add_row(_cell(row["key"]), _cell("-" if share is None else f"{share:.1%}"))
    _print(console, table)
    console.print()
    keys = found.roles.keys
    numbers = ("SUDA", "DIS-SUDA", "sets", "smallest")
    table = _table(*keys, *numbers, numbers=numbers)
    for row in found.table.slice(0, MOST_SHOWN).to_pylist():
        table.add_row(
            *(_cell(key_text(row["key"][key])) for key in keys),
            _cell(f"{row['suda_score']:,.4g}", "bold"),
            _cell(f"{row['dis_suda_score']:.4f}"),
            _cell(f"{row['msus']:,}"),
            _cell(str(row["smallest"])),
        )
    _print(console, table)
    _more(console, found.uniques, "rows")
    console.print()
    console.print(_cell(found.basis, "dim"))


def _more(console: Console, listed: int, what: str) -> None:
    if listed > MOST_SHOWN:
        left = listed - MOST_SHOWN
        console.print(_cell(f"and {left:,} {what} more: --format json shows them all.", "dim"))


def _rate(value: float) -> str:
    return f"{Careful(value, measures()['discrimination_rate']):.4f}"


def _number(value: Any) -> str:
    return "-" if value is None else f"{value:.4f}"
