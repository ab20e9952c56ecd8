"""The command line: options in, a result out, and no logic of its own."""

from __future__ import annotations

import csv
import json
import os
import shlex
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import __version__
from .errors import SondeError

if TYPE_CHECKING:
    from .assessments import Assessment
    from .checking import Check
    from .inspection import Inspection
    from .sources import Source

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help="Measure how much a table gives away about the people in it.",
    epilog="Begin with: sonde demo, and then: sonde inspect YOUR_TABLE",
)


class Format(StrEnum):
    table = "table"
    json = "json"


class Missing(StrEnum):
    value = "value"
    drop = "drop"


class CheckFormat(StrEnum):
    table = "table"
    json = "json"
    markdown = "markdown"
    junit = "junit"
    github = "github"


class AssessFormat(StrEnum):
    table = "table"
    json = "json"
    markdown = "markdown"
    html = "html"


class CompareFormat(StrEnum):
    table = "table"
    json = "json"
    markdown = "markdown"


# How an assessment is written to a file of such a name, unless told otherwise.
SUFFIXES = {
    ".html": AssessFormat.html,
    ".htm": AssessFormat.html,
    ".json": AssessFormat.json,
    ".md": AssessFormat.markdown,
}


class Printed(StrEnum):
    assess = "assess"
    attack = "attack"
    attacks = "attacks"
    utility = "utility"
    check = "check"
    compare = "compare"
    measure = "measure"
    measures = "measures"
    inspect = "inspect"
    lattice = "lattice"


TableArgument = Annotated[
    str,
    typer.Argument(
        metavar="TABLE",
        show_default=False,
        help="A CSV file (.gz, .zst, .bz2, .xz too), Parquet (a file, folder or pattern) or Arrow.",
    ),
]
SpecArgument = Annotated[
    Path,
    typer.Argument(metavar="SPEC", show_default=False, help="A YAML file that describes the job."),
]
SubjectOption = Annotated[
    str | None,
    typer.Option(
        metavar="COLUMN",
        help="The column that says who a row is about, where people have several rows.",
    ),
]
MissingOption = Annotated[
    Missing, typer.Option(help="A null is a value of its own, or drops its row.")
]
SampleOption = Annotated[
    bool, typer.Option("--sample", help="The table is a sample of the people it is about.")
]
FormatOption = Annotated[Format, typer.Option("--format", help="For people, or for programs.")]
OutputOption = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write here instead.")
]
UTF_8 = "utf-8"
EncodingOption = Annotated[str, typer.Option(help="The encoding of a CSV file.")]
NullOption = Annotated[
    list[str] | None,
    typer.Option(
        "--null", metavar="TEXT", help="A text that stands for null in a CSV file, such as NA."
    ),
]


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"sonde {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    _: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    pass


@app.command(
    short_help="How much knowing some columns gives away.",
    epilog="Example: sonde measure people.csv --keys age,zip --sensitive diagnosis",
)
def measure(
    table: TableArgument,
    keys: Annotated[
        list[str] | None,
        typer.Option(
            metavar="A,B,...",
            help="What an attacker may know. A name with a comma goes in quotes: '\"a,b\",c'.",
        ),
    ] = None,
    sensitive: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN", help="What must not be learned; without it, who a person is."
        ),
    ] = None,
    subject: SubjectOption = None,
    partitions: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="YAML: for each column, how its values are divided."),
    ] = None,
    missing: MissingOption = Missing.value,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="A,B,...", help="The measures to take, by the names that sonde measures shows."
        ),
    ] = None,
    parameter: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="For the measures that take it, such as c=3."),
    ] = None,
    sample: SampleOption = False,
    population: Annotated[
        str | None,
        typer.Option(metavar="TABLE", help="Everybody the sample is drawn from, with its keys."),
    ] = None,
    population_counts: Annotated[
        str | None,
        typer.Option(metavar="COLUMN", help="How many people a row of the population stands for."),
    ] = None,
    population_size: Annotated[
        int | None,
        typer.Option(metavar="N", help="How many people the population has, without a table."),
    ] = None,
    weight: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="The sampling weights.")
    ] = None,
    household: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="Who lives together.")
    ] = None,
    order: Annotated[
        list[str] | None,
        typer.Option(metavar="COLUMN=A,B,...", help="A column's values, lowest first."),
    ] = None,
    hierarchy: Annotated[
        list[str] | None,
        typer.Option(metavar="COLUMN=FILE", help="A column's hierarchy: a CSV as ARX writes it."),
    ] = None,
    by_value: Annotated[
        bool, typer.Option("--by-value", help="Also for each combination of key values.")
    ] = False,
    output_format: FormatOption = Format.table,
    output: OutputOption = None,
    encoding: EncodingOption = UTF_8,
    null: NullOption = None,
) -> None:
    """Measure what knowing some columns gives away about another, or about who a person is."""
    with _sentences():
        source = _open(table, encoding, null)
        with _progress(f"Counting the classes of {source.name}"):
            from .measurement import measure as measure_table
            from .parameters import written
            from .partitions import read_partitions

            made = measure_table(
                source,
                keys=_names(keys or []),
                sensitive=sensitive,
                subject=subject,
                partitions=read_partitions(partitions) if partitions else None,
                missing=missing.value,
                by_value=by_value,
                only=_names(only) if only else None,
                parameters={name: written(text) for name, text in _pairs(parameter, "c=3")},
                sample=sample,
                population=_open(population, encoding, null) if population else None,
                population_counts=population_counts,
                population_size=population_size,
                weight=weight,
                household=household,
                orders={name: _names([text]) for name, text in _pairs(order, "level=low,high")},
                hierarchies=dict(_pairs(hierarchy, "disease=kinds.csv")),
            )
        _say(made.profile.dataset.notes)
        with _out(output, source) as console:
            if output_format is Format.json:
                from .report import as_json

                _write_plain(console, as_json.measurement(made, by_value=by_value))
            else:
                from .report import as_table

                as_table.measurement(console, made, by_value=by_value)


@app.command(
    short_help="What each column holds, and what it alone gives away.",
    epilog="Example: sonde inspect people.csv",
)
def inspect(
    table: TableArgument,
    subject: SubjectOption = None,
    missing: MissingOption = Missing.value,
    output_format: FormatOption = Format.table,
    output: OutputOption = None,
    encoding: EncodingOption = UTF_8,
    null: NullOption = None,
) -> None:
    """Say what each column holds, what it alone gives away, and which role it might have."""
    with _sentences():
        source = _open(table, encoding, null)
        with _progress(f"Reading the columns of {source.name}"):
            from .inspection import inspect as inspect_table

            seen = inspect_table(source, subject=subject, missing=missing.value)
        with _out(output, source) as console:
            if output_format is Format.json:
                from .report import as_json

                _write_plain(console, [as_json.inspection(seen)])
            else:
                from .report import as_table

                read_as = _read_as(missing, encoding, null)
                as_table.inspection(console, seen, command=_next(table, seen, read_as))


@app.command(
    short_help="All that a spec asks about a release, as a report.",
    epilog="Example: sonde assess release.yaml -o report.html",
)
def assess(
    spec: SpecArgument,
    output_format: Annotated[
        AssessFormat | None,
        typer.Option(
            "--format", show_default=False, help="By the name of the file, or for a terminal."
        ),
    ] = None,
    show_small: Annotated[
        bool, typer.Option("--show-small", help="Show the values of classes of fewer than 10 too.")
    ] = False,
    output: OutputOption = None,
) -> None:
    """Assess a release: its measures, limits, classes, and every subset of what may be known."""
    with _sentences():
        from .assessing import assess as assess_release
        from .spec import read_spec

        written = read_spec(spec)
        with _progress(f"Assessing {written.name}"):
            made = assess_release(written, show_small=show_small)
        suffix = SUFFIXES.get(output.suffix.lower()) if output else None
        with _out(output) as console:
            _show_assessment(console, made, output_format or suffix or AssessFormat.table)


def _show_assessment(console: Any, made: Assessment, output_format: AssessFormat) -> None:
    from .report import as_html, as_markdown, as_table

    if output_format is AssessFormat.table:
        as_table.assessment(console, made)
    elif output_format is AssessFormat.json:
        _write_plain(console, [made.model_dump_json(indent=2)])
    else:
        as_page = as_html if output_format is AssessFormat.html else as_markdown
        _write_plain(console, [as_page.assessment(made)])


@app.command(
    short_help="Whether a release keeps the limits of its spec.",
    epilog="Exit status 0: all hold. 1: one is broken. 2: it could not be decided.",
)
def check(
    spec: SpecArgument,
    output_format: Annotated[
        CheckFormat, typer.Option("--format", help="For people, programs or build servers.")
    ] = CheckFormat.table,
    output: OutputOption = None,
) -> None:
    """Check a release against the limits of its spec, and say what to try where one is broken."""
    with _sentences():
        from .checking import check as check_release
        from .spec import read_spec

        written = read_spec(spec)
        with _progress(f"Checking {written.name}"):
            made = check_release(written)
        with _out(output) as console:
            _show_check(console, made, output_format)
    raise typer.Exit(made.status)


@app.command(
    short_help="Releases side by side, by their specs.",
    epilog="Example: sonde compare coarse.yaml coarser.yaml",
)
def compare(
    specs: Annotated[
        list[Path],
        typer.Argument(metavar="SPEC ...", show_default=False, help="The releases' specs."),
    ],
    output_format: Annotated[
        CompareFormat, typer.Option("--format", help="For people, programs or a page.")
    ] = CompareFormat.table,
    output: OutputOption = None,
) -> None:
    """Measure releases by their specs, the original among them, and set them side by side."""
    with _sentences():
        from .comparing import compare as compare_releases

        with _progress(f"Measuring {len(specs)} releases"):
            made = compare_releases(specs)
        with _out(output) as console:
            from .report import as_json, as_markdown, as_table, comparison_as_svg

            if output is not None and output.suffix.lower() == ".svg":
                asked = any(spec.needs for spec in made.releases)
                drawn = made.frontier().svg() if asked else comparison_as_svg.picture(made)
                _write_plain(console, [drawn])
            elif output_format is CompareFormat.table:
                as_table.comparison(console, made)
            else:
                is_json = output_format is CompareFormat.json
                write = as_json.comparison if is_json else as_markdown.comparison
                _write_plain(console, [write(made)])


def _show_check(console: Any, made: Check, output_format: CheckFormat) -> None:
    from .report import as_github, as_json, as_junit, as_markdown, as_table

    writers = {
        CheckFormat.json: as_json.check,
        CheckFormat.markdown: as_markdown.check,
        CheckFormat.junit: as_junit.check,
        CheckFormat.github: as_github.check,
    }
    if output_format is CheckFormat.table:
        as_table.check(console, made)
    else:
        _write_plain(console, [writers[output_format](made)])


@app.command(short_help="Which measures there are, and what each needs.")
def measures(output_format: FormatOption = Format.table, output: OutputOption = None) -> None:
    """Say which measures there are: name, range, where people are less safe, what it needs."""
    with _sentences(), _out(output) as console:
        if output_format is Format.json:
            from .report import as_json

            _write_plain(console, [as_json.descriptions()])
        else:
            from .report import as_table

            as_table.descriptions(console)


@app.command(
    short_help="Every subset of the keys, the smallest identifiers, and which key is to blame.",
    epilog="Example: sonde lattice people.csv --keys age,zip,sex --output frontier.svg",
)
def lattice(
    table: TableArgument,
    keys: Annotated[
        list[str] | None,
        typer.Option(metavar="A,B,...", help="What an attacker may know, some of it or all."),
    ] = None,
    sensitive: Annotated[
        list[str] | None,
        typer.Option(metavar="X,Y,...", help="What must not be learned; beside who a person is."),
    ] = None,
    subject: SubjectOption = None,
    partitions: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="YAML: for each column, how its values are divided."),
    ] = None,
    missing: MissingOption = Missing.value,
    sample: SampleOption = False,
    up_to: Annotated[
        int | None, typer.Option(metavar="N", help="Sets of at most so many keys.")
    ] = None,
    minimal: Annotated[
        bool,
        typer.Option("--minimal", help="The smallest sets that identify, without listing all."),
    ] = False,
    people: Annotated[
        float | None,
        typer.Option(metavar="SHARE", help="With --minimal: enough to single out such a share."),
    ] = None,
    rate: Annotated[
        float | None,
        typer.Option(metavar="RATE", help="With --minimal: enough to reach such a rate."),
    ] = None,
    special: Annotated[
        bool, typer.Option("--special", help="The special uniques, and their SUDA scores.")
    ] = False,
    hierarchy: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=FILE", help="Tell what a key one level up would bring."),
    ] = None,
    output_format: FormatOption = Format.table,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write here instead; .parquet and .csv hold the sets, .svg a picture.",
        ),
    ] = None,
    encoding: EncodingOption = UTF_8,
    null: NullOption = None,
) -> None:
    """Say what every subset of the keys gives away: nobody knows what an attacker holds."""
    from .lattice_command import Asked, answer

    with _sentences():
        source = _open(table, encoding, null)
        asked = Asked(
            keys=_names(keys or []),
            sensitive=_names(sensitive or []),
            subject=subject,
            partitions=partitions,
            missing=missing.value,
            sample=sample,
            up_to=up_to,
            minimal=minimal,
            people=people,
            rate=rate,
            special=special,
            hierarchies=dict(_pairs(hierarchy, "age=age.csv")),
        )
        with _progress(f"Counting the subsets of {source.name}"):
            found = answer(source, asked)
        _say(found.notes)
        if found.writes(output):
            found.write(output)
            return
        with _out(output, source) as console:
            if output_format is Format.json:
                _write_plain(console, found.as_json())
            else:
                found.as_table(console)


@app.command(
    short_help="What attackers learn of a release.",
    epilog="Example: sonde attack release.csv --keys age,zip --sensitive diagnosis --original "
    "people.csv",
)
def attack(
    table: Annotated[
        str, typer.Argument(metavar="RELEASE", show_default=False, help="As TABLE of measure.")
    ],
    keys: Annotated[
        list[str] | None,
        typer.Option(metavar="A,B,...", help="What an attacker may know, by its released names."),
    ] = None,
    sensitive: Annotated[
        list[str] | None, typer.Option(metavar="A,B,...", help="What must not be learned.")
    ] = None,
    original: Annotated[
        str | None, typer.Option(metavar="TABLE", help="What the release was made from.")
    ] = None,
    outside: Annotated[
        str | None, typer.Option(metavar="TABLE", help="What an attacker holds from elsewhere.")
    ] = None,
    came_from: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN=ORIGINAL", help="Where a column has another name than it had."
        ),
    ] = None,
    row_id: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN", help="Which row is which; without it, rows are in one order."
        ),
    ] = None,
    subject: SubjectOption = None,
    partitions: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="YAML: how keys were recoded, and which other values an attacker takes for alike.",
        ),
    ] = None,
    model: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=FILE", help="An attacker's model: partitions, by a name."),
    ] = None,
    hierarchy: Annotated[
        list[str] | None,
        typer.Option(metavar="COLUMN=FILE", help="A key's hierarchy: a CSV as ARX writes it."),
    ] = None,
    missing: MissingOption = Missing.value,
    perturbed: Annotated[
        bool, typer.Option("--perturbed", help="Values were changed: only record linkage applies.")
    ] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="A,B,...", help="The attacks to try, by the names that sonde attacks shows."
        ),
    ] = None,
    parameter: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="For attacks that take it, such as width=0.1."),
    ] = None,
    by_value: Annotated[
        bool, typer.Option("--by-value", help="Also for each combination of values.")
    ] = False,
    output_format: FormatOption = Format.table,
    output: OutputOption = None,
    encoding: EncodingOption = UTF_8,
    null: NullOption = None,
) -> None:
    """Try attacks on a release: who knows what, and what they learn of it."""
    with _sentences():
        source = _open(table, encoding, null)
        with _progress(f"Attacking {source.name}"):
            from .attacks.running import prepared, tried
            from .parameters import written

            tables = prepared(
                source,
                keys=_names(keys or []),
                sensitive=_names(sensitive or []),
                original=_open(original, encoding, null) if original else None,
                outside=_open(outside, encoding, null) if outside else None,
                came_from=dict(_pairs(came_from, "age_group=age")),
                row_id=row_id,
                subject=subject,
                partitions=partitions,
                models=dict(_pairs(model, "pay=levels.yaml")),
                hierarchies=dict(_pairs(hierarchy, "age=ages.csv")),
                missing=missing.value,
            )
            made = tried(
                tables,
                perturbed=perturbed,
                only=_names(only) if only else None,
                parameters={name: written(text) for name, text in _pairs(parameter, "width=0.1")},
            )
        with _out(output, source) as console:
            if output_format is Format.json:
                from .report import attacks_as_json

                _write_plain(console, [attacks_as_json.made(tables, made, by_value=by_value)])
            else:
                from .report import attacks_as_table

                attacks_as_table.made(console, made, by_value=by_value)


@app.command(short_help="Which attacks there are, who does them, and what each needs.")
def attacks(output_format: FormatOption = Format.table, output: OutputOption = None) -> None:
    """Say which attacks there are: who the attacker is, what they know, what it needs."""
    with _sentences(), _out(output) as console:
        if output_format is Format.json:
            from .report import attacks_as_json

            _write_plain(console, [attacks_as_json.descriptions()])
        else:
            from .report import attacks_as_table

            attacks_as_table.descriptions(console)


@app.command(
    short_help="What a release is still good for.",
    epilog="Example: sonde utility release.csv --original people.csv --predict income --from age",
)
def utility(
    release: Annotated[
        str, typer.Argument(metavar="RELEASE", show_default=False, help="The table to publish.")
    ],
    original: Annotated[
        str | None,
        typer.Option(metavar="TABLE", help="What it was made from, row by row: what was lost?"),
    ] = None,
    predict: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="A need: what is to be predicted ...")
    ] = None,
    from_: Annotated[
        list[str] | None, typer.Option("--from", metavar="A,B,...", help="... and from what.")
    ] = None,
    needs: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="YAML: several needs, each with predict and from."),
    ] = None,
    partitions: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="YAML: for each column, how the needs divide it."),
    ] = None,
    columns: Annotated[
        list[str] | None, typer.Option(metavar="A,B,...", help="The columns to compare.")
    ] = None,
    categories: Annotated[
        list[str] | None,
        typer.Option(metavar="A,B,...", help="Columns whose numbers are names, as postal codes."),
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option(metavar="A,B,...", help="The losses to measure.")
    ] = None,
    parameter: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="For the losses that take it, as dimension=3."),
    ] = None,
    order: Annotated[
        list[str] | None,
        typer.Option(metavar="COLUMN=A,B,...", help="A column's values, lowest first."),
    ] = None,
    hierarchy: Annotated[
        list[str] | None,
        typer.Option(metavar="COLUMN=FILE", help="A column's hierarchy: a CSV as ARX writes it."),
    ] = None,
    by_value: Annotated[
        bool, typer.Option("--by-value", help="For which values is the answer certain?")
    ] = False,
    output_format: FormatOption = Format.table,
    output: OutputOption = None,
    encoding: EncodingOption = UTF_8,
    null: NullOption = None,
) -> None:
    """Say how well a release meets a need, and what it lost of the table it was made from."""
    with _sentences():
        after = _open(release, encoding, null)
        before = _open(original, encoding, null) if original else None
        with _progress(f"Asking {after.name}"):
            from .parameters import written
            from .utility.asking import ask

            met, lost = ask(
                after,
                before,
                predict=predict,
                from_=_names(from_ or []),
                needs=needs,
                partitions=partitions,
                columns=_names(columns) if columns else None,
                categories=_names(categories or []),
                only=_names(only) if only else None,
                parameters={name: written(text) for name, text in _pairs(parameter, "dimension=3")},
                orders={name: _names([text]) for name, text in _pairs(order, "level=low,high")},
                hierarchies=dict(_pairs(hierarchy, "disease=kinds.csv")),
            )
        with _out(output, after, before) as console:
            if output_format is Format.json:
                from .report import utility_as_json

                name = before.name if before else None
                held = utility_as_json.utility(after.name, name, met, lost, by_value=by_value)
                _write_plain(console, [held])
            else:
                from .report import utility_as_table

                utility_as_table.utility(console, met, lost, by_value=by_value)


@app.command(short_help="The whole story, on a real table that comes with Sonde.")
def demo() -> None:
    """Tell the whole story on a real table that comes with Sonde."""
    with _sentences(), _out(None) as console:
        from .demo import tell

        tell(console)


@app.command(short_help="The JSON Schema of what a command prints.")
def schema(command: Annotated[Printed, typer.Argument(show_default=False)]) -> None:
    """Print the JSON Schema of what a command prints with --format json."""
    with _sentences():
        from .report import as_json

        typer.echo(json.dumps(as_json.schema(command.value), indent=2))


def _open(table: str, encoding: str, nulls: list[str] | None) -> Source:
    from .sources import open_source

    return open_source(table, encoding=encoding, nulls=nulls or ())


def _names(written: list[str]) -> list[str]:
    """Split ``a,b`` and ``"a,b",c`` into columns' names."""
    try:
        return [name for text in written for row in csv.reader([text]) for name in row]
    except csv.Error as error:
        raise SondeError(f"The keys are no list of names ({error}): quote a name.") from error


def _pairs(written: list[str] | None, example: str) -> list[tuple[str, str]]:
    """Split ``name=text`` into its two halves."""
    pairs = [text.partition("=") for text in written or ()]
    for name, sign, text in pairs:
        if not (name and sign and text):
            raise SondeError(f"{name + sign + text!r} is not written like {example!r}.")
    return [(name, text) for name, _, text in pairs]


def _read_as(missing: Missing, encoding: str, nulls: list[str] | None) -> list[str]:
    """Repeat the options that a file was read with."""
    words = ["--missing", missing.value] if missing is not Missing.value else []
    words += ["--encoding", encoding] if encoding != UTF_8 else []
    return words + [word for text in nulls or () for word in ("--null", text)]


def _next(table: str, seen: Inspection, read_as: list[str]) -> str | None:
    """Suggest what to measure, with the roles that were suggested."""
    keys = seen.suggested("key")
    if not keys:
        return None
    words = ["sonde", "measure", "--keys", ",".join(map(_quoted, keys))]
    for name in seen.suggested("sensitive")[:1]:
        words += ["--sensitive", name]
    if seen.subject is not None:
        words += ["--subject", seen.subject]
    words += [*read_as, *(["--"] if table.startswith("-") else []), table]
    return shlex.join(words)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"' if set(name) & set(',"\n\r') else name


@contextmanager
def _sentences() -> Iterator[None]:
    """Turn what is wrong with the input into one sentence and exit status 2."""
    try:
        yield
    except SondeError as error:
        _say([str(error)])
        raise typer.Exit(2) from error
    except BrokenPipeError:
        # The reader of the pipe has seen enough; what Python still holds goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(0) from None
    except OSError as error:
        _say([f"Cannot write the result: {error.strerror or error}."])
        raise typer.Exit(2) from error
    except RuntimeError as error:
        if "interrupted" not in str(error).lower():
            raise
        raise KeyboardInterrupt from None  # as the engine says it


def _say(sentences: Any) -> None:
    from .plain import plain

    for sentence in sentences:
        typer.echo(f"sonde: {plain(sentence)}", err=True)


@contextmanager
def _progress(doing: str) -> Iterator[None]:
    from .progress import progress

    with progress(doing):
        yield


@contextmanager
def _out(path: Path | None, *sources: Source | None) -> Iterator[Any]:
    """Give a console over standard output, or over a file that is written whole or not at all."""
    from .report.console import Console
    from .writing import whole_file

    if path is None:
        yield Console(highlight=False)
        sys.stdout.flush()
        return

    for source in sources:
        if source is not None and path.exists() and path.resolve() == Path(source.name).resolve():
            raise SondeError(f"{path} is the table itself, which Sonde does not write over.")
    with whole_file(path) as out:
        yield Console(file=out, width=120, highlight=False)


def _write_plain(console: Any, pieces: Iterable[str]) -> None:
    """Write for programs, in UTF-8 whatever the terminal takes."""
    with suppress(AttributeError):
        console.file.reconfigure(encoding="utf-8")
    console.file.writelines(pieces)
    console.file.write("\n")


def main() -> None:
    """Run the command line."""
    # So that what is kept for this process alone goes when it is told to end.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    if sys.stdout is None:
        _say(["Standard output is closed, so there is nowhere to print to."])
        sys.exit(2)
    with suppress(AttributeError):
        sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
