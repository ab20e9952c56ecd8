"""What every command does: open tables, say what is wrong in a sentence, write a result whole."""

from __future__ import annotations

import csv
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from ..errors import SondeError

if TYPE_CHECKING:
    from ..sources import Source


def open_table(table: str, encoding: str, nulls: list[str] | None) -> Source:
    from ..sources import open_source

    return open_source(table, encoding=encoding, nulls=nulls or ())


def names_in(written: list[str]) -> list[str]:
    """Split ``a,b`` and ``"a,b",c`` into columns' names."""
    try:
        return [name for text in written for row in csv.reader([text]) for name in row]
    except csv.Error as error:
        raise SondeError(f"The keys are no list of names ({error}): quote a name.") from error


def pairs_in(written: list[str] | None, example: str) -> list[tuple[str, str]]:
    """Split ``name=text`` into its two halves."""
    pairs = [text.partition("=") for text in written or ()]
    for name, sign, text in pairs:
        if not (name and sign and text):
            raise SondeError(f"{name + sign + text!r} is not written like {example!r}.")
    return [(name, text) for name, _, text in pairs]


@contextmanager
def sentences() -> Iterator[None]:
    """Turn what is wrong with the input into one sentence and exit status 2."""
    try:
        yield
    except SondeError as error:
        say([str(error)])
        raise typer.Exit(2) from error
    except BrokenPipeError:
        # The reader of the pipe has seen enough; what Python still holds goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(0) from None
    except OSError as error:
        say([f"Cannot write the result: {error.strerror or error}."])
        raise typer.Exit(2) from error
    except RuntimeError as error:
        if "interrupted" not in str(error).lower():
            raise
        raise KeyboardInterrupt from None  # as the engine says it


def say(sentences: Any) -> None:
    from ..plain import plain

    for sentence in sentences:
        typer.echo(f"sonde: {plain(sentence)}", err=True)


@contextmanager
def progress_of(doing: str) -> Iterator[None]:
    from ..progress import progress

    with progress(doing):
        yield


@contextmanager
def out_to(path: Path | None, *sources: Source | None) -> Iterator[Any]:
    """Give a console over standard output, or over a file that is written whole or not at all."""
    from ..report.console import Console
    from ..writing import whole_file

    if path is None:
        yield Console(highlight=False)
        sys.stdout.flush()
        return

    for source in sources:
        if source is not None and path.exists() and path.resolve() == Path(source.name).resolve():
            raise SondeError(f"{path} is the table itself, which Sonde does not write over.")
    with whole_file(path) as out:
        yield Console(file=out, width=120, highlight=False)


def write_plain(console: Any, pieces: Iterable[str]) -> None:
    """Write for programs, in UTF-8 whatever the terminal takes."""
    with suppress(AttributeError):
        console.file.reconfigure(encoding="utf-8")
    console.file.writelines(pieces)
    console.file.write("\n")
