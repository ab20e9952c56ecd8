"""sonde attack, and sonde attacks, which says what there is."""

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
    SubjectOption,
)
from .running import names_in, open_table, out_to, pairs_in, progress_of, sentences, write_plain


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
    with sentences():
        source = open_table(table, encoding, null)
        with progress_of(f"Attacking {source.name}"):
            from ..attacks.running import prepared, tried
            from ..parameters import written

            tables = prepared(
                source,
                keys=names_in(keys or []),
                sensitive=names_in(sensitive or []),
                original=open_table(original, encoding, null) if original else None,
                outside=open_table(outside, encoding, null) if outside else None,
                came_from=dict(pairs_in(came_from, "age_group=age")),
                row_id=row_id,
                subject=subject,
                partitions=partitions,
                models=dict(pairs_in(model, "pay=levels.yaml")),
                hierarchies=dict(pairs_in(hierarchy, "age=ages.csv")),
                missing=missing.value,
            )
            made = tried(
                tables,
                perturbed=perturbed,
                only=names_in(only) if only else None,
                parameters={name: written(text) for name, text in pairs_in(parameter, "width=0.1")},
            )
        with out_to(output, source) as console:
            if output_format is Format.json:
                from ..report import attacks_as_json

                write_plain(console, [attacks_as_json.made(tables, made, by_value=by_value)])
            else:
                from ..report import attacks_as_table

                attacks_as_table.made(console, made, by_value=by_value)


@app.command(short_help="Which attacks there are, who does them, and what each needs.")
def attacks(output_format: FormatOption = Format.table, output: OutputOption = None) -> None:
    """Say which attacks there are: who the attacker is, what they know, what it needs."""
    with sentences(), out_to(output) as console:
        if output_format is Format.json:
            from ..report import attacks_as_json

            write_plain(console, [attacks_as_json.descriptions()])
        else:
            from ..report import attacks_as_table

            attacks_as_table.descriptions(console)
