"""The picture of one run: what measuring adds to counting, and where memory goes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import altair as alt

from .figures import Figure, count

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "pictures" / "performance.svg"
# A background of its own keeps it readable on a dark page; blue and orange suit every eye.
PAPER, INK, GRID = "#ffffff", "#22262b", "#e4e6ea"
COLOURS = ["#0b6aa2", "#c2570c"]
HEIGHT = 210


def draw(figures: list[Figure], picture: Path = PICTURE) -> None:
    """Draw the points of all figures."""
    picture.parent.mkdir(parents=True, exist_ok=True)
    chart = (
        alt.hconcat(
            _bars(_points(figures, "overhead")),
            _lines(
                _points(figures, "rows"),
                "Peak memory (MB) by rows",
                "rows, in the same 120 classes",
            ),
            _lines(
                _points(figures, "classes"),
                "Peak memory (MB) by classes",
                "classes, in the same number of rows",
            ),
            spacing=40,
        )
        .resolve_scale(color="independent")
        .configure(background=PAPER, padding=16, font="sans-serif")
        .configure_view(stroke=None)
        .configure_axis(labelColor=INK, titleColor=INK, gridColor=GRID, titleFontWeight="normal")
        .configure_title(color=INK, anchor="start", fontSize=13)
        .configure_legend(labelColor=INK, orient="bottom", title=None)
    )
    chart.save(picture)


def _points(figures: list[Figure], chart: str) -> list[dict[str, Any]]:
    return [vars(p) for figure in figures for p in figure.points if p.chart == chart]


def _bars(points: list[dict[str, Any]]) -> Any:
    """Set all measures beside the bare query, for the smallest table alone: one scale."""
    rows = min(point["x"] for point in points)
    shown = [point for point in points if point["x"] == rows]
    title = f"Seconds for {count(int(rows))} rows"
    return (
        alt.Chart(alt.InlineData(values=shown), title=title, width=150, height=HEIGHT)
        .mark_bar()
        .encode(
            x=alt.X("column:N", title=None, axis=alt.Axis(labelAngle=0)),
            xOffset=alt.XOffset("series:N", sort=None),
            y=alt.Y("y:Q", title=None),
            color=alt.Color("series:N", sort=None, scale=alt.Scale(range=COLOURS)),
        )
    )


def _lines(points: list[dict[str, Any]], title: str, below: str) -> Any:
    base = alt.Chart(alt.InlineData(values=points), title=title, width=230, height=HEIGHT).encode(
        x=alt.X(
            "x:Q",
            title=below,
            scale=alt.Scale(type="log", nice=False, padding=10),
            axis=alt.Axis(values=[10**n for n in range(3, 10)], format="~s", grid=False),
        ),
        # A tick at the very top, so that the titles are level.
        y=alt.Y("y:Q", title=None, scale=alt.Scale(zero=True, nice=5), axis=alt.Axis(tickCount=5)),
        color=alt.Color("series:N", sort=None, scale=alt.Scale(range=COLOURS)),
    )
    return base.mark_line() + base.mark_point(filled=True, size=45, opacity=1)
