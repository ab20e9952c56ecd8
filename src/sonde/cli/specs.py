"""What a spec is for: sonde assess, sonde check and sonde compare."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .app import app
from .options import SUFFIXES, AssessFormat, CheckFormat, CompareFormat, OutputOption, SpecArgument
from .running import out_to, progress_of, sentences, write_plain

if TYPE_CHECKING:
    from ..assessments import Assessment
    from ..checking import Check


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
    with sentences():
        from ..assessing import assess as assess_release
        from ..spec import read_spec

        written = read_spec(spec)
        with progress_of(f"Assessing {written.name}"):
            made = assess_release(written, show_small=show_small)
        suffix = SUFFIXES.get(output.suffix.lower()) if output else None
        with out_to(output) as console:
            _show_assessment(console, made, output_format or suffix or AssessFormat.table)


def _show_assessment(console: Any, made: Assessment, output_format: AssessFormat) -> None:
    from ..report import as_html, as_markdown, as_table

    if output_format is AssessFormat.table:
        as_table.assessment(console, made)
    elif output_format is AssessFormat.json:
        write_plain(console, [made.model_dump_json(indent=2)])
    else:
        as_page = as_html if output_format is AssessFormat.html else as_markdown
        write_plain(console, [as_page.assessment(made)])


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
    with sentences():
        from ..checking import check as check_release
        from ..spec import read_spec

        written = read_spec(spec)
        with progress_of(f"Checking {written.name}"):
            made = check_release(written)
        with out_to(output) as console:
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
    with sentences():
        from ..comparing import compare as compare_releases

        with progress_of(f"Measuring {len(specs)} releases"):
            made = compare_releases(specs)
        with out_to(output) as console:
            from ..report import as_json, as_markdown, as_table, comparison_as_svg

            if output is not None and output.suffix.lower() == ".svg":
                asked = any(spec.needs for spec in made.releases)
                drawn = made.frontier().svg() if asked else comparison_as_svg.picture(made)
                write_plain(console, [drawn])
            elif output_format is CompareFormat.table:
                as_table.comparison(console, made)
            else:
                is_json = output_format is CompareFormat.json
                write = as_json.comparison if is_json else as_markdown.comparison
                write_plain(console, [write(made)])


def _show_check(console: Any, made: Check, output_format: CheckFormat) -> None:
    from ..report import as_github, as_json, as_junit, as_markdown, as_table

    writers = {
        CheckFormat.json: as_json.check,
        CheckFormat.markdown: as_markdown.check,
        CheckFormat.junit: as_junit.check,
        CheckFormat.github: as_github.check,
    }
    if output_format is CheckFormat.table:
        as_table.check(console, made)
    else:
        write_plain(console, [writers[output_format](made)])
