"""Results as tables in a terminal."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from ..inspection import HEADINGS, Inspection
from ..measures import measures
from ..results import Measurement, key_text, kind_sentence, number
from .grid import cell, grid, show

if TYPE_CHECKING:
    from rich.console import Console

    from ..assessments import Assessment, Crowd
    from ..checking import Check
    from ..comparing import Comparison
    from ..measures import Measure

# More classes than this are for --format json.
MOST_CLASSES = 20
# Of more measures than fit side by side, the classes are shown with these.
MOST_MEASURES = 10
IN_CLASSES = (
    "discrimination_rate",
    "itpr",
    "mutual_information",
    "entropy_l_diversity_risk",
    "k_anonymity",
    "distinct_l_diversity",
    "t_closeness",
    "posterior_vulnerability",
)


def measurement(console: Console, made: Measurement, *, by_value: bool) -> None:
    """Show every measure, in a number and in words, and below it what the numbers rest on."""
    table = grid("measure", "value", "", numbers=("value",))
    for family, results in groupby(made.results.values(), lambda result: result.measure.family):
        table.add_row(cell(family, "bold dim"))
        for result in results:
            table.add_row(
                cell(f"  {result.measure.title}"),
                cell(result.shown, "bold"),
                cell(result.sentence),
            )
    show(console, table)
    if made.left_out:
        console.print(cell(_left_out(made), "dim"))
    console.print()
    console.print(cell(kind_sentence(made.profile)))
    console.print(cell(made.profile.basis, "dim"))
    if by_value:
        console.print()
        _classes(console, made)


def descriptions(console: Console) -> None:
    """Show which measures there are, by family."""
    table = grid("measure", "name", "range", "worse", "needs", "told by", whole=("name",))
    for family, held in groupby(measures().values(), lambda measure: measure.family):
        table.add_row(cell(family, "bold dim"))
        for one in held:
            told = ", ".join(f"{name}={value}" for name, value in one.parameters.items())
            shown = (one.name, _range(one), one.worse, ", ".join(one.needs), told)
            table.add_row(cell(f"  {one.title}"), *map(cell, shown))
    show(console, table)


def _range(measure: Measure) -> str:
    low, high = ("" if end is None else f"{end:g}" for end in (measure.low, measure.high))
    if low and high:
        return f"{low} to {high}"
    return f"{low} or more" if low else f"up to {high}"


def check(console: Console, made: Check) -> None:
    """Show the verdict, each limit with its number, and what to try."""
    style = {0: "bold green", 1: "bold red", 2: "bold yellow"}[made.status]
    console.print(cell(made.sentence, style))
    console.print()
    table = grid("limit", "is", "may be", "", numbers=("is",))
    for verdict in made.verdicts:
        mark = {True: "green", False: "red", None: "yellow"}[verdict.holds]
        table.add_row(
            cell(verdict.about),
            cell(verdict.result.shown, "bold"),
            cell(verdict.bound),
            cell(verdict.word, mark),
        )
    show(console, table)
    for verdict in made.verdicts:
        if verdict.holds is not True:
            console.print()
            console.print(cell(verdict.sentence))
            for words in verdict.tries:
                console.print(cell(f"  {words}"))
    console.print()
    for basis in dict.fromkeys(verdict.result.profile.basis for verdict in made.verdicts):
        console.print(cell(basis, "dim"))


def assessment(console: Console, made: Assessment) -> None:
    """Show the verdict, the three questions, the limits, the crowds and who is to blame."""
    console.print(
        cell(made.verdict, {0: "bold green", 1: "bold red", 2: "bold yellow"}[made.status])
    )
    console.print()
    for question in made.questions:
        console.print(cell(f"{question.name.capitalize()}. {question.answer}"))
    if made.limits:
        console.print()
        table = grid("limit", "is", "may be", "", numbers=("is",))
        for limit in made.limits:
            table.add_row(*map(cell, (limit.about, limit.shown, limit.bound, limit.verdict)))
        show(console, table)
    console.print()
    table = grid("people in the crowd", "people", "share", "", numbers=("people", "share"))
    for crowd in made.crowds:
        shown = (crowd_size(crowd), f"{crowd.people:,}", f"{crowd.share:.1%}")
        table.add_row(*map(cell, (*shown, "█" * round(30 * crowd.share))))
    show(console, table)
    if made.blame:
        console.print()
        table = grid("key", "share of the rate", "if dropped", numbers=("share of the rate",))
        for blame in sorted(made.blame, key=lambda one: -one.share):
            table.add_row(*map(cell, (blame.key, f"{blame.share:.4f}", f"-{blame.dropping:.4f}")))
        show(console, table)
    console.print()
    console.print(cell(made.basis, "dim"))
    for words in made.not_assessed:
        console.print(cell(f"Not assessed: {words[0].lower()}{words[1:]}", "dim"))


def crowd_size(crowd: Crowd) -> str:
    """Say how many people a crowd has."""
    if crowd.most is None:
        return f"{crowd.least} or more"
    return "alone" if crowd.most == 1 else _span(crowd.least, crowd.most)


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def comparison(console: Console, made: Comparison) -> None:
    """Show a row for each number and a column for each release, the safest in bold."""
    names = [spec.name for spec in made.releases]
    table = grid("measure", *names, numbers=tuple(names))
    for row in made.rows:
        cells = [
            cell("-" if one is None else one.shown, "bold green" if n in row.safest else "")
            for n, one in enumerate(row.results)
        ]
        table.add_row(cell(row.about), *cells)
    show(console, table)
    console.print()
    for name, bases in zip(names, made.bases, strict=True):
        console.print(cell(f"{name}: {' '.join(bases)}", "dim"))
    for note in made.notes:
        console.print(cell(note, "dim"))


def _left_out(made: Measurement) -> str:
    needs = dict.fromkeys(need.partition(":")[0] for need in made.left_out.values())
    more = "1 more needs" if len(made.left_out) == 1 else f"{len(made.left_out)} more need"
    return f"Left out: {more} {', or '.join(needs)}."


def _classes(console: Console, made: Measurement) -> None:
    """Show the classes that give away most, by the discrimination rate or else by size."""
    held, keys = made.by_value, made.profile.dataset.keys
    # By place, as the names give way to a key of the same name.
    sizes = ["rows"] if made.profile.dataset.subject is None else ["rows", "people"]
    by_class = [result for result in made.results.values() if result.measure.of_each_class]
    names = [*sizes, *(result.measure.name for result in by_class)]
    columns = dict(zip(names, held.columns[len(keys) :], strict=True))
    shown = [result for result in by_class if _fits(columns[result.measure.name])]
    if len(shown) > MOST_MEASURES:
        shown = [result for result in shown if result.measure.name in IN_CLASSES]
    rate = columns.get("discrimination_rate", columns["rows"]).to_numpy().astype(float)
    order = np.lexsort((columns["rows"].to_numpy(), -rate * ("discrimination_rate" in columns)))
    titles = [*sizes, *(result.measure.short for result in shown)]
    table = grid(*keys, *titles, numbers=tuple(titles))
    for row in order[:MOST_CLASSES]:
        table.add_row(
            *(cell(key_text(held.columns[i][row].as_py())) for i in range(len(keys))),
            *(cell(f"{columns[name][row].as_py():,}") for name in sizes),
            *(cell(_number(columns[r.measure.name][row].as_py(), r.measure)) for r in shown),
        )
    show(console, table)
    if held.num_rows > MOST_CLASSES:
        left = held.num_rows - MOST_CLASSES
        console.print(cell(f"and {left:,} classes more: --format json shows them all.", "dim"))


def _fits(column: pa.ChunkedArray) -> bool:
    """Whether a column of classes has numbers at all, and one for each class."""
    return column.null_count < len(column) and not pa.types.is_struct(column.type)


def _number(value: float | None, measure: Measure) -> str:
    return "none" if value is None else number(value, measure)


def inspection(console: Console, seen: Inspection, *, command: str | None = None) -> None:
    """Show a table column by column, and what to ask next."""
    console.print(cell(seen.title))
    console.print()
    table = grid(*HEADINGS, numbers=("values", "nulls", "alone gives away"))
    for column in seen.columns:
        table.add_row(*map(cell, column.shown))
    show(console, table)
    console.print()
    console.print(
        cell(
            "'Alone gives away' is the discrimination rate of the column over the people: 100% "
            "tells everybody apart. The roles are suggestions.",
            "dim",
        )
    )
    for why in seen.uncounted:
        console.print(cell(why, "dim"))
    if command:
        console.print(cell(f"Next: {command}"), soft_wrap=True)  # so that it can be copied
