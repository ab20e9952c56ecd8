"""Hierarchies: a ladder of ever coarser partitions of one attribute."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import SondeError
from ..plain import plain
from ..writing import whole_file
from .base import Partition, Unsettled, text
from .domains import Domains

SEPARATORS = ";,\t"
MOST_SHOWN = 5


@dataclass(frozen=True)
class Hierarchy:
    """Rows of one value each, then what it becomes at level 1, level 2 and so on.

    Each level must be coarser than the one below: values that are together stay together.

    >>> ladder = Hierarchy((("22", "2*", "*"), ("25", "2*", "*"), ("31", "3*", "*")))
    >>> ladder.levels
    2
    >>> ladder.level(1).place("25")
    '2*'
    """

    rows: tuple[tuple[str, ...], ...]
    name: str = "the hierarchy"

    def __post_init__(self) -> None:
        if not self.rows:
            raise SondeError(f"{self.title} has no rows: it needs one for each value.")
        for line, row in enumerate(self.rows, 1):
            if len(row) != len(self.rows[0]):
                raise SondeError(
                    f"{self.title} has {len(row)} columns on line {line} and "
                    f"{len(self.rows[0])} on line 1: every value needs an entry at every level."
                )
        for level in range(1, len(self.rows[0])):
            self._check_coarser(level)

    def _check_coarser(self, level: int) -> None:
        goes_to: dict[str, tuple[str, int]] = {}
        for line, row in enumerate(self.rows, 1):
            below, here = row[level - 1], row[level]
            there, first = goes_to.setdefault(below, (here, line))
            if there != here:
                raise SondeError(
                    f"{self.title} is not coarser at level {level} than below it: {below!r} goes "
                    f"to {there!r} on line {first} and to {here!r} on line {line}."
                )

    @property
    def title(self) -> str:
        """The name, as the first word of a sentence."""
        return self.name.replace("the ", "The ", 1) if self.name.startswith("the ") else self.name

    def __repr__(self) -> str:
        shown = [" -> ".join(map(plain, row)) for row in self.rows[:MOST_SHOWN]]
        left = len(self.rows) - len(shown)
        shown += [f"and {left:,} values more"] if left else []
        return "\n".join([plain(f"{self.title}: {len(self.rows):,} values"), *shown])

    @property
    def levels(self) -> int:
        """The number of levels above the values themselves."""
        return len(self.rows[0]) - 1

    def level(self, level: int) -> Domains:
        """Return the partition at a level; level 0 is the values themselves."""
        if isinstance(level, bool) or not isinstance(level, int) or not 0 <= level <= self.levels:
            raise SondeError(f"{self.title} has levels 0 to {self.levels}; there is no {level!r}.")
        domains: dict[str, list[str]] = {}
        for row in self.rows:
            domains.setdefault(row[level], []).append(row[0])
        return Domains(domains, where=f"level {level} of {self.name}")

    @classmethod
    def read(cls, path: str | Path) -> Hierarchy:
        """Read a CSV as ARX writes it: one value a row, one level a column, no header."""
        path = Path(path)
        try:
            written = path.read_text("utf-8-sig")
        except UnicodeError as error:
            raise SondeError(
                f"The hierarchy {path} is not UTF-8 text: save it as UTF-8."
            ) from error
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", error)
            raise SondeError(f"Cannot read the hierarchy {path}: {why}.") from error
        first = written.partition("\n")[0]
        separator = max(SEPARATORS, key=first.count)
        reader = csv.reader(io.StringIO(written, newline=""), delimiter=separator)
        try:
            rows = tuple(tuple(row) for row in reader if row)
        except csv.Error as error:
            raise SondeError(f"The hierarchy {path} cannot be read as CSV ({error}).") from error
        return cls(rows, str(path))

    @classmethod
    def build(cls, values: Iterable[Any], levels: Sequence[Any]) -> Hierarchy:
        """Build a hierarchy over values from partitions, functions, or ``"*"`` for one domain.

        Each level is laid over the values themselves.

        >>> Hierarchy.build([22, 31, 35], [{"width": 5}, {"width": 10}, "*"]).rows[0]
        ('22', '[20, 25)', '[20, 30)', '*')
        """
        held = list({text(value): value for value in values if value is not None}.values())
        placed = [[_placed(level, value) for value in held] for level in _settled(levels, held)]
        return cls(tuple(zip(map(text, held), *placed, strict=True)))

    def write(self, path: str | Path) -> None:
        """Write the hierarchy as the CSV that ``read`` reads and ARX too."""
        with whole_file(path) as out:
            csv.writer(out, delimiter=";", lineterminator="\n").writerows(self.rows)


def _settled(levels: Sequence[Any], values: list[Any]) -> list[Partition]:
    from . import partition

    made = [partition({"*": "*"} if level == "*" else level) for level in levels]
    return [laid.over(values) if isinstance(laid, Unsettled) else laid for laid in made]


def _placed(level: Partition, value: Any) -> str:
    domain = level.place(value)
    if domain is None:
        raise SondeError(f"The value {text(value)!r} {level.refusal(text(value))}")
    return domain
