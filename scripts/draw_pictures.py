"""Draw the pictures of the documentation from numbers that Sonde computes here.

Run it with: python scripts/draw_pictures.py
"""

from pathlib import Path
from typing import Any

import altair as alt
import numpy as np

import sonde
from sonde.demo import COARSER, FACTS
from sonde.report.lattice_as_svg import picture

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
HOSPITAL = ROOT / "tests" / "golden" / "tables" / "hospital_original.csv"
T_CLOSE = HOSPITAL.with_name("hospital_t_close.csv")
ADULT = ROOT / "src" / "sonde" / "data" / "adult.parquet"

# One palette: readable on the paper it brings along, whatever the page behind is.
PAPER, INK, FAINT = "#fbfaf6", "#22313a", "#5d6b73"
ALONE, CROWD, THIRD = "#c8451b", "#12776b", "#5b4fa0"
FONT = "Helvetica, Arial, sans-serif"
WIDTH, HEIGHT = 860, 390
ARROW = (
    f'<path d="M292 196 H378 M366 186 L380 196 L366 206" fill="none" stroke="{INK}" '
    'stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"/>'
)


def anonymity_set() -> str:
    """Draw nine people in one set, and the classes that their ages split them into."""
    rate = sonde.discrimination_rate(HOSPITAL, keys="Age")
    classes = sorted(rate.by_value.to_pylist(), key=lambda row: (-row["rows"], row["Age"]))
    people, alone = rate.profile.rows, sum(row["rows"] == 1 for row in classes)
    before, after = rate.profile.entropy, rate.profile.conditional_entropy
    parts = [
        _text(150, 40, "Before", 19, weight="bold"),
        _text(150, 63, "one set of people", 14, FAINT),
        _box(40, 82, 220, 230),
        *(_person(95 + 55 * (i % 3), 122 + 68 * (i // 3), INK) for i in range(people)),
        _text(150, 344, f"{before:.2f} bits of uncertainty", 16, weight="bold"),
        _text(150, 366, f"log2 {people}", 14, FAINT),
        _text(340, 178, "Age", 19, weight="bold"),
        ARROW,
        _text(620, 40, "After", 19, weight="bold"),
        _text(620, 63, f"{len(classes)} classes; {alone} people stand alone", 14, FAINT),
    ]
    left, top = 420, 82
    for row in classes:
        width = 42 + 44 * row["rows"]
        if left + width > WIDTH - 40:
            left, top = 420, top + 120
        colour = ALONE if row["rows"] == 1 else CROWD
        parts.append(_box(left, top, width, 100, colour))
        parts += [_person(left + 43 + 44 * i, top + 30, colour) for i in range(row["rows"])]
        parts.append(_text(left + width / 2, top + 90, row["Age"], 15, colour, "bold"))
        left += width + 14
    parts += [
        _text(620, 344, f"{after:.2f} bits of uncertainty, on average", 16, weight="bold"),
        _text(620, 366, f"discrimination rate {rate.overall:.2f}", 14, FAINT),
    ]
    saying = f"{people} people in one set; their ages split them into {len(classes)} classes"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" '
        f'role="img" font-family="{FONT}"><title>{saying}</title>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="{PAPER}"/>{"".join(parts)}</svg>\n'
    )


def _text(
    x: float, y: float, words: str, size: int, fill: str = INK, weight: str = "normal"
) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" fill="{fill}" '
        f'text-anchor="middle">{words}</text>'
    )


def _box(x: float, y: float, width: float, height: float, colour: str = FAINT) -> str:
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="14" fill="#ffffff" '
        f'stroke="{colour}" stroke-width="2"/>'
    )


def _person(x: float, y: float, colour: str) -> str:
    """Draw a head over shoulders, its middle at x."""
    return (
        f'<g fill="{colour}"><circle cx="{x}" cy="{y}" r="9"/>'
        f'<path d="M{x - 15} {y + 34} a15 21 0 0 1 30 0 z"/></g>'
    )


def adult_columns() -> Any:
    """Show what each column of the Adult census table gives away alone."""
    rows = [
        {
            "column": column.name,
            "rate": column.discrimination_rate,
            "shown": column.rate,
            "settles": "settled for some"
            if column.identifier_kind == "partial identifier"
            else "settled for nobody",
        }
        for column in sorted(
            sonde.inspect(ADULT).columns, key=lambda column: -(column.discrimination_rate or 0)
        )
    ]
    base = alt.Chart({"values": rows}).encode(
        x=alt.X("rate:Q", title="discrimination rate over the people, this column alone")
        .scale(domain=[0, 1])
        .axis(format="%", grid=True),
        y=alt.Y("column:N", title=None, sort=[str(row["column"]) for row in rows]),
    )
    bars = base.mark_bar(height={"band": 0.72}).encode(
        color=alt.Color("settles:N", title="who a person is")
        .scale(domain=["settled for some", "settled for nobody"], range=[ALONE, CROWD])
        .legend(orient="bottom-right", offset=12)
    )
    words = base.mark_text(align="left", dx=5, fontSize=12, color=INK).encode(text="shown:N")
    return _styled((bars + words).properties(width=560, height=380))


def uneven_key(people: int = 10_000) -> Any:
    """Let a key of two values become uneven, as the ITPR paper's figure 1 does."""
    names = {"discrimination_rate": "DR", "itpr": "ITPR", "maximum_information_leakage": "MIL"}
    colours = {"DR": CROWD, "ITPR": ALONE, "MIL": THIRD}
    rows = []
    for rare in [1, 10, *range(50, people // 2 + 1, 50)]:
        made = sonde.measure({"key": ["rare"] * rare + ["frequent"] * (people - rare)}, keys="key")
        rows += [
            {"rare": rare, "measure": short, "value": made.overall[name]}
            for name, short in names.items()
        ]
    said = f"people with the rarer of two values, of {people:,}"

    def panel(shown: list[str], title: str, domain: list[float], height: int) -> Any:
        x = (
            alt.X("rare:Q", title=None if "DR" in shown else said)
            .scale(reverse=True, domain=[1, people // 2], nice=False)
            .axis(values=[1, *range(1000, people // 2 + 1, 1000)], format=",d")
        )
        held = [row for row in rows if row["measure"] in shown]
        colour = alt.Color("measure:N", legend=None).scale(
            domain=shown, range=[colours[name] for name in shown]
        )
        y = alt.Y("value:Q", title=title).scale(domain=domain)
        lines = alt.Chart({"values": held}).mark_line(strokeWidth=3).encode(x, y, colour)
        named = [row for row in held if row["rare"] == 1]
        ends = (
            alt.Chart({"values": named})
            .mark_text(align="left", dx=8, fontSize=14, fontWeight="bold")
            .encode(x, y, colour, text="measure:N")
        )
        return (lines + ends).properties(width=560, height=height)

    upper = panel(["DR", "ITPR"], "DR and ITPR", [0, 1], 230)
    lower = panel(["MIL"], "MIL, in bits", [0, 14], 150)
    return _styled(alt.vconcat(upper, lower).resolve_scale(color="independent"))


def closeness() -> Any:
    """Set each class of the t-close table beside everybody, in the order of the salaries."""
    order = [f"{thousand}K" for thousand in range(4, 13)]
    keys = ["ZIP Code*", "Age**"]
    orders = {"Salary": order}
    made = sonde.measure(T_CLOSE, keys=keys, sensitive="Salary", orders=orders, by_value=True)
    counted = made.profile
    panels = []
    for number, row in enumerate(made.by_value.to_pylist()):
        held = counted.cell_class == number
        sizes = dict(zip(counted.cell_value[held], counted.cell_size[held], strict=True))
        bars = [
            {
                "salary": salary,
                "share": float(sizes.get(counted.values.index(salary), 0) / counted.size[number]),
                "everybody": float(
                    counted.value_size[counted.values.index(salary)] / counted.total
                ),
            }
            for salary in order
        ]
        base = alt.Chart({"values": bars}).encode(x=alt.X("salary:N", sort=order, title=None))
        shares = base.mark_bar(color=CROWD).encode(
            y=alt.Y("share:Q", title="share of the people")
            .scale(domain=[0, 0.4])
            .axis(format="%", values=[0, 0.1, 0.2, 0.3, 0.4])
        )
        table = base.mark_tick(color=ALONE, thickness=3, width=18).encode(y="everybody:Q")
        title = alt.TitleParams(
            f"ZIP {row['ZIP Code*']}",
            subtitle=f"equal {row['t_closeness']:.2f}, ordered {row['ordered_t_closeness']:.2f}",
        )
        panels.append((shares + table).properties(width=220, height=170, title=title))
    return _styled(alt.hconcat(*panels))


def crowds() -> Any:
    """Show how large the crowds are that people hide in, before and after a coarser partition."""
    names = ["alone", "2 to 4", "5 to 10", "11 to 99", "100 or more"]
    rows = []
    for title, partitions in (("as it was", {}), ("told less exactly", COARSER)):
        made = sonde.profile(ADULT, keys=FACTS, partitions=partitions)
        which = np.digitize(made.people, [2, 5, 11, 100])
        people = np.bincount(which, made.people * made.repeats, len(names)) / made.subjects
        rows += [
            {"release": title, "crowd": name, "people": float(share)}
            for name, share in zip(names, people, strict=True)
        ]
    base = alt.Chart({"values": rows}).encode(
        x=alt.X("people:Q", title="share of the people").axis(format="%").scale(domain=[0, 1]),
        y=alt.Y("crowd:N", title="people in the crowd", sort=names),
        yOffset=alt.YOffset("release:N", sort=["as it was", "told less exactly"]),
        color=alt.Color("release:N", title=None, sort=["as it was", "told less exactly"])
        .scale(range=[ALONE, CROWD])
        .legend(orient="top-right", offset=12),
    )
    words = base.mark_text(align="left", dx=5, fontSize=12).encode(
        text=alt.Text("people:Q", format=".1%")
    )
    return _styled((base.mark_bar() + words).properties(width=560, height=300))


def _styled(chart: Any) -> Any:
    return (
        chart.properties(background=PAPER, padding=18)
        .configure(font=FONT)
        .configure_view(stroke=None)
        .configure_axis(
            labelColor=INK,
            titleColor=INK,
            labelFontSize=13,
            titleFontSize=13,
            titleFontWeight="normal",
            titlePadding=10,
            gridColor="#dfddd5",
            domainColor=FAINT,
            tickColor=FAINT,
        )
        .configure_title(color=INK, subtitleColor=FAINT, anchor="start", fontSize=14)
        .configure_legend(
            labelColor=INK, titleColor=INK, labelFontSize=13, titleFontSize=13, labelLimit=240
        )
    )


def frontier() -> sonde.Frontier:
    """Put the Adult table, with ages in ever wider bins, on the chart of risk against utility."""
    keys = ["age", "sex", "race", "education"]
    points = []
    for name, width in (("as it is", 1), ("fives", 5), ("tens", 10), ("thirties", 30)):
        laid = {"age": {"width": width}}
        need = sonde.need("salary-class", ["education", "age"], partitions=laid)
        risk = sonde.records_at_risk(ADULT, keys=keys, partitions=laid).overall
        points.append((name, risk, sonde.needs_met(ADULT, need).each[0].release.adjusted))
    return sonde.frontier(points, risk="records at risk", utility="income, beyond chance")


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    (PICTURES / "anonymity_set.svg").write_text(anonymity_set(), "utf-8")
    adult_columns().save(PICTURES / "adult_columns.svg")
    uneven_key().save(PICTURES / "uneven_key.svg")
    closeness().save(PICTURES / "closeness.svg")
    crowds().save(PICTURES / "crowds.svg")
    made = sonde.lattice(ADULT, keys=["age", "sex", "race", "marital-status", "occupation"])
    (PICTURES / "every_subset.svg").write_text(picture(made), "utf-8")
    frontier().write(PICTURES / "frontier.svg")
    print(*sorted(path.name for path in PICTURES.glob("*.svg")))
