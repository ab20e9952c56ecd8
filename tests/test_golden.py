"""Every figure that the papers print about their worked tables, through each engine and the CLI.

Tables and figures are facts from: Sondeck, Laurent, Frey (SECRYPT 2017); Sondeck (thesis, 2017);
Sondeck (PETS slides, 2017); the ITPR paper (2019). Each carries the table that prints it. Where
the print does not follow from the printed table it is marked as a misprint (docs/misprints.md).
"""

import json
from itertools import groupby
from pathlib import Path

import pyarrow.csv as pacsv
import pytest
from typer.testing import CliRunner

import sonde
from sonde.cli import app

HERE = Path(__file__).parent / "golden"
FIGURES = json.loads((HERE / "figures.json").read_text())
TOLERANCE = 1e-12


def question(figure):
    return json.dumps([figure[f] for f in ("table", "keys", "sensitive", "partitions")])


QUESTIONS = [list(g) for _, g in groupby(sorted(FIGURES, key=question), question)]
NAMES = [f"{q[0]['table']}-{'+'.join(q[0]['keys'])}-{i}" for i, q in enumerate(QUESTIONS)]


def read(name):
    """Read a worked table with every column as text."""
    path = HERE / "tables" / f"{name}.csv"
    columns = path.read_text().split("\n")[0].split(",")
    options = pacsv.ConvertOptions(column_types=dict.fromkeys(columns, "string"))
    return pacsv.read_csv(path, convert_options=options)


def test_every_figure_is_there():
    assert len(FIGURES) == 173
    assert sum(figure["misprint"] for figure in FIGURES) == 9


@pytest.mark.parametrize("figures", QUESTIONS, ids=NAMES)
def test_python(figures, engine):
    asked = figures[0]
    made = sonde.measure(
        engine(read(asked["table"])),
        keys=asked["keys"],
        sensitive=asked["sensitive"],
        partitions=asked["partitions"],
        by_value=any(figure["value"] for figure in figures),
    )
    for figure in figures:
        if figure["value"] is None:
            found = made[figure["measure"]].overall
        else:
            (found,) = [
                row[figure["measure"]]
                for row in made.by_value.to_pylist()
                if [row[key] for key in asked["keys"]] == figure["value"]
            ]
        assert found == pytest.approx(figure["exact"], abs=TOLERANCE, rel=0), figure["source"]


@pytest.mark.parametrize("figures", QUESTIONS, ids=NAMES)
def test_command_line(figures, tmp_path):
    asked = figures[0]
    words = ["measure", str(HERE / "tables" / f"{asked['table']}.csv"), "--by-value"]
    words += [word for key in asked["keys"] for word in ("--keys", key)]
    if asked["sensitive"]:
        words += ["--sensitive", asked["sensitive"]]
    if asked["partitions"]:
        (tmp_path / "partitions.yaml").write_text(json.dumps(asked["partitions"]))
        words += ["--partitions", str(tmp_path / "partitions.yaml")]
    ran = CliRunner().invoke(app, [*words, "--format", "json"])
    assert ran.exit_code == 0, ran.output
    out = json.loads(ran.stdout)
    by_value = {tuple(entry["key"].values()): entry for entry in out["by_value"]}
    for figure in figures:
        held = out["measures"] if figure["value"] is None else by_value[tuple(figure["value"])]
        assert held[figure["measure"]] == pytest.approx(figure["exact"], abs=TOLERANCE, rel=0)


@pytest.mark.parametrize(
    "figure", [f for f in FIGURES if not f["misprint"]], ids=lambda f: f["source"]
)
def test_the_exact_figure_is_the_printed_one(figure):
    """Guard the copy: the papers cut or round to two decimals, once to one."""
    assert abs(figure["exact"] - figure["printed"]) < (0.02 if figure["printed"] != 0.6 else 0.1)


def test_the_kinds_of_identifier_of_the_thesis():
    """Thesis, section 4.3: over the nine subjects of Table 4.1."""
    kinds = {
        key: sonde.identifier_kind(sonde.profile(read("thesis_subjects"), keys=key))
        for key in ("ZIP Code", "Salary", "Disease", "Age")
    }
    assert kinds == {
        "ZIP Code": "zero-identifier",
        "Salary": "identifier",
        "Disease": "sketchy-identifier",
        "Age": "partial identifier",
    }
