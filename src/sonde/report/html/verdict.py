"""The first screen: the verdict, the three questions, and the limits."""

from __future__ import annotations

from ...assessments import Assessment, Limit, Question
from .figures import many, named
from .markup import Html, listed, tag, together
from .tables import table

# A sign and a word beside the colour, which nobody has to tell apart.
SIGNS = {"holds": "✓ holds", "broken": "✕ broken", "undecided": "? undecided"}
OUTCOMES = {0: ("good", "✓"), 1: ("bad", "✕"), 2: ("open", "?")}
ASKS = {
    "singling out": "Can a person be told apart?",
    "linkability": "Can the table be linked with another?",
    "inference": "Can a secret be guessed?",
}


def head(made: Assessment) -> Html:
    """Say what was assessed and how it came out."""
    kind, sign = OUTCOMES[made.status] if made.limits else ("open", "i")
    sizes = [
        many(made.people, "person", "people"),
        many(len(made.keys), "key", "keys"),
        many(len(made.sensitive), "sensitive attribute", "sensitive attributes"),
    ]
    return together(
        tag("p", "Sonde · disclosure risk report", class_="eyebrow"),
        tag("h1", made.title),
        tag(
            "p",
            tag("span", sign, class_="sign", aria_hidden="true"),
            tag("strong", made.verdict),
            class_=f"verdict {kind}",
        ),
        _outcomes(made.limits),
        tag("p", " · ".join([*sizes, made.made[:10]]), class_="faint"),
    )


def _outcomes(limits: list[Limit]) -> Html | None:
    """Name the limits that are broken, undecided and met, the worst first."""
    held: dict[str, list[str]] = {"broken": [], "undecided": [], "holds": []}
    for limit in limits:
        held[limit.verdict].append(f"{limit.about} {limit.shown} ({limit.bound})")
    lines = [
        tag("li", tag("span", SIGNS[word], class_=word), ": ", "; ".join(told))
        for word, told in held.items()
        if told
    ]
    return tag("ul", *lines, class_="outcomes") if lines else None


def section(made: Assessment) -> Html:
    """Show the worst figure for each question, and what became of each limit."""
    cards = tag("div", *map(_card, made.questions), class_="cards")
    about = f"An attacker is taken to know {named(made.keys)}."
    return tag(
        "section",
        tag("h2", "The three questions", id="questions"),
        tag("p", about, class_="faint"),
        cards,
        tag("h2", "The limits", id="limits"),
        _limits(made.limits),
        aria_labelledby="questions",
    )


def _card(question: Question) -> Html:
    return tag(
        "article",
        tag("h3", question.name.capitalize()),
        tag("p", ASKS[question.name], class_="faint"),
        tag("p", question.figure or "-", class_="figure") if question.assessed else None,
        tag("p", question.answer),
        class_="card" if question.assessed else "card unassessed",
    )


def _limits(limits: list[Limit]) -> Html:
    if not limits:
        return tag("p", "The spec names no limits, so there is no verdict on the release.")
    rows = [
        [one.about, tag("span", SIGNS[one.verdict], class_=one.verdict), one.shown, one.bound]
        for one in limits
    ]
    head = ["limit", "verdict", "is", "may be"]
    made = table("limits-table", "Each limit of the spec", head, rows, numbers=["is"])
    return together(made, *map(_tries, limits))


def _tries(limit: Limit) -> Html | None:
    """Say what to try, where a limit is broken."""
    if not limit.tries:
        return None
    return tag(
        "div",
        tag("p", tag("strong", f"What would help: {limit.about}.")),
        listed(*limit.tries),
        class_="tries",
    )
