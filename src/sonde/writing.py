"""Files written whole or not at all."""

import os
import tempfile
from pathlib import Path

from .errors import SondeError


def write_whole(path: str | Path, content: str) -> None:
    """Write a file whole or not at all: under another name first, then in its place.

    What is no file, such as a pipe or /dev/null, is written to as it is.
    """
    named, path = path, Path(path).resolve()
    try:
        if path.exists() and not path.is_file():
            path.write_text(content, "utf-8", newline="")
            return
        with tempfile.NamedTemporaryFile(
            "w",
            dir=path.parent,
            prefix=f".{path.name}.",
            encoding="utf-8",
            newline="",
            delete=False,
        ) as out:
            try:
                out.write(content)
                out.flush()
                os.fsync(out.fileno())
                Path(out.name).chmod(0o666 & ~_umask())
                Path(out.name).replace(path)
            except BaseException:
                Path(out.name).unlink(missing_ok=True)
                raise
    except OSError as error:
        raise SondeError(f"Cannot write {named}: {error.strerror or error}.") from error


def _umask() -> int:
    """Return the permissions that new files are made without; asking means setting."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
