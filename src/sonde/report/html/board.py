"""The page for a privacy board: what it asks for, in the order in which it asks."""

from __future__ import annotations

from ...assessments import Assessment, Target
from .figures import many, named, rate, share, value
from .markup import Html, listed, tag, together
from .standards import ISO_27559, ISO_SOURCE, WP216, WP216_SOURCE
from .tables import table
from .targets import title
from .thresholds import THRESHOLDS


def section(made: Assessment) -> Html:
    """Write the page."""
    return tag(
        "section",
        tag("p", "One page to keep", class_="eyebrow"),
        tag("h2", "For the privacy board", id="board"),
        tag(
            "p",
            "What was measured, in the order in which boards ask. It claims no compliance with any "
            "law, opinion or standard: that is for people to judge, who know what is not here.",
            class_="note",
        ),
        *_context(made),
        *_data(made),
        *_attacks(made),
        *_risks(made),
        *_mitigation(made),
        tag("h3", "What was not assessed"),
        listed(*made.not_assessed),
        *_standards(made),
        class_="board",
        aria_labelledby="board",
    )


def _context(made: Assessment) -> list[Html]:
    return [
        tag("h3", "Context"),
        tag(
            "p",
            f"The release is {made.title}: {many(made.rows, 'row', 'rows')} about "
            f"{many(made.people, 'person', 'people')}. {made.verdict}",
        ),
        tag(
            "p",
            "Sonde does not know why the data is released, to whom, under which contract and behind"
            " which walls. The risk depends on it: write it down beside this report.",
        ),
    ]


def _data(made: Assessment) -> list[Html]:
    kept = "as they are"
    rows = [[key, "key", made.partitions.get(key, kept)] for key in made.keys]
    rows += [[name, "sensitive", made.partitions.get(name, kept)] for name in made.sensitive]
    rows += [[made.subject, "subject", kept]] if made.subject is not None else []
    words = "A key is what an attacker may know. A sensitive attribute is what must not be learned."
    head = ["attribute", "role", "how its values are told"]
    return [
        tag("h3", "Data"),
        tag("p", words),
        table("roles", "Attributes with a role", head, rows),
    ]


def _attacks(made: Assessment) -> list[Html]:
    whom = "Each attacker is taken to know that the person is in the table."
    if made.sample:
        whom = "The table is a sample: an attacker may not know who is in it."
    points = [
        f"They know {named(made.keys)} of a person, without a mistake, and nothing else.",
        "The prosecutor looks for one person known to be in the table. The maximum risk is theirs.",
        "The marketer looks for as many as possible. The average risk is theirs.",
    ]
    if made.sensitive:
        points.append(
            f"The one who wants to know {named(made.sensitive)} guesses the most frequent value "
            "among the people who look alike."
        )
    taken = "a sample of people" if made.sample else "the population: everybody it is about"
    return [
        tag("h3", "Attack modelling"),
        tag("p", f"The table is taken as {taken}. {whom}"),
        listed(*points),
    ]


def _risks(made: Assessment) -> list[Html]:
    rows = [_who(made.targets[0]), *_journalist(made.targets[0])]
    rows += [_secret(target) for target in made.targets[1:]]
    head = ["risk", "maximum", "average", "settled for sure"]
    return [
        tag("h3", "Risk figures"),
        tag(
            "p",
            "The maximum is the risk of the person who is worst off, the average that of all. "
            "Settled for sure are those about whom a guess cannot be wrong.",
        ),
        table("risks", "Maximum and average risk", head, rows, numbers=head[1:]),
        _average(made.targets[0]),
        _usual(made),
    ]


def _who(target: Target) -> list[str]:
    return [
        "Finding the person (prosecutor; marketer)",
        rate(value(target, "prosecutor_risk")),
        rate(value(target, "marketer_risk")),
        share(value(target, "posterior_certainty")),
    ]


def _average(who: Target) -> Html:
    """Set the average beside the 0.09 that is asked for, as the table of crowds is about maxima."""
    risk = value(who, "marketer_risk")
    if risk is None:
        return Html()
    beside = "above" if risk > 1 / 11 else "not above"
    return tag(
        "p",
        f"The average risk of being found, {rate(risk)}, is {beside} 1 in 11, which is written as "
        "0.09. The thresholds below are about the maximum.",
    )


def _journalist(target: Target) -> list[list[str]]:
    """Add the risk within the population, where the spec says what is known of it."""
    most = value(target, "journalist_risk")
    return (
        [] if most is None else [["The same, in the population (journalist)", rate(most), "-", "-"]]
    )


def _secret(target: Target) -> list[str]:
    sure = value(target, "posterior_certainty")
    guesses = [one.numbers.get("posterior_vulnerability") or 0.0 for one in target.worst]
    return [
        f"Guessing {title(target)}",
        rate(1.0 if sure else max(guesses, default=None)),
        rate(value(target, "posterior_vulnerability")),
        share(sure),
    ]


def _usual(made: Assessment) -> Html:
    """Count the people below the thresholds that others use."""
    rows = []
    for one in THRESHOLDS:
        below = sum(c.people for c in made.crowds if c.most is not None and c.most < one.crowd)
        sign = "✓ nobody" if below == 0 else f"✕ {below:,}"
        rows.append(
            [
                f"k of {one.crowd}",
                f"1 in {one.crowd} ({1 / one.crowd:.2f})",
                sign,
                share(below / made.people),
                one.used,
                one.source,
            ]
        )
    head = ["threshold", "highest risk", "people in smaller crowds", "share", "used for", "source"]
    return table(
        "thresholds",
        "Usual thresholds, and who falls below: none of them is Sonde's advice",
        head,
        rows,
        numbers=head[2:4],
    )


def _mitigation(made: Assessment) -> list[Html]:
    done = [f"{name}: {laid}" for name, laid in made.partitions.items()]
    tries = [f"{limit.about}. {words}" for limit in made.limits for words in limit.tries]
    return [
        tag("h3", "Mitigation"),
        tag("p", "Laid over the values before counting:" if done else "No partition was laid."),
        listed(*done) if done else Html(),
        tag("p", "What was tried for the limits that are broken:" if tries else "Nothing to try."),
        listed(*tries) if tries else Html(),
    ]


def _standards(made: Assessment) -> list[Html]:
    answers: dict[str, str] = {question.name: question.answer for question in made.questions}
    criteria = [
        [name.capitalize(), asks, answers.get(name, "Not assessed."), where]
        for name, (asks, where) in WP216.items()
    ]
    clauses = [[f"{clause} {heading}", here, left] for clause, heading, here, left in ISO_27559]
    return [
        tag("h3", "Where to find what WP216 and ISO/IEC 27559 name"),
        table(
            "wp216",
            "The three criteria of opinion 05/2014",
            ["criterion", "asks", "found", "where"],
            criteria,
        ),
        table(
            "iso",
            "Headings of ISO/IEC 27559:2022",
            ["clause", "in this report", "left to you"],
            clauses,
        ),
        tag("p", together("Sources: ", WP216_SOURCE, " ", ISO_SOURCE), class_="faint"),
    ]
