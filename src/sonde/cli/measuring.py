"""sonde measure, and sonde measures, which says what there is."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .app import app
from .options import (
    UTF_8,
    EncodingOption,
    Format,
    FormatOption,
    Missing,
    MissingOption,
    NullOption,
    OutputOption,
    SampleOption,
    SubjectOption,
    TableArgument,
)
from .running import (
    names_in,
    open_table,
    out_to,
    pairs_in,
    progress_of,
    say,
    sentences,
    write_plain,
)


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
    with sentences():
        source = open_table(table, encoding, null)
        with progress_of(f"Counting the classes of {source.name}"):
            from ..measurement import measure as measure_table
            from ..parameters import written
            from ..partitions import read_partitions

            made = measure_table(
                source,
                keys=names_in(keys or []),
                sensitive=sensitive,
                subject=subject,
                partitions=read_partitions(partitions) if partitions else None,
                missing=missing.value,
                by_value=by_value,
                only=names_in(only) if only else None,
                parameters={name: written(text) for name, text in pairs_in(parameter, "c=3")},
                sample=sample,
                population=open_table(population, encoding, null) if population else None,
                population_counts=population_counts,
                population_size=population_size,
                weight=weight,
                household=household,
                orders={name: names_in([text]) for name, text in pairs_in(order, "level=low,high")},
                hierarchies=dict(pairs_in(hierarchy, "disease=kinds.csv")),
            )
        say(made.profile.dataset.notes)
        with out_to(output, source) as console:
            if output_format is Format.json:
                from ..report import as_json

                write_plain(console, as_json.measurement(made, by_value=by_value))
            else:
                from ..report import as_table

                as_table.measurement(console, made, by_value=by_value)


@app.command(short_help="Which measures there are, and what each needs.")
def measures(output_format: FormatOption = Format.table, output: OutputOption = None) -> None:
    """Say which measures there are: name, range, where people are less safe, what it needs."""
    with sentences(), out_to(output) as console:
        if output_format is Format.json:
            from ..report import as_json

            write_plain(console, [as_json.descriptions()])
        else:
            from ..report import as_table

            as_table.descriptions(console)
