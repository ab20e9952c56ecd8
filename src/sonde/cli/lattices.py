"""sonde lattice."""

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
    from ..lattice_command import Asked, answer

    with sentences():
        source = open_table(table, encoding, null)
        asked = Asked(
            keys=names_in(keys or []),
            sensitive=names_in(sensitive or []),
            subject=subject,
            partitions=partitions,
            missing=missing.value,
            sample=sample,
            up_to=up_to,
            minimal=minimal,
            people=people,
            rate=rate,
            special=special,
            hierarchies=dict(pairs_in(hierarchy, "age=age.csv")),
        )
        with progress_of(f"Counting the subsets of {source.name}"):
            found = answer(source, asked)
        say(found.notes)
        if found.writes(output):
            found.write(output)
            return
        with out_to(output, source) as console:
            if output_format is Format.json:
                write_plain(console, found.as_json())
            else:
                found.as_table(console)
