"""The options that several commands take."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


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
