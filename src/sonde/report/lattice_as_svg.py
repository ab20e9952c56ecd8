"""Every subset as a picture: how far so many keys go at best and at worst, and who is to blame.

Written here rather than by a library for charts: two plain panels, in a report that fetches
nothing and a package that needs no browser.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from ..plain import plain

if TYPE_CHECKING:
    from ..subsets.lattices import Lattice

# A background of its own keeps it readable on a dark page; blue and orange suit every eye.
PAPER, INK, FAINT, GRID = "#ffffff", "#22262b", "#6b7280", "#e4e6ea"
BEST, WORST = "#c2570c", "#0b6aa2"
LEFT, TOP, WIDE, HIGH = 60, 56, 320, 240
BAR, NAMES, LONGEST = 22, 150, 22


def picture(made: Lattice, of: str | None = None) -> str:
    """Draw the frontier, and beside it each key's share of the rate where all sets are listed."""
    steps = made.frontier(of).to_pylist()
    whole = made.up_to == len(made.keys) and steps
    shares = made.blame(of).to_pylist() if whole else []
    target = "who a person is" if of is None else of
    parts = [*_frontier(steps, target), *(_shares(shares) if shares else [])]
    wide = LEFT + WIDE + 80 + (NAMES + WIDE + 60 if shares else 0)
    high = max(TOP + HIGH + 60, TOP + len(shares) * BAR + 40)
    title = escape(plain(f"The rate of every subset of {len(made.keys)} keys, for {target}"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" '
        f'height="{high}" role="img" font-family="Helvetica, Arial, sans-serif">'
        f'<title>{title}</title><rect width="{wide}" height="{high}" rx="8" fill="{PAPER}"/>'
        f"{''.join(parts)}</svg>\n"
    )


def _frontier(steps: list[dict[str, Any]], target: str) -> list[str]:
    """Draw the best and the worst set of each size."""
    parts = [_text(LEFT, 28, f"What so many keys give away about {target}", 14, weight="bold")]
    for tenth in range(0, 11, 2):
        y = _y(tenth / 10)
        parts.append(_line(LEFT, y, LEFT + WIDE, y, GRID))
        parts.append(_text(LEFT - 8, y + 4, f"{tenth / 10:.1f}", 12, FAINT, "end"))
    xs = [_x(number, len(steps)) for number in range(len(steps))]
    for x, step in zip(xs, steps, strict=True):
        parts.append(_text(x, _y(0) + 18, str(step["size"]), 12, FAINT, "middle"))
    parts.append(_text(LEFT + WIDE / 2, _y(0) + 38, "keys known", 12, FAINT, "middle"))
    for name, colour, held, words in (
        ("rate", BEST, "best", "the set that gives away most"),
        ("least", WORST, "worst", "the set that gives away least"),
    ):
        points = [(x, _y(step[name])) for x, step in zip(xs, steps, strict=True)]
        drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{drawn}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for (x, y), step in zip(points, steps, strict=True):
            told = escape(plain(f"{', '.join(step[held])}: {step[name]:.4f}"))
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"><title>{told}</title>'
                "</circle>"
            )
        top = 44 if name == "rate" else 60
        parts.append(_text(LEFT + WIDE, top, words, 12, colour, "end"))
    return parts


def _shares(shares: list[dict[str, Any]]) -> list[str]:
    """Draw each key's share of the rate of all keys, the largest first."""
    left = LEFT + WIDE + 80 + NAMES
    shares = sorted(shares, key=lambda row: -row["share"])
    most = max(max((row["share"] for row in shares), default=0), 1e-9)
    parts = [_text(left - NAMES + 10, 28, "Each key's share of the rate", 14, weight="bold")]
    for number, row in enumerate(shares):
        y = TOP + number * BAR
        long = max(0.0, row["share"] / most * (WIDE - 60))
        name = row["key"] if len(row["key"]) <= LONGEST else row["key"][: LONGEST - 1] + "…"
        parts += [
            _text(left - 8, y + 13, name, 12, INK, "end"),
            f'<rect x="{left}" y="{y}" width="{long:.1f}" height="{BAR - 6}" fill="{BEST}"/>',
            _text(left + long + 6, y + 13, f"{row['share']:.3f}", 12, FAINT),
        ]
    return parts


def _x(number: int, many: int) -> float:
    return LEFT + 20 + (number * (WIDE - 40) / (many - 1) if many > 1 else (WIDE - 40) / 2)


def _y(rate: float) -> float:
    return TOP + 16 + (1 - rate) * (HIGH - 16)


def _line(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    return f'<line x1="{x1}" y1="{y1:.1f}" x2="{x2}" y2="{y2:.1f}" stroke="{colour}"/>'


def _text(
    x: float, y: float, words: str, size: int, fill: str = INK, anchor: str = "start",
    weight: str = "normal",
) -> str:  # fmt: skip
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}" fill="{fill}" '
        f'text-anchor="{anchor}">{escape(plain(words))}</text>'
    )
