"""sonde demo and sonde schema."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from .app import app
from .options import Printed
from .running import out_to, sentences


@app.command(short_help="The whole story, on a real table that comes with Sonde.")
def demo() -> None:
    """Tell the whole story on a real table that comes with Sonde."""
    with sentences(), out_to(None) as console:
        from ..demo import tell

        tell(console)


@app.command(short_help="The JSON Schema of what a command prints.")
def schema(command: Annotated[Printed, typer.Argument(show_default=False)]) -> None:
    """Print the JSON Schema of what a command prints with --format json."""
    with sentences():
        from ..report import as_json

        typer.echo(json.dumps(as_json.schema(command.value), indent=2))
