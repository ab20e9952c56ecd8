"""Where the numbers come from, so that each can be found again."""

from __future__ import annotations

from ...assessments import Assessment
from .markup import Html, listed, tag, text


def section(made: Assessment) -> Html:
    """Name the table, the spec, the versions, and what was done with nulls."""
    nulls = "a null counts as a value of its own"
    if made.missing == "drop":
        nulls = f"rows with a null were left out: {made.dropped:,}"
    facts = {
        "Table": made.data,
        "SHA-256 of its file": made.sha256 or "none: it is no single file",
        "Rows": f"{made.rows:,}",
        "People": f"{made.people:,}",
        "Classes": f"{made.classes:,}, the smallest of {made.smallest_class:,}",
        "Nulls": nulls,
        "Taken as": "a sample" if made.sample else "the population",
        "Subject": made.subject or "each row is a person",
        "Spec": made.spec,
        "Sonde": made.sonde,
        "Engine": made.engine,
        "Python": made.python,
        "Made": made.made,
    }
    return tag(
        "section",
        tag("h2", "Where the numbers come from", id="trace"),
        tag("p", made.basis),
        tag(
            "dl",
            *(tag("div", tag("dt", name), tag("dd", held)) for name, held in facts.items()),
        ),
        listed(*made.notes) if made.notes else None,
        tag("h3", "The spec, as it is written"),
        tag("pre", _lines(made.written), tabindex=0) if made.written else tag("p", "Not kept."),
        aria_labelledby="trace",
    )


def _lines(written: str) -> Html:
    """Keep the lines, and make each harmless."""
    return Html("\n".join(map(text, written.splitlines())))
