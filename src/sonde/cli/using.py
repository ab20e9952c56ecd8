"""sonde utility."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .app import app
from .options import UTF_8, EncodingOption, Format, FormatOption, NullOption, OutputOption
from .running import names_in, open_table, out_to, pairs_in, progress_of, sentences, write_plain


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
    with sentences():
        after = open_table(release, encoding, null)
        before = open_table(original, encoding, null) if original else None
        with progress_of(f"Asking {after.name}"):
            from ..parameters import written
            from ..utility.asking import ask

            met, lost = ask(
                after,
                before,
                predict=predict,
                from_=names_in(from_ or []),
                needs=needs,
                partitions=partitions,
                columns=names_in(columns) if columns else None,
                categories=names_in(categories or []),
                only=names_in(only) if only else None,
                parameters={
                    name: written(text) for name, text in pairs_in(parameter, "dimension=3")
                },
                orders={name: names_in([text]) for name, text in pairs_in(order, "level=low,high")},
                hierarchies=dict(pairs_in(hierarchy, "disease=kinds.csv")),
            )
        with out_to(output, after, before) as console:
            if output_format is Format.json:
                from ..report import utility_as_json

                name = before.name if before else None
                held = utility_as_json.utility(after.name, name, met, lost, by_value=by_value)
                write_plain(console, [held])
            else:
                from ..report import utility_as_table

                utility_as_table.utility(console, met, lost, by_value=by_value)
