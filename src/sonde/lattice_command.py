"""What `sonde lattice` answers: all sets, the smallest that identify, or the special uniques."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from .errors import SondeError
from .partitions import read_partitions
from .report import lattice_as_file, lattice_as_json, lattice_as_table
from .sources import Source
from .subsets.lattices import Lattice
from .subsets.lattices import lattice as every_subset
from .subsets.minimal import MinimalIdentifiers, minimal_identifiers
from .subsets.special import SpecialUniques, special_uniques
from .words import quoted

if TYPE_CHECKING:
    import pyarrow as pa
    from rich.console import Console


@dataclass(frozen=True)
class Asked:
    """The options as they were given."""

    keys: list[str]
    sensitive: list[str]
    subject: str | None
    partitions: Path | None
    missing: Literal["value", "drop"]
    sample: bool
    up_to: int | None
    minimal: bool
    people: float | None
    rate: float | None
    special: bool
    hierarchies: Mapping[str, str]


@dataclass(frozen=True)
class Answer:
    """What was found, in whichever form it is wanted."""

    found: Lattice | MinimalIdentifiers | SpecialUniques
    asked: Asked

    @property
    def notes(self) -> tuple[str, ...]:
        """What is worth knowing before reading the numbers."""
        if isinstance(self.found, Lattice):
            return self.found.notes
        return self.found.roles.dataset.notes

    def writes(self, path: Path | None) -> bool:
        """Whether a file's name says that it holds a table or a picture."""
        known = (*lattice_as_file.TABLES, lattice_as_file.PICTURE)
        return path is not None and path.suffix in known

    def write(self, path: Path | None) -> None:
        """Write the table or the picture that the file's name asks for."""
        if path is None:
            return
        if path.resolve() == Path(self.found.roles.dataset.source.name).resolve():
            raise SondeError(f"{path} is the table itself, which Sonde does not write over.")
        if path.suffix != lattice_as_file.PICTURE:
            lattice_as_file.write_table(self.table, path)
            return
        if not isinstance(self.found, Lattice):
            raise SondeError(
                f"There is a picture of all sets of keys alone: leave out --minimal and --special "
                f"to write {path}."
            )
        lattice_as_file.write_picture(self.found, path)

    @property
    def table(self) -> pa.Table:
        """What was found, as an Arrow table."""
        return self.found.table

    def as_json(self) -> Iterator[str]:
        """Write it as one JSON object, in pieces."""
        if isinstance(self.found, Lattice):
            yield from lattice_as_json.lattice(self.found, hierarchies=self.asked.hierarchies)
        elif isinstance(self.found, MinimalIdentifiers):
            yield lattice_as_json.minimal(self.found)
        else:
            yield lattice_as_json.special(self.found)

    def as_table(self, console: Console) -> None:
        """Show it in a terminal."""
        if isinstance(self.found, Lattice):
            lattice_as_table.lattice(
                console, self.found, hierarchies=self.asked.hierarchies, command=self._next()
            )
        elif isinstance(self.found, MinimalIdentifiers):
            lattice_as_table.minimal(console, self.found)
        else:
            lattice_as_table.special(console, self.found)

    def _next(self) -> str:
        """Suggest what to ask then: which few keys single out one person in twenty."""
        words = ["sonde", "lattice", "--minimal", "--people", "0.05"]
        words += ["--keys", ",".join(map(quoted, self.asked.keys))]
        words += ["--subject", self.asked.subject] if self.asked.subject is not None else []
        words += ["--partitions", str(self.asked.partitions)] if self.asked.partitions else []
        words += ["--missing", "drop"] if self.asked.missing == "drop" else []
        words += ["--sample"] if self.asked.sample else []
        return shlex.join([*words, self.found.roles.dataset.source.name])


def answer(source: Source, asked: Asked) -> Answer:
    """Look for what was asked."""
    _check(asked)
    roles: dict[str, Any] = {
        "keys": asked.keys,
        "partitions": read_partitions(asked.partitions) if asked.partitions else None,
        "missing": asked.missing,
        "up_to": asked.up_to,
    }
    if asked.special:
        return Answer(special_uniques(source, **roles), asked)
    roles |= {"subject": asked.subject, "sample": asked.sample}
    if asked.minimal:
        sensitive = asked.sensitive[0] if asked.sensitive else None
        found = minimal_identifiers(
            source, sensitive=sensitive, people=asked.people, rate=asked.rate, **roles
        )
        return Answer(found, asked)
    return Answer(every_subset(source, sensitive=asked.sensitive, **roles), asked)


def _check(asked: Asked) -> None:
    """Refuse options that do not go together, so that none is ignored without a word."""
    if asked.minimal and asked.special:
        raise SondeError("--minimal and --special are two questions: ask one at a time.")
    if not asked.minimal and (asked.people is not None or asked.rate is not None):
        raise SondeError("--people and --rate say what is enough for --minimal: add it.")
    if asked.minimal and len(asked.sensitive) > 1:
        raise SondeError("--minimal takes one sensitive attribute: ask for each on its own.")
    if asked.special and (asked.sensitive or asked.subject is not None):
        raise SondeError(
            "--special is about rows that are unique in the keys, and takes neither --sensitive "
            "nor --subject: make one row for each person first."
        )
    if asked.hierarchies and (asked.minimal or asked.special):
        raise SondeError("--hierarchy goes with the list of all sets: leave out the other option.")
    for key in asked.hierarchies:
        if key not in asked.keys:
            raise SondeError(f"--hierarchy names {key!r}, which is not among the keys.")
