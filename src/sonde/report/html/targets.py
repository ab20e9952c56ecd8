"""What an attacker may find out: who a person is, and then each sensitive attribute."""

from __future__ import annotations

from ...assessments import Assessment, Blame, Class, Crowd, Target
from ..as_table import crowd_size
from .figures import found, rate, share, value
from .markup import Html, tag, together
from .pictures import bar
from .tables import table

MASKED = "masked"


def sections(made: Assessment) -> Html:
    """Write a section for each target."""
    return together(*(_section(made, place) for place in range(len(made.targets))))


def title(target: Target) -> str:
    """Name what is to be found out."""
    return "Who a person is" if target.sensitive is None else target.sensitive


def _section(made: Assessment, place: int) -> Html:
    target, name = made.targets[place], f"target-{place}"
    about = "Identity" if target.sensitive is None else "Sensitive attribute"
    return tag(
        "section",
        tag("p", about, class_="eyebrow"),
        tag("h2", title(target), id=name),
        tag("p", target.sentence),
        _headline(target),
        _crowds(made) if target.sensitive is None else None,
        _alone(target, name),
        _values(made, target, name),
        _worst(made, target, name),
        _blame(target, name),
        _all(target, name),
        tag("p", target.basis, class_="faint"),
        aria_labelledby=name,
    )


def _headline(target: Target) -> Html:
    """Show the few numbers that say most, each in words."""
    names = ["discrimination_rate", "rate_by_chance", "posterior_vulnerability"]
    names += ["posterior_certainty"] if target.sensitive is not None else ["uniques"]
    shown = [one for one in (found(target, name) for name in names) if one is not None]
    return tag(
        "dl",
        *(
            tag("div", tag("dt", one.title), tag("dd", one.shown, class_="figure"),
                tag("dd", one.sentence))
            for one in shown
        ),
        class_="headline",
    )  # fmt: skip


def _crowds(made: Assessment) -> Html:
    rows = [_crowd(one) for one in made.crowds]
    head = ["people in the crowd", "people", "share", "of all"]
    return together(
        tag("h3", "How large the crowds are"),
        tag("p", "A crowd is a class: the people who look alike to one who knows all keys."),
        table("crowds", "People by the size of their crowd", head, rows, numbers=head[1:3]),
    )


def _crowd(one: Crowd) -> list[Html | str]:
    return [crowd_size(one), f"{one.people:,}", share(one.share), bar(one.share)]


def _alone(target: Target, name: str) -> Html:
    """Show each key by itself, with what chance gives beside it."""
    ordered = sorted(target.alone, key=lambda key: -(target.alone[key] or 0.0))
    if not target.chance:
        rows: list[list[Html | str]] = [
            [key, rate(target.alone[key]), bar(target.alone[key] or 0.0)] for key in ordered
        ]
        head, words = ["key", "rate", "of 1"], "The bar is the rate of the key alone."
    else:
        rows = [
            [
                key,
                rate(target.alone[key]),
                rate(target.chance.get(key)),
                bar(target.alone[key] or 0.0, target.chance.get(key)),
            ]
            for key in ordered
        ]
        head = ["key", "rate", "by chance", "of 1"]
        words = (
            "The bar is the rate of the key alone, the upright mark what a key of as many values "
            "would give by chance."
        )
    return together(
        tag("h3", "By key"),
        tag("p", words),
        table(f"{name}-keys", "Each key alone", head, rows, numbers=head[1:-1]),
    )


def _values(made: Assessment, target: Target, name: str) -> Html | None:
    """Show the values of each key that give away most; without one there is nothing to show."""
    if target.sensitive is None:
        return None
    before = value(target, "prior_vulnerability")
    rows = [
        [
            one.key,
            _shown(one.value),
            f"{one.people:,}",
            rate(one.rate),
            share(one.guess),
            bar(one.guess, before),
        ]
        for one in target.values
    ]
    head = ["key", "value", "people", "rate", "best guess right", "of all"]
    masked = "" if made.masked_below is None else f" of {made.masked_below} people or more"
    return together(
        tag("h3", "By value"),
        tag(
            "p",
            f"The values{masked} that give away most, by their rate. The bar is how often the best "
            f"guess is right, the upright mark how often without a key "
            f"({share(before)}). A rare value has a rate near 1 whatever it says.",
        ),
        table(
            f"{name}-values", "Values of each key alone", head, rows, numbers=head[2:5]
        )
        if rows
        else tag("p", "No value is held by so many people."),
    )  # fmt: skip


def _worst(made: Assessment, target: Target, name: str) -> Html:
    """Show the classes that give away most, and say what is not shown of small ones."""
    if made.masked_below is None:
        classes, words = target.worst, "The classes that give away most, small ones too."
    else:
        classes = target.larger
        words = (
            f"{made.small_classes:,} of {made.classes:,} classes have fewer than "
            f"{made.masked_below} people, {made.small_people:,} in all, and give away most. Their "
            "values are masked, as they would point at people. These are the others."
        )
    keys = made.keys
    secret = target.sensitive is not None
    head = [*keys, "people", "rate", "best guess right", *(["values left"] if secret else [])]
    rows = [_class_row(one, keys, secret=secret) for one in classes]
    return together(
        tag("h3", "The classes that are worst"),
        tag("p", words),
        table(
            f"{name}-classes", "Classes by what they give away", head, rows,
            numbers=head[len(keys):],
        )
        if rows
        else tag("p", "There is none."),
    )  # fmt: skip


def _class_row(one: Class, keys: list[str], *, secret: bool) -> list[Html | str]:
    values = [MASKED] * len(keys) if one.key is None else [_shown(one.key[key]) for key in keys]
    row: list[Html | str] = [
        *values,
        MASKED if one.people is None else f"{one.people:,}",
        rate(one.numbers.get("discrimination_rate")),
        share(one.numbers.get("posterior_vulnerability")),
    ]
    return [*row, f"{one.numbers.get('distinct_l_diversity', 0):,}"] if secret else row


def _shown(text: str | None) -> Html | str:
    """Tell a null from the word."""
    return tag("i", "null") if text is None else text


def _blame(target: Target, name: str) -> Html:
    """Show which key is to blame, and what leaving it out or coarsening it would bring."""
    if not target.blame:
        return together(
            tag("h3", "Which key is to blame"),
            tag("p", "No key: their subsets were not listed, or there is nothing to find out."),
        )
    ordered = sorted(target.blame, key=lambda one: -one.share)
    coarser = any(one.one_level_up is not None for one in ordered)
    head = ["key", "share of the rate", "if left out", *(["one step coarser"] if coarser else [])]
    rows = [
        [
            one.key,
            rate(one.share),
            _fall(one.dropping),
            *([_fall(one.one_level_up)] if coarser else []),
            bar(one.share / max(ordered[0].share, 1e-9)),
        ]
        for one in ordered
    ]
    words = (
        "The shares add up to the rate of all keys together (Shapley, 1953). After them stands by "
        "how much the rate would fall."
    )
    if not coarser:
        words += " The spec names no hierarchy with a step above, so none could be tried."
    return together(
        tag("h3", "Which key is to blame"),
        tag("p", _advice(ordered)),
        tag("p", words),
        table(
            f"{name}-blame", "What each key adds", [*head, "share"], rows, numbers=head[1:]
        ),
    )  # fmt: skip


def _advice(ordered: list[Blame]) -> str:
    first = ordered[0]
    words = f"{first.key} adds most."
    most = max(ordered, key=lambda one: one.dropping)
    if most.dropping > 0:
        words += f" Leaving out {most.key} would lower the rate most, by {most.dropping:.4f}."
    steps = [one for one in ordered if one.one_level_up]
    if steps:
        step = max(steps, key=lambda one: one.one_level_up or 0.0)
        words += (
            f" Of the steps up a hierarchy, that of {step.key} would: by {step.one_level_up:.4f}."
        )
    return words


def _fall(fall: float | None) -> str:
    """Write by how much a rate falls; with people of several rows it may rise."""
    if fall is None:
        return "-"
    shown = f"{abs(fall):.4f}"
    sign = "−" if fall > 0 else "+"  # noqa: RUF001 - a minus sign
    return shown if shown == "0.0000" else sign + shown


def _all(target: Target, name: str) -> Html:
    """Keep every measure at hand, with its words and its source."""
    rows = [
        [
            one.title,
            one.shown,
            one.sentence,
            ", ".join(
                f"{told} = {held}" for told, held in one.parameters.items() if held is not None
            ),
            one.source,
        ]
        for one in target.numbers
    ]
    head = ["measure", "value", "in words", "told", "source"]
    return tag(
        "details",
        tag("summary", f"All {len(rows)} measures, with their sources"),
        table(f"{name}-measures", f"Every measure: {title(target)}", head, rows, numbers=["value"]),
    )
