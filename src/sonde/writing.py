"""Files written whole or not at all."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from .errors import SondeError


@contextmanager
def whole_file(path: str | Path) -> Iterator[IO[str]]:
    """Write a file whole or not at all: under another name first, then in its place.

    What is no file, such as a pipe or /dev/null, is written to as it is.
    """
    named, path = path, Path(path).resolve()
    try:
        if path.exists() and not path.is_file():
            with path.open("w", encoding="utf-8", newline="") as out:
                yield out
            return
        with _beside(path) as out:
            try:
                yield out
                out.flush()
                os.fsync(out.fileno())
                Path(out.name).chmod(0o666 & ~_umask())
                Path(out.name).replace(path)
            except BaseException:
                Path(out.name).unlink(missing_ok=True)
                raise
    except OSError as error:
        raise SondeError(f"Cannot write {named}: {error.strerror or error}.") from error


def _beside(path: Path) -> IO[str]:
    """Open a new file in the folder of another, so that it can take its place at once."""
    return tempfile.NamedTemporaryFile(
        "w",
        dir=path.parent,
        prefix=f".{path.name}.",
        encoding="utf-8",
        newline="",
        delete=False,
    )


def _umask() -> int:
    """Return the permissions that new files are made without; asking means setting."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
