"""Files as sources: CSV as text that is never guessed at, Parquet and Arrow as they are."""

from __future__ import annotations

import csv
import io
import lzma
import os
import re
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .engine import duckdb_engine, private_folder, run
from .errors import SondeError, did_you_mean
from .sources import Source, arrow_source

if TYPE_CHECKING:
    import ibis.expr.types as ir

CSV = (".csv", ".tsv", ".txt")
COMPRESSED = (".gz", ".zst", ".bz2", ".xz")
PARQUET = (".parquet", ".pq")
ARROW = (".arrow", ".arrows", ".feather", ".ipc")
SEPARATORS = ",;\t|"

# What DuckDB's CSV reader opens by itself; the rest is unpacked once into a private folder.
_READ_AS_IS = ("", ".gz", ".zst")
_CODECS = {".gz": "gzip", ".zst": "zstd", ".bz2": "bz2"}


def open_file(path: str | Path, *, encoding: str = "utf-8", nulls: Sequence[str] = ()) -> Source:
    """Open a CSV file (plain or compressed), Parquet (a file, folder or glob) or Arrow IPC."""
    if not str(path) or "://" in str(path):
        raise SondeError(f"{str(path)!r} is no file: give the path of one, fetched beforehand.")
    path = Path(path)
    try:
        if path.exists() and not os.access(path, os.R_OK):
            raise SondeError(f"Cannot read {path}: Permission denied.")
        if path.is_dir():
            return _parquet_folder(path)
        if not path.exists():
            return _glob(path)
        suffixes = [suffix.lower() for suffix in path.suffixes]
        packing = suffixes.pop() if suffixes and suffixes[-1] in COMPRESSED else ""
        kind = suffixes[-1] if suffixes else ""
        if kind in CSV:
            return _csv(path, packing, encoding, nulls)
        if kind in PARQUET:
            return _parquet(path, [path])
        if kind in ARROW:
            return _ipc(path)
    except OSError as error:
        raise SondeError(f"Cannot read {path}: {error.strerror or error}.") from error
    except csv.Error as error:
        raise SondeError(f"The header of {path} cannot be read as CSV ({error}).") from error
    known = ", ".join(CSV + PARQUET + ARROW)
    raise SondeError(f"Cannot tell what {path} is by its name: Sonde reads {known}.")


def _glob(path: Path) -> Source:
    pattern = str(path)
    if not set("*?[") & set(pattern):
        raise SondeError(f"There is no file {path}.{_neighbours(path)}")
    anchor = Path(path.anchor)
    relative = pattern.removeprefix(path.anchor)
    try:
        found = sorted(p for p in anchor.glob(relative) if p.is_file())
    except ValueError as error:
        raise SondeError(f"{path} is no pattern of files: {error}.") from error
    if not found:
        raise SondeError(f"No file matches {path}.")
    if any(p.suffix.lower() not in PARQUET for p in found):
        raise SondeError(f"{path} matches files that are not Parquet; a pattern may name only it.")
    return _parquet(path, found)


def _neighbours(path: Path) -> str:
    if not path.parent.is_dir():
        return f" There is no folder {path.parent} either."
    return did_you_mean(path.name, (p.name for p in path.parent.iterdir()))


def _literally(path: Path) -> str:
    """Escape what the engine would take for a pattern in a file's name."""
    return re.sub(r"([*?\[])", r"[\1]", str(path))


# Parquet


def _parquet_folder(folder: Path) -> Source:
    found = sorted(p for p in folder.rglob("*") if p.suffix.lower() in PARQUET and p.is_file())
    if not found:
        raise SondeError(f"The folder {folder} holds no Parquet file.")
    return _parquet(folder, found)


def _parquet(path: Path, files: Sequence[Path]) -> Source:
    import duckdb

    def explain(error: Exception) -> SondeError | None:
        if not isinstance(error, duckdb.Error):
            return None
        return SondeError(
            f"{path} cannot be read as Parquet, as if it had been cut short or damaged "
            f"({_first_line(error)}): write or fetch it again."
        )

    try:
        paths = [_literally(file) for file in files]
        table = duckdb_engine().read_parquet(paths, hive_types_autocast=False)
    except duckdb.Error as error:
        _check_alike(files)
        raise explain(error) or error from error
    _check_alike(files)
    return _engine_source(str(path), _true_names(table, files), table, explain)


def _check_alike(files: Sequence[Path]) -> None:
    """Refuse files whose columns differ: the engine would cast or drop without a word."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    if len(files) == 1:
        return
    try:
        first, *others = [pq.read_schema(file) for file in files]
    except pa.ArrowException:
        return  # damaged: the engine says which and how
    for file, schema in zip(files[1:], others, strict=True):
        for name in dict.fromkeys([*first.names, *schema.names]):
            here, there = (_type(held, name) for held in (first, schema))
            if here != there:
                raise SondeError(
                    f"Column {name!r} is {here} in {files[0]} and {there} in {file}: the files of "
                    "one table need the same columns, of the same types."
                )


def _type(schema: Any, name: str) -> str:
    place = schema.get_field_index(name)
    return "missing" if place < 0 else str(schema.field(place).type).removeprefix("large_")


def _true_names(table: ir.Table, files: Sequence[Path]) -> tuple[str, ...]:
    """Undo the engine's renaming of columns whose names differ only in case."""
    names = tuple(table.columns)
    renamed = any(re.sub(r"_\d+$", "", n).lower() in map(str.lower, names[:i])
                  for i, n in enumerate(names) if re.search(r"_\d+$", n))  # fmt: skip
    if renamed and len(files) == 1:
        import pyarrow.parquet as pq

        names = tuple(pq.read_schema(files[0]).names)
    return names


# Arrow


def _ipc(path: Path) -> Source:
    import pyarrow as pa
    import pyarrow.dataset as ds

    try:
        return replace(arrow_source(ds.dataset(path, format="ipc")), name=str(path))
    except pa.ArrowInvalid:
        pass  # no file with a footer: then it is a stream, or damaged
    try:
        whole = pa.ipc.open_stream(pa.memory_map(str(path))).read_all()
    except pa.ArrowInvalid as error:
        raise SondeError(
            f"{path} cannot be read as Arrow, as if it had been cut short or damaged "
            f"({_first_line(error)}): write or fetch it again."
        ) from error
    return replace(arrow_source(whole), name=str(path))


# CSV


def _csv(path: Path, packing: str, encoding: str, nulls: Sequence[str]) -> Source:
    """Read every field as the text that it is, so that 01234 stays 01234."""
    import duckdb

    plain = path
    if packing not in _READ_AS_IS or encoding.lower().replace("_", "-") not in ("utf-8", "utf8"):
        plain = _unpacked(path, packing, encoding)
        encoding, packing = "utf-8", ""
    separator, names, line_end = _header(path, plain, packing, encoding)

    def explain(error: Exception) -> SondeError | None:
        return _explain_csv(path, error) if isinstance(error, duckdb.Error) else None

    try:
        table = duckdb_engine().read_csv(
            _literally(plain),
            auto_detect=False,
            columns={f"c{i}": "VARCHAR" for i in range(len(names))},
            header=True,
            delim=separator,
            quote='"',
            escape='"',
            nullstr=["", *nulls] if len(names) > 1 else [""],
            allow_quoted_nulls=len(names) > 1,
            new_line=line_end,
            compression={"": "none", ".gz": "gzip", ".zst": "zstd"}[packing],
        )
    except duckdb.Error as error:
        raise explain(error) or error from error
    if len(names) == 1:
        table = _without_blank_lines(table, nulls)
    return replace(_engine_source(str(path), names, table, explain), columnar=False)


def _without_blank_lines(table: ir.Table, nulls: Sequence[str]) -> ir.Table:
    """Leave out the blank lines that the engine takes for nulls where there is one column.

    A null is then what is written as one: ``""`` or a text that stands for it.
    """
    import ibis

    held = table.filter(table.c0.notnull())
    return held.mutate(
        c0=ibis.cases((held.c0.isin(["", *nulls]), ibis.null("string")), else_=held.c0)
    )


def _stream(path: Path, packing: str) -> Any:
    """Open a file's bytes, unpacked."""
    if packing == ".xz":
        return lzma.open(path)
    import pyarrow as pa

    return pa.input_stream(str(path), compression=_CODECS.get(packing))


def _unpacked(path: Path, packing: str, encoding: str) -> Path:
    """Copy a file as plain UTF-8 into the engine's private folder, piece by piece."""
    try:
        with (
            _stream(path, packing) as raw,
            io.TextIOWrapper(raw, encoding=encoding, newline="") as text,
            tempfile.NamedTemporaryFile(
                "w", dir=private_folder(), suffix=".csv", encoding="utf-8", newline="", delete=False
            ) as copy,
        ):
            while piece := text.read(1 << 20):
                copy.write(piece)
    except UnicodeError as error:
        raise _wrong_encoding(path, encoding) from error
    except (EOFError, OSError, lzma.LZMAError) as error:
        raise SondeError(
            f"{path} cannot be unpacked, as if it had been cut short or damaged: fetch it again."
        ) from error
    except LookupError as error:
        raise SondeError(
            f"There is no encoding {encoding!r}: try utf-8, latin-1 or cp1252."
        ) from error
    return Path(copy.name)


def _header(
    path: Path, plain: Path, packing: str, encoding: str
) -> tuple[str, tuple[str, ...], str]:
    """Return the separator, the columns' names and the line end, from the first line alone."""
    bom = "utf-8-sig" if encoding.lower().startswith("utf") else encoding
    # What cannot be decoded beyond the header is for the engine to find, with its line.
    with (
        _stream(plain, packing) as raw,
        io.TextIOWrapper(raw, encoding=bom, errors="surrogateescape", newline="") as text,
    ):
        first = text.readline()
        while first.count('"') % 2 and (more := text.readline()):
            first += more
    if not first.isprintable() and re.search("[\udc80-\udcff]", first):
        raise _wrong_encoding(path, encoding, " on line 1")
    if not first:
        raise SondeError(f"{path} is empty: it has no header line.")
    if not first.strip():
        raise SondeError(f"{path} begins with an empty line, where its header line should be.")
    outside_quotes = Counter(re.sub(r'"[^"]*"', "", first))
    separator = max(SEPARATORS, key=lambda s: outside_quotes[s])
    names = next(csv.reader(io.StringIO(first), delimiter=separator))
    # The engine takes an escaped name for it. Left to itself, it takes one within quotes.
    line_end = {"\r\n": r"\r\n", "\r": r"\r"}.get(first[len(first.rstrip("\r\n")) :], r"\n")
    return separator, tuple(name or f"column {i}" for i, name in enumerate(names, 1)), line_end


def _wrong_encoding(path: Path, encoding: str, where: str = "") -> SondeError:
    return SondeError(
        f"{path} is not {encoding.upper()} text{where}: save it as UTF-8, or say what its "
        "encoding is, for instance latin-1."
    )


def _explain_csv(path: Path, error: Exception) -> SondeError:
    text = str(error)
    line = re.search(r"on Line: (\d+)", text)
    where = f" on line {line[1]}" if line else ""
    fields = re.search(r"Expected Number of Columns: (\d+) Found: (\d+)", text)
    if fields:
        return SondeError(
            f"{path} has {fields[2]} field{'s' * (fields[2] != '1')}{where} where its header has "
            f"{fields[1]}: "
            "mend that line, or quote a field that contains the separator."
        )
    if "unicode" in text or "utf-8" in text:
        return _wrong_encoding(path, "utf-8", where)
    if "unterminated quote" in text:
        return SondeError(f"{path} opens a quote{where} that is never closed: mend that line.")
    if "state machine" in text:
        return SondeError(
            f"{path} mixes line endings or quotes in a way that CSV does not allow: "
            "save it anew with one kind of line ending."
        )
    return SondeError(f"{path} cannot be read as CSV{where} ({_first_line(error)}).")


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n")[0].rstrip(".")


def _engine_source(name: str, names: tuple[str, ...], table: ir.Table, explain: Any) -> Source:
    held = table.columns

    def load(positions: Sequence[int]) -> ir.Table:
        return table.select(**{f"c{p}": table[held[p]] for p in positions})

    return Source(name, names, load, run, explain, file=True)
