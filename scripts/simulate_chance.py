"""Ask of many samples from known populations whether the interval of the rate holds the truth.

Beside it stands the row bootstrap, which draws rows again from the sample: people then come
several times, classes look smaller and purer than they are, and the rate comes out higher still.

Run it with: python scripts/simulate_chance.py
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

import sonde
from sonde.entropy import Floats, Ints
from sonde.errors import Undefined
from sonde.samples import interval

PICTURE = Path(__file__).parents[1] / "docs" / "pictures" / "chance_coverage.svg"
SEED = 20_100
SIZES = (100, 500, 2_000, 10_000, 50_000)
SHAPES = ((2, 2), (2, 20), (5, 50), (15, 100), (2, 1_000), (5, 2_000))
MARGINS = ("even", "uneven")
# How far a class's values are one value: share of the facts that have it for that reason.
LINKS = {"none": 0.0, "weak": 0.1, "half": 0.5, "strong": 0.95, "nearly all": 0.999}
# Rare classes hold all values and frequent ones hardly but one: the bias is not where most are.
RARE = "in rare classes"
SAMPLES, AGAIN = 200, 100
# Below this many samples in which the rate is defined a share of them says little.
ENOUGH = 50


@dataclass(frozen=True)
class Population:
    """Chances of each value (row) and class (column), and what they come from."""

    link: str
    margin: str
    chances: Floats

    @property
    def rate(self) -> float:
        """The true discrimination rate."""
        p = self.chances
        x = _entropy(p.sum(axis=1))
        return (x + _entropy(p.sum(axis=0)) - _entropy(p)) / x


@dataclass(frozen=True)
class Coverage:
    """How often intervals held the truth, for samples of one size from one population."""

    link: str
    people: int
    defined: int
    held: float
    width: float
    bootstrap: float


def population(values: int, classes: int, margin: str, link: str) -> Population:
    """Make a population in which the classes have that link to the values."""
    x = _shares(values, margin)
    y = _shares(classes, margin)
    own = np.zeros((values, classes))
    own[np.arange(classes) % values, np.arange(classes)] = 1
    strength: Any = LINKS.get(link)
    if link == RARE:
        own[:], strength = x[:, None], 0.0
        own[:, : classes // 2] = 0.01 * x[:, None]
        own[0, : classes // 2] += 0.99
        return Population(link, margin, own * y)
    return Population(link, margin, ((1 - strength) * x[:, None] + strength * own) * y)


def _shares(number: int, margin: str) -> Floats:
    """Return shares that are even, or fall as one over the rank."""
    shares = np.ones(number) if margin == "even" else 1 / np.arange(1.0, number + 1)
    return np.asarray(shares / shares.sum())


def _entropy(chances: Floats) -> float:
    p = chances[chances > 0]
    return -float((p * np.log2(p)).sum())


def populations() -> Iterator[Population]:
    """Make every population of the simulation."""
    for (values, classes), margin, link in product(SHAPES, MARGINS, (*LINKS, RARE)):
        yield population(values, classes, margin, link)


def profile_of(counts: Ints, model: sonde.Profile) -> sonde.Profile:
    """Return the profile of a table with these counts, of values (rows) in classes (columns)."""
    counts = counts[counts.any(axis=1)][:, counts.any(axis=0)]
    of_class, value = np.nonzero(counts.T)
    size = counts.sum(axis=0)
    return replace(
        model,
        rows=int(size.sum()),
        subjects=int(size.sum()),
        size=size,
        people=size,
        class_rows=size,
        repeats=np.ones(len(size), np.int64),
        cell_class=of_class,
        cell_value=value,
        cell_size=counts[value, of_class],
        values=tuple(range(len(counts))),
        keys=None,
    )


def coverage(
    whole: Population, people: int, *, samples: int, again: int, generator: np.random.Generator
) -> Coverage:
    """Draw samples of so many people, and count the intervals that hold the true rate."""
    model = sonde.profile({"y": [0], "x": [0]}, keys="y", sensitive="x")
    truth, chances = whole.rate, whole.chances.ravel() / whole.chances.sum()
    held: list[bool] = []
    widths: list[float] = []
    bootstrap: list[bool] = []
    for _ in range(samples):
        counts = generator.multinomial(people, chances).reshape(whole.chances.shape)
        try:
            low, high = interval(profile_of(counts, model))
        except Undefined:
            continue
        held.append(low <= truth + 1e-12 and high >= truth - 1e-12)
        widths.append(high - low)
        if again and len(bootstrap) < ENOUGH:  # so far from 95% that fewer are enough
            rates = drawn_again(counts, again, generator)
            low, high = np.quantile(rates, [0.025, 0.975]).tolist()
            bootstrap.append(low <= truth <= high)
    mean = [float(np.mean(found)) if found else np.nan for found in (held, widths, bootstrap)]
    return Coverage(whole.link, people, len(held), *mean)


def drawn_again(counts: Ints, times: int, generator: np.random.Generator) -> Floats:
    """Return the rates of tables drawn, row by row, from a table: the row bootstrap."""
    counts = counts[counts.any(axis=1)][:, counts.any(axis=0)]
    people = counts.sum()
    x, y = np.nonzero(counts)
    held = counts[x, y]
    drawn = generator.multinomial(people, held / people, size=times)
    by_class, by_value = (
        np.array([np.bincount(names, one, names.max() + 1) for one in drawn]) for names in (y, x)
    )
    within, of_class, of_value = (
        (n * np.log2(np.maximum(n, 1))).sum(axis=1) for n in (drawn, by_class, by_value)
    )
    before = people * np.log2(people) - of_value
    return np.asarray(1 - (of_class - within) / np.where(before > 0, before, np.inf))


def simulate(samples: int, again: int) -> list[Coverage]:
    """Run it all, each population and size with draws of its own."""
    wholes = list(populations())
    seeds = np.random.SeedSequence(SEED).spawn(len(wholes) * len(SIZES))
    return [
        coverage(whole, people, samples=samples, again=again, generator=np.random.default_rng(seed))
        for (whole, people), seed in zip(product(wholes, SIZES), seeds, strict=True)
    ]


def show(found: list[Coverage]) -> None:
    """Print, by link and size, in how many populations the rate is defined, and how it holds."""
    print("link             people  of 12  holds  least  width  bootstrap holds  least")
    for link, people in product((*LINKS, RARE), SIZES):
        some = [c for c in found if (c.link, c.people) == (link, people) and c.defined >= ENOUGH]
        if not some:
            print(f"{link:<15}{people:>8,}  {0:>5}")
            continue
        held, width, bootstrap = (
            np.array([getattr(c, name) for c in some]) for name in ("held", "width", "bootstrap")
        )
        print(
            f"{link:<15}{people:>8,}  {len(some):>5}  {held.mean():.3f}  {held.min():.3f}  "
            f"{np.median(width):.3f}  {bootstrap.mean():>15.3f}  {bootstrap.min():.3f}"
        )


def picture(found: list[Coverage]) -> Any:
    """Draw how often each interval holds the truth, a point for a population and a size."""
    import altair as alt

    from draw_pictures import ALONE, CROWD, INK, _styled

    names = ("Sonde's interval", "row bootstrap")
    rows = [
        {"link": c.link, "people": c.people, "interval": name, "held": held}
        for c in found
        if c.defined >= ENOUGH
        for name, held in zip(names, (c.held, c.bootstrap), strict=True)
    ]
    base = alt.Chart({"values": rows})
    points = base.mark_circle(size=44, opacity=0.55, aria=False).encode(
        x=alt.X("people:O", title="people in the sample").axis(format=",d", labelAngle=-40),
        xOffset=alt.XOffset("interval:N").sort(names),
        y=alt.Y("held:Q", title="holds the true rate").scale(domain=[0, 1]).axis(format="%"),
        color=alt.Color("interval:N", title=None)
        .scale(domain=names, range=[CROWD, ALONE])
        .legend(orient="top"),
    )
    nominal = base.transform_aggregate(groupby=["link"]).mark_rule(color=INK, strokeDash=[4, 3])
    panels = (points + nominal.encode(y=alt.datum(0.95))).properties(width=235, height=170)
    facet = alt.Facet("link:N", title="link between keys and sensitive attribute")
    drawn = panels.facet(facet.sort([*LINKS, RARE]), columns=3)
    return _styled(drawn).configure_header(
        labelColor=INK, titleColor=INK, labelFontSize=13, titleFontSize=13
    )


if __name__ == "__main__":
    everything = simulate(SAMPLES, AGAIN)
    show(everything)
    picture(everything).save(PICTURE)
