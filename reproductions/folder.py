"""The folder of releases that a script is told on the command line."""

from __future__ import annotations

import argparse
from pathlib import Path


def folder_asked_for(says: str | None) -> Path:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=says, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="releases of Adult as Parquet: see the README")
    folder: Path = parser.parse_args().folder
    return folder
