"""The charts of all figures, in the style of the documentation's pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt

from .results import Row

# One palette: readable on the paper it brings along, whatever the page behind is.
PAPER, INK, FAINT = "#fbfaf6", "#22313a", "#5d6b73"
COLOURS = ("#c8451b", "#12776b", "#5b4fa0", "#b58a00", "#2f6fb0", "#8a8f93")
# A bar is as high as its number, and the bars of a key are apart from those of the next.
BAR, APART = 13, 16
FONT = "Helvetica, Arial, sans-serif"


def bars(rows: Sequence[Row], what: str, title: str, *, tick: str = "") -> Any:
    """Set the rates of a few keys or values side by side, a bar for each release.

    ``tick`` is another number of each row, marked on its bar.
    """
    shown = [
        {"what": row[what], "release": row["release"], "rate": row["rate"], "tick": row.get(tick)}
        for row in rows
    ]
    order = list(dict.fromkeys(row["release"] for row in shown))
    base = alt.Chart(alt.InlineData(values=shown)).encode(
        x=alt.X("rate:Q", title="discrimination rate").axis(tickCount=5).scale(domainMin=0),
        y=alt.Y("what:N", title=None, sort=None).axis(labelLimit=200),
        yOffset=alt.YOffset("release:N", sort=order),
    )
    colour = (
        alt.Color("release:N", title=None, sort=order)
        .scale(domain=order, range=COLOURS[: len(order)])
        .legend(orient="bottom", columns=6)
    )
    words = base.mark_text(align="left", dx=4, fontSize=10).encode(
        colour, text=alt.Text("rate:Q", format=".4f")
    )
    drawn = base.mark_bar().encode(colour) + words
    if tick:
        drawn += base.mark_tick(color=INK, thickness=2).encode(x="tick:Q")
    height = len({row["what"] for row in shown}) * (BAR * len(order) + APART)
    return drawn.properties(width=330, height=height, title=alt.TitleParams(title))


def lines(rows: Sequence[Row], along: str, said: str, measures: Sequence[str]) -> Any:
    """Draw one curve for each measure."""
    held = [
        {"along": row[along], "measure": short, "value": row[short]}
        for row in rows
        for short in measures
    ]
    return (
        alt.Chart(alt.InlineData(values=held))
        .mark_line(strokeWidth=2.5)
        .encode(
            x=alt.X("along:Q", title=said).axis(tickCount=5).scale(nice=False),
            y=alt.Y("value:Q", title=None).axis(tickCount=5),
            color=alt.Color("measure:N", title=None, sort=list(measures))
            .scale(domain=list(measures), range=[COLOUR_OF[short] for short in measures])
            .legend(orient="bottom", symbolStrokeWidth=3),
        )
        .properties(width=330, height=230)
    )


# A measure keeps its colour from figure to figure.
COLOUR_OF = dict(zip(("ITPR", "DR", "MIL", "CP", "ELD", "MI"), COLOURS, strict=True))


def curves(rows: Sequence[Row], along: str, said: str) -> Any:
    """Draw the measures that end at 1 on the left, those in bits on the right."""
    left = lines(rows, along, said, ("ITPR", "DR", "CP", "ELD")).properties(title="from 0 to 1")
    right = lines(rows, along, said, ("MI", "MIL")).properties(title="in bits")
    return styled(alt.hconcat(left, right, spacing=40).resolve_scale(color="independent"))


def field(rows: Sequence[Row], across: str, up: str, said: Sequence[str]) -> Any:
    """Colour a field by its ITPR."""
    shown = [{"across": row[across], "up": row[up], "ITPR": row["ITPR"]} for row in rows]
    base = alt.Chart(alt.InlineData(values=shown)).encode(
        x=alt.X("across:O", title=said[0]).axis(labelAngle=0),
        y=alt.Y("up:O", title=said[1], sort="descending"),
    )
    tiles = base.mark_rect().encode(
        color=alt.Color("ITPR:Q").scale(range=[PAPER, COLOURS[0]]).legend(None)
    )
    words = base.mark_text(fontSize=11, color=INK).encode(text=alt.Text("ITPR:Q", format=".2f"))
    return styled((tiles + words).properties(width=620, height=300))


def beside(*charts: Any) -> Any:
    """Put charts of the same releases side by side."""
    return styled(alt.hconcat(*charts, spacing=40).resolve_scale(yOffset="independent"))


def styled(chart: Any) -> Any:
    """Give a chart the paper and the letters of the documentation's pictures."""
    return (
        chart.properties(background=PAPER, padding=18)
        .configure(font=FONT)
        .configure_view(stroke=None)
        .configure_axis(
            labelColor=INK,
            titleColor=INK,
            labelFontSize=12,
            titleFontSize=12,
            titleFontWeight="normal",
            gridColor="#dfddd5",
            domainColor=FAINT,
            tickColor=FAINT,
        )
        .configure_title(color=INK, anchor="start", fontSize=13)
        .configure_legend(labelColor=INK, labelFontSize=12, labelLimit=260)
    )
