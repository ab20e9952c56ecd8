"""The frontier: releases by risk and by utility, and those that no other is better than."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path

from ..errors import SondeError
from ..plain import plain
from ..writing import whole_file

WIDTH, HEIGHT, MARGIN, TEXT = 640, 420, 64, 13
ON, OFF = "#00796b", "#9e9e9e"
# Marks nearer than this put their names on different sides.
NEAR = 16
TICKS = 5
# What floats may be off by where a number is a tick.
SLIP = 1e-9


@dataclass(frozen=True)
class Point:
    """A release: its name, a risk, where less is better, and a utility, where more is."""

    name: str
    risk: float
    utility: float

    def beats(self, other: Point) -> bool:
        """Whether it is as good in both and better in one."""
        as_good = self.risk <= other.risk and self.utility >= other.utility
        return as_good and (self.risk, self.utility) != (other.risk, other.utility)


@dataclass(frozen=True)
class Frontier:
    """Releases by risk and utility.

    ``best`` are those that no other beats, by rising risk: whoever wants less risk than one of
    them has to give up utility. ``beaten`` names for each of the others one that beats it.
    """

    points: tuple[Point, ...]
    risk: str = "risk"
    utility: str = "utility"

    @property
    def best(self) -> tuple[Point, ...]:
        """The releases that no other beats (Pareto), by rising risk."""
        held = [one for one in self.points if not any(other.beats(one) for other in self.points)]
        return tuple(sorted(held, key=lambda point: (point.risk, point.utility, point.name)))

    @property
    def beaten(self) -> dict[str, str]:
        """By the name of a release that is beaten, that of one on the frontier that beats it."""
        by = {one.name: [best for best in self.best if best.beats(one)] for one in self.points}
        return {name: found[0].name for name, found in by.items() if found}

    def __repr__(self) -> str:
        lines = [f"{self.utility} against {self.risk}"]
        for one in sorted(self.points, key=lambda point: point.risk):
            by = self.beaten.get(one.name)
            where = "on the frontier" if by is None else f"{by} is better"
            lines.append(f"  {one.name}: {one.risk:.4f}, {one.utility:.4f} ({where})")
        return "\n".join(map(plain, lines))

    def _repr_html_(self) -> str:
        return self.svg()

    def svg(self) -> str:
        """Draw the chart: risk to the right, utility upwards, the frontier as a line of steps."""
        return "\n".join(_drawn(self)) + "\n"

    def write(self, path: str | Path) -> None:
        """Write the chart as an SVG file, whole or not at all."""
        with whole_file(path) as out:
            out.write(self.svg())


def frontier(
    points: Iterable[Point | tuple[str, float | None, float | None]],
    *,
    risk: str = "risk",
    utility: str = "utility",
) -> Frontier:
    """Put releases on one chart: a risk of each, and a utility, such as how well a need is met.

    Each is a ``Point`` or its name, risk and utility. ``risk`` and ``utility`` name the two. The
    frontier is what can be chosen among: it says nothing of which risk is acceptable. It rests
    on the two numbers alone; another attack or another need may have another frontier.

    >>> import sonde
    >>> made = sonde.frontier([("raw", 0.9, 1.0), ("k5", 0.2, 0.7), ("noise", 0.3, 0.6)])
    >>> [point.name for point in made.best], made.beaten
    (['k5', 'raw'], {'noise': 'k5'})
    """
    held = [one if isinstance(one, Point) else _point(*one) for one in points]
    if not held:
        raise SondeError("Name at least one release, with its risk and its utility.")
    names = [one.name for one in held]
    for name in names:
        if names.count(name) > 1:
            raise SondeError(f"Two releases are called {name!r}: give each its own name.")
    return Frontier(tuple(held), risk, utility)


def _point(name: str, risk: float | None, utility: float | None) -> Point:
    for held, called in ((risk, "risk"), (utility, "utility")):
        if held is None or isinstance(held, bool) or not math.isfinite(held):
            raise SondeError(
                f"The release {name!r} has no {called}, as it is {held!r}: leave it out of the "
                "chart, or measure something else."
            )
    assert risk is not None  # noqa: S101 - as just checked
    assert utility is not None  # noqa: S101
    return Point(str(name), float(risk), float(utility))


@dataclass(frozen=True)
class _Scale:
    """Where a number is drawn: between two ends of the paper, from 0 where it is a share."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    @property
    def ticks(self) -> list[float]:
        step = _step(self.high - self.low)
        first = math.ceil(self.low / step - SLIP)
        return [place * step for place in range(first, math.floor(self.high / step + SLIP) + 1)]


def _scale(values: list[float], start: float, end: float) -> _Scale:
    """Reach from 0, or below it, to the next tick above the largest."""
    low, high = min(0.0, *values), max(0.0, *values)
    step = _step(high - low or 1.0)
    ends = math.floor(low / step + SLIP) * step, math.ceil(high / step - SLIP) * step
    return _Scale(*(ends if ends[1] > ends[0] else (low, low + 1.0)), start, end)


def _step(span: float) -> float:
    """Return 1, 2 or 5 times a power of ten, of which the span has about five."""
    power: float = 10.0 ** math.floor(math.log10(span / TICKS))
    return next(many * power for many in (1, 2, 5, 10) if many * power * TICKS >= span * (1 - SLIP))


def _drawn(made: Frontier) -> list[str]:
    across = _scale([one.risk for one in made.points], MARGIN, WIDTH - MARGIN)
    up = _scale([one.utility for one in made.points], HEIGHT - MARGIN, MARGIN / 2)
    named = f"{made.utility} against {made.risk}, a mark for each release"
    lines = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
            f'aria-label="{escape(plain(named))}" font-family="sans-serif" font-size="{TEXT}">'
        ),
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        *_axes(made, across, up),
        (
            f'<polyline points="{_steps(made, across, up)}" fill="none" stroke="{ON}" '
            'stroke-width="1.5" stroke-dasharray="5 3"/>'
        ),
    ]
    drawn: list[tuple[float, float]] = []
    for one in made.points:
        x, y = across(one.risk), up(one.utility)
        below = any(abs(x - a) < 6 * NEAR and abs(y - b) < NEAR for a, b in drawn)
        drawn.append((x, y))
        lines += _mark(one, x, y, on=one in made.best, below=below)
    return [*lines, "</svg>"]


def _axes(made: Frontier, across: _Scale, up: _Scale) -> list[str]:
    left, right, bottom, top = across.start, across.end, up.start, up.end
    lines = [
        f'<path d="M{left:.1f} {top:.1f}V{bottom:.1f}H{right:.1f}" fill="none" stroke="#424242"/>'
    ]
    lines += [_text(across(tick), bottom + 18, f"{tick:.3g}") for tick in across.ticks]
    lines += [_text(left - 8, up(tick) + 4, f"{tick:.3g}", anchor="end") for tick in up.ticks]
    lines.append(_text((left + right) / 2, HEIGHT - 18, made.risk))
    turned = f'transform="rotate(-90 16 {HEIGHT / 2:.0f})"'
    lines.append(_text(16, HEIGHT / 2, made.utility, turned=turned))
    return lines


def _steps(made: Frontier, across: _Scale, up: _Scale) -> str:
    """From one of the best to the next: first to its risk, then up to its utility."""
    corners: list[tuple[float, float]] = []
    for one in made.best:
        x, y = across(one.risk), up(one.utility)
        corners += [(x, corners[-1][1]), (x, y)] if corners else [(x, y)]
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)


def _mark(one: Point, x: float, y: float, *, on: bool, below: bool) -> list[str]:
    colour = ON if on else OFF
    title = escape(plain(f"{one.name}: {one.risk:.4f}, {one.utility:.4f}"))
    anchor, side = ("end", -8) if x > WIDTH - 2 * MARGIN else ("start", 8)
    return [
        (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{colour}">'
            f"<title>{title}</title></circle>"
        ),
        _text(x + side, y + (TEXT if below else -6), one.name, anchor=anchor),
    ]


def _text(x: float, y: float, words: str, *, anchor: str = "middle", turned: str = "") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="#212121" {turned}>'
        f"{escape(plain(words))}</text>"
    )
