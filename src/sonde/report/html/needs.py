"""What is left to use: how far the release still meets each need of its spec."""

from __future__ import annotations

from ...assessments import Assessment, Met
from .markup import Html, tag
from .tables import table


def section(made: Assessment) -> Html | None:
    """Write a row for each need, beside the original where it is named."""
    if not made.needs:
        return None
    head = ["need", "degree", "beyond chance", "original", "certain for"]
    rows = [
        [one.name, _shown(one.degree), _shown(one.adjusted), _shown(one.original), _share(one)]
        for one in made.needs
    ]
    notes = [tag("p", f"{one.name}: {why}") for one in made.needs for why in one.why_better]
    return tag(
        "section",
        tag("h2", "What is left to use", id="needs-title"),
        tag("p", "A need is a question that the release must answer: 0 not at all, 1 surely."),
        table("needs-table", "Each need of the spec", head, rows, numbers=head[1:]),
        *notes,
        id="needs",
        aria_labelledby="needs-title",
    )


def _shown(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.4f}"


def _share(one: Met) -> str:
    return "undefined" if one.certain is None else f"{one.certain:.1%}"
