"""What a benchmark hands back: figures for the table, points for the picture."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Point:
    """A point of the picture: which of its charts, which line or bar of it, and where."""

    chart: str
    series: str
    x: float
    y: float
    column: str = ""


@dataclass(frozen=True)
class Figure:
    """A line of the table. Without a target it is there to be known."""

    what: str
    measured: str
    target: str = ""
    met: bool | None = None
    points: tuple[Point, ...] = ()

    @property
    def verdict(self) -> str:
        """Whether the target was met, in a word."""
        return "" if self.met is None else "met" if self.met else "MISSED"


def count(number: int) -> str:
    """Write a number of rows for people."""
    return f"{number // 10**6} million" if number % 10**6 == 0 else f"{number:,}"
