"""What attackers learn: each attack that could be tried, in a sentence."""

from __future__ import annotations

from ...assessments import Assessment
from .markup import Html, tag
from .tables import table


def section(made: Assessment) -> Html | None:
    """Write a row for each attack: who does it, what they know, and what comes of it."""
    if not made.attacks:
        return None
    head = ["attack", "the attacker knows", "what comes of it", "question"]
    rows = [[one.title, one.knows, one.sentence, one.question] for one in made.attacks]
    return tag(
        "section",
        tag("h2", "What attackers learn", id="attacks-title"),
        table("attacks-table", "Each attack with all keys together", head, rows),
        id="attacks",
        aria_labelledby="attacks-title",
    )
