"""The explorer: tick what the attacker knows. Its numbers are in the page, and its sums are few."""

from __future__ import annotations

import json
from typing import Any

from ...assessments import Assessment, Subsets
from .figures import rate, share
from .frontier import names, steps
from .markup import Html, tag
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
    return tag(
        "section",
        tag("h2", "What if the attacker knows less?", id="explorer"),
        tag(
            "p",
            "Nobody knows which keys an attacker holds. Tick some, and read what they give away.",
            class_="live",
            hidden=True,
        ),
        tag(
            "noscript",
            tag("p", "Ticking keys needs JavaScript. What follows does not.", class_="note"),
        ),
        _fewer(made, made.subsets),
        _ask(made, made.subsets),
        _frontier(made.subsets),
        aria_labelledby="explorer",
    )


def data(made: Assessment) -> Html:
    """Write the subsets as JSON that cannot end the script that it stands in.

    >>> from types import SimpleNamespace
    >>> print(data(SimpleNamespace(subsets=None)))
    null
    """
    held: dict[str, Any] | None = None if made.subsets is None else made.subsets.model_dump()
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
            tag("button", "All keys", type="button", id="all"),
            tag("button", "No key", type="button", id="none"),
            class_="buttons",
        ),
    )


def _ask(made: Assessment, subsets: Subsets) -> Html:
    """Put the ticks, the answer and the picture together; what is live waits for the script."""
    beside = tag("div", _picture(subsets), *_compared(made))
    return tag(
        "form",
        tag(
            "div",
            _ticks(subsets),
            tag("p", id="answer", class_="answer", role="status", aria_live="polite"),
            class_="live",
            hidden=True,
        ),
        tag("div", tag("div", *_chosen(made), class_="live", hidden=True), beside, class_="sides"),
        id="explore",
    )


def _fewer(made: Assessment, subsets: Subsets) -> Html | None:
    """Say so where the sets rest on fewer people, so that no one compares what differs."""
    people = subsets.smallest[0]
    if people == made.people:
        return None
    return tag(
        "p",
        f"Every set rests on the same {people:,} people, who have no null in any key or sensitive "
        "attribute. The other parts of the report leave out fewer.",
        class_="note",
    )


def _chosen(made: Assessment) -> list[Html]:
    """Leave the places that the script fills."""
    head = ["about", "rate", "best guess right", "without the keys"]
    rows = [[name, tag("span"), "", ""] for name in _about(made)]
    then = ["step", "rate then", "change"]
    return [
        table("chosen", "What these keys give away", head, rows, numbers=head[1:]),
        table("steps", "One key more, or one less", then, [], numbers=then[1:]),
    ]


def _compared(made: Assessment) -> list[Html]:
    """Let the reader choose by which rate the sets are compared."""
    options = [tag("option", name, value=place) for place, name in enumerate(_about(made))]
    choice = tag(
        "p",
        tag("label", "Compare by the rate of ", for_="about"),
        tag("select", *options, id="about", autocomplete="off"),
        class_="live",
        hidden=True,
    )
    return [choice, tag("p", id="rank", class_="live", hidden=True)]


def _about(made: Assessment) -> list[str]:
    return ["who a person is", *made.sensitive]


def _picture(subsets: Subsets) -> Html:
    ends = steps(subsets.rate)
    words = (
        "The rate of the most and of the least telling set, by the number of keys known. The table "
        "below has the numbers."
    )
    return tag(
        "figure",
        spread(
            subsets,
            [subsets.rate[step.best] or 0.0 for step in ends],
            [subsets.rate[step.least] or 0.0 for step in ends],
            words,
        ),
        tag(
            "figcaption",
            "The rate of every set of keys. ",
            tag("span", "Solid line", class_="best"),
            ": the set that gives away most. ",
            tag("span", "Dashed line", class_="least"),
            ": the one that gives away least. ",
            tag("span", "Ring: what is ticked.", class_="live", hidden=True),
        ),
    )


def _frontier(subsets: Subsets) -> Html:
    """Show the ends of each size, which also paper and a reader without the script have."""
    people = subsets.smallest[0]  # to one who knows nothing, all look alike
    rows = [
        [
            str(step.size),
            names(subsets, step.best),
            rate(subsets.rate[step.best]),
            share(subsets.uniques[step.best] / people),
            rate(subsets.rate[step.least]),
        ]
        for step in steps(subsets.rate)
    ]
    head = ["keys", "the set that gives away most", "rate", "alone", "rate of the least"]
    words = "What so many keys give away about who a person is, at most"
    return table("frontier", words, head, rows, numbers=head[2:])
