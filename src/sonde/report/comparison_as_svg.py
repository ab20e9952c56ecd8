"""Releases side by side as a picture: a bar for each, under each number that is a share."""

from __future__ import annotations

from html import escape

from ..comparing import Comparison, Row
from ..plain import plain

# A background of its own keeps it readable on a dark page; these tell apart for every eye.
PAPER, INK, FAINT = "#ffffff", "#22262b", "#6b7280"
COLOURS = ("#0b6aa2", "#c2570c", "#12776b", "#5b4fa0", "#8a6d00", "#6b7280")
LEFT, WIDE, BAR, GAP, TOP = 300, 360, 14, 16, 44


def picture(made: Comparison) -> str:
    """Draw every row whose numbers lie between 0 and 1; the longer the bar, the nearer to 1."""
    rows = [row for row in made.rows if (row.measure.low, row.measure.high) == (0, 1)]
    parts = [_legend(made)]
    top = TOP + GAP
    for row in rows:
        parts.append(_row(row, top))
        top += BAR * len(row.results) + GAP
    width = LEFT + WIDE + 80
    title = escape(plain(f"{len(made.releases)} releases side by side"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {top}" width="{width}" '
        f'height="{top}" role="img" font-family="Helvetica, Arial, sans-serif" font-size="12">'
        f'<title>{title}</title><rect width="{width}" height="{top}" rx="8" fill="{PAPER}"/>'
        f"{''.join(parts)}</svg>\n"
    )


def _legend(made: Comparison) -> str:
    """Name the releases, each in the colour of its bars."""
    place = WIDE // max(1, len(made.releases))
    return "".join(
        f'<rect x="{LEFT + n * place}" y="18" width="10" height="10" fill="{_colour(n)}"/>'
        + _text(LEFT + n * place + 15, 27, spec.name)
        for n, spec in enumerate(made.releases)
    )


def _row(row: Row, top: int) -> str:
    middle = top + BAR * len(row.results) / 2 + 4
    parts = [_text(LEFT - 10, middle, row.about, anchor="end")]
    for n, result in enumerate(row.results):
        y = top + n * BAR
        value = None if result is None else result.overall
        length = WIDE * (value or 0.0)
        parts.append(
            f'<rect x="{LEFT}" y="{y}" width="{length:.1f}" height="{BAR - 3}" '
            f'fill="{_colour(n)}"/>'
        )
        shown = "-" if result is None else result.shown
        parts.append(_text(LEFT + length + 6, y + BAR - 4, shown, colour=FAINT))
    return "".join(parts)


def _colour(number: int) -> str:
    return COLOURS[number % len(COLOURS)]


def _text(x: float, y: float, words: str, *, anchor: str = "start", colour: str = INK) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{colour}">'
        f"{escape(plain(words))}</text>"
    )
