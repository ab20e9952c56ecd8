"""Pictures, drawn here: bars that stand in tables, and how far so many keys go."""

from __future__ import annotations

from ...assessments import Subsets
from .markup import Html, tag, together

LEFT, TOP, WIDE, HIGH = 44, 14, 420, 220


def bar(share: float, mark: float | None = None) -> Html:
    """Draw a share as a bar, with a mark; the number stands beside it, so no reader needs both."""
    parts = [
        tag("rect", class_="track", width=100, height=8),
        tag("rect", class_="fill", width=f"{100 * _within(share):.2f}", height=8),
    ]
    if mark is not None:
        x = f"{100 * _within(mark):.2f}"
        parts.append(tag("line", class_="mark", x1=x, x2=x, y1=-2, y2=10))
    return tag(
        "svg",
        *parts,
        class_="bar",
        viewbox="0 -2 100 12",
        preserveAspectRatio="none",
        aria_hidden="true",
        focusable="false",
    )


def spread(subsets: Subsets, best: list[float], least: list[float], words: str) -> Html:
    """Draw the most and the least telling set of each size; the explorer adds all the others."""
    sizes = len(subsets.keys)
    return tag(
        "svg",
        tag("title", words),
        *(_grid(tenth / 10) for tenth in range(0, 11, 2)),
        *(_tick(size, sizes) for size in range(1, sizes + 1)),
        tag(
            "text",
            "keys known",
            class_="axis middle",
            x=LEFT + WIDE / 2,
            y=TOP + HIGH + 36,
        ),
        tag("path", class_="dots", d=""),
        _line(least, sizes, "least"),
        _line(best, sizes, "best"),
        tag("circle", class_="chosen", r=7, cx=0, cy=0, visibility="hidden"),
        id="spread",
        role="img",
        viewbox=f"0 0 {LEFT + WIDE + 14} {TOP + HIGH + 44}",
        data_left=LEFT,
        data_top=TOP,
        data_wide=WIDE,
        data_high=HIGH,
    )


def _grid(rate: float) -> Html:
    y = f"{TOP + (1 - rate) * HIGH:.1f}"
    return together(
        tag("line", class_="grid", x1=LEFT, x2=LEFT + WIDE, y1=y, y2=y),
        tag("text", f"{rate:.1f}", class_="axis end", x=LEFT - 8, y=f"{float(y) + 4:.1f}"),
    )


def _tick(size: int, sizes: int) -> Html:
    x = f"{_x(size, sizes):.1f}"
    return tag("text", str(size), class_="axis middle", x=x, y=TOP + HIGH + 18)


def _line(rates: list[float], sizes: int, name: str) -> Html:
    points = " ".join(
        f"{_x(size, sizes):.1f},{TOP + (1 - rate) * HIGH:.1f}" for size, rate in enumerate(rates, 1)
    )
    return tag("polyline", class_=f"edge {name}", points=points)


def _x(size: int, sizes: int) -> float:
    """Return the middle of the column of a size."""
    return LEFT + WIDE * (size - 0.5) / sizes


def _within(share: float) -> float:
    return min(1.0, max(0.0, share))
