"""Releases side by side, and the finding of the SeDR paper among them."""

import json
import shutil
from pathlib import Path
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from typer.testing import CliRunner

import sonde
from sonde.cli import app

ROOT = Path(__file__).parents[1]
TABLES = ROOT / "tests" / "golden" / "tables"
SALARIES = {
    "levels": "{low: [4K, 5K, 6K], medium: [7K, 8K, 9K], high: [10K, 11K, 12K]}",
    "mixed": "{A: [4K, 6K, 10K], B: [7K, 12K, 9K], C: [5K, 8K, 11K]}",
}


@pytest.fixture
def specs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("hospital_3_diverse.csv", "hospital_t_close.csv", "hospital_original.csv"):
        shutil.copy(TABLES / name, tmp_path)

    def write(model, original="", keys='["ZIP Code*"]'):
        for release in ("3_diverse", "t_close"):
            Path(f"{release}.yaml").write_text(
                f"data: hospital_{release}.csv\nkeys: {keys}\nsensitive: Salary\n{original}"
                f"title: {release}\npartitions: {{Salary: {SALARIES[model]}}}\n"
            )
        return ["3_diverse.yaml", "t_close.yaml"]

    return write


@pytest.mark.parametrize(
    ("model", "diverse", "close"),
    [("levels", 0.19312672142856502, 0.2804132238095366), ("mixed", 0.579380164285695, 1.0)],
)
def test_a_t_close_release_may_protect_less_than_an_l_diverse_one(specs, model, diverse, close):
    """SeDR paper, tables 9 to 12: by ZIP code, for both of the attacker's models."""
    made = sonde.compare(specs(model))
    rates = next(row for row in made.rows if row.about == "Discrimination rate of Salary")
    assert [one.overall for one in rates.results] == pytest.approx([diverse, close], abs=1e-12)
    assert rates.safest == (0,)


def test_every_row_is_what_measuring_gives(specs):
    made = sonde.compare(specs("levels"))
    for row in made.rows:
        for spec, result in zip(made.releases, row.results, strict=True):
            alone = row.measure(
                spec.data,
                keys=spec.keys,
                sensitive=row.sensitive,
                partitions=spec.laid() if row.sensitive else None,
            )
            assert result.overall == alone.overall


def test_the_original_comes_first_where_it_has_the_keys(specs):
    shutil.copy("hospital_3_diverse.csv", "raw.csv")
    made = sonde.compare(specs("levels", "original: raw.csv\n"))
    assert [spec.name for spec in made.releases] == ["original (raw.csv)", "3_diverse", "t_close"]
    made = sonde.compare(specs("levels", "original: hospital_original.csv\n"))
    assert [spec.name for spec in made.releases] == ["3_diverse", "t_close"]
    note = "hospital_original.csv has no column 'ZIP Code*', so it is not measured."
    assert made.notes == (note,)


def test_the_json_is_what_its_schema_allows(specs):
    ran = CliRunner().invoke(app, ["compare", *specs("levels"), "--format", "json"])
    assert ran.exit_code == 0, ran.output
    out = json.loads(ran.stdout)
    jsonschema.validate(out, json.loads((ROOT / "docs/schemas/compare.json").read_text()))
    assert [release["name"] for release in out["releases"]] == ["3_diverse", "t_close"]
    shown = CliRunner().invoke(app, ["compare", *specs("levels"), "--format", "markdown"]).stdout
    assert "| Discrimination rate of Salary | **0.1931** | 0.2804 |" in shown
    shown = CliRunner().invoke(app, ["compare", *specs("levels")], env={"COLUMNS": "100"}).stdout
    assert "Salary by 3 domains" in " ".join(shown.split())


def test_nothing_to_compare():
    with pytest.raises(sonde.SondeError, match="Name the specs"):
        sonde.compare([])


def test_the_chart_puts_risk_against_needs(specs):
    needs = "needs:\n  - {name: pay, predict: Salary, from: ZIP Code*}\n"
    made = sonde.compare(specs("levels", needs))
    frontier = made.frontier()
    for point, spec in zip(frontier.points, made.releases, strict=True):
        roles = {"keys": spec.keys, "sensitive": "Salary", "partitions": spec.laid()}
        assert point.utility == sonde.discrimination_rate(spec.data, **roles).overall
        assert point.risk == sonde.marketer_risk(spec.data, keys=spec.keys).overall
    ran = CliRunner().invoke(app, ["compare", *specs("levels", needs), "-o", "chart.svg"])
    assert ran.exit_code == 0, ran.output
    assert "t_close" in Path("chart.svg").read_text()
    with pytest.raises(sonde.SondeError, match="needs the specs' needs"):
        sonde.compare(specs("levels")).frontier()


def test_without_needs_the_chart_is_of_bars(specs):
    """One bar for each release and each number that is a share, as long as the number."""
    made = sonde.compare(specs("levels"))
    ran = CliRunner().invoke(app, ["compare", *specs("levels"), "-o", "chart.svg"])
    assert ran.exit_code == 0, ran.output
    root = ET.fromstring(Path("chart.svg").read_text())  # noqa: S314 - our own
    svg = "{http://www.w3.org/2000/svg}"
    bars = [float(one.get("width")) for one in root.iter(f"{svg}rect") if one.get("height") == "11"]
    shares = [row for row in made.rows if (row.measure.low, row.measure.high) == (0, 1)]
    expected = [360 * one.overall for row in shares for one in row.results]
    assert bars == pytest.approx(expected, abs=0.05)
    words = [one.text for one in root.iter(f"{svg}text")]
    assert {"3_diverse", "t_close", "ITPR of Salary"} <= set(words)
