"""The explorer: tick what the attacker knows. Its numbers are in the page, and its sums are few."""

from __future__ import annotations

import json
from typing import Any

from ...assessments import Assessment, Subsets
from .figures import rate, share
from .frontier import Step, names, steps
from .markup import Html, tag, together
from .pictures import spread
from .tables import table

# What would end a script or an HTML comment, or a line of JavaScript, within the data.
_UNSAFE = {ord(char): f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}


def section(made: Assessment) -> Html:
    """Write the ticks and the places for the answer, which the script fills in."""
    if made.subsets is None:
        words = "There are more keys than can be explored in every combination."
        return tag(
            "section",
            tag("h2", "What if the attacker knows less?", id="explorer"),
            tag("p", words),
            aria_labelledby="explorer",
        )
    ends = steps(made.subsets.rate)
    return tag(
        "section",
        tag("h2", "What if the attacker knows less?", id="explorer"),
        tag(
            "p",
            "Nobody knows which keys an attacker holds. Tick some, and read what they give away.",
            class_="screen",
        ),
        tag(
            "noscript",
            tag("p", "The ticks need JavaScript. The table below them does not.", class_="note"),
        ),
        tag("form", _ticks(made.subsets), _answer(made), id="explore", hidden=True),
        _frozen(made, ends),
        aria_labelledby="explorer",
    )


def data(made: Assessment) -> Html:
    """Write the subsets as JSON that cannot end the script that it stands in.

    >>> from types import SimpleNamespace
    >>> print(data(SimpleNamespace(subsets=None)))
    null
    """
    held: dict[str, Any] | None = None
    if made.subsets is not None:
        held = made.subsets.model_dump() | {"people": made.people}
    written = json.dumps(held, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Html(written.translate(_UNSAFE))


def _ticks(subsets: Subsets) -> Html:
    ticks = [
        tag(
            "label",
            tag("input", type="checkbox", name="key", value=place, autocomplete="off"),
            tag("span", key),
        )
        for place, key in enumerate(subsets.keys)
    ]
    return tag(
        "fieldset",
        tag("legend", "The attacker knows"),
        tag("div", *ticks, class_="ticks"),
        tag(
            "p",
            tag("button", "All", type="button", id="all"),
            tag("button", "None", type="button", id="none"),
            class_="buttons",
        ),
    )


def _answer(made: Assessment) -> Html:
    """Leave the places that the script fills, beginning with what is read aloud."""
    head = ["about", "rate", "best guess right", "without the keys"]
    about = ["who a person is", *made.sensitive]
    rows = [[name, tag("output", id=f"rate-{n}"), "", ""] for n, name in enumerate(about)]
    options = [tag("option", name, value=place) for place, name in enumerate(about)]
    return together(
        tag("p", id="answer", class_="answer", role="status", aria_live="polite"),
        tag(
            "div",
            tag(
                "div",
                table("chosen", "What these keys give away", head, rows, numbers=head[1:]),
                tag(
                    "p",
                    tag("label", "Compare by the rate of ", for_="about"),
                    tag("select", *options, id="about", autocomplete="off"),
                    class_="screen",
                ),
                tag("p", id="rank"),
            ),
            tag(
                "div",
                table(
                    "steps",
                    "One key more, or one less",
                    ["key", "now", "rate then", "change"],
                    [],
                    numbers=["rate then", "change"],
                ),
            ),
            class_="sides",
        ),
    )


def _frozen(made: Assessment, ends: list[Step]) -> Html:
    """Show the ends of each size, which also paper and a reader without the script have."""
    subsets = made.subsets
    assert subsets is not None  # noqa: S101 - the caller looked
    rows = [
        [
            str(step.size),
            names(subsets, step.best),
            rate(subsets.rate[step.best]),
            share(subsets.uniques[step.best] / made.people),
            rate(subsets.rate[step.least]),
        ]
        for step in ends
    ]
    head = ["keys", "the set that gives away most", "rate", "alone", "rate of the least"]
    best = [subsets.rate[step.best] or 0.0 for step in ends]
    least = [subsets.rate[step.least] or 0.0 for step in ends]
    words = (
        "The rate of the most and of the least telling set, by the number of keys known. "
        "The table beside it has the numbers."
    )
    return tag(
        "div",
        tag(
            "figure",
            spread(subsets, best, least, words),
            tag(
                "figcaption",
                "Each set of keys by its rate. ",
                tag("span", "Solid line", class_="best"),
                ": the set that gives away most. ",
                tag("span", "Dashed line", class_="least"),
                ": the one that gives away least. ",
                tag("span", "Ring: what is ticked.", class_="screen", id="ring"),
            ),
        ),
        table(
            "frontier",
            "What so many keys give away about who a person is, at most",
            head,
            rows,
            numbers=[head[0], *head[2:]],
        ),
        class_="sides",
    )
