"""The whole story, on the census of 1994: what Sonde measures, and what it is good for."""

from __future__ import annotations

from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Any

from rich.text import Text

from .checking import check
from .inspection import inspect
from .measurement import measure
from .report import as_table
from .spec import Spec
from .subsets.lattices import lattice
from .utility.answers import needs_met
from .utility.needs import need

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console

FACTS = ["age", "sex", "race", "native-country", "marital-status", "workclass"]

KNOWN = [
    "k_anonymity",
    "distinct_l_diversity",
    "t_closeness",
    "uniques",
    "records_at_risk",
    "posterior_vulnerability",
    "posterior_certainty",
]
WHO = ["discrimination_rate", "itpr", "k_anonymity", "marketer_risk", "uniques"]

COLLARS = {
    "white collar": ["Adm-clerical", "Exec-managerial", "Prof-specialty", "Sales", "Tech-support"],
    "blue collar": [
        "Craft-repair",
        "Farming-fishing",
        "Handlers-cleaners",
        "Machine-op-inspct",
        "Transport-moving",
    ],
    "other": "*",
}

COARSER = {
    "age": {"bins": [25, 35, 45, 55, 65]},
    "native-country": {"United States": ["United-States"], "elsewhere": "*"},
    "marital-status": {
        "married": ["Married-civ-spouse", "Married-spouse-absent", "Married-AF-spouse"],
        "not married": "*",
    },
    "race": {"White": ["White"], "not White": "*"},
    "workclass": {
        "government": ["Federal-gov", "Local-gov", "State-gov"],
        "private": ["Private", "Self-emp-inc", "Self-emp-not-inc"],
        "none": "*",
    },
}


def tell(console: Console) -> None:
    """Tell it, with every number computed as it is told."""
    with as_file(files("sonde") / "data" / "adult.parquet") as path:
        _columns(console, path)
        _who(console, path)
        _what(console, path)
        _coarser(console, path)
        _known(console, path)
        _chance(console, path)

        _every_subset(console, path)
        _use(console, path)
        _gate(console, path)
    _title(console, "Your turn")
    _say(console, "sonde inspect YOUR_TABLE", "bold")
    _say(console, "The table: Adult, Becker and Kohavi 1996, UCI, CC BY 4.0.", "dim")


def _columns(console: Console, path: Path) -> None:
    _title(console, "1. A table without names: the Adult census extract")
    _say(console, "What does each column give away, alone, about who a person is?")
    seen = inspect(path)
    shown = sorted(seen.columns, key=lambda column: -(column.discrimination_rate or 0))
    for column in shown[:6]:
        bar = "█" * round(30 * (column.discrimination_rate or 0))
        _say(console, f"  {column.name:<16}{column.discrimination_rate:>7.1%}  {bar}")
    _say(
        console,
        "The discrimination rate: 0% tells nobody apart, 100% tells everybody. The first is a "
        f"sampling weight that nobody thinks of, and alone it singles out {shown[0].unique:,} of "
        f"{seen.rows:,} people.",
    )


def _who(console: Console, path: Path) -> None:
    _title(console, "2. Six things that a neighbour knows")
    made = measure(path, keys=FACTS, only=WHO)
    _show(console, made)
    sizes, repeats = made.profile.size, made.profile.repeats
    unique = int(repeats[sizes == 1].sum())
    _say(
        console,
        f"{unique:,} of {made.profile.rows:,} people are the only one with their combination: "
        "for them there is no crowd to hide in.",
    )


def _what(console: Console, path: Path) -> None:
    _title(console, "3. What would the neighbour learn?")
    keys = ["education", "sex"]
    exact = measure(path, keys=keys, sensitive="occupation")
    meant = measure(path, keys=keys, sensitive="occupation", partitions={"occupation": COLLARS})
    _say(console, exact["discrimination_rate"].sentence)
    _say(
        console,
        "But an attacker may not care which occupation it is, only whether it is white or blue "
        f"collar. Of that, the same keys give away {meant['discrimination_rate'].overall:.1%}, not "
        f"{exact['discrimination_rate'].overall:.1%}: the semantic discrimination rate.",
    )
    _say(
        console,
        "Both are averages. ITPR looks at the class that leaves least uncertainty: "
        f"{exact['itpr'].overall:.3f}, where 1 is somebody whose occupation is settled for sure.",
    )


def _coarser(console: Console, path: Path) -> None:
    _title(console, "4. The same six things, told less exactly")
    before = measure(path, keys=FACTS)
    after = measure(path, keys=FACTS, partitions=COARSER)
    for name, title in (("discrimination_rate", "rate over the people"), ("itpr", "ITPR")):
        _say(console, f"  {title:<22}{_of(before, name):>9} -> {_of(after, name)}")
    _say(
        console, f"  {'combinations':<22}{before.profile.classes:>9,} -> {after.profile.classes:,}"
    )
    alone = [int(m.profile.repeats[m.profile.size == 1].sum()) for m in (before, after)]
    _say(console, f"  {'people alone':<22}{alone[0]:>9,} -> {alone[1]:,}")
    _say(
        console,
        "Ages in tens, countries in two, and most people have a crowd again. ITPR says that not "
        "all have: the few who are left are where to look next.",
    )


def _known(console: Console, path: Path) -> None:
    _title(console, "5. The numbers that regulators ask for")
    before = measure(path, keys=FACTS, sensitive="occupation")
    after = measure(path, keys=FACTS, sensitive="occupation", partitions=COARSER)
    _say(console, f"  {'':<38}{'as it was':>10}    {'told less exactly'}")
    for name in KNOWN:
        one, other = before[name], after[name]
        _say(console, f"  {one.measure.title:<38}{one.shown:>10} -> {other.shown}")
    _say(
        console,
        "k, l and t stand still, as one person is enough for each. The shares say what was won: "
        f"{before['records_at_risk'].overall:.0%} of the people were in a crowd of ten or fewer, "
        f"and {after['records_at_risk'].overall:.1%} are.",
    )


def _chance(console: Console, path: Path) -> None:
    _title(console, "6. How much of it is chance?")
    made = measure(path, keys=FACTS, sensitive="occupation")
    rate, by_chance = made["discrimination_rate"], made["rate_by_chance"]
    _say(
        console,
        f"The six things remove {rate.overall:.1%} of the uncertainty about occupation. Dealt out "
        f"at random, occupations would be given away by {by_chance.overall:.1%}: small classes "
        f"look settled whatever the keys mean. Beyond chance it is "
        f"{made['adjusted_rate'].overall:.1%}.",
    )


def _every_subset(console: Console, path: Path) -> None:
    _title(console, "7. But which of the six does the neighbour know?")
    made = lattice(path, keys=FACTS)
    subsets = made.table.num_rows
    _say(console, f"All {subsets} subsets, counted at once. What gives away most, by how many:")
    for step in made.frontier().to_pylist():
        _say(console, f"  {step['size']} {step['rate']:>7.1%}  {', '.join(step['best'])}")
    shares = sorted(made.blame().to_pylist(), key=lambda row: -row["share"])
    whole = sum(row["share"] for row in shares)
    most, second = (f"{row['key']}, with {row['share'] / whole:.0%}" for row in shares[:2])
    _say(console, f"To blame for the last are above all {most} of it, and {second}.")


def _use(console: Console, path: Path) -> None:
    _title(console, "8. What is left to use?")
    asked = need("salary-class", ["education", "age"], partitions={"age": COARSER["age"]})
    exact = need("salary-class", ["education", "age"])
    for words, one in (("as it was", exact), ("told less exactly", asked)):
        (answer,) = needs_met(path, one).each
        shown = f"{answer.release.degree:.4f}, beyond chance {answer.release.adjusted:.4f}"
        _say(console, f"  salary by education and age, {words:<18} {shown}")
    _say(
        console,
        "The same number as the risk, read from the other side: how far the release still answers "
        "a question that it is published for.",
    )


def _gate(console: Console, path: Path) -> None:
    _title(console, "9. A gate for a pipeline, and a report for a board")
    written = {
        "data": str(path),
        "title": "Adult",
        "keys": FACTS,
        "partitions": COARSER,
        "limits": [
            {"measure": "k_anonymity", "at_least": 5},
            {"measure": "marketer_risk", "at_most": 0.05},
        ],
    }
    made = check(Spec.model_validate(written))
    _say(console, made.sentence)
    for verdict in made.verdicts:
        shown = verdict.result.shown
        _say(console, f"  {verdict.about} is {shown}, {verdict.bound}: {verdict.word}")
    _say(
        console,
        "Written down as a spec, sonde check fails a pipeline with it, and sonde assess makes a "
        "page for the board.",
    )


def _of(made: Any, name: str) -> str:
    return f"{made[name].overall:.4f}"


def _show(console: Console, made: Any) -> None:
    as_table.measurement(console, made, by_value=False)


def _title(console: Console, words: str) -> None:
    console.print()
    _say(console, words, "bold")


def _say(console: Console, words: str, style: str = "") -> None:
    console.print(Text(words, style))
