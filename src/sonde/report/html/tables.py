"""Tables that scroll in a box of their own, with a caption and heads that a screen reader reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .markup import Html, Inside, tag

# With more columns than this a table fits on no sheet unless words are broken.
WIDE = 12


def table(
    name: str,
    caption: str,
    head: Sequence[str],
    rows: Iterable[Sequence[Inside]],
    *,
    numbers: Sequence[str] = (),
) -> Html:
    """Write a table under an id of its own; each row is told by its first cell."""
    is_number = [column in numbers for column in head]
    columns = [
        tag("th", column, scope="col", class_="number" if right else None)
        for column, right in zip(head, is_number, strict=True)
    ]
    body = [_row(cells, is_number) for cells in rows]
    inside = tag(
        "table",
        tag("caption", tag("span", caption), id=f"{name}-caption"),
        tag("thead", tag("tr", *columns)),
        tag("tbody", *body),
        id=name,
        class_="wide" if len(head) > WIDE else None,
    )
    return tag(
        "div", inside, class_="scroll", role="group", tabindex=0, aria_labelledby=f"{name}-caption"
    )


def _row(cells: Sequence[Inside], is_number: Sequence[bool]) -> Html:
    first, *rest = cells
    others = [
        tag("td", cell, class_="number" if right else None)
        for cell, right in zip(rest, is_number[1:], strict=True)
    ]
    return tag("tr", tag("th", first, scope="row"), *others)
