"""The command line itself: where it begins, and how it ends."""

from __future__ import annotations

import signal
import sys
from contextlib import suppress
from typing import Annotated

import typer

from .. import __version__
from .running import say

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help="Measure how much a table gives away about the people in it.",
    epilog="Begin with: sonde demo, and then: sonde inspect YOUR_TABLE",
)


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


def main() -> None:
    """Run the command line."""
    # So that what is kept for this process alone goes when it is told to end.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    if sys.stdout is None:
        say(["Standard output is closed, so there is nowhere to print to."])
        sys.exit(2)
    with suppress(AttributeError):
        sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
