"""Tables for a terminal, in which text may be folded and numbers are not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from ..plain import plain

if TYPE_CHECKING:
    from rich.console import Console

# A column of text is folded no narrower than this.
LEAST_TEXT = 10


def cell(text: str | None, style: str = "") -> Text:
    return Text("null", "italic dim") if text is None else Text(plain(text), style)


def grid(*columns: str, numbers: tuple[str, ...] = (), whole: tuple[str, ...] = ()) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        table.add_column(
            cell(column),
            justify="right" if column in numbers else "left",
            no_wrap=column in (*numbers, *whole),
            overflow="fold",
        )
    return table


def show(console: Console, table: Table) -> None:
    """Print a table in which text may be folded and a number never is: half of one is another.

    Nor is a name that is to be copied.

    Where the terminal is too narrow even so, the lines are longer than it is.
    """
    for column in table.columns:
        longest = max(console.measure(each).maximum for each in column.cells)
        word = console.measure(column.header).minimum
        column.min_width = longest if column.no_wrap else min(longest, LEAST_TEXT)
        column.min_width = max(column.min_width, min(word, LEAST_TEXT))
    console.print(table, crop=False)
