"""sonde inspect."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from ..words import quoted
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
    TableArgument,
)
from .running import open_table, out_to, progress_of, sentences, write_plain

if TYPE_CHECKING:
    from ..inspection import Inspection


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
    with sentences():
        source = open_table(table, encoding, null)
        with progress_of(f"Reading the columns of {source.name}"):
            from ..inspection import inspect as inspect_table

            seen = inspect_table(source, subject=subject, missing=missing.value)
        with out_to(output, source) as console:
            if output_format is Format.json:
                from ..report import as_json

                write_plain(console, [as_json.inspection(seen)])
            else:
                from ..report import as_table

                read_as = _read_as(missing, encoding, null)
                as_table.inspection(console, seen, command=_next(table, seen, read_as))


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
    words = ["sonde", "measure", "--keys", ",".join(map(quoted, keys))]
    for name in seen.suggested("sensitive")[:1]:
        words += ["--sensitive", name]
    if seen.subject is not None:
        words += ["--subject", seen.subject]
    words += [*read_as, *(["--"] if table.startswith("-") else []), table]
    return shlex.join(words)
